//! Formulas inside names, as abstracts write them: `V^{2}Loom`, `R$^2$Loom`, `$\\pi$-Loom`.

/// Letters of the longest Greek name and what stands around it; a formula at the front of a name is no longer.
const LONGEST: usize = 16;

/// Where a formula of one Greek letter, raised or lowered figures included, ends that begins at `start` and that a
/// name goes on after.
pub(super) fn greek(text: &str, start: usize) -> Option<usize> {
    let rest = text.get(start..)?.strip_prefix("$\\")?;
    let letters = rest.len() - rest.trim_start_matches(|ch: char| ch.is_ascii_alphabetic()).len();
    let close = rest.bytes().take(LONGEST).position(|byte| byte == b'$')?;
    let scripts = rest.get(letters..close)?;
    let plain = scripts.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'^' | b'_' | b'{' | b'}' | b'.'));
    let end = start + 2 + close + 1;
    (letters > 1 && plain && goes_on(text, end)).then_some(end)
}

/// Where the raised figure ends that begins at `start` and that a name goes on after: `^{2}`, `^2`, `$^{2}$`.
pub(super) fn raised(text: &str, start: usize) -> Option<usize> {
    let rest = text.get(start..)?;
    let (rest, close) = match rest.strip_prefix('$') {
        Some(rest) => (rest, "$"),
        None => (rest, ""),
    };
    let rest = rest.strip_prefix('^')?;
    let (rest, brace) = match rest.strip_prefix('{') {
        Some(rest) => (rest, "}"),
        None => (rest, ""),
    };
    let figure = rest.strip_prefix(|ch: char| ch.is_ascii_digit() || ch == '+')?;
    let after = figure.strip_prefix(brace)?.strip_prefix(close)?;
    let end = text.len() - after.len();
    goes_on(text, end).then_some(end)
}

/// Whether a letter follows, after a hyphen or at once.
fn goes_on(text: &str, end: usize) -> bool {
    let rest = text.get(end..).unwrap_or_default();
    rest.strip_prefix('-').unwrap_or(rest).starts_with(|ch: char| ch.is_ascii_alphabetic())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_are_parts_of_names_that_go_on() {
        for (text, at, expected) in [
            ("V^{2}Loom", 1, Some(5)),
            ("R^2-Loom", 1, Some(3)),
            ("S$^3$Loom", 1, Some(5)),
            ("R^2 of", 1, None),
            ("M^k", 1, None),
            ("V^{2", 1, None),
            ("V^", 1, None),
        ] {
            assert_eq!(raised(text, at), expected, "{text}");
        }
        assert_eq!(greek(r"$\pi$-Loom", 0), Some(5));
        assert_eq!(greek(r"$\tau^2$-Loom", 0), Some(8));
        assert_eq!(greek(r"$\pi$ is", 0), None);
        assert_eq!(greek(r"$x+y$", 0), None);
    }
}
