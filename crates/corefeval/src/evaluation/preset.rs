//! Protocols of shared tasks and older scorers, by name.

/// A protocol that others have used, written as a signature.
#[derive(Debug)]
#[non_exhaustive]
pub struct Preset {
    /// Its name on the command line.
    pub name: &'static str,
    /// Where it was used.
    pub title: &'static str,
    /// The metrics and the choices that are not the usual ones.
    pub signature: &'static str,
}

/// Every preset, in the order in which they are offered.
pub const PRESETS: &[Preset] = &[
    Preset {
        name: "conll-2012",
        title: "CoNLL-2012 shared task, as rescored in 2014",
        signature: "metrics:mentions+muc+b-cubed+ceaf-m+ceaf-e+blanc|match:exact|singletons:keep|repeats:reference",
    },
    Preset {
        name: "conll-2011",
        title: "CoNLL-2011 shared task: singletons dropped after mention detection",
        signature: "metrics:mentions+muc+b-cubed+ceaf-m+ceaf-e+blanc|singletons:drop-after-detection",
    },
    Preset {
        name: "conll-v4",
        title: "CoNLL-2011 and 2012 as first published, with versions 4 and 5 of the scorer (BLANC is experimental)",
        signature: "metrics:mentions+muc+b-cubed-v4+ceaf-m-v4+ceaf-e-v4+blanc-v4|singletons:drop-after-detection",
    },
    Preset {
        name: "semeval-2010",
        title: "SemEval-2010 task 1: head inside, half credit in mention detection",
        signature: "metrics:mentions+muc+b-cubed+ceaf-m+blanc|match:semeval|singletons:keep",
    },
    Preset {
        name: "crac18",
        title: "CRAC 2018 shared task on ARRAU",
        signature: "metrics:muc+b-cubed+ceaf-e+non-referring|singletons:keep|repeats:last|relation:identity|non-referring:drop",
    },
    Preset {
        name: "craft19",
        title: "CRAFT 2019 shared task: partial matching, discontinuous mentions",
        signature: "metrics:muc+b-cubed+ceaf-e|match:partial-craft|singletons:keep|repeats:last|relation:identity|non-referring:drop",
    },
    Preset {
        name: "crac22",
        title: "CRAC 2022 shared task on CorefUD: partial matching, no singletons",
        signature: "metrics:muc+b-cubed+ceaf-m+ceaf-e+blanc+lea+mor+zero-anaphora|match:partial-corefud|singletons:drop|repeats:corefud|blanc:corefud",
    },
    Preset {
        name: "crac23",
        title: "CRAC 2023 shared task on CorefUD: head matching, no singletons",
        signature: "metrics:muc+b-cubed+ceaf-m+ceaf-e+blanc+lea+mor+zero-anaphora|match:head-corefud|singletons:drop|repeats:corefud|blanc:corefud",
    },
    Preset {
        name: "crac24",
        title: "CRAC 2024 shared task on CorefUD: head matching, zeros by their dependencies, no singletons",
        signature: "metrics:muc+b-cubed+ceaf-m+ceaf-e+blanc+lea+mor+zero-anaphora|match:head-corefud|singletons:drop|repeats:corefud|blanc:corefud|zero-match:dependent",
    },
    Preset {
        name: "crac25",
        title: "CRAC 2025 shared task on CorefUD: as in 2024",
        signature: "metrics:muc+b-cubed+ceaf-m+ceaf-e+blanc+lea+mor+zero-anaphora|match:head-corefud|singletons:drop|repeats:corefud|blanc:corefud|zero-match:dependent",
    },
    Preset {
        name: "codicrac22-ar",
        title: "CODI-CRAC 2022, anaphora resolution: identity with singletons and split antecedents",
        signature: "metrics:muc+b-cubed+ceaf-e|singletons:keep|repeats:last|relation:identity|non-referring:drop|splits:count",
    },
    Preset {
        name: "codicrac22-br",
        title: "CODI-CRAC 2022, bridging",
        signature: "metrics:bridging-anaphors+bridging-mentions+bridging-entities|singletons:keep|repeats:last|relation:identity|non-referring:drop",
    },
    Preset {
        name: "codicrac22-dd",
        title: "CODI-CRAC 2022, discourse deixis: with singletons and split antecedents",
        signature: "metrics:muc+b-cubed+ceaf-e|singletons:keep|repeats:last|relation:deixis|non-referring:drop|splits:count",
    },
    Preset {
        name: "coval",
        title: "CoVal: singletons kept, repeated mentions looked up",
        signature: "metrics:mentions+muc+b-cubed+ceaf-e+lea|repeats:coval|singletons:keep",
    },
    Preset {
        name: "coval-arrau",
        title: "CoVal for ARRAU: the same without non-referring expressions and missing documents",
        signature: "metrics:muc+b-cubed+ceaf-e+lea|repeats:coval|singletons:keep|missing:skip|non-referring:drop",
    },
];
