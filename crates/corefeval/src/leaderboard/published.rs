//! The list of published tables, with what is known about how their figures were computed.

use super::Board;

/// A published table, and how its figures were computed.
#[derive(Debug)]
pub struct Published {
    /// Its name on the command line.
    pub name: &'static str,
    /// Its title in tables.
    pub title: &'static str,
    /// Where it is printed.
    pub source: &'static str,
    /// What was scored: the test set.
    pub test_set: &'static str,
    /// The track of a shared task, or empty.
    pub track: &'static str,
    /// The annotation that the systems were given.
    pub condition: &'static str,
    /// The scorer that computed the figures, as far as it is known.
    pub scorer: &'static str,
    /// How a response is scored to be compared with the table.
    pub protocol: Protocol,
    /// The column by which the table is ranked by default.
    pub main: &'static str,
    /// Misprints and other irregularities.
    pub remarks: &'static [&'static str],
    text: &'static str,
}

/// How a response is scored to be compared with a published table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// Under this signature.
    Signature(&'static str),
    /// By named-entity coreference, for each type of name.
    Names,
}

impl Published {
    /// The table itself.
    #[must_use]
    pub fn board(&self) -> Board {
        Board::read(self.text, self.protocol == Protocol::Names)
    }
}

/// The table with that name.
#[must_use]
pub fn by_name(name: &str) -> Option<&'static Published> {
    PUBLISHED.iter().find(|table| table.name == name)
}

const V8: &str =
    "metrics:mentions+muc+b-cubed+ceaf-m+ceaf-e+blanc|match:exact|singletons:keep|repeats:reference";
const V4: &str =
    "metrics:mentions+muc+b-cubed-v4+ceaf-m-v4+ceaf-e-v4+blanc-v4|singletons:drop-after-detection";
const V4_HEAD: &str = "metrics:mentions+muc+b-cubed-v4+ceaf-m-v4+ceaf-e-v4+blanc-v4|match:head-conll2011|\
                       singletons:drop-after-detection";
const MINA: &str =
    "metrics:muc+b-cubed+ceaf-e+lea|match:exact+mina-coval+head-set|singletons:keep|repeats:coval";

const PREDICTED: &str = "predicted annotation";
const BOUNDARIES: &str = "predicted annotation, gold boundaries";
const MENTIONS: &str = "predicted annotation, gold mentions";
const ENGLISH_2011: &str = "CoNLL-2011, English";

/// What the tables of one paper have in common.
const RESCORED: Published = Published {
    name: "",
    title: "",
    source: "Pradhan et al. 2014, Table 1",
    test_set: "",
    track: "closed",
    condition: PREDICTED,
    scorer: "CoNLL scorer v8.01",
    protocol: Protocol::Signature(V8),
    main: "conll",
    remarks: &[],
    text: "",
};

const OFFICIAL: Published = Published {
    source: "",
    test_set: ENGLISH_2011,
    scorer: "CoNLL scorer v4",
    protocol: Protocol::Signature(V4),
    main: "conll-v4",
    ..RESCORED
};

const HEADS: Published = Published {
    scorer: "CoNLL scorer v4, head words by gold trees",
    protocol: Protocol::Signature(V4_HEAD),
    ..OFFICIAL
};

const SPANS: Published = Published {
    track: "",
    scorer: "CoVal; heads by the rules of Collins (cort)",
    protocol: Protocol::Signature(MINA),
    main: "conll@exact",
    ..RESCORED
};

const NAMES: Published = Published {
    test_set: "CoNLL-2012, English: newswire, broadcast news and magazines",
    track: "",
    condition: "systems as released",
    scorer: "the authors' program, not released; heads by spaCy of 2018",
    protocol: Protocol::Names,
    main: "nec",
    ..RESCORED
};

/// Every published table, in the order in which they are offered.
pub const PUBLISHED: &[Published] = &[
    Published {
        name: "conll-2011",
        title: "CoNLL-2011, rescored",
        test_set: ENGLISH_2011,
        remarks: &["kobdani: 38.7 is printed, the mean of its columns is 40.8"],
        text: include_str!("tables/conll-2011.tsv"),
        ..RESCORED
    },
    Published {
        name: "conll-2012-en",
        title: "CoNLL-2012 English, rescored",
        test_set: "CoNLL-2012, English",
        remarks: &[
            "stamborg: 54.2 is printed, the mean of its columns is 54.5",
            "shou (53.0) is printed below yuan (52.9) and xu (52.6)",
        ],
        text: include_str!("tables/conll-2012-en.tsv"),
        ..RESCORED
    },
    Published {
        name: "conll-2012-zh",
        title: "CoNLL-2012 Chinese, rescored",
        test_set: "CoNLL-2012, Chinese",
        remarks: &["fernandes (51.5) is printed below xu (51.4)"],
        text: include_str!("tables/conll-2012-zh.tsv"),
        ..RESCORED
    },
    Published {
        name: "conll-2012-ar",
        title: "CoNLL-2012 Arabic, rescored",
        test_set: "CoNLL-2012, Arabic",
        text: include_str!("tables/conll-2012-ar.tsv"),
        ..RESCORED
    },
    Published {
        name: "conll-2011-closed",
        title: "CoNLL-2011, closed track",
        source: "Pradhan et al. 2011, Table 12",
        remarks: &["sapena kept singletons, which mention detection counts: 43.20, and 68.4 when rescored"],
        text: include_str!("tables/conll-2011-closed.tsv"),
        ..OFFICIAL
    },
    Published {
        name: "conll-2011-open",
        title: "CoNLL-2011, open track",
        source: "Pradhan et al. 2011, Table 13",
        track: "open",
        text: include_str!("tables/conll-2011-open.tsv"),
        ..OFFICIAL
    },
    Published {
        name: "conll-2011-closed-boundaries",
        title: "CoNLL-2011, closed track, gold boundaries",
        source: "Pradhan et al. 2011, Table 14",
        condition: BOUNDARIES,
        text: include_str!("tables/conll-2011-closed-boundaries.tsv"),
        ..OFFICIAL
    },
    Published {
        name: "conll-2011-open-boundaries",
        title: "CoNLL-2011, open track, gold boundaries",
        source: "Pradhan et al. 2011, Table 15",
        track: "open",
        condition: BOUNDARIES,
        text: include_str!("tables/conll-2011-open-boundaries.tsv"),
        ..OFFICIAL
    },
    Published {
        name: "conll-2011-closed-mentions",
        title: "CoNLL-2011, closed track, gold mentions",
        source: "Pradhan et al. 2011, Table 16",
        condition: MENTIONS,
        text: include_str!("tables/conll-2011-closed-mentions.tsv"),
        ..OFFICIAL
    },
    Published {
        name: "conll-2011-open-mentions",
        title: "CoNLL-2011, open track, gold mentions",
        source: "Pradhan et al. 2011, Table 17",
        track: "open",
        condition: MENTIONS,
        remarks: &["lee finds 83.37 of the gold mentions: singletons were removed after resolution"],
        text: include_str!("tables/conll-2011-open-mentions.tsv"),
        ..OFFICIAL
    },
    Published {
        name: "conll-2011-closed-head",
        title: "CoNLL-2011, closed track, head words",
        source: "Pradhan et al. 2011, Table 18",
        remarks: &[
            "kobdani: CEAFm has recall 44.17 and precision 44.14; everywhere else the two are the same",
            "rows are in the order of exact matching: chang (56.75) below sapena (56.41), charton (52.56) below zhou (52.12)",
        ],
        text: include_str!("tables/conll-2011-closed-head.tsv"),
        ..HEADS
    },
    Published {
        name: "conll-2011-open-head",
        title: "CoNLL-2011, open track, head words",
        source: "Pradhan et al. 2011, Table 19",
        track: "open",
        remarks: &["rows are in the order of exact matching: klenner (55.28) below uryupina (54.91)"],
        text: include_str!("tables/conll-2011-open-head.tsv"),
        ..HEADS
    },
    Published {
        name: "conll-2011-closed-genres",
        title: "CoNLL-2011, closed track, by genre",
        source: "Pradhan et al. 2011, Table 20",
        remarks: &["kummerfeld is printed as kummerfield"],
        text: include_str!("tables/conll-2011-closed-genres.tsv"),
        ..OFFICIAL
    },
    Published {
        name: "conll-2011-open-genres",
        title: "CoNLL-2011, open track, by genre",
        source: "Pradhan et al. 2011, Table 21",
        track: "open",
        text: include_str!("tables/conll-2011-open-genres.tsv"),
        ..OFFICIAL
    },
    Published {
        name: "mina-conll-2012",
        title: "Minimum spans on CoNLL-2012",
        source: "Moosavi et al. 2019, Table 4",
        test_set: "CoNLL-2012, English",
        condition: "systems as released, gold trees of the key",
        text: include_str!("tables/mina-conll-2012.tsv"),
        ..SPANS
    },
    Published {
        name: "mina-wikicoref",
        title: "Minimum spans on WikiCoref",
        source: "Moosavi et al. 2019, Table 4",
        test_set: "WikiCoref",
        condition: "systems trained on CoNLL-2012, trees by the Stanford neural parser",
        text: include_str!("tables/mina-wikicoref.tsv"),
        ..SPANS
    },
    Published {
        name: "mina-conll-2012-task",
        title: "Minimum spans, systems of CoNLL-2012",
        source: "Moosavi et al. 2019, Table 5",
        test_set: "CoNLL-2012, English",
        track: "closed",
        condition: PREDICTED,
        remarks: &[
            "chunyang is printed as chunyuang",
            "fernandes: 60.6 is printed, and 60.7 in the table of 2014",
            "stamborg, zhekova, xinxin and li of the shared task are not there",
        ],
        text: include_str!("tables/mina-conll-2012-task.tsv"),
        ..SPANS
    },
    Published {
        name: "mina-conll-2012-task-mentions",
        title: "Minimum spans, systems of CoNLL-2012, gold mentions",
        source: "Moosavi et al. 2019, Table 6",
        test_set: "CoNLL-2012, English",
        condition: MENTIONS,
        text: include_str!("tables/mina-conll-2012-task-mentions.tsv"),
        ..SPANS
    },
    Published {
        name: "nec",
        title: "Named-entity coreference",
        source: "Agarwal et al. 2019, Table 3",
        remarks: &[
            "the text has Lee et al. 2018 miss less than 10% of all types, the table 15% of organisations",
            "whether Coref F1 (conll) is of named entities alone is not stated",
        ],
        text: include_str!("tables/nec.tsv"),
        ..NAMES
    },
    Published {
        name: "nec-kinds",
        title: "Named-entity coreference by kind of mention",
        source: "Agarwal et al. 2019, Table 4",
        main: "name",
        text: include_str!("tables/nec-kinds.tsv"),
        ..NAMES
    },
];
