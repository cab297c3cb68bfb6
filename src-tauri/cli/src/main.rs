//! `kz`: the command line contract that scripts rely on.
fn main() {}
