//! Ports of this machine for drivers that run beside each other.

use std::net::{Ipv4Addr, TcpListener, TcpStream};

/// Two different ports that were free a moment ago.
pub(crate) fn free_pair() -> std::io::Result<(u16, u16)> {
    let first = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
    let second = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
    Ok((first.local_addr()?.port(), second.local_addr()?.port()))
}

/// Somebody accepts connections there.
pub(crate) fn answers(port: u16) -> bool {
    TcpStream::connect((Ipv4Addr::LOCALHOST, port)).is_ok()
}
