//! What the commands of TeX print, for the comparison of a formula's two sides.

/// The characters that the command `name` (without its backslash) prints besides its arguments; empty for commands
/// of style and space. `None` for a command that we do not know: nothing can be said about its formula.
pub(super) fn printed(name: &str) -> Option<&'static str> {
    PRINTED.binary_search_by(|(known, _)| known.cmp(&name)).ok().map(|at| PRINTED[at].1)
}

/// Whether the command's first argument is not printed: lengths, colours, labels, names of environments.
pub(super) fn hides_argument(name: &str) -> bool {
    matches!(
        name,
        "hspace"
            | "vspace"
            | "hskip"
            | "kern"
            | "mkern"
            | "mskip"
            | "label"
            | "tag"
            | "color"
            | "phantom"
            | "hphantom"
            | "vphantom"
            | "begin"
            | "end"
            | "class"
            | "ref"
            | "eqref"
            | "cite"
            | "rule"
    )
}

/// The command that prints the character, for plain-text mathematics. `None` where the character stands for itself.
pub(super) fn command_for(c: char) -> Option<&'static str> {
    COMMANDS.iter().find(|(known, _)| *known == c).map(|(_, name)| *name)
}

/// Sorted by name, for the binary search.
#[rustfmt::skip]
const PRINTED: &[(&str, &str)] = &[
    ("Bbbk", "k"), ("Big", ""), ("Bigg", ""), ("Biggl", ""), ("Biggr", ""), ("Bigl", ""), ("Bigm", ""), ("Bigr", ""),
    ("Box", "□"), ("Delta", "Δ"), ("Diamond", "◇"), ("Downarrow", "⇓"), ("Gamma", "Γ"), ("Im", "ℑ"), ("Lambda", "Λ"),
    ("Leftarrow", "⇐"), ("Leftrightarrow", "⇔"), ("Longrightarrow", "⟹"), ("Omega", "Ω"), ("P", "¶"), ("Phi", "Φ"),
    ("Pi", "Π"), ("Pr", "Pr"), ("Psi", "Ψ"), ("QED", "∎"), ("Re", "ℜ"), ("Rightarrow", "⇒"), ("S", "§"),
    ("Sigma", "Σ"), ("Theta", "Θ"), ("Uparrow", "⇑"), ("Upsilon", "Υ"), ("Vert", "‖"), ("Xi", "Ξ"), ("acute", "´"),
    ("aleph", "ℵ"), ("allowbreak", ""), ("alpha", "α"), ("amalg", "⨿"), ("angle", "∠"), ("approx", "≈"),
    ("approxeq", "≊"), ("arccos", "arccos"), ("arcsin", "arcsin"), ("arctan", "arctan"), ("arg", "arg"),
    ("argmax", "argmax"), ("argmin", "argmin"), ("ast", "∗"), ("asymp", "≍"), ("backslash", "\\"), ("bar", "¯"),
    ("because", "∵"), ("beta", "β"), ("bf", ""), ("bfseries", ""), ("big", ""), ("bigcap", "⋂"), ("bigcirc", "◯"),
    ("bigcup", "⋃"), ("bigg", ""), ("biggl", ""), ("biggm", ""), ("biggr", ""), ("bigl", ""), ("bigm", ""),
    ("bigodot", "⨀"), ("bigoplus", "⨁"), ("bigotimes", "⨂"), ("bigr", ""), ("bigsqcup", "⨆"), ("bigstar", "★"),
    ("bigtriangleup", "△"), ("bigvee", "⋁"), ("bigwedge", "⋀"), ("blacksquare", "■"), ("blacktriangle", "▲"),
    ("blacktriangledown", "▼"), ("bm", ""), ("bmod", "mod"), ("bold", ""), ("boldmath", ""), ("boldsymbol", ""),
    ("bot", "⊥"), ("bowtie", "⋈"), ("boxed", ""), ("breve", "˘"), ("bullet", "∙"), ("cal", ""), ("cap", "∩"),
    ("cdot", "⋅"), ("cdots", "..."), ("cfrac", ""), ("check", "ˇ"), ("checkmark", "✓"), ("chi", "χ"), ("circ", "∘"),
    ("clubsuit", "♣"), ("colon", ":"), ("coloneq", "≔"), ("coloneqq", "≔"), ("complement", "∁"), ("cong", "≅"),
    ("coprod", "∐"), ("copyright", "©"), ("cos", "cos"), ("cosh", "cosh"), ("cot", "cot"), ("coth", "coth"),
    ("csc", "csc"), ("cup", "∪"), ("curvearrowright", "↷"), ("dagger", "†"), ("dashv", "⊣"), ("ddagger", "‡"),
    ("ddot", "¨"), ("ddots", "⋱"), ("deg", "deg"), ("degree", "°"), ("delta", "δ"), ("det", "det"), ("dfrac", ""),
    ("diamond", "⋄"), ("diamondsuit", "♢"), ("dim", "dim"), ("displaylimits", ""), ("displaystyle", ""), ("div", "÷"),
    ("dot", "˙"), ("doteq", "≐"), ("dots", "..."), ("dotsb", "..."), ("dotsc", "..."), ("dotsm", "..."),
    ("downarrow", "↓"), ("ell", "ℓ"), ("emph", ""), ("emptyset", "∅"), ("enspace", ""), ("ensuremath", ""),
    ("epsilon", "ϵ"), ("equiv", "≡"), ("eta", "η"), ("eth", "ð"), ("exists", "∃"), ("exp", "exp"), ("fbox", ""),
    ("flat", "♭"), ("footnotesize", ""), ("forall", "∀"), ("frac", ""), ("gamma", "γ"), ("gcd", "gcd"), ("ge", "≥"),
    ("geq", "≥"), ("geqslant", "⩾"), ("gets", "←"), ("gg", "≫"), ("grave", "`"), ("gt", ">"), ("gtrapprox", "⪆"),
    ("gtrsim", "≳"), ("hat", "^"), ("hbar", "ℏ"), ("hbox", ""), ("heartsuit", "♡"), ("hom", "hom"),
    ("hookrightarrow", "↪"), ("hslash", "ℏ"), ("iff", "⇔"), ("iiint", "∭"), ("iint", "∬"), ("imath", "ı"),
    ("implies", "⟹"), ("in", "∈"), ("inf", "inf"), ("infty", "∞"), ("int", "∫"), ("iota", "ι"), ("it", ""),
    ("itshape", ""), ("jmath", "ȷ"), ("kappa", "κ"), ("ker", "ker"), ("lVert", "‖"), ("lambda", "λ"), ("land", "∧"),
    ("langle", "⟨"), ("large", ""), ("lbrace", "{"), ("lbrack", "["), ("lceil", "⌈"), ("ldots", "..."), ("le", "≤"),
    ("leadsto", "⇝"), ("left", ""), ("leftarrow", "←"), ("leftrightarrow", "↔"), ("leq", "≤"), ("leqslant", "⩽"),
    ("lessapprox", "⪅"), ("lesssim", "≲"), ("lfloor", "⌊"), ("lg", "lg"), ("lim", "lim"), ("liminf", "liminf"),
    ("limits", ""), ("limsup", "limsup"), ("ll", "≪"), ("ln", "ln"), ("lnot", "¬"), ("log", "log"),
    ("longleftarrow", "⟵"), ("longleftrightarrow", "⟷"), ("longmapsto", "⟼"), ("longrightarrow", "⟶"), ("lor", "∨"),
    ("lozenge", "◊"), ("lparen", "("), ("lt", "<"), ("lvert", "|"), ("mapsto", "↦"), ("mathbb", ""), ("mathbbm", ""),
    ("mathbf", ""), ("mathbin", ""), ("mathcal", ""), ("mathclose", ""), ("mathds", ""), ("mathfrak", ""),
    ("mathinner", ""), ("mathit", ""), ("mathnormal", ""), ("mathop", ""), ("mathopen", ""), ("mathord", ""),
    ("mathpunct", ""), ("mathrel", ""), ("mathring", "˚"), ("mathrm", ""), ("mathscr", ""), ("mathsf", ""),
    ("mathstrut", ""), ("mathtt", ""), ("max", "max"), ("mbox", ""), ("measuredangle", "∡"), ("medspace", ""),
    ("mho", "℧"), ("mid", "∣"), ("middle", ""), ("min", "min"), ("mod", "mod"), ("models", "⊧"), ("mp", "∓"),
    ("mu", "μ"), ("nabla", "∇"), ("natural", "♮"), ("ne", "≠"), ("nearrow", "↗"), ("neg", "¬"), ("negthinspace", ""),
    ("neq", "≠"), ("nexists", "∄"), ("ni", "∋"), ("nmid", "∤"), ("nobreak", ""), ("nolimits", ""), ("nonumber", ""),
    ("normalsize", ""), ("not", "\u{338}"), ("notin", "∉"), ("nu", "ν"), ("null", ""), ("nwarrow", "↖"),
    ("odot", "⊙"), ("oint", "∮"), ("omega", "ω"), ("omicron", "ο"), ("ominus", "⊖"), ("operatorname", ""),
    ("oplus", "⊕"), ("oslash", "⊘"), ("otimes", "⊗"), ("overbrace", "⏞"), ("overline", "¯"), ("overrightarrow", "→"),
    ("overset", ""), ("parallel", "∥"), ("partial", "∂"), ("percent", "%"), ("perp", "⟂"), ("phantomsection", ""),
    ("phi", "ϕ"), ("pi", "π"), ("pm", "±"), ("pmb", ""), ("pmod", "mod"), ("pounds", "£"), ("prec", "≺"),
    ("preceq", "⪯"), ("prime", "′"), ("prod", "∏"), ("propto", "∝"), ("protect", ""), ("psi", "ψ"), ("qquad", ""),
    ("quad", ""), ("rVert", "‖"), ("rangle", "⟩"), ("rbrace", "}"), ("rbrack", "]"), ("rceil", "⌉"), ("relax", ""),
    ("rfloor", "⌋"), ("rho", "ρ"), ("right", ""), ("rightarrow", "→"), ("rightharpoonup", "⇀"),
    ("rightleftharpoons", "⇌"), ("rightsquigarrow", "⇝"), ("rm", ""), ("rmfamily", ""), ("rparen", ")"),
    ("rvert", "|"), ("scriptscriptstyle", ""), ("scriptsize", ""), ("scriptstyle", ""), ("scshape", ""),
    ("searrow", "↘"), ("sec", "sec"), ("setminus", "∖"), ("sf", ""), ("sffamily", ""), ("sharp", "♯"), ("sigma", "σ"),
    ("sim", "∼"), ("simeq", "≃"), ("sin", "sin"), ("sinh", "sinh"), ("slash", "/"), ("small", ""),
    ("smallsetminus", "∖"), ("smash", ""), ("spadesuit", "♠"), ("sqcap", "⊓"), ("sqcup", "⊔"), ("sqrt", ""),
    ("square", "□"), ("stackrel", ""), ("star", "⋆"), ("strut", ""), ("subset", "⊂"), ("subseteq", "⊆"),
    ("subsetneq", "⊊"), ("substack", ""), ("succ", "≻"), ("succeq", "⪰"), ("sum", "∑"), ("sup", "sup"),
    ("supset", "⊃"), ("supseteq", "⊇"), ("surd", "√"), ("swarrow", "↙"), ("tan", "tan"), ("tanh", "tanh"),
    ("tau", "τ"), ("text", ""), ("textasciitilde", "~"), ("textbackslash", "\\"), ("textbf", ""), ("textdegree", "°"),
    ("textemdash", "—"), ("textendash", "–"), ("textit", ""), ("textmd", ""), ("textnormal", ""), ("textpm", "±"),
    ("textrm", ""), ("textsc", ""), ("textsf", ""), ("textstyle", ""), ("texttimes", "×"), ("texttt", ""),
    ("textunderscore", "_"), ("textup", ""), ("tfrac", ""), ("therefore", "∴"), ("theta", "θ"), ("thickspace", ""),
    ("thinspace", ""), ("tilde", "~"), ("times", "×"), ("tiny", ""), ("to", "→"), ("top", "⊤"), ("triangle", "△"),
    ("triangledown", "▽"), ("triangleleft", "◁"), ("triangleq", "≜"), ("triangleright", "▷"), ("tt", ""),
    ("ttfamily", ""), ("twoheadrightarrow", "↠"), ("unboldmath", ""), ("underbrace", "⏟"), ("underline", "¯"),
    ("underset", ""), ("upalpha", ""), ("uparrow", "↑"), ("updownarrow", "↕"), ("uplus", "⊎"), ("upshape", ""),
    ("upsilon", "υ"), ("varDelta", "Δ"), ("varGamma", "Γ"), ("varLambda", "Λ"), ("varOmega", "Ω"), ("varPhi", "Φ"),
    ("varPi", "Π"), ("varPsi", "Ψ"), ("varSigma", "Σ"), ("varTheta", "Θ"), ("varepsilon", "ε"), ("varkappa", "ϰ"),
    ("varnothing", "∅"), ("varphi", "φ"), ("varpi", "ϖ"), ("varrho", "ϱ"), ("varsigma", "ς"), ("vartheta", "ϑ"),
    ("vdash", "⊢"), ("vdots", "⋮"), ("vec", "→"), ("vee", "∨"), ("vert", "|"), ("wedge", "∧"), ("widehat", "^"),
    ("widetilde", "~"), ("wp", "℘"), ("wr", "≀"), ("xi", "ξ"), ("xspace", ""), ("zeta", "ζ"),
];

#[rustfmt::skip]
const COMMANDS: &[(char, &str)] = &[
    ('α', "alpha"), ('β', "beta"), ('γ', "gamma"), ('δ', "delta"), ('ε', "varepsilon"), ('ϵ', "epsilon"),
    ('ζ', "zeta"), ('η', "eta"), ('θ', "theta"), ('ι', "iota"), ('κ', "kappa"), ('λ', "lambda"), ('μ', "mu"),
    ('ν', "nu"), ('ξ', "xi"), ('π', "pi"), ('ρ', "rho"), ('σ', "sigma"), ('ς', "varsigma"), ('τ', "tau"),
    ('υ', "upsilon"), ('φ', "varphi"), ('ϕ', "phi"), ('χ', "chi"), ('ψ', "psi"), ('ω', "omega"), ('Γ', "Gamma"),
    ('Δ', "Delta"), ('Θ', "Theta"), ('Λ', "Lambda"), ('Ξ', "Xi"), ('Π', "Pi"), ('Σ', "Sigma"), ('Φ', "Phi"),
    ('Ψ', "Psi"), ('Ω', "Omega"), ('≤', "le"), ('≥', "ge"), ('≠', "ne"), ('≈', "approx"), ('∼', "sim"),
    ('×', "times"), ('·', "cdot"), ('⋅', "cdot"), ('±', "pm"), ('→', "to"), ('←', "gets"), ('∈', "in"),
    ('∉', "notin"), ('⊆', "subseteq"), ('⊂', "subset"), ('∪', "cup"), ('∩', "cap"), ('∖', "setminus"), ('⊕', "oplus"),
    ('⊗', "otimes"), ('⊙', "odot"), ('∝', "propto"), ('∇', "nabla"), ('∂', "partial"), ('∞', "infty"), ('√', "surd"),
    ('‖', "Vert"), ('∥', "Vert"), ('∅', "emptyset"), ('∀', "forall"), ('∃', "exists"), ('∘', "circ"), ('⊤', "top"),
    ('⊥', "bot"), ('≫', "gg"), ('≪', "ll"), ('≡', "equiv"), ('⇒', "Rightarrow"), ('↦', "mapsto"), ('⟨', "langle"),
    ('⟩', "rangle"), ('…', "ldots"), ('ℓ', "ell"), ('□', "square"), ('∼', "sim"), ('⌊', "lfloor"), ('⌋', "rfloor"),
    ('⌈', "lceil"), ('⌉', "rceil"), ('⋆', "star"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted_and_answers() {
        assert!(PRINTED.windows(2).all(|pair| pair[0].0 < pair[1].0), "not sorted");
        assert_eq!(printed("times"), Some("×"));
        assert_eq!(printed("frac"), Some(""));
        assert_eq!(printed("nosuchcommand"), None);
    }
}
