//! The words around names in English abstracts.

use std::sync::LazyLock;

use super::word::Words;

/// Verbs of authors that introduce what they made, in the forms that abstracts use.
pub(super) static VERBS: LazyLock<Words> = LazyLock::new(|| {
    "introduce introduces introducing introduced present presents presenting propose proposes proposing \
     proposed develop develops developed describe describes release releases build builds built design \
     designs designed create creates contribute unveil construct constructs devise establish offer \
     implement formulate curate collect report train trains pretrain assemble compile publish \
     open-source"
        .split_whitespace()
        .collect()
});

/// What authors did: verbs only after a word for the authors, else they describe (`images collected with X`).
pub(super) static DONE: LazyLock<Words> = LazyLock::new(|| {
    "built trained collected curated assembled compiled gathered annotated recorded contributed created crowdsourced \
     constructed published designed open-sourced"
        .split_whitespace()
        .collect()
});

/// Words that give a name.
pub(super) static NAMING: LazyLock<Words> =
    LazyLock::new(|| "called dubbed named termed namely coined titled call name term".split_whitespace().collect());

/// Words that are never names, also after a word that gives one: `call the resulting layer X`.
pub(super) static FUNCTION: LazyLock<Words> = LazyLock::new(|| {
    "a an the this that these those it its them their our such what which as by both on for upon into off \
         to in at with all two three several new more and or us"
        .split_whitespace()
        .collect()
});

/// What authors call their work before they set its name off by commas: `This work, X, separates …`.
pub(super) static WORKS: LazyLock<Words> =
    LazyLock::new(|| "work paper method approach framework model system benchmark dataset".split(' ').collect());

/// Words before names of others.
pub(super) static BEFORE_OTHERS: LazyLock<Words> = LazyLock::new(|| {
    "as like including e.g over than on to with using from of in by via and or for against versus vs both \
     through across into between atop upon surpassing outperforming"
        .split_whitespace()
        .collect()
});

/// Verbs and nouns after a name that a sentence is about.
pub(super) static AFTER_OWN: LazyLock<Words> = LazyLock::new(|| {
    "is are consists comprises achieves outperforms improves enables provides uses leverages reduces \
     combines integrates employs introduces learns allows supports contains includes covers offers can \
     first further also significantly consistently substantially not does addresses builds generates \
     delivers reaches obtains attains demonstrates shows matches exceeds surpasses exhibits decomposes \
     treats models formulates operates requires trains maintains adopts applies extends unifies \
     transforms converts yields features has aims scales runs establishes sets bridges replaces separates"
        .split_whitespace()
        .collect()
});

/// What a system or a data set does and a quantity does not: `Loom uses …`, and not `Accuracy rises …`.
pub(super) static DEEDS: LazyLock<Words> = LazyLock::new(|| {
    "uses learns runs ships contains comprises consists includes covers supports offers employs leverages decomposes \
     treats maintains adopts combines integrates builds generates"
        .split_whitespace()
        .collect()
});

/// What authors do who make nothing with a name.
pub(super) static STUDYING: LazyLock<Words> = LazyLock::new(|| {
    "study studies ask asks find analyse analyze analyses analyzes evaluate compare measure examine examines \
     investigate investigates review reviews argue argues revisit re-examine test probe show report explore \
     trace characterise characterize quantify survey surveys disentangle replicate reproduce audit"
        .split_whitespace()
        .collect()
});

/// What sentences begin with before their subject.
pub(super) static PREPOSITIONS: LazyLock<Words> =
    LazyLock::new(|| "In On Across At Under With Without For After When Compared Unlike Over".split(' ').collect());

/// Nouns that follow the names of others and look like verbs.
pub(super) static PLURALS: LazyLock<Words> = LazyLock::new(|| {
    "agents variants baselines systems networks policies methods benchmarks datasets tasks weights tokens \
     checkpoints embeddings layers encoders decoders adapters families versions scores experiments users \
     problems questions traces features images videos graphs pipelines frameworks solutions approaches"
        .split_whitespace()
        .collect()
});

/// Capitalised words that begin English sentences and name nothing.
pub(super) static STARTERS: LazyLock<Words> = LazyLock::new(|| {
    "The This These Those That We Our It Its In On For To From By With Without As At An A And But Yet \
     However Moreover Furthermore Additionally Also First Second Third Finally Then Thus Hence Here There \
     While When Where Whether Although Though Despite Since Because If Existing Recent Recently Current \
     Currently Most Many Some Such Several Unlike Given Building Using Based Through Experiments \
     Extensive Results Experimental Evaluations Across Compared Notably Specifically Importantly Instead \
     Rather Both Each All Modern Large Language Models Code Data Learning Training Traditional Previous \
     Prior Under"
        .split_whitespace()
        .collect()
});
