//! The characters of plain-text mathematics and their TeX.

use super::super::symbols;
use unicode_normalization::char::{decompose_canonical, decompose_compatible};

/// Whether a formula can begin with the character.
pub(super) fn starts_operand(c: char) -> bool {
    c.is_ascii_alphanumeric()
        || matches!(
            c,
            '(' | '['
                | '{'
                | '|'
                | '‖'
                | '∥'
                | '−'
                | '-'
                | '√'
                | '∏'
                | '∑'
                | '∫'
                | '∇'
                | '∂'
                | '∞'
                | '□'
                | '∅'
                | '\\'
                | '⟨'
                | '⌊'
                | '⌈'
        )
        || is_letter(c)
        || accented(c).is_some()
}

/// The letter and the accent of one character (`Ŝ`, `x̃` written as one). Acute, grave and two dots stand in names.
pub(super) fn accented(c: char) -> Option<(char, &'static str)> {
    if !matches!(c, '\u{c0}'..='\u{17f}' | '\u{1e00}'..='\u{1eff}') {
        return None;
    }
    let (mut letter, mut marks, mut name) = (None, 0, None);
    decompose_canonical(c, |part| match accent(part) {
        None => letter = Some(part),
        Some(accent) => {
            marks += 1;
            name = Some(accent);
        }
    });
    let letter = letter.filter(char::is_ascii_alphabetic)?;
    let name = name.filter(|name| marks == 1 && matches!(*name, "hat" | "tilde" | "bar" | "dot" | "check"))?;
    Some((letter, name))
}

/// A letter of mathematics that is no ASCII: Greek, script, double-struck.
pub(super) fn is_letter(c: char) -> bool {
    matches!(c, '\u{370}'..='\u{3ff}' | '\u{2100}'..='\u{214f}' | '\u{1d400}'..='\u{1d7ff}') && c.is_alphabetic()
}

/// TeX of a letter or sign.
pub(super) fn tex(c: char) -> String {
    if let Some(name) = symbols::command_for(c) {
        return format!("\\{name}");
    }
    let mut plain = None;
    decompose_compatible(c, |part| plain = Some(part));
    match (c, plain) {
        ('−', _) => "-".to_owned(),
        ('ℝ' | 'ℕ' | 'ℤ' | 'ℚ' | 'ℂ' | 'ℙ' | 'ℍ' | '\u{1d538}'..='\u{1d56b}', Some(letter)) => {
            format!("\\mathbb{{{letter}}}")
        }
        ('ℒ' | 'ℬ' | 'ℰ' | 'ℱ' | 'ℋ' | 'ℐ' | 'ℳ' | 'ℛ' | '\u{1d49c}'..='\u{1d503}', Some(letter)) => {
            format!("\\mathcal{{{letter}}}")
        }
        ('\u{1d400}'..='\u{1d433}', Some(letter)) => format!("\\mathbf{{{letter}}}"),
        ('\u{1d434}'..='\u{1d49b}', Some(letter)) => letter.to_string(),
        ('%' | '#' | '&' | '$', _) => format!("\\{c}"),
        _ => c.to_string(),
    }
}

/// The character that a raised or lowered one stands for, and whether it is raised.
pub(super) fn script(c: char) -> Option<(char, bool)> {
    let raised = matches!(c, '²' | '³' | '¹' | '⁰' | '\u{2070}'..='\u{207f}' | 'ᵀ' | 'ᵏ' | 'ᵗ');
    let lowered = matches!(c, '\u{2080}'..='\u{209c}' | 'ᵢ' | 'ⱼ' | 'ᵣ' | 'ᵤ' | 'ᵥ');
    if !raised && !lowered {
        return None;
    }
    let mut plain = None;
    decompose_compatible(c, |part| plain = Some(part));
    plain.map(|plain| (if plain == '−' { '-' } else { plain }, raised))
}

/// The accent that a combining character makes.
pub(super) fn accent(c: char) -> Option<&'static str> {
    Some(match c {
        '\u{302}' => "hat",
        '\u{303}' => "tilde",
        '\u{304}' | '\u{305}' => "bar",
        '\u{307}' => "dot",
        '\u{308}' => "ddot",
        '\u{30c}' => "check",
        '\u{306}' => "breve",
        '\u{301}' => "acute",
        '\u{300}' => "grave",
        _ => return None,
    })
}

/// Names of functions, which stand upright and may carry scripts.
pub(super) fn is_function(word: &str) -> bool {
    matches!(
        word,
        "max"
            | "min"
            | "exp"
            | "log"
            | "ln"
            | "sin"
            | "cos"
            | "tan"
            | "tanh"
            | "arg"
            | "argmax"
            | "argmin"
            | "sup"
            | "inf"
            | "lim"
            | "det"
            | "tr"
            | "diag"
            | "softmax"
            | "sign"
            | "sgn"
            | "clip"
            | "KL"
            | "Var"
            | "Cov"
            | "Pr"
            | "std"
            | "var"
            | "norm"
            | "dim"
            | "rank"
            | "sigmoid"
            | "ReLU"
            | "LN"
            | "MLP"
            | "softplus"
            | "sg"
            | "mean"
            | "logit"
    )
}

/// A relation: a long formula may break before it.
pub(super) fn is_relation(c: char) -> bool {
    matches!(
        c,
        '=' | '<'
            | '>'
            | '≤'
            | '≥'
            | '≠'
            | '≈'
            | '∈'
            | '∉'
            | '⊆'
            | '⊂'
            | '→'
            | '←'
            | '∼'
            | '~'
            | '∝'
            | '≡'
            | '≪'
            | '≫'
            | '⇒'
            | '↦'
    )
}

/// An operator between two operands.
pub(super) fn is_operator(c: char) -> bool {
    is_relation(c)
        || matches!(
            c,
            '+' | '-'
                | '−'
                | '×'
                | '·'
                | '⋅'
                | '/'
                | '*'
                | '∪'
                | '∩'
                | '∖'
                | '\\'
                | '⊕'
                | '⊗'
                | '⊙'
                | '∘'
                | '±'
        )
}

/// Whether the word is made of the symbols of common elements.
pub(super) fn is_compound(word: &str) -> bool {
    let bytes = word.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let two = word.get(at..at + 2).is_some_and(|symbol| ELEMENTS.contains(&symbol));
        let one = word.get(at..at + 1).is_some_and(|symbol| ELEMENTS.contains(&symbol));
        match (two, one) {
            (true, _) => at += 2,
            (false, true) => at += 1,
            (false, false) => return false,
        }
    }
    true
}

const ELEMENTS: &[&str] = &[
    "H", "He", "Li", "B", "C", "N", "O", "F", "Na", "Mg", "Al", "Si", "P", "S", "Cl", "Ar", "K", "Ca", "Ti", "V", "Cr",
    "Mn", "Fe", "Co", "Ni", "Cu", "Zn", "Ga", "Ge", "As", "Se", "Br", "Zr", "Mo", "Ru", "Pd", "Ag", "Cd", "In", "Sn",
    "Sb", "I", "Cs", "Ba", "W", "Pt", "Au", "Hg", "Pb", "Bi", "U",
];
