//! Addresses that leave the program.

use crate::error::{Code, CommandError};

/// `url` when it is one that the system's browser may get: `http` or `https`, a host, no control characters.
///
/// # Errors
/// [`Code::LinkRefused`] for anything else.
pub(crate) fn checked(url: &str) -> Result<&str, CommandError> {
    let rest = strip_scheme(url, "https://").or_else(|| strip_scheme(url, "http://"));
    match rest {
        Some(rest) if rest.starts_with(|c: char| c.is_alphanumeric() || c == '[') && !url.contains(forbidden) => {
            Ok(url)
        }
        _ => Err(CommandError::new(
            Code::LinkRefused,
            format!("cannot open “{url}”: only http and https addresses leave the program"),
        )),
    }
}

/// Whether [`checked`] lets it through.
pub(crate) fn may_open(url: &str) -> bool {
    checked(url).is_ok()
}

fn strip_scheme<'a>(url: &'a str, scheme: &str) -> Option<&'a str> {
    url.get(..scheme.len()).filter(|head| head.eq_ignore_ascii_case(scheme)).map(|_| &url[scheme.len()..])
}

fn forbidden(c: char) -> bool {
    c.is_control() || c.is_whitespace() || matches!(c, '"' | '<' | '>' | '\\' | '`')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn web_addresses_pass_and_everything_else_is_refused() {
        for good in ["https://arxiv.org/abs/2609.00001", "HTTP://example.org/?q=a%20b#c", "https://[::1]:8080/"] {
            assert!(may_open(good), "{good}");
        }
        for bad in [
            "javascript:alert(1)",
            "file:///etc/passwd",
            "data:text/html,x",
            "https://",
            "https:///x",
            "https://a b/",
            "https://a/\"; rm",
            "ftp://example.org/",
            "--version",
            "",
            "https://a/\n",
        ] {
            assert!(!may_open(bad), "{bad}");
        }
    }
}
