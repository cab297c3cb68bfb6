//! Whether this machine can show Chinese at all.

use std::process::Command;

use crate::wire::Notice;

/// The notice to show when no font has Chinese characters. Asks fontconfig, which takes a moment: call it off the
/// window's thread. Where fontconfig cannot be asked (other systems ship Chinese fonts) nothing is claimed.
pub(crate) fn notice() -> Option<Notice> {
    let listed = Command::new("fc-list").args([":lang=zh", "family"]).output().ok()?;
    if !listed.status.success() || listed.stdout.iter().any(|byte| !byte.is_ascii_whitespace()) {
        return None;
    }
    let release = std::fs::read_to_string("/etc/os-release").unwrap_or_default();
    Some(Notice::MissingChineseFont { package: package(&release).to_owned() })
}

/// The package that brings Noto's Chinese fonts, from the text of `/etc/os-release`.
fn package(release: &str) -> &'static str {
    let like = |name: &str| {
        release
            .lines()
            .filter(|line| line.starts_with("ID=") || line.starts_with("ID_LIKE="))
            .any(|line| line.split(['=', '"', ' ']).any(|word| word == name))
    };
    if like("fedora") || like("rhel") {
        "google-noto-serif-cjk-fonts google-noto-sans-cjk-fonts"
    } else if like("arch") {
        "noto-fonts-cjk"
    } else if like("suse") || like("opensuse") {
        "noto-serif-sc-fonts noto-sans-sc-fonts"
    } else {
        "fonts-noto-cjk"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_package_is_the_one_of_the_distribution() {
        assert_eq!(package("NAME=x\nID=debian\n"), "fonts-noto-cjk");
        assert_eq!(package("ID=nobara\nID_LIKE=\"rhel centos fedora\"\n"), package("ID=fedora"));
        assert_eq!(package("ID=manjaro\nID_LIKE=arch\n"), "noto-fonts-cjk");
        assert_eq!(package("ID=opensuse-leap\nID_LIKE=\"suse opensuse\"\n"), "noto-serif-sc-fonts noto-sans-sc-fonts");
    }
}
