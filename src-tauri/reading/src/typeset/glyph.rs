//! The printed characters of a formula, folded so that its Unicode side and its TeX side can be compared.

use unicode_normalization::char::decompose_compatible;

use super::symbols;

/// Folds `c`: compatibility forms to their letters (`𝔼` to `E`), look-alike signs to one of them, white space and
/// invisible characters to nothing.
pub(super) fn fold(c: char, mut emit: impl FnMut(char)) {
    if c.is_ascii() {
        if c.is_ascii_graphic() {
            emit(c);
        }
        return;
    }
    decompose_compatible(c, |part| {
        if let Some(one) = fold_sign(part) {
            emit(one);
        }
    });
}

fn fold_sign(c: char) -> Option<char> {
    Some(match c {
        '−' | '–' | '‐' | '‑' | '‒' => '-',
        '∗' | '⋆' | '★' | '⁎' | '＊' => '*',
        '⋅' | '∙' | '•' | '‧' => '·',
        '∣' | '│' | '❘' => '|',
        '∥' => '‖',
        '∼' | '˜' | '\u{303}' => '~',
        'ˆ' | '\u{302}' => '^',
        '‾' | 'ˉ' | '\u{304}' | '\u{305}' | '―' | '¯' => '¯',
        '\u{307}' => '˙',
        '\u{20d7}' | '⟶' => '→',
        '⟵' => '←',
        '⟹' => '⇒',
        '⟷' => '↔',
        '∆' | '△' => 'Δ',
        '∑' => 'Σ',
        '∏' => 'Π',
        '⋀' => '∧',
        '⋁' => '∨',
        '⋃' => '∪',
        '⋂' => '∩',
        '′' | '’' | '‘' | 'ʹ' => '\'',
        '∶' => ':',
        '∖' => '\\',
        '⩽' | '≦' => '≤',
        '⩾' | '≧' => '≥',
        '⋯' => '…',
        '∘' | '°' => '°',
        '∕' | '⁄' => '/',
        '\u{2329}' | '\u{3008}' => '⟨',
        '\u{232a}' | '\u{3009}' => '⟩',
        '\u{2061}'..='\u{2064}' | '\u{200b}'..='\u{200f}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ad}' => {
            return None;
        }
        _ if c.is_whitespace() => return None,
        _ => c,
    })
}

/// Reads TeX piece by piece and gives its printed characters, in the order of the source.
///
/// Works without recursion, so that nesting costs nothing.
#[derive(Clone, Debug, Default)]
pub(super) struct Reader {
    /// Open braces.
    depth: usize,
    /// Depth at which a group that is not printed was opened.
    hidden: Option<usize>,
    /// The next group is not printed.
    hide_next: bool,
    /// Depth at which a group of words was opened (`\text{…}`): there `--` prints one dash.
    words: Option<usize>,
    /// The next group holds words.
    words_next: bool,
    /// A long formula's source is broken by `%` and a line end: what follows still belongs to it.
    broken: bool,
    /// Fractions in a line, whose bar may be printed as a slash.
    pub(super) slashes: usize,
    /// A command, brace or script was seen: this cannot be plain text.
    pub(super) marks: bool,
    /// Folded characters that are printed.
    pub(super) printed: Vec<char>,
}

/// The text is no TeX that we can read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Unreadable;

impl Reader {
    /// Whether every group was closed.
    pub(super) fn is_balanced(&self) -> bool {
        self.depth == 0 && !self.hide_next && !self.broken
    }

    /// Reads on. `piece` must not end inside a command.
    pub(super) fn read(&mut self, piece: &str) -> Result<(), Unreadable> {
        let bytes = piece.as_bytes();
        let mut at = 0;
        while let Some(c) = piece.get(at..).and_then(|rest| rest.chars().next()) {
            at += c.len_utf8();
            self.broken &= c.is_whitespace();
            match c {
                '\\' => {
                    self.marks = true;
                    let len = bytes[at..].iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
                    if len == 0 {
                        at += self.control_sign(piece[at..].chars().next())?;
                    } else {
                        let name = &piece[at..at + len];
                        self.command(name)?;
                        at += len;
                        // `\operatorname*{…}`: the star belongs to the command.
                        if bytes.get(at) == Some(&b'*') && bytes.get(at + 1) == Some(&b'{') {
                            at += 1;
                        }
                        at += self.option_or_fence(name, &piece[at..]);
                    }
                }
                '{' => {
                    self.marks = true;
                    self.depth += 1;
                    if std::mem::take(&mut self.hide_next) && self.hidden.is_none() {
                        self.hidden = Some(self.depth);
                    }
                    if std::mem::take(&mut self.words_next) && self.words.is_none() {
                        self.words = Some(self.depth);
                    }
                }
                '}' => {
                    if self.hidden == Some(self.depth) {
                        self.hidden = None;
                    }
                    if self.words == Some(self.depth) {
                        self.words = None;
                    }
                    self.depth = self.depth.checked_sub(1).ok_or(Unreadable)?;
                }
                '_' | '^' => self.marks = true,
                '&' | '~' => {}
                // `\text{if $x>0$}`
                '$' if self.words.is_some() => {}
                // `\text{2--3}` prints one dash.
                '-' if self.words.is_some() && piece[at..].starts_with('-') => {}
                // Where the source of a long formula was broken into lines, a comment ends each of them.
                '%' if piece[at..].chars().next().is_none_or(char::is_whitespace) => self.broken = true,
                // A bare per cent sign is no formula's own.
                '$' | '#' | '%' => return Err(Unreadable),
                _ => self.emit(c),
            }
        }
        Ok(())
    }

    fn emit(&mut self, c: char) {
        if self.hidden.is_none() {
            let printed = &mut self.printed;
            fold(c, |folded| printed.push(folded));
        }
    }

    /// The command of one sign that is no letter; gives its length in bytes.
    fn control_sign(&mut self, sign: Option<char>) -> Result<usize, Unreadable> {
        match sign {
            Some('%' | '{' | '}' | '_' | '&' | '#' | '$') => self.emit(sign.unwrap_or_default()),
            Some('|') => self.emit('‖'),
            Some(',' | ';' | ':' | '!' | ' ' | '/' | '\\' | '>' | '-') => {}
            Some('^' | '~' | '\'' | '`' | '"' | '=' | '.') | None => return Err(Unreadable),
            Some(_) => return Err(Unreadable),
        }
        Ok(sign.map_or(0, char::len_utf8))
    }

    fn command(&mut self, name: &str) -> Result<(), Unreadable> {
        if symbols::hides_argument(name) {
            self.hide_next = true;
            return Ok(());
        }
        let printed = symbols::printed(name).ok_or(Unreadable)?;
        printed.chars().for_each(|c| self.emit(c));
        self.slashes += usize::from(matches!(name, "nicefrac" | "sfrac"));
        self.words_next = symbols::takes_words(name);
        Ok(())
    }

    /// Reads what only some commands have: the degree of a root, which is printed without its brackets, and the name
    /// of an environment, which prints fences. Gives how many bytes of `rest` it took.
    fn option_or_fence(&mut self, name: &str, rest: &str) -> usize {
        match name {
            "sqrt" => {
                let degree = rest.strip_prefix('[').and_then(|rest| rest.split_once(']'));
                let Some((degree, _)) = degree.filter(|(degree, _)| !degree.contains(['\\', '{'])) else { return 0 };
                degree.chars().for_each(|c| self.emit(c));
                degree.len() + 2
            }
            "begin" | "end" => {
                let environment = rest.strip_prefix('{').and_then(|rest| rest.split_once('}'));
                let Some((environment, after)) = environment else { return 0 };
                self.hide_next = false;
                let (open, close) = symbols::fences(environment);
                (if name == "begin" { open } else { close }).chars().for_each(|c| self.emit(c));
                // The columns of an array.
                self.hide_next = name == "begin" && environment.starts_with("array") && after.starts_with('{');
                environment.len() + 2
            }
            // `\color[rgb]{1,0,0}`, `\definecolor[named]{stroke}{rgb}{1,0,0}`: the last group is hidden.
            "color" | "textcolor" | "definecolor" => {
                let model = rest.strip_prefix('[').and_then(|rest| rest.find(']')).map_or(0, |len| len + 2);
                let groups = if name == "definecolor" { 2 } else { 0 };
                (0..groups).fold(model, |at, _| {
                    let group = rest[at..].strip_prefix('{').and_then(|rest| rest.find('}'));
                    at + group.map_or(0, |len| len + 2)
                })
            }
            _ => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(tex: &str, printed: Option<&str>) {
        let mut reader = Reader::default();
        let read = reader.read(tex);
        let found = (read.is_ok() && reader.is_balanced()).then(|| reader.printed.iter().collect::<String>());
        assert_eq!(found.as_deref(), printed, "{tex}");
    }

    #[test]
    fn tex_prints_what_its_unicode_side_shows() {
        check(r"1.85\times", Some("1.85×"));
        check(r"\mathbb{E}_{x\sim p}[d]", Some("Ex~p[d]"));
        check(r"\pm 2.8\%", Some("±2.8%"));
        check(r"\operatorname*{argmax}_{a}", Some("argmaxa"));
        check(r"x\hspace{1em}y", Some("xy"));
        check(r"\sqrt[3]{x}+\text{2--3}", Some("3x+2-3"));
        check(r"\begin{pmatrix}a&b\end{pmatrix}", Some("(ab)"));
        check(r"\begin{array}{cc}a&b\end{array}", Some("ab"));
        check(r"{\color[rgb]{1,0,0}\definecolor[named]{stroke}{rgb}{1,0,0}+1.2}", Some("+1.2"));
        check("a_{1}+% b", Some("a1+b"));
        check("a_{1}+%", None);
        check(r"\left\{a\right.", Some("{a."));
        check(r"\ourmethod{}", None);
        check(r"{x", None);
        check(r"x}", None);
        check(r"5%", None);
    }

    #[test]
    fn look_alikes_fold_to_one_sign() {
        let folded = |text: &str| {
            let mut out = String::new();
            text.chars().for_each(|c| fold(c, |part| out.push(part)));
            out
        };
        assert_eq!(folded("𝔼 𝒦 ϕ − ⋆ ½"), "EKφ-*1/2");
    }
}
