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
            | "textcolor"
            | "definecolor"
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

/// Whether the command's argument is words, not mathematics.
pub(super) fn takes_words(name: &str) -> bool {
    matches!(
        name,
        "text"
            | "textbf"
            | "textit"
            | "textmd"
            | "textnormal"
            | "textrm"
            | "textsc"
            | "textsf"
            | "texttt"
            | "textup"
            | "emph"
            | "mbox"
            | "hbox"
    )
}

/// What an environment prints on both sides.
pub(super) fn fences(environment: &str) -> (&'static str, &'static str) {
    match environment.trim_end_matches('*') {
        "pmatrix" | "psmallmatrix" => ("(", ")"),
        "bmatrix" | "bsmallmatrix" => ("[", "]"),
        "Bmatrix" => ("{", "}"),
        "vmatrix" => ("|", "|"),
        "Vmatrix" => ("‖", "‖"),
        "cases" | "dcases" => ("{", ""),
        _ => ("", ""),
    }
}

/// The command that prints the character, for plain-text mathematics. `None` where the character stands for itself.
pub(super) fn command_for(c: char) -> Option<&'static str> {
    COMMANDS.iter().find(|(known, _)| *known == c).map(|(_, name)| *name)
}

/// Sorted by name, for the binary search.
#[rustfmt::skip]
const PRINTED: &[(&str, &str)] = &[
    ("Bbbk", "k"), ("Big", ""), ("Bigg", ""), ("Biggl", ""), ("Biggr", ""), ("Bigl", ""), ("Bigm", ""), ("Bigr", ""),
    ("Box", "□"), ("Cap", "⋒"), ("Cup", "⋓"), ("Delta", "Δ"), ("Diamond", "◇"), ("Downarrow", "⇓"), ("Finv", "Ⅎ"),
    ("Gamma", "Γ"), ("Im", "ℑ"), ("Join", "⋈"), ("Lambda", "Λ"), ("Leftarrow", "⇐"), ("Leftrightarrow", "⇔"),
    ("Longleftarrow", "⟸"), ("Longleftrightarrow", "⟺"), ("Longrightarrow", "⟹"), ("Mapsto", "⤇"), ("Omega", "Ω"),
    ("P", "¶"), ("Phi", "Φ"), ("Pi", "Π"), ("Pr", "Pr"), ("Psi", "Ψ"), ("QED", "∎"), ("Re", "ℜ"), ("Rightarrow", "⇒"),
    ("S", "§"), ("Sigma", "Σ"), ("Subset", "⋐"), ("Supset", "⋑"), ("Theta", "Θ"), ("Uparrow", "⇑"),
    ("Updownarrow", "⇕"), ("Upsilon", "Υ"), ("Vert", "‖"), ("Xi", "Ξ"), ("acute", "´"), ("aleph", "ℵ"),
    ("allowbreak", ""), ("alpha", "α"), ("amalg", "⨿"), ("angle", "∠"), ("approx", "≈"), ("approxeq", "≊"),
    ("arccos", "arccos"), ("arcsin", "arcsin"), ("arctan", "arctan"), ("arg", "arg"), ("argmax", "argmax"),
    ("argmin", "argmin"), ("ast", "∗"), ("asymp", "≍"), ("backprime", "‵"), ("backsim", "∽"), ("backslash", "\\"),
    ("bar", "¯"), ("barwedge", "⊼"), ("bcancel", ""), ("because", "∵"), ("beta", "β"), ("beth", "ℶ"), ("between", "≬"),
    ("bf", ""), ("bfseries", ""), ("big", ""), ("bigcap", "⋂"), ("bigcirc", "◯"), ("bigcup", "⋃"), ("bigg", ""),
    ("biggl", ""), ("biggm", ""), ("biggr", ""), ("bigl", ""), ("bigm", ""), ("bigodot", "⨀"), ("bigoplus", "⨁"),
    ("bigotimes", "⨂"), ("bigr", ""), ("bigsqcup", "⨆"), ("bigstar", "★"), ("bigtriangleup", "△"), ("biguplus", "⨄"),
    ("bigvee", "⋁"), ("bigwedge", "⋀"), ("binom", "()"), ("blacklozenge", "⧫"), ("blacksquare", "■"),
    ("blacktriangle", "▲"), ("blacktriangledown", "▼"), ("bm", ""), ("bmod", "mod"), ("bold", ""), ("boldmath", ""),
    ("boldsymbol", ""), ("bot", "⊥"), ("bowtie", "⋈"), ("boxdot", "⊡"), ("boxed", ""), ("boxplus", "⊞"),
    ("boxtimes", "⊠"), ("breve", "˘"), ("bullet", "∙"), ("cal", ""), ("cancel", ""), ("cap", "∩"), ("cdot", "⋅"),
    ("cdotp", "·"), ("cdots", "..."), ("celsius", "℃"), ("cfrac", ""), ("check", "ˇ"), ("checkmark", "✓"),
    ("chi", "χ"), ("circ", "∘"), ("circeq", "≗"), ("circlearrowleft", "↺"), ("circlearrowright", "↻"),
    ("circledR", "®"), ("circledast", "⊛"), ("circledcirc", "⊚"), ("clubsuit", "♣"), ("colon", ":"), ("coloneq", "≔"),
    ("coloneqq", "≔"), ("complement", "∁"), ("cong", "≅"), ("coprod", "∐"), ("copyright", "©"), ("cos", "cos"),
    ("cosh", "cosh"), ("cot", "cot"), ("coth", "coth"), ("csc", "csc"), ("cup", "∪"), ("curvearrowleft", "↶"),
    ("curvearrowright", "↷"), ("dagger", "†"), ("dashleftarrow", "⇠"), ("dashrightarrow", "⇢"), ("dashv", "⊣"),
    ("dbinom", "()"), ("dblcolon", "∷"), ("ddagger", "‡"), ("dddot", "⃛"), ("ddot", "¨"), ("ddots", "⋱"),
    ("deg", "deg"), ("degree", "°"), ("delta", "δ"), ("det", "det"), ("dfrac", ""), ("diamond", "⋄"),
    ("diamondsuit", "♢"), ("digamma", "ϝ"), ("dim", "dim"), ("displaylimits", ""), ("displaystyle", ""), ("div", "÷"),
    ("divideontimes", "⋇"), ("dot", "˙"), ("doteq", "≐"), ("dotplus", "∔"), ("dots", "..."), ("dotsb", "..."),
    ("dotsc", "..."), ("dotsi", "..."), ("dotsm", "..."), ("dotso", "..."), ("downarrow", "↓"),
    ("downdownarrows", "⇊"), ("ell", "ℓ"), ("emph", ""), ("emptyset", "∅"), ("enspace", ""), ("ensuremath", ""),
    ("epsilon", "ϵ"), ("eqcirc", "≖"), ("eqqcolon", "≕"), ("eqsim", "≂"), ("equiv", "≡"), ("eta", "η"), ("eth", "ð"),
    ("euro", "€"), ("exists", "∃"), ("exp", "exp"), ("fbox", ""), ("fint", "⨍"), ("flat", "♭"), ("footnotesize", ""),
    ("forall", "∀"), ("frac", ""), ("frown", "⌢"), ("gamma", "γ"), ("gcd", "gcd"), ("ge", "≥"), ("geq", "≥"),
    ("geqslant", "⩾"), ("gets", "←"), ("gg", "≫"), ("ggg", "⋙"), ("gimel", "ℷ"), ("grave", "`"), ("gt", ">"),
    ("gtrapprox", "⪆"), ("gtreqless", "⋛"), ("gtrsim", "≳"), ("hat", "^"), ("hbar", "ℏ"), ("hbox", ""),
    ("heartsuit", "♡"), ("hfil", ""), ("hfill", ""), ("hom", "hom"), ("hookleftarrow", "↩"), ("hookrightarrow", "↪"),
    ("hslash", "ℏ"), ("iff", "⇔"), ("iiint", "∭"), ("iint", "∬"), ("imath", "ı"), ("implies", "⟹"), ("in", "∈"),
    ("inf", "inf"), ("infty", "∞"), ("int", "∫"), ("intercal", "⊺"), ("iota", "ι"), ("it", ""), ("itshape", ""),
    ("jmath", "ȷ"), ("kappa", "κ"), ("ker", "ker"), ("lVert", "‖"), ("lambda", "λ"), ("land", "∧"), ("langle", "⟨"),
    ("large", ""), ("lbrace", "{"), ("lbrack", "["), ("lceil", "⌈"), ("ldotp", "."), ("ldots", "..."), ("le", "≤"),
    ("leadsto", "⇝"), ("left", ""), ("leftarrow", "←"), ("leftharpoonup", "↼"), ("leftrightarrow", "↔"),
    ("leftrightarrows", "⇆"), ("leftrightharpoons", "⇋"), ("leq", "≤"), ("leqslant", "⩽"), ("lessapprox", "⪅"),
    ("lesseqgtr", "⋚"), ("lesssim", "≲"), ("lfloor", "⌊"), ("lg", "lg"), ("lhd", "⊲"), ("lim", "lim"),
    ("liminf", "liminf"), ("limits", ""), ("limsup", "limsup"), ("ll", "≪"), ("llbracket", "⟦"), ("llcorner", "⌞"),
    ("lll", "⋘"), ("ln", "ln"), ("lnot", "¬"), ("log", "log"), ("longleftarrow", "⟵"), ("longleftrightarrow", "⟷"),
    ("longmapsto", "⟼"), ("longrightarrow", "⟶"), ("looparrowright", "↬"), ("lor", "∨"), ("lozenge", "◊"),
    ("lparen", "("), ("lq", "‘"), ("lrcorner", "⌟"), ("lt", "<"), ("ltimes", "⋉"), ("lvert", "|"), ("maltese", "✠"),
    ("mapsto", "↦"), ("mathbb", ""), ("mathbbm", ""), ("mathbf", ""), ("mathbin", ""), ("mathcal", ""),
    ("mathclose", ""), ("mathds", ""), ("mathellipsis", "..."), ("mathfrak", ""), ("mathinner", ""), ("mathit", ""),
    ("mathlarger", ""), ("mathnormal", ""), ("mathop", ""), ("mathopen", ""), ("mathord", ""), ("mathpunct", ""),
    ("mathrel", ""), ("mathring", "˚"), ("mathrm", ""), ("mathscr", ""), ("mathsf", ""), ("mathsmaller", ""),
    ("mathstrut", ""), ("mathtt", ""), ("max", "max"), ("mbox", ""), ("measuredangle", "∡"), ("medspace", ""),
    ("mho", "℧"), ("micro", "μ"), ("mid", "∣"), ("middle", ""), ("min", "min"), ("mod", "mod"), ("models", "⊧"),
    ("mp", "∓"), ("mu", "μ"), ("nRightarrow", "⇏"), ("nabla", "∇"), ("natural", "♮"), ("ne", "≠"), ("nearrow", "↗"),
    ("neg", "¬"), ("negmedspace", ""), ("negthickspace", ""), ("negthinspace", ""), ("neq", "≠"), ("nexists", "∄"),
    ("ngeq", "≱"), ("ni", "∋"), ("nicefrac", ""), ("nleftarrow", "↚"), ("nleq", "≰"), ("nmid", "∤"), ("nobreak", ""),
    ("nolimits", ""), ("nonumber", ""), ("normalsize", ""), ("not", "\u{338}"), ("notin", "∉"), ("nparallel", "∦"),
    ("nrightarrow", "↛"), ("nsubseteq", "⊈"), ("nu", "ν"), ("null", ""), ("nwarrow", "↖"), ("odot", "⊙"),
    ("oiint", "∯"), ("oint", "∮"), ("omega", "ω"), ("omicron", "ο"), ("ominus", "⊖"), ("operatorname", ""),
    ("oplus", "⊕"), ("oslash", "⊘"), ("otimes", "⊗"), ("overbrace", "⏞"), ("overleftarrow", "←"),
    ("overleftrightarrow", "↔"), ("overline", "¯"), ("overrightarrow", "→"), ("overset", ""), ("owns", "∋"),
    ("parallel", "∥"), ("partial", "∂"), ("percent", "%"), ("perp", "⟂"), ("phantomsection", ""), ("phi", "ϕ"),
    ("pi", "π"), ("pitchfork", "⋔"), ("pm", "±"), ("pmb", ""), ("pmod", "(mod)"), ("pounds", "£"), ("prec", "≺"),
    ("preccurlyeq", "≼"), ("preceq", "⪯"), ("precsim", "≾"), ("prime", "′"), ("prod", "∏"), ("propto", "∝"),
    ("protect", ""), ("psi", "ψ"), ("qquad", ""), ("quad", ""), ("rVert", "‖"), ("rangle", "⟩"), ("rbrace", "}"),
    ("rbrack", "]"), ("rceil", "⌉"), ("relax", ""), ("restriction", "↾"), ("rfloor", "⌋"), ("rhd", "⊳"), ("rho", "ρ"),
    ("right", ""), ("rightarrow", "→"), ("rightarrowtail", "↣"), ("rightharpoondown", "⇁"), ("rightharpoonup", "⇀"),
    ("rightleftarrows", "⇄"), ("rightleftharpoons", "⇌"), ("rightrightarrows", "⇉"), ("rightsquigarrow", "⇝"),
    ("risingdotseq", "≓"), ("rm", ""), ("rmfamily", ""), ("rparen", ")"), ("rq", "’"), ("rrbracket", "⟧"),
    ("rtimes", "⋊"), ("rvert", "|"), ("scriptscriptstyle", ""), ("scriptsize", ""), ("scriptstyle", ""),
    ("scshape", ""), ("searrow", "↘"), ("sec", "sec"), ("setminus", "∖"), ("sf", ""), ("sffamily", ""), ("sfrac", ""),
    ("sharp", "♯"), ("shortmid", "∣"), ("shortparallel", "∥"), ("sigma", "σ"), ("sim", "∼"), ("simeq", "≃"),
    ("sin", "sin"), ("sinh", "sinh"), ("slash", "/"), ("small", ""), ("smallsetminus", "∖"), ("smash", ""),
    ("smile", "⌣"), ("spadesuit", "♠"), ("sphericalangle", "∢"), ("sqcap", "⊓"), ("sqcup", "⊔"), ("sqrt", ""),
    ("sqsubseteq", "⊑"), ("sqsupseteq", "⊒"), ("square", "□"), ("stackrel", ""), ("star", "⋆"), ("strut", ""),
    ("subset", "⊂"), ("subseteq", "⊆"), ("subsetneq", "⊊"), ("substack", ""), ("succ", "≻"), ("succcurlyeq", "≽"),
    ("succeq", "⪰"), ("succsim", "≿"), ("sum", "∑"), ("sup", "sup"), ("supset", "⊃"), ("supseteq", "⊇"),
    ("supsetneq", "⊋"), ("surd", "√"), ("swarrow", "↙"), ("tan", "tan"), ("tanh", "tanh"), ("tau", "τ"),
    ("tbinom", "()"), ("text", ""), ("textalpha", "α"), ("textasciicircum", "^"), ("textasciitilde", "~"),
    ("textbackslash", "\\"), ("textbar", "|"), ("textbeta", "β"), ("textbf", ""), ("textbullet", "•"),
    ("textdagger", "†"), ("textdaggerdbl", "‡"), ("textdegree", "°"), ("textdollar", "$"), ("textellipsis", "…"),
    ("textemdash", "—"), ("textendash", "–"), ("texteuro", "€"), ("textgreater", ">"), ("textgreek", ""),
    ("textit", ""), ("textless", "<"), ("textmd", ""), ("textmu", "μ"), ("textnormal", ""), ("textonehalf", "½"),
    ("textparagraph", "¶"), ("textpercent", "%"), ("textperiodcentered", "·"), ("textpm", "±"), ("textquoteleft", "‘"),
    ("textquoteright", "’"), ("textquotesingle", "'"), ("textregistered", "®"), ("textrm", ""), ("textsc", ""),
    ("textsection", "§"), ("textsf", ""), ("textstyle", ""), ("textsubscript", ""), ("textsuperscript", ""),
    ("texttildelow", "~"), ("texttimes", "×"), ("texttrademark", "™"), ("texttt", ""), ("textunderscore", "_"),
    ("textup", ""), ("textyen", "¥"), ("tfrac", ""), ("therefore", "∴"), ("theta", "θ"), ("thickapprox", "≈"),
    ("thicksim", "∼"), ("thickspace", ""), ("thinspace", ""), ("tilde", "~"), ("times", "×"), ("tiny", ""),
    ("to", "→"), ("top", "⊤"), ("triangle", "△"), ("triangledown", "▽"), ("triangleleft", "◁"),
    ("trianglelefteq", "⊴"), ("triangleq", "≜"), ("triangleright", "▷"), ("trianglerighteq", "⊵"), ("tt", ""),
    ("ttfamily", ""), ("twoheadrightarrow", "↠"), ("ulcorner", "⌜"), ("unboldmath", ""), ("underbrace", "⏟"),
    ("underleftarrow", "←"), ("underline", "¯"), ("underset", ""), ("unlhd", "⊴"), ("unrhd", "⊵"), ("upalpha", ""),
    ("uparrow", "↑"), ("upbeta", "β"), ("updelta", "δ"), ("updownarrow", "↕"), ("upgamma", "γ"),
    ("upharpoonright", "↾"), ("uplambda", "λ"), ("uplus", "⊎"), ("upmu", "μ"), ("upphi", "φ"), ("uppi", "π"),
    ("upshape", ""), ("upsigma", "σ"), ("upsilon", "υ"), ("uptau", "τ"), ("upuparrows", "⇈"), ("urcorner", "⌝"),
    ("vDash", "⊨"), ("varDelta", "Δ"), ("varGamma", "Γ"), ("varLambda", "Λ"), ("varOmega", "Ω"), ("varPhi", "Φ"),
    ("varPi", "Π"), ("varPsi", "Ψ"), ("varSigma", "Σ"), ("varTheta", "Θ"), ("varepsilon", "ε"), ("varkappa", "ϰ"),
    ("varnothing", "∅"), ("varphi", "φ"), ("varpi", "ϖ"), ("varpropto", "∝"), ("varrho", "ϱ"), ("varsigma", "ς"),
    ("vartheta", "ϑ"), ("vcentcolon", ":"), ("vdash", "⊢"), ("vdots", "⋮"), ("vec", "→"), ("vee", "∨"),
    ("veebar", "⊻"), ("vert", "|"), ("wedge", "∧"), ("widecheck", "ˇ"), ("widehat", "^"), ("widetilde", "~"),
    ("wp", "℘"), ("wr", "≀"), ("xcancel", ""), ("xi", "ξ"), ("xleftarrow", "←"), ("xrightarrow", "→"), ("xspace", ""),
    ("yen", "¥"), ("zeta", "ζ"),
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
