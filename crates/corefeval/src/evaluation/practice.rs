//! How each corpus is usually scored: which choices papers make, and what their figures can be compared with.

/// What papers do with a corpus or in a shared task.
#[derive(Debug)]
pub struct Practice {
    /// The corpus or task.
    pub corpus: &'static str,
    /// A preset, or the parts of a signature, that makes the usual choices; `None` if the command is not
    /// `score`.
    pub plan: Option<&'static str>,
    /// The command, if it is not `score`.
    pub command: Option<&'static str>,
    /// The format of its files, if it identifies the corpus.
    pub format: Option<&'static str>,
    /// What counts: singletons, zeros, split antecedents, kinds of mentions.
    pub mentions: &'static str,
    /// The rule by which two mentions are the same.
    pub matching: &'static str,
    /// The main figure, and what it is summed or averaged over.
    pub figure: &'static str,
    /// What such figures can be compared with.
    pub comparable: &'static str,
    /// Similar figures that they cannot be compared with.
    pub differs: &'static str,
    /// Where the practice is described.
    pub citation: &'static str,
    /// What this entry was checked against.
    pub checked: &'static str,
}

impl Practice {
    /// The command to type, without the files.
    #[must_use]
    pub fn typed(&self) -> String {
        match (self.command, self.plan) {
            (Some(command), _) => format!("corefeval {command}"),
            (None, Some(plan)) if plan.contains(':') => format!("corefeval score --signature '{plan}'"),
            (None, plan) => format!("corefeval score --preset {}", plan.unwrap_or_default()),
        }
    }
}

/// The practice for a corpus whose key is in this format, if the format identifies one.
#[must_use]
pub fn practice_for(format: &str) -> Option<&'static Practice> {
    PRACTICES.iter().find(|practice| practice.format == Some(format))
}

/// The practices, in the order in which they are shown.
pub const PRACTICES: &[Practice] = &[
    Practice {
        corpus: "OntoNotes, CoNLL-2012",
        plan: Some("conll-2012"),
        command: None,
        format: None,
        mentions: "the corpus has no singletons; those of a response count as spurious; no zeros",
        matching: "exact spans",
        figure: "CoNLL average: mean F1 of MUC, B³ and CEAFe, each summed over documents",
        comparable: "every figure computed with the Perl scorer from version 7, CoVal without options, and papers since 2014",
        differs: "figures of 2011 to 2013 computed with versions 4 and 5 of the scorer (preset conll-v4); training code that drops singletons from the response only; means over documents",
        citation: "Pradhan et al. 2012; Pradhan et al. 2014",
        checked: "the scorer: recorded outputs, and Table 1 of Pradhan et al. 2014",
    },
    Practice {
        corpus: "CoNLL-2011",
        plan: Some("conll-2011"),
        command: None,
        format: None,
        mentions: "singletons count for mention detection and are dropped before coreference is scored",
        matching: "exact spans; a second score with head matching was also reported (--match head-conll2011)",
        figure: "CoNLL average",
        comparable: "systems rescored with version 7 or later",
        differs: "the overview's own tables, computed with version 4 of the scorer (preset conll-v4)",
        citation: "Pradhan et al. 2011",
        checked: "Pradhan et al. 2011, §5",
    },
    Practice {
        corpus: "WikiCoref, OntoGUM and others annotated like OntoNotes",
        plan: Some("conll-2012"),
        command: None,
        format: None,
        mentions: "few or no singletons in the key: `corefeval stats` counts them",
        matching: "exact spans",
        figure: "CoNLL average",
        comparable: "papers that test OntoNotes systems on other texts",
        differs: "GUM itself, which has singletons and other boundaries",
        citation: "Ghaddar and Langlais 2016; Zhu et al. 2021",
        checked: "OntoGUM's files; the rest is general knowledge",
    },
    Practice {
        corpus: "LitBank",
        plan: Some("metrics:mentions+muc+b-cubed+ceaf-e+lea|singletons:keep"),
        command: None,
        format: None,
        mentions: "singletons are annotated and kept; only some types of entities are annotated",
        matching: "exact spans",
        figure: "CoNLL average, often over ten folds; name the split (check the paper you compare with)",
        comparable: "papers that keep singletons and use the same folds",
        differs: "figures without singletons, which can differ by many points; report both (--singletons drop)",
        citation: "Bamman et al. 2020",
        checked: "LitBank's files (singletons, types); the rest is general knowledge",
    },
    Practice {
        corpus: "PreCo",
        plan: Some("metrics:mentions+muc+b-cubed+ceaf-e|singletons:keep"),
        command: None,
        format: None,
        mentions: "singletons are annotated; say whether they count, and check what the paper you compare with did",
        matching: "exact spans",
        figure: "CoNLL average",
        comparable: "papers with the same choice about singletons",
        differs: "OntoNotes figures, where the key has no singletons",
        citation: "Chen et al. 2018",
        checked: "general knowledge: check the paper that you compare with",
    },
    Practice {
        corpus: "BookCoref and other whole books",
        plan: Some("metrics:mentions+muc+b-cubed+ceaf-e|singletons:keep"),
        command: None,
        format: None,
        mentions: "characters of the book",
        matching: "exact spans",
        figure: "CoNLL average with a book as one document (mode full of the benchmark)",
        comparable: "figures for whole books",
        differs: "figures for windows of 1,500 tokens (modes split and gold_window): links between windows are not scored, so scores are higher",
        citation: "Martinelli et al. 2025",
        checked: "the README of the benchmark's repository (SapienzaNLP/bookcoref), with its evaluation modes full, split and gold_window; singletons: general knowledge",
    },
    Practice {
        corpus: "CorefUD, CRAC 2024 and 2025",
        plan: Some("crac25"),
        command: None,
        format: Some("corefud"),
        mentions: "singletons are dropped from key and response; zeros are scored and matched by their dependencies",
        matching: "same head (head-corefud)",
        figure: "CoNLL average, then the mean over data sets",
        comparable: "the tasks' primary score (corefud-scorer 1.2 with its defaults)",
        differs: "CRAC 2022 and 2023 (other matching of spans or zeros); scores with singletons; exact matching, often several points lower",
        citation: "Novák et al. 2024; Novák et al. 2025",
        checked: "the scorer: recorded outputs",
    },
    Practice {
        corpus: "CorefUD, CRAC 2023",
        plan: Some("crac23"),
        command: None,
        format: None,
        mentions: "singletons are dropped; zeros are matched by position",
        matching: "same head (head-corefud)",
        figure: "CoNLL average, then the mean over data sets",
        comparable: "the task's primary score",
        differs: "published tables differ slightly: the scorer of the time could match one mention several times",
        citation: "Žabokrtský et al. 2023",
        checked: "the scorer: recorded outputs",
    },
    Practice {
        corpus: "CorefUD, CRAC 2022",
        plan: Some("crac22"),
        command: None,
        format: None,
        mentions: "singletons are dropped; zeros are matched by position",
        matching: "part of the key's span with its head (partial-corefud)",
        figure: "CoNLL average, then the mean over data sets",
        comparable: "the task's primary score",
        differs: "published tables differ slightly: the scorer of the time could match one mention several times",
        citation: "Žabokrtský et al. 2022",
        checked: "the scorer: recorded outputs",
    },
    Practice {
        corpus: "ARRAU, CRAC 2018",
        plan: Some("crac18"),
        command: None,
        format: None,
        mentions: "singletons are kept; non-referring expressions are scored separately",
        matching: "exact spans; with minimum spans of the key: --match min",
        figure: "CoNLL average",
        comparable: "the task's figures",
        differs: "CoVal's scorer for ARRAU, which ignores missing documents (preset coval-arrau)",
        citation: "Poesio et al. 2018",
        checked: "the Universal Anaphora scorer: recorded outputs",
    },
    Practice {
        corpus: "CODI-CRAC 2022, anaphora resolution",
        plan: Some("codicrac22-ar"),
        command: None,
        format: Some("ua"),
        mentions: "singletons and split antecedents are kept; non-referring expressions are not",
        matching: "exact spans",
        figure: "CoNLL average for each collection",
        comparable: "the task's figures for the same track (predicted or gold mentions)",
        differs: "identity only, without split antecedents; bridging and discourse deixis have their own presets (codicrac22-br, codicrac22-dd)",
        citation: "Yu et al. 2022; Paun et al. 2022",
        checked: "the Universal Anaphora scorer: recorded outputs",
    },
    Practice {
        corpus: "CRAFT 2019",
        plan: Some("craft19"),
        command: None,
        format: None,
        mentions: "discontinuous mentions; singletons are kept",
        matching: "overlap with the key's first span (partial-craft)",
        figure: "CoNLL average",
        comparable: "the task's figures with partial matching",
        differs: "exact matching",
        citation: "Baumgartner et al. 2019",
        checked: "the Universal Anaphora scorer: recorded outputs",
    },
    Practice {
        corpus: "SemEval-2010 task 1",
        plan: Some("semeval-2010"),
        command: None,
        format: None,
        mentions: "singletons are annotated and kept",
        matching: "inside the key's span with its head; half credit in mention detection",
        figure: "MUC, B³, CEAFm and BLANC; no average",
        comparable: "other runs with this preset",
        differs: "the BLANC column of the task, whose scorer put unmatched mentions into one entity",
        citation: "Recasens et al. 2010",
        checked: "general knowledge: the task's scorer was not run",
    },
    Practice {
        corpus: "ECB+ and other cross-document corpora",
        plan: Some("metrics:muc+b-cubed+ceaf-e+lea|singletons:drop|scope:topic"),
        command: None,
        format: None,
        mentions: "events and entities are scored separately; gold or predicted mentions: report which; without singletons, which with gold mentions inflate B³ and CEAFe",
        matching: "exact spans",
        figure: "CoNLL average, with the documents of a topic scored as one (--scope topic, or corpus)",
        comparable: "papers with the same level, the same mentions and the same choice about singletons",
        differs: "older figures with singletons and gold mentions, at the level of sub-topics or of predicted topics",
        citation: "Cybulska and Vossen 2014; Cattan et al. 2021",
        checked: "the abstract of Cattan et al. 2021 (predicted mentions, singletons, topics); the rest is general knowledge",
    },
    Practice {
        corpus: "GAP",
        plan: None,
        command: Some("gap"),
        format: None,
        mentions: "one pronoun and two names for each text",
        matching: "none: decisions for given names are scored",
        figure: "F1 of two decisions for each pronoun; feminine F1 over masculine F1 is the bias",
        comparable: "figures of the GAP scorer",
        differs: "coreference scores on these texts: only two names are annotated",
        citation: "Webster et al. 2018",
        checked: "the README of the dataset's repository (google-research-datasets/gap-coreference): F1 of masculine, feminine and all examples, bias as a ratio; the scorer was not run",
    },
    Practice {
        corpus: "MUC-6 and MUC-7",
        plan: Some("metrics:muc|match:min"),
        command: None,
        format: None,
        mentions: "links only: singletons are not scored",
        matching: "between the key's minimum and its full span",
        figure: "MUC recall and precision",
        comparable: "MUC figures with minimum spans",
        differs: "MUC on exact spans; averages with other, later metrics",
        citation: "Vilain et al. 1995",
        checked: "general knowledge: no MUC corpus was at hand",
    },
    Practice {
        corpus: "ACE 2004 and 2005",
        plan: Some("metrics:muc+b-cubed+ceaf-m+ceaf-e|singletons:keep"),
        command: None,
        format: None,
        mentions: "singletons are annotated and kept; seven types of entities",
        matching: "exact spans; papers on gold mentions need no matching",
        figure: "B³ and CEAF, often on gold mentions",
        comparable: "papers on the same mentions (gold or predicted)",
        differs: "the ACE value, which is not computed here; variants of B³ for mentions without a counterpart (b-cubed-all, b-cubed-sys)",
        citation: "Luo 2005; Cai and Strube 2010",
        checked: "general knowledge: no ACE corpus was at hand",
    },
];
