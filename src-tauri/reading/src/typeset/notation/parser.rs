//! Reads one formula and writes its TeX.

use super::super::symbols;
use super::atom;

/// No plain-text formula is longer.
const MAX_BYTES: usize = 600;
/// Brackets and scripts inside each other.
pub(super) const MAX_DEPTH: usize = 8;

/// A stretch of text that reads as a formula.
pub(super) struct Formula {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) tex: String,
    /// It holds a script, an accent or a command.
    pub(super) marked: bool,
    /// Relations outside brackets: place in the text, place in the TeX.
    pub(super) relations: Vec<(usize, usize)>,
}

pub(super) struct Parser<'t> {
    pub(super) text: &'t str,
    start: usize,
    /// Next character.
    pub(super) at: usize,
    /// What was written so far.
    pub(super) tex: String,
    /// Scripts, accents and commands so far.
    pub(super) marks: usize,
    /// Open brackets and scripts.
    pub(super) depth: usize,
    relations: Vec<(usize, usize)>,
}

/// What was read as an operand, for what may follow it after a space.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Operand {
    /// A letter without scripts.
    Letter,
    Number,
    /// With a script or an accent, a bracket, a sign.
    Built,
    /// A name such as `log`: an operand follows.
    Function,
}

/// Where to return to.
struct Place {
    at: usize,
    tex: usize,
    marks: usize,
    relations: usize,
}

impl<'t> Parser<'t> {
    pub(super) fn new(text: &'t str, start: usize) -> Self {
        Self { text, start, at: start, tex: String::new(), marks: 0, depth: 0, relations: Vec::new() }
    }

    /// The formula that begins here, as long as it goes.
    pub(super) fn formula(mut self) -> Option<Formula> {
        self.sequence()?;
        let Self { start, at, tex, marks, relations, .. } = self;
        Some(Formula { start, end: at, tex, marked: marks > 0, relations })
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.peek_at(self.at)
    }

    pub(super) fn peek_at(&self, at: usize) -> Option<char> {
        if at - self.start > MAX_BYTES {
            return None;
        }
        self.text.get(at..)?.chars().next()
    }

    pub(super) fn skip_spaces(&mut self) -> usize {
        let from = self.at;
        while self.peek() == Some(' ') {
            self.at += 1;
        }
        self.at - from
    }

    fn place(&self) -> Place {
        Place { at: self.at, tex: self.tex.len(), marks: self.marks, relations: self.relations.len() }
    }

    fn back_to(&mut self, place: &Place) {
        self.at = place.at;
        self.tex.truncate(place.tex);
        self.marks = place.marks;
        self.relations.truncate(place.relations);
    }

    /// Appends TeX; a letter does not run into the command before it.
    pub(super) fn push(&mut self, tex: &str) {
        let command = self.tex.rfind('\\').is_some_and(|at| {
            let name = &self.tex[at + 1..];
            !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphabetic())
        });
        if command && tex.starts_with(|c: char| c.is_ascii_alphabetic()) {
            self.tex.push(' ');
        }
        self.tex.push_str(tex);
    }

    /// Operands with operators between them.
    pub(super) fn sequence(&mut self) -> Option<()> {
        if let Some(sign @ ('-' | '−' | '+')) = self.peek() {
            if self.peek_at(self.at + sign.len_utf8()).is_none_or(char::is_whitespace) {
                return None;
            }
            self.at += sign.len_utf8();
            self.push(if sign == '+' { "+" } else { "-" });
        }
        let mut last = self.operand()?;
        loop {
            let place = self.place();
            let spaces = self.skip_spaces();
            let Some(c) = self.peek() else {
                self.back_to(&place);
                return Some(());
            };
            let next = if atom::is_operator(c) { self.operator(c, spaces) } else { self.beside(last, spaces) };
            match next {
                Some(operand) => last = operand,
                None => {
                    self.back_to(&place);
                    return Some(());
                }
            }
        }
    }

    /// An operator and the operand after it.
    fn operator(&mut self, c: char, spaces: usize) -> Option<Operand> {
        let (at, tex_at) = (self.at, self.tex.len());
        self.at += c.len_utf8();
        let after = self.skip_spaces();
        // `a -b` is no difference, and `a- b` a dash.
        if matches!(c, '-' | '/' | '*' | '\\') && (spaces > 0) != (after > 0) || spaces > 1 || after > 1 {
            return None;
        }
        let mut sign = None;
        if atom::is_relation(c) {
            if self.depth == 0 {
                self.relations.push((at, tex_at));
            }
            if let Some(minus @ ('-' | '−')) = self.peek() {
                self.at += minus.len_utf8();
                sign = Some("-");
            }
        }
        match c {
            '\\' => self.push("\\setminus"),
            '~' => self.push("\\sim"),
            '*' => self.push("*"),
            _ => self.push(&atom::tex(c)),
        }
        if let Some(sign) = sign {
            self.push(sign);
        }
        self.operand()
    }

    /// An operand beside another one. After a space it must look like mathematics of its own.
    fn beside(&mut self, last: Operand, spaces: usize) -> Option<Operand> {
        let from = self.at;
        let first = self.peek()?;
        if spaces == 0 {
            // A number does not follow a number or a letter that it belongs to as a name (`F1`).
            let index =
                last == Operand::Letter && self.depth > 0 && !self.text[..from].ends_with(|c: char| c.is_ascii());
            if first.is_ascii_digit() && last != Operand::Built && !index {
                return None;
            }
            return self.operand();
        }
        if spaces > 1
            || matches!(first, '(' | '[' | '{' | '|' | '‖') && last != Operand::Function
            || last == Operand::Number
        {
            return None;
        }
        let operand = self.operand()?;
        let letter_before_operator = operand == Operand::Letter
            && (atom::is_letter(first)
                || self.peek().is_some_and(|c| atom::is_operator(c) || matches!(c, ')' | ']' | '}' | '‖')));
        let fits = operand == Operand::Built
            || operand == Operand::Function && self.depth > 0
            || letter_before_operator
            || last == Operand::Function;
        // `a x_t` in prose: only capitals and Greek letters stand before a product.
        let word = last == Operand::Letter && self.text[..from].trim_end().ends_with(|c: char| c.is_ascii_lowercase());
        (fits && !(word && self.depth == 0 && !self.differential(from))).then_some(operand)
    }

    /// `d z_t/dt`: the `d` before `from` belongs to a derivative.
    fn differential(&self, from: usize) -> bool {
        let divided = self.text[self.at..].strip_prefix("/d").and_then(|rest| rest.chars().next());
        self.text[..from].trim_end().ends_with('d') && divided.is_some_and(char::is_alphabetic)
    }

    fn operand(&mut self) -> Option<Operand> {
        let base = self.tex.len();
        let c = self.peek()?;
        let operand = match c {
            'a'..='z' | 'A'..='Z' => self.word()?,
            '0'..='9' => self.number(),
            '(' | '[' | '{' | '⟨' | '⌊' | '⌈' => self.brackets(c)?,
            '|' | '‖' | '∥' => self.bars(c)?,
            '√' => {
                self.at += c.len_utf8();
                self.push("\\sqrt{");
                self.operand()?;
                self.tex.push('}');
                Operand::Built
            }
            '\\' => self.command()?,
            '…' | '∞' | '□' | '∅' | '∇' | '∂' | '∏' | '∑' | '∫' | '⊤' => {
                self.at += c.len_utf8();
                self.push(&match c {
                    '∏' => "\\prod".to_owned(),
                    '∑' => "\\sum".to_owned(),
                    '∫' => "\\int".to_owned(),
                    _ => atom::tex(c),
                });
                Operand::Built
            }
            '·' | '⋅' if self.depth > 0 => {
                self.at += c.len_utf8();
                self.push("\\cdot");
                Operand::Built
            }
            _ if atom::is_letter(c) => {
                self.at += c.len_utf8();
                let sum = c == 'Σ' && self.peek().is_some_and(|next| next == '_' || next == '^');
                self.push(&if sum { "\\sum".to_owned() } else { atom::tex(c) });
                Operand::Letter
            }
            _ => {
                let (letter, accent) = atom::accented(c)?;
                self.at += c.len_utf8();
                self.push(&format!("\\{accent}{{{letter}}}"));
                Operand::Letter
            }
        };
        let scripted = self.scripts(base, operand)? && operand != Operand::Function;
        Some(if scripted { Operand::Built } else { operand })
    }

    /// A letter, or a name that is known or called.
    fn word(&mut self) -> Option<Operand> {
        let rest = &self.text[self.at..];
        let len = rest.bytes().take_while(u8::is_ascii_alphabetic).count();
        let (word, after) = rest.split_at(len);
        if len == 1 {
            self.at += 1;
            self.push(word);
            return Some(Operand::Letter);
        }
        let called = after.starts_with('(') && len <= 12;
        if atom::is_function(word) || called {
            self.at += len;
            self.push(&format!("\\operatorname{{{word}}}"));
            // A word that nobody knows is a function only with its arguments.
            return if atom::is_function(word) { Some(Operand::Function) } else { self.brackets('(') };
        }
        // `2ND²`, `O(BND)`: two or three variables side by side, inside a formula and without a script on a word.
        let product = len <= 3 && word.bytes().all(|byte| byte.is_ascii_uppercase()) && !after.starts_with('_');
        if product && (self.depth > 0 || self.at > self.start) {
            self.at += len;
            self.push(word);
            return Some(Operand::Built);
        }
        // `z_t/dt`
        if len == 2 && word.starts_with('d') && self.text[..self.at].ends_with('/') {
            self.at += len;
            self.push(word);
            return Some(Operand::Built);
        }
        // `CO_2`, `Ca^{2+}`: symbols of elements with a count or a charge.
        let counted = after
            .strip_prefix(['_', '^'])
            .is_some_and(|script| script.trim_start_matches('{').starts_with(|c: char| c.is_ascii_digit()));
        if counted && len <= 4 && atom::is_compound(word) {
            self.at += len;
            self.push(&format!("\\mathrm{{{word}}}"));
            return Some(Operand::Built);
        }
        // `=Wx_t`, `=mv^2`: the script belongs to the last letter.
        let scripted = after.starts_with('^') || after.starts_with('_') && word.as_bytes()[0].is_ascii_uppercase();
        let pair = len == 2 && scripted && self.at > self.start;
        if pair {
            self.at += 1;
            self.push(&word[..1]);
            return Some(Operand::Letter);
        }
        None
    }

    pub(super) fn number(&mut self) -> Operand {
        let rest = &self.text[self.at..];
        let bytes = rest.as_bytes();
        let mut len = bytes.iter().take_while(|byte| byte.is_ascii_digit()).count();
        if bytes.get(len) == Some(&b'.') && bytes.get(len + 1).is_some_and(u8::is_ascii_digit) {
            len += 1 + bytes[len + 1..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        }
        self.push(&rest[..len]);
        self.at += len;
        if self.peek() == Some('%') {
            self.at += 1;
            self.push("\\%");
        }
        Operand::Number
    }

    /// Brackets with a list inside. Half-open intervals close with the other bracket.
    pub(super) fn brackets(&mut self, open: char) -> Option<Operand> {
        self.at += open.len_utf8();
        self.push(match open {
            '{' => "\\{",
            '⟨' => "\\langle",
            '⌊' => "\\lfloor",
            '⌈' => "\\lceil",
            '[' => "[",
            _ => "(",
        });
        let close = self.list(|c| matches!(c, ')' | ']' | '}' | '⟩' | '⌋' | '⌉'))?;
        let pairs = match open {
            '{' => close == '}',
            '⟨' => close == '⟩',
            '⌊' => close == '⌋',
            '⌈' => close == '⌉',
            _ => matches!(close, ')' | ']'),
        };
        if !pairs {
            return None;
        }
        self.push(match close {
            '}' => "\\}",
            '⟩' => "\\rangle",
            '⌋' => "\\rfloor",
            '⌉' => "\\rceil",
            ']' => "]",
            _ => ")",
        });
        Some(Operand::Built)
    }

    fn bars(&mut self, bar: char) -> Option<Operand> {
        let (open, close) = if bar == '|' { ("\\lvert", "\\rvert") } else { ("\\lVert", "\\rVert") };
        self.at += bar.len_utf8();
        self.push(open);
        self.depth += 1;
        let inside = (self.depth <= MAX_DEPTH).then(|| self.sequence()).flatten();
        self.depth -= 1;
        inside?;
        if self.peek() != Some(bar) {
            return None;
        }
        self.at += bar.len_utf8();
        self.push(close);
        Some(Operand::Built)
    }

    /// A list up to the character for which `ends` holds, which is taken and given back.
    fn list(&mut self, ends: impl Fn(char) -> bool) -> Option<char> {
        self.depth += 1;
        let close = (self.depth <= MAX_DEPTH).then(|| self.list_items(ends)).flatten();
        self.depth -= 1;
        close
    }

    fn list_items(&mut self, ends: impl Fn(char) -> bool) -> Option<char> {
        loop {
            self.skip_spaces();
            // `(w/…)` and empty brackets are no mathematics, `(·|x)` and `(;θ)` are.
            if !matches!(self.peek(), Some(';' | '|' | ',')) {
                self.sequence()?;
            }
            self.skip_spaces();
            let c = self.peek()?;
            self.at += c.len_utf8();
            if ends(c) {
                return Some(c);
            }
            match c {
                ',' | ';' => self.push(if c == ',' { "," } else { ";" }),
                '，' => self.push(","),
                ':' => self.push("{:}"),
                '|' | '∣' => self.push("\\mid"),
                '‖' => self.push("\\,\\Vert\\,"),
                _ => return None,
            }
        }
    }

    /// A command of TeX with its groups, copied.
    fn command(&mut self) -> Option<Operand> {
        let rest = &self.text[self.at + 1..];
        let len = rest.bytes().take_while(u8::is_ascii_alphabetic).count();
        symbols::printed(&rest[..len])?;
        let mut end = self.at + 1 + len;
        while self.text[end..].starts_with('{') {
            end += group_len(&self.text[end..])?;
        }
        let tex = &self.text[self.at..end];
        self.at = end;
        self.push(tex);
        self.marks += 1;
        Some(Operand::Built)
    }
}

/// Length of the braced group at the start of `text`, braces included.
pub(super) fn group_len(text: &str) -> Option<usize> {
    let mut depth = 0usize;
    for (at, byte) in text.bytes().enumerate().take(200) {
        match byte {
            b'{' => depth += 1,
            b'}' => {
                depth -= 1;
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            _ => {}
        }
    }
    None
}
