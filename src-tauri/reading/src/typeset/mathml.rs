//! MathML Core from TeX, and from nothing but TeX that is safe to show.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::sync::LazyLock;

use math_core::{LatexToMathML, MathCoreConfig, MathDisplay};

/// Formulas longer than this stay text: no formula of running prose comes near.
const MAX_TEX_BYTES: usize = 2_000;
/// Deeper nesting stays text. The converter recurses; this keeps it far from the end of the stack.
const MAX_DEPTH: usize = 24;
/// Markup longer than this stays text.
const MAX_MATHML_BYTES: usize = 64 * 1024;

static CONVERTER: LazyLock<Option<LatexToMathML>> =
    LazyLock::new(|| LatexToMathML::new(MathCoreConfig::default()).ok());

/// The `math` element for `tex`, or `None` where it cannot be made or holds anything but mathematics.
pub(super) fn from_tex(tex: &str) -> Option<String> {
    if tex.len() > MAX_TEX_BYTES || nesting(tex) > MAX_DEPTH {
        return None;
    }
    let converter = CONVERTER.as_ref()?;
    let prepared = prepare(tex);
    let mathml = without_styles(converter.convert_with_local_state(&prepared, MathDisplay::Inline).ok()?.mathml);
    (mathml.len() <= MAX_MATHML_BYTES && is_clean(&mathml)).then(|| with_high_accents(&mathml))
}

/// The converter places columns with inline styles. They would be refused by a page that allows none, and the
/// formula stands without them.
fn without_styles(mathml: String) -> String {
    const STYLE: &str = " style=\"";
    if !mathml.contains(STYLE) {
        return mathml;
    }
    let mut parts = mathml.split(STYLE);
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        out.push_str(part.split_once('"').map_or("", |(_, after)| after));
    }
    out
}

/// Accents whose sign stands high in its own em: they get the class `k-high`, because WebKit sets an accent's whole em
/// above the base and so leaves a gap that a style can close. Arrows and braces fill their em.
fn with_high_accents(mathml: &str) -> String {
    const OPEN: &str = "<mo stretchy=\"false\">";
    let mut out = String::with_capacity(mathml.len() + 32);
    let mut rest = mathml;
    while let Some(at) = rest.find(OPEN) {
        let (before, after) = rest.split_at(at);
        out.push_str(before);
        let inside = &after[OPEN.len()..];
        let sign = inside.chars().next().filter(|c| HIGH_ACCENTS.contains(c));
        let is_accent = sign.is_some_and(|sign| inside[sign.len_utf8()..].starts_with("</mo></mover>"));
        out.push_str(if is_accent { "<mo class=\"k-high\" stretchy=\"false\">" } else { OPEN });
        rest = inside;
    }
    out.push_str(rest);
    // A combining arrow has nothing to combine with in an element of its own, and is not drawn.
    out.replace('\u{20D7}', "→")
}

const HIGH_ACCENTS: &[char] = &['ˆ', '^', '˜', '~', '˙', '¨', '¯', '‾', 'ˉ', 'ˇ', '˘', '´', '`', '˚'];

/// The `math` element that shows `text` as it is: for a formula whose TeX has no translation but whose printed
/// characters are known.
pub(super) fn from_printed(text: &str) -> String {
    let mut mathml = String::with_capacity(text.len() + 32);
    mathml.push_str("<math><mtext>");
    super::html::escape_into(&mut mathml, text);
    mathml.push_str("</mtext></math>");
    mathml
}

/// The deepest nesting of groups, environments and fences; scripts and commands that take an argument without braces
/// (`\sqrt\sqrt x`, `x^y^z`) count as well, because the converter recurses for them.
fn nesting(tex: &str) -> usize {
    let (mut depth, mut deepest, mut unbraced) = (0usize, 0usize, 0usize);
    let bytes = tex.as_bytes();
    for (at, byte) in bytes.iter().enumerate() {
        match byte {
            b'{' | b'[' | b'(' => depth += 1,
            b'}' | b']' | b')' => depth = depth.saturating_sub(1),
            b'\\' if bytes.get(at + 1).is_some_and(u8::is_ascii_alphabetic) => unbraced += 1,
            b'^' | b'_' => {}
            _ if byte.is_ascii_whitespace() || byte.is_ascii_alphabetic() => continue,
            _ => unbraced = 0,
        }
        deepest = deepest.max(depth + unbraced / 4);
    }
    deepest
}

/// Commands that the converter does not know or answers with more than mathematics, by ones of the same look.
fn prepare(tex: &str) -> String {
    let opened = words_opened(tex);
    let mut out = String::with_capacity(tex.len());
    let mut rest = opened.as_ref();
    while let Some(at) = rest.find('\\') {
        let (before, command) = rest.split_at(at);
        push_without_breaks(&mut out, before);
        let len = command[1..].bytes().take_while(u8::is_ascii_alphabetic).count();
        if len == 0 {
            let sign = command[1..].chars().next().map_or(0, char::len_utf8);
            // A negative space needs a style; an italic correction and a place to break a word print nothing.
            if !command.starts_with("\\!") && !command.starts_with("\\/") && !command.starts_with("\\-") {
                out.push_str(&command[..1 + sign]);
            }
            rest = &command[1 + sign..];
            continue;
        }
        let (name, after) = command[1..].split_at(len);
        rest = after;
        let instead = match name {
            "textbf" | "mathbf" | "bf" | "bfseries" => "mathbf",
            "textit" | "emph" | "mathnormal" => "mathit",
            "texttt" => "mathtt",
            "textsf" => "mathsf",
            "textsc" | "textup" | "textnormal" | "textmd" | "mbox" | "hbox" | "textrm" => "text",
            "mathds" | "mathbbm" => "mathbb",
            "pmb" => "boldsymbol",
            "nicefrac" | "sfrac" => "tfrac",
            "widetilde" => "tilde",
            "dotsc" | "dotso" => "ldots",
            "textasciitilde" | "texttildelow" => "sim",
            "textpm" => "pm",
            "texttimes" => "times",
            "textmu" | "upmu" => "mu",
            "textsuperscript" | "textsubscript" => {
                out.push(if name == "textsuperscript" { '^' } else { '_' });
                ""
            }
            "textdegree" => {
                out.push_str("{}^{\\circ}");
                ""
            }
            "xspace" | "nobreak" | "allowbreak" | "protect" | "ensuremath" | "footnotesize" | "small"
            | "scriptsize" | "normalsize" | "tiny" | "large" | "relax" | "smash" | "boxed" | "limits" | "nolimits"
            | "null" | "strut" | "hfill" | "hfil" | "mathsmaller" | "mathlarger" => continue_without(&mut out),
            "color" | "textcolor" | "label" | "tag" => {
                rest = after_group(after_option(rest));
                continue_without(&mut out)
            }
            "definecolor" => {
                rest = after_group(after_group(after_group(after_option(rest))));
                continue_without(&mut out)
            }
            _ => name,
        };
        if !instead.is_empty() {
            let _ = write!(out, "\\{instead}");
        }
    }
    push_without_breaks(&mut out, rest);
    out
}

/// `\text{if $x>0$}` with the formula outside its words: `\text{if }x>0\text{}`.
fn words_opened(tex: &str) -> Cow<'_, str> {
    if !tex.contains('$') {
        return Cow::Borrowed(tex);
    }
    let mut out = String::with_capacity(tex.len() + 16);
    let mut inside = false;
    for (at, c) in tex.char_indices() {
        if c == '$' && !tex[..at].ends_with('\\') {
            out.push_str(if inside { "\\text{" } else { "}" });
            inside = !inside;
        } else {
            out.push(c);
        }
    }
    Cow::Owned(out)
}

/// Per cent signs without a backslash are what is left of broken lines: a comment would hide all that follows.
fn push_without_breaks(out: &mut String, part: &str) {
    out.extend(part.split('%'));
}

/// `rest` after an option in square brackets.
fn after_option(rest: &str) -> &str {
    rest.strip_prefix('[').and_then(|inside| inside.split_once(']')).map_or(rest, |(_, after)| after)
}

/// A command that is left out still ends the one before it.
fn continue_without(out: &mut String) -> &'static str {
    out.push(' ');
    ""
}

/// `rest` after one braced group without inner groups; the whole of it where there is none.
fn after_group(rest: &str) -> &str {
    let inside = rest.trim_start().strip_prefix('{').and_then(|inside| inside.split_once('}'));
    inside.map_or(rest, |(_, after)| after)
}

/// Whether the markup holds only elements and attributes of MathML Core that show formulas and reach nowhere.
fn is_clean(mathml: &str) -> bool {
    let mut rest = mathml;
    while let Some(at) = rest.find('<') {
        let Some(len) = rest[at..].find('>') else { return false };
        let tag = rest[at + 1..at + len].trim_start_matches('/').trim_end_matches('/');
        let mut parts = tag.splitn(2, ' ');
        if !parts.next().is_some_and(|name| ELEMENTS.contains(&name)) || !attributes_are_clean(parts.next()) {
            return false;
        }
        rest = &rest[at + len + 1..];
    }
    true
}

fn attributes_are_clean(attributes: Option<&str>) -> bool {
    let mut rest = attributes.unwrap_or_default().trim();
    while !rest.is_empty() {
        let Some((name, value)) = rest.split_once("=\"") else { return false };
        let Some((_, after)) = value.split_once('"') else { return false };
        if !ATTRIBUTES.contains(&name) {
            return false;
        }
        rest = after.trim_start();
    }
    true
}

const ELEMENTS: &[&str] = &[
    "math",
    "mrow",
    "mi",
    "mn",
    "mo",
    "ms",
    "mtext",
    "mspace",
    "msub",
    "msup",
    "msubsup",
    "mover",
    "munder",
    "munderover",
    "mfrac",
    "msqrt",
    "mroot",
    "mtable",
    "mtr",
    "mtd",
    "mpadded",
    "mphantom",
    "mstyle",
    "mmultiscripts",
    "mprescripts",
    "b",
    "i",
];

const ATTRIBUTES: &[&str] = &[
    "accent",
    "accentunder",
    "columnspan",
    "depth",
    "display",
    "displaystyle",
    "fence",
    "form",
    "height",
    "largeop",
    "linethickness",
    "lspace",
    "mathvariant",
    "maxsize",
    "minsize",
    "movablelimits",
    "rowspan",
    "rspace",
    "scriptlevel",
    "separator",
    "stretchy",
    "symmetric",
    "voffset",
    "width",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_become_mathml_core() {
        for (tex, part) in [
            (r"1.85\times", "<mn>1.85</mn>"),
            (r"H_{0}", "<msub><mi>H</mi><mn>0</mn></msub>"),
            (r"\textbf{R}", "𝐑"),
            (r"\nicefrac{1}{2}", "<mfrac"),
            (r"\hat{v}_{t}", "<mo class=\"k-high\" stretchy=\"false\">ˆ</mo></mover>"),
            (r"\vec{v}", "<mo stretchy=\"false\">→</mo></mover>"),
            (r"\mathds{1}", "𝟙"),
            (r"\textcolor{red}{x}", "<mi>x</mi>"),
            (r"\textsc{abc}", "<mtext>abc</mtext>"),
            (r"a<b", "&lt;"),
            (r"\text{if $x>0$}", "</mtext><mi>x</mi>"),
            (r"a\!b", "<mi>a</mi><mi>b</mi>"),
            (r"\begin{cases}1&a\\ 0&b\end{cases}", "<mtd><mn>1</mn></mtd>"),
            (r"m\textsuperscript{2}", "<msup>"),
            (r"\max\limits_{x}", "max"),
            ("a+% b_{1}", "<msub><mi>b</mi>"),
            (r"{\color[rgb]{1,0,0}\definecolor[named]{s}{rgb}{1,0,0}+1.2}", "<mn>1.2</mn>"),
        ] {
            let mathml = from_tex(tex).unwrap_or_default();
            assert!(mathml.starts_with("<math>") && mathml.contains(part), "{tex}: {mathml}");
        }
    }

    #[test]
    fn what_is_no_formula_or_too_deep_stays_text() {
        let deep = format!("{}x{}", "{".repeat(3000), "}".repeat(3000));
        let roots = format!("{}x", r"\sqrt".repeat(390));
        let scripts = "x^".repeat(900);
        for tex in [
            r"\href{https://example.org}{x}",
            r"\url{x}",
            r"\style{color:red}{x}",
            r"\class{a}{b}",
            r"\def\a{\a\a}\a",
            r"\newcommand{\a}{b}\a",
            r"\unknownmacro",
            r"\frac{a",
            &deep,
            &roots,
            &scripts,
        ] {
            assert_eq!(from_tex(tex), None, "{}", tex.chars().take(60).collect::<String>());
        }
    }
}
