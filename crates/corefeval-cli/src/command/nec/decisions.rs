//! The options of `nec`, which are fields of its signature.

use std::str::FromStr;

use anyhow::{Result, anyhow};
use corefeval::evaluation::OwnFields;
use corefeval::nec::{
    ByKind, Conjuncts, Filter, Heads, KeySingletons, Letters, Options, Pairing, Possessive, Pronouns,
    Splitting, Variants,
};

/// Options for details that the paper leaves open, and for the names and documents that are used.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Decisions {
    /// Types of names, separated by commas; the default is PERSON,ORG,GPE.
    #[arg(long, value_delimiter = ',', value_name = "TYPES")]
    name_types: Option<Vec<String>>,
    /// Use only documents of these genres, separated by commas: nw,bn,mz in the paper.
    #[arg(long, value_delimiter = ',', value_name = "GENRES")]
    genres: Option<Vec<String>>,
    /// Which names make a response entity a candidate: any (default), full.
    #[arg(long, value_name = "WHICH", help_heading = "Decisions", hide_short_help = true)]
    variants: Option<Variants>,
    /// Whether names are compared with case: exact (default), fold (ignore case).
    #[arg(long, value_name = "HOW", help_heading = "Decisions", hide_short_help = true)]
    letters: Option<Letters>,
    /// Whether a response entity may be paired with several key entities: best (yes, default), one-to-one.
    #[arg(long, value_name = "HOW", help_heading = "Decisions", hide_short_help = true)]
    pairing: Option<Pairing>,
    /// Which tokens are pronouns: personal (PRP and PRP$, default), wide (also WP, WP$ and DT).
    #[arg(long, value_name = "WHICH", help_heading = "Decisions", hide_short_help = true)]
    pronouns: Option<Pronouns>,
    /// Whether figures by kind of mention keep the pairs chosen over all mentions: same-pair (default), reselect.
    #[arg(long, value_name = "HOW", help_heading = "Decisions", hide_short_help = true)]
    by_kind: Option<ByKind>,
    /// Whether `Ann and Bob` is a mention by name: no-name (default), first (yes: the first conjunct is its head).
    #[arg(long, value_name = "HOW", help_heading = "Decisions", hide_short_help = true)]
    conjuncts: Option<Conjuncts>,
    /// How the head of a mention is found: auto (by dependencies, else trees, else the last proper noun; default), dep, const,
    /// last-nnp.
    #[arg(long, value_name = "WHAT", help_heading = "Decisions", hide_short_help = true)]
    heads: Option<Heads>,
    /// Whether a possessive 's is part of a name: drop (default), keep.
    #[arg(long, value_name = "HOW", help_heading = "Decisions", hide_short_help = true)]
    possessive: Option<Possessive>,
    /// Which response entities may be candidates: requested (with a name of any of --name-types, default), same-type.
    #[arg(long, value_name = "WHICH", help_heading = "Decisions", hide_short_help = true)]
    filter: Option<Filter>,
    /// Whether key entities with one mention are scored: keep (default), drop.
    #[arg(long, value_name = "POLICY", help_heading = "Decisions", hide_short_help = true)]
    key_singletons: Option<KeySingletons>,
    /// When an entity counts as split: strict (its mentions by name are in several response entities, default), loose (its
    /// names are).
    #[arg(long, value_name = "HOW", help_heading = "Decisions", hide_short_help = true)]
    splitting: Option<Splitting>,
}

/// Whether a precision of 0/0 is printed as 1.
pub(super) const COMPAT: &str = "compat";

/// The fields of the signature.
pub(in crate::command) const FIELDS: &[&str] = &[
    "name-types",
    "genres",
    "variants",
    "letters",
    "pairing",
    "pronouns",
    "by-kind",
    "conjuncts",
    "heads",
    "possessive",
    "filter",
    "key-singletons",
    "splitting",
    COMPAT,
];

impl Decisions {
    /// The options as given, completed from a signature and then from the defaults.
    pub(super) fn settled(&self, own: &OwnFields) -> Result<Self> {
        let usual = Options::default();
        let signed = Signed(own);
        Ok(Self {
            name_types: self.name_types.clone().or_else(|| signed.list("name-types")).or(Some(usual.types)),
            genres: self.genres.clone().or_else(|| signed.list("genres")),
            variants: signed.or(self.variants, "variants", usual.variants)?,
            letters: signed.or(self.letters, "letters", usual.letters)?,
            pairing: signed.or(self.pairing, "pairing", usual.pairing)?,
            pronouns: signed.or(self.pronouns, "pronouns", usual.pronouns)?,
            by_kind: signed.or(self.by_kind, "by-kind", usual.by_kind)?,
            conjuncts: signed.or(self.conjuncts, "conjuncts", usual.conjuncts)?,
            heads: signed.or(self.heads, "heads", usual.heads)?,
            possessive: signed.or(self.possessive, "possessive", usual.possessive)?,
            filter: signed.or(self.filter, "filter", usual.filter)?,
            key_singletons: signed.or(self.key_singletons, "key-singletons", usual.key_singletons)?,
            splitting: signed.or(self.splitting, "splitting", usual.splitting)?,
        })
    }

    /// The types of names.
    pub(super) fn types(&self) -> &[String] {
        self.name_types.as_deref().unwrap_or_default()
    }

    /// The genres; empty for all.
    pub(super) fn genres(&self) -> &[String] {
        self.genres.as_deref().unwrap_or_default()
    }

    /// The options of the library.
    pub(super) fn options(&self) -> Options {
        let usual = Options::default();
        Options {
            types: self.types().to_vec(),
            variants: self.variants.unwrap_or(usual.variants),
            letters: self.letters.unwrap_or(usual.letters),
            pairing: self.pairing.unwrap_or(usual.pairing),
            pronouns: self.pronouns.unwrap_or(usual.pronouns),
            by_kind: self.by_kind.unwrap_or(usual.by_kind),
            conjuncts: self.conjuncts.unwrap_or(usual.conjuncts),
            heads: self.heads.unwrap_or(usual.heads),
            possessive: self.possessive.unwrap_or(usual.possessive),
            filter: self.filter.unwrap_or(usual.filter),
            key_singletons: self.key_singletons.unwrap_or(usual.key_singletons),
            splitting: self.splitting.unwrap_or(usual.splitting),
        }
    }

    /// Names and values of the fields, except the last.
    pub(super) fn fields(&self) -> Vec<(&'static str, String)> {
        let options = self.options();
        let mut values = vec![self.types().join(","), self.genres().join(",")];
        values.extend(
            [
                options.variants.name(),
                options.letters.name(),
                options.pairing.name(),
                options.pronouns.name(),
                options.by_kind.name(),
                options.conjuncts.name(),
                options.heads.name(),
                options.possessive.name(),
                options.filter.name(),
                options.key_singletons.name(),
                options.splitting.name(),
            ]
            .map(str::to_owned),
        );
        FIELDS.iter().copied().zip(values).filter(|(_, value)| !value.is_empty()).collect()
    }
}

/// The fields that a signature has.
struct Signed<'a>(&'a OwnFields);

impl Signed<'_> {
    fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    fn list(&self, name: &str) -> Option<Vec<String>> {
        self.get(name).map(|value| value.split(',').map(str::to_owned).collect())
    }

    /// The value of an option, else of a signature's field, else the default.
    fn or<T: FromStr<Err = String>>(&self, given: Option<T>, name: &str, usual: T) -> Result<Option<T>> {
        let signed = || match self.get(name) {
            Some(value) => value.parse().map_err(|error| anyhow!("--signature: {name}: {error}")),
            None => Ok(usual),
        };
        given.map_or_else(signed, Ok).map(Some)
    }
}
