//! A line of text without markup, for lists, titles of windows and names: formulas as the characters they print.

use std::borrow::Cow;

use super::{RunKind, dollar, symbols};

/// `text` with its delimited formulas as plain characters: `$\pi_0$` is `π₀`. A formula that plain characters cannot
/// show (a fraction, a command that is not known) stays as it is.
///
/// ```
/// use reading::typeset::plain;
///
/// assert_eq!(plain(r"$\pi_0$: a policy at 20\%"), "π₀: a policy at 20%");
/// ```
pub fn plain(text: &str) -> Cow<'_, str> {
    let runs = dollar::find(text);
    if runs.is_empty() {
        return Cow::Borrowed(text);
    }
    let (mut out, mut done) = (String::with_capacity(text.len()), 0);
    for run in &runs {
        out.push_str(text.get(done..run.span.start).unwrap_or_default());
        match &run.kind {
            RunKind::Math(math) => match printed(&math.tex) {
                Some(characters) => out.push_str(&characters),
                None => out.push_str(run.span.of(text)),
            },
            RunKind::Hidden => {}
            _ => out.push_str(run.span.of(text)),
        }
        done = run.span.end;
    }
    out.push_str(text.get(done..).unwrap_or_default());
    Cow::Owned(out)
}

/// What `tex` prints, scripts raised and lowered where every character of them has such a form.
fn printed(tex: &str) -> Option<String> {
    let (mut out, mut rest) = (String::new(), tex);
    while let Some(c) = rest.chars().next() {
        match c {
            '^' | '_' => {
                let (script, after) = argument(rest.get(1..)?)?;
                let script = printed(script)?;
                let forms = if c == '^' { RAISED } else { LOWERED };
                match script.chars().map(|c| form(forms, c)).collect::<Option<String>>() {
                    Some(formed) => out.push_str(&formed),
                    None => {
                        out.push(c);
                        out.push_str(&script);
                    }
                }
                rest = after;
            }
            '\\' => {
                let (characters, after) = command(rest.get(1..)?)?;
                out.push_str(characters);
                rest = after;
            }
            '{' | '}' => rest = rest.get(1..)?,
            _ => {
                out.push(if c == '~' { ' ' } else { c });
                rest = rest.get(c.len_utf8()..)?;
            }
        }
    }
    Some(out)
}

/// The characters of the command after a backslash, and what follows it.
fn command(rest: &str) -> Option<(&str, &str)> {
    let length = rest.bytes().take_while(u8::is_ascii_alphabetic).count();
    let (name, after) = rest.split_at_checked(length)?;
    if name.is_empty() {
        let sign = rest.chars().next()?;
        let (sign, after) = rest.split_at_checked(sign.len_utf8())?;
        // Spaces of several widths; the other signs stand for themselves.
        return Some((if matches!(sign, "," | ";" | ":" | "!" | " ") { "" } else { sign }, after));
    }
    let characters = symbols::printed(name)?;
    // Two arguments side by side would be read as one.
    let is_flat =
        !symbols::hides_argument(name) && !name.ends_with("frac") && !name.ends_with("binom") && name != "sqrt";
    is_flat.then_some((characters, after.trim_start()))
}

/// The one argument at the start of `rest`, without its braces, and what follows it.
fn argument(rest: &str) -> Option<(&str, &str)> {
    let first = rest.chars().next()?;
    match first {
        '{' => {
            let mut depth = 0_u32;
            let end = rest.char_indices().find_map(|(at, c)| {
                depth = if c == '{' { depth + 1 } else { depth.saturating_sub(u32::from(c == '}')) };
                (depth == 0).then_some(at)
            })?;
            Some((rest.get(1..end)?, rest.get(end + 1..)?))
        }
        '\\' => {
            let name = rest.get(1..)?.bytes().take_while(u8::is_ascii_alphabetic).count().max(1);
            rest.split_at_checked(1 + name)
        }
        _ => rest.split_at_checked(first.len_utf8()),
    }
}

fn form(forms: &[(char, char)], c: char) -> Option<char> {
    forms.iter().find(|(plain, _)| *plain == c).map(|(_, form)| *form)
}

/// The superscripts of Unicode's blocks for digits, signs and the letters that exponents use.
#[rustfmt::skip]
const RAISED: &[(char, char)] = &[
    ('0', '⁰'), ('1', '¹'), ('2', '²'), ('3', '³'), ('4', '⁴'), ('5', '⁵'), ('6', '⁶'), ('7', '⁷'), ('8', '⁸'), ('9', '⁹'),
    ('+', '⁺'), ('-', '⁻'), ('−', '⁻'), ('=', '⁼'), ('(', '⁽'), (')', '⁾'), ('n', 'ⁿ'), ('i', 'ⁱ'), ('k', 'ᵏ'), ('t', 'ᵗ'),
    ('d', 'ᵈ'), ('m', 'ᵐ'), ('T', 'ᵀ'), ('′', '′'), ('∗', '*'), ('*', '*'), ('∘', '°'),
];

/// The subscripts of the same blocks.
#[rustfmt::skip]
const LOWERED: &[(char, char)] = &[
    ('0', '₀'), ('1', '₁'), ('2', '₂'), ('3', '₃'), ('4', '₄'), ('5', '₅'), ('6', '₆'), ('7', '₇'), ('8', '₈'), ('9', '₉'),
    ('+', '₊'), ('-', '₋'), ('−', '₋'), ('=', '₌'), ('(', '₍'), (')', '₎'), ('i', 'ᵢ'), ('j', 'ⱼ'), ('k', 'ₖ'), ('n', 'ₙ'),
    ('m', 'ₘ'), ('t', 'ₜ'), ('x', 'ₓ'), ('a', 'ₐ'), ('e', 'ₑ'),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_of_a_line_are_the_characters_they_print() {
        for (line, expected) in [
            ("Nothing to set", "Nothing to set"),
            (r"$\pi_{0.5}$: policies", r"π_0.5: policies"),
            (r"$\pi_0$ and $\pi^*_{0}$", "π₀ and π*₀"),
            (r"Attention in $O(n^2)$ steps", "Attention in O(n²) steps"),
            (r"$\textbf{R}$einforced $k$-means", "Reinforced k-means"),
            (r"$\mathcal{L}_{\mathrm{KL}}$", "L_KL"),
            (r"From $10^{-3}$ to $R^{n+1}$", "From 10⁻³ to Rⁿ⁺¹"),
            (r"A $20 budget and a $5 one", r"A $20 budget and a $5 one"),
        ] {
            assert_eq!(plain(line), expected);
        }
    }

    #[test]
    fn what_plain_characters_cannot_show_stays() {
        for line in [r"Half, $\frac{1}{2}$", r"$\sqrt{d}$-scaling"] {
            assert_eq!(plain(line), line);
        }
    }

    #[test]
    fn nesting_and_halves_of_commands_end() {
        let deep = format!("${}x{}$", "^{".repeat(200), "}".repeat(200));
        let _ = plain(&deep);
        for line in [r"$x_$", r"$x^{$", r"$\alpha_\beta$", r"$\$", r"$a_\_$"] {
            let _ = plain(line);
        }
    }
}
