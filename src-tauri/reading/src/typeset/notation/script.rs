//! Accents and scripts of plain-text mathematics.

use super::atom;
use super::parser::{MAX_DEPTH, Operand, Parser, group_len};

impl Parser<'_> {
    /// Accents, scripts, primes and stars on the operand whose TeX begins at `base`; whether there were any. `None`
    /// where an underscore belongs to a name.
    pub(super) fn scripts(&mut self, base: usize, operand: Operand) -> Option<bool> {
        let before = self.marks;
        let letter = operand == Operand::Letter;
        // One script on each side: `x^y^z` is no formula.
        let (mut raised, mut lowered) = (false, false);
        while let Some(c) = self.peek() {
            let next = self.peek_at(self.at + c.len_utf8());
            if let Some(name) = atom::accent(c).filter(|_| letter) {
                self.at += c.len_utf8();
                self.accent(base, name);
            } else if letter && matches!(c, '~' | '^') && matches!(next, Some('_' | '^')) {
                self.at += 1;
                self.accent(base, if c == '~' { "tilde" } else { "hat" });
            } else if matches!(c, '_' | '^') {
                if c == '_' && operand == Operand::Number {
                    return None;
                }
                let side = if c == '^' { &mut raised } else { &mut lowered };
                if std::mem::replace(side, true) {
                    return None;
                }
                self.at += 1;
                self.tex.push(c);
                self.script(c == '^')?;
                self.marks += 1;
            } else if let Some((plain, up)) = atom::script(c) {
                let mut digits = String::from(plain);
                self.at += c.len_utf8();
                while let Some((more, _)) = self.peek().and_then(atom::script).filter(|(_, other)| *other == up) {
                    self.at += self.peek().map_or(1, char::len_utf8);
                    digits.push(more);
                }
                self.tex.push_str(&format!("{}{{{digits}}}", if up { '^' } else { '_' }));
            } else if letter && matches!(c, '\'' | '′') && !next.is_some_and(char::is_alphabetic) {
                self.at += c.len_utf8();
                self.tex.push('\'');
            } else if letter && c == '*' && (self.relation_follows() || is_star_alone(next)) {
                self.at += 1;
                self.tex.push_str(if next == Some('^') { "*" } else { "^{*}" });
            } else if letter && c == '+' && matches!(next, Some('=' | '/')) {
                self.at += 1;
                self.tex.push_str("^{+}");
            } else {
                break;
            }
        }
        Some(self.marks > before)
    }

    /// `P* ∈ …`: after the star and a space.
    fn relation_follows(&self) -> bool {
        let rest = self.text[self.at..].strip_prefix("* ");
        rest.and_then(|rest| rest.chars().next()).is_some_and(|c| atom::is_relation(c) && !matches!(c, '~' | '→' | '←'))
    }

    fn accent(&mut self, base: usize, name: &str) {
        let on = self.tex.split_off(base);
        self.tex.push_str(&format!("\\{name}{{{}}}", on.trim_start()));
        self.marks += 1;
    }

    /// What follows `_` or `^`.
    fn script(&mut self, raised: bool) -> Option<()> {
        let c = self.peek()?;
        match c {
            '{' => {
                let len = group_len(&self.text[self.at..])?;
                let inside = &self.text[self.at + 1..self.at + len - 1];
                self.at += len;
                self.tex.push('{');
                self.tex.push_str(&script_tex(inside, self.depth)?);
                self.tex.push('}');
            }
            '(' if raised => {
                self.tex.push('{');
                self.brackets(c)?;
                self.tex.push('}');
            }
            '-' | '−' | '+' | '≤' | '<' | '≥' | '>' | '≠' => {
                self.at += c.len_utf8();
                self.tex.push('{');
                self.push(&atom::tex(c));
                let more = self.peek().filter(|next| next.is_ascii_alphanumeric() || atom::is_letter(*next));
                match more {
                    Some(_) => self.script_word()?,
                    None if matches!(c, '+' | '-' | '−') => {}
                    None => return None,
                }
                self.tex.push('}');
            }
            '*' | '′' | '\'' | '□' | '⊤' | '⊥' | '†' | '∗' | '⋆' | '⊙' | '∞' | '∘' | '×' => {
                self.at += c.len_utf8();
                self.tex.push('{');
                self.push(&match c {
                    '′' | '\'' => "\\prime".to_owned(),
                    '†' => "\\dagger".to_owned(),
                    _ => atom::tex(c),
                });
                self.tex.push('}');
            }
            _ => {
                self.tex.push('{');
                self.script_word()?;
                self.tex.push('}');
            }
        }
        Some(())
    }

    /// A letter, a number or a short word as a script without braces.
    fn script_word(&mut self) -> Option<()> {
        let rest = &self.text[self.at..];
        let c = rest.chars().next()?;
        if atom::is_letter(c) {
            self.at += c.len_utf8();
            let base = self.tex.len();
            self.push(&atom::tex(c));
            if let Some(name) = self.peek().and_then(atom::accent) {
                self.at += self.peek().map_or(0, char::len_utf8);
                self.accent(base, name);
            }
            // `E_γi`: one more letter belongs to it when it stands alone.
            let mut more = self.text[self.at..].chars();
            if let Some(letter) = more.next().filter(char::is_ascii_lowercase)
                && !more.next().is_some_and(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '^'))
            {
                self.at += 1;
                self.push(letter.encode_utf8(&mut [0; 4]));
            }
            return Some(());
        }
        if c.is_ascii_digit() {
            self.number();
            return Some(());
        }
        let len = rest.bytes().take_while(u8::is_ascii_alphabetic).count();
        let word = rest.get(..len)?;
        let after = rest[len..].chars().next();
        // `f_name_x` and `n_estimators` are names of code, `C_RESPOND` one of a metric.
        let capitals = word.bytes().all(|byte| byte.is_ascii_uppercase());
        if len == 0 || len > 8 || after == Some('_') && len > 1 || capitals && len > 5 {
            return None;
        }
        self.at += len;
        self.push(&word_tex(word));
        // `x_t1`
        let digits = self.text[self.at..].bytes().take_while(u8::is_ascii_digit).count();
        if digits > 0 {
            let text = self.text;
            self.push(&text[self.at..self.at + digits]);
            self.at += digits;
        }
        Some(())
    }
}

/// Whether a star before `next` is no sign of a product or of emphasis.
fn is_star_alone(next: Option<char>) -> bool {
    next.is_none_or(|next| !next.is_ascii_alphanumeric() && !matches!(next, '*' | '(' | ' ') || next == '_')
}

/// Letters that count (`ij`) stay italic, words stand upright.
fn word_tex(word: &str) -> String {
    let indices =
        word.len() == 1 || word.len() == 2 && word.bytes().all(|byte| matches!(byte, b'h'..=b'n' | b's' | b't'));
    if indices { word.to_owned() } else { format!("\\mathrm{{{word}}}") }
}

/// TeX of what stands between the braces of a script.
fn script_tex(inside: &str, depth: usize) -> Option<String> {
    if depth >= MAX_DEPTH || inside.len() > 120 || inside.is_empty() {
        return None;
    }
    let letters = inside.bytes().all(|byte| byte.is_ascii_alphabetic());
    if letters {
        return Some(word_tex(inside));
    }
    // A charge: `{2+}`, `{-}`.
    let charge = inside.trim_start_matches(|c: char| c.is_ascii_digit());
    if let "+" | "-" | "−" = charge {
        return Some(inside.replace('−', "-"));
    }
    let mut parser = Parser::new(inside, 0);
    parser.depth = depth + 1;
    if parser.script_list().is_some() {
        return Some(parser.tex);
    }
    // `{x-text}`, `{in, out}`: words.
    let words = inside.chars().all(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | ',' | '.' | '/' | ':'));
    words.then(|| format!("\\text{{{inside}}}"))
}

impl Parser<'_> {
    fn script_list(&mut self) -> Option<()> {
        loop {
            self.skip_spaces();
            if let Some(c) = self.peek().filter(|c| atom::is_relation(*c)) {
                self.at += c.len_utf8();
                self.push(&atom::tex(c));
            }
            if matches!(self.peek(), Some('*' | '□' | '′')) {
                let c = self.peek()?;
                self.at += c.len_utf8();
                self.push(&atom::tex(c));
            } else {
                self.sequence()?;
            }
            self.skip_spaces();
            let Some(c) = self.peek() else { return (self.at == self.text.len()).then_some(()) };
            self.at += c.len_utf8();
            match c {
                ',' | ';' => self.push(if c == ',' { "," } else { ";" }),
                ':' => self.push("{:}"),
                '|' => self.push("\\mid"),
                _ => return None,
            }
        }
    }
}
