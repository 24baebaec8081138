//! Tag sets for parts of speech: the meaning of tags in each of them.
//!
//! A tag is looked up in the sets of [`TAG_SETS`] in order. If two sets have the same tag, they agree on its
//! meaning.

use crate::document::{Column, Document, Layer};

/// The class of a word, as far as kinds of mentions depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WordClass {
    /// A proper noun.
    ProperNoun,
    /// A common noun.
    Noun,
    /// A pronoun, possessive pronouns included.
    Pronoun,
    /// A determiner, which is a pronoun if it is the only word of a mention.
    Determiner,
    /// A verb.
    Verb,
    /// Anything else.
    Other,
}

use WordClass::{Determiner, Noun, Other, Pronoun, ProperNoun, Verb};

/// A tag set: its name, and a function for the class of a tag; none for a tag that is not in the set.
pub(crate) struct TagSet {
    pub(crate) name: &'static str,
    class: fn(&str) -> Option<WordClass>,
}

/// All known tag sets.
pub(crate) const TAG_SETS: &[TagSet] = &[
    TagSet { name: "Penn Treebank", class: penn },
    TagSet { name: "universal", class: universal },
    TagSet { name: "STTS (German)", class: stts },
    TagSet { name: "CGN (Dutch)", class: cgn },
    TagSet { name: "Chinese Treebank", class: chinese },
];

/// The class of words with a tag; none if no set has the tag.
pub(crate) fn word_class(tag: &str) -> Option<WordClass> {
    TAG_SETS.iter().find_map(|set| (set.class)(tag))
}

/// Whether it is a tag of the Penn Treebank, which is for English.
pub(crate) fn is_penn(tag: &str) -> bool {
    penn(tag).is_some()
}

/// Whether a document has tags, and whether they are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tags {
    /// There are none.
    None,
    /// There are tags, but no known set has any of the tags of words; tags of punctuation are not considered.
    Unknown,
    /// Some tags are in a known set.
    Known,
}

/// What is known of the tags of a document.
pub(crate) fn tags_of(document: &Document) -> Tags {
    let mut tags = Tags::None;
    for layer in [Layer::UniversalPartOfSpeech, Layer::PartOfSpeech] {
        for tag in document.layers.get(layer).into_iter().flat_map(Column::iter) {
            if matches!(tag, "" | "-" | "_") {
                continue;
            }
            if word_class(tag).is_some_and(|class| class != Other) {
                return Tags::Known;
            }
            tags = Tags::Unknown;
        }
    }
    tags
}

/// What a document lacks to determine kinds of mentions.
pub(crate) fn lack_of_tags(document: &Document) -> Option<&'static str> {
    match tags_of(document) {
        Tags::None => Some("no parts of speech"),
        Tags::Unknown => Some("no parts of speech of a known tag set"),
        Tags::Known => None,
    }
}

/// The names of all tag sets, for messages.
pub(crate) fn names() -> String {
    TAG_SETS.iter().map(|set| set.name).collect::<Vec<_>>().join(", ")
}

/// The Penn Treebank tag set (Marcus et al. 1993).
fn penn(tag: &str) -> Option<WordClass> {
    Some(match tag {
        "NNP" | "NNPS" => ProperNoun,
        "NN" | "NNS" | "NX" => Noun,
        "PRP" | "PRP$" | "WP" | "WP$" | "WDT" => Pronoun,
        "DT" => Determiner,
        "MD" => Verb,
        _ if tag.starts_with("VB") => Verb,
        "CC" | "CD" | "EX" | "FW" | "IN" | "JJ" | "JJR" | "JJS" | "LS" | "PDT" | "POS" | "RB" | "RBR"
        | "RBS" | "RP" | "SYM" | "TO" | "UH" | "WRB" | "HYPH" | "NFP" | "ADD" | "AFX" | "GW" => Other,
        _ => return None,
    })
}

/// The universal tag set (Petrov et al. 2012) as used in Universal Dependencies.
fn universal(tag: &str) -> Option<WordClass> {
    Some(match tag {
        "PROPN" => ProperNoun,
        "NOUN" => Noun,
        "PRON" => Pronoun,
        "DET" => Determiner,
        "VERB" | "AUX" => Verb,
        "ADJ" | "ADP" | "ADV" | "CCONJ" | "CONJ" | "INTJ" | "NUM" | "PART" | "PRT" | "PUNCT" | "SCONJ" => {
            Other
        }
        _ => return None,
    })
}

/// The Stuttgart-Tübingen tag set (Schiller et al. 1999).
fn stts(tag: &str) -> Option<WordClass> {
    Some(match tag {
        "NE" => ProperNoun,
        "NN" => Noun,
        "PPER" | "PRF" | "PPOSS" | "PPOSAT" | "PRELS" | "PRELAT" | "PWS" | "PDS" | "PIS" | "PAV"
        | "PROAV" => Pronoun,
        "ART" | "PDAT" | "PIAT" | "PIDAT" | "PWAT" => Determiner,
        "VVFIN" | "VVIMP" | "VVINF" | "VVIZU" | "VVPP" | "VAFIN" | "VAIMP" | "VAINF" | "VAPP" | "VMFIN"
        | "VMINF" | "VMPP" => Verb,
        "ADJA" | "ADJD" | "APPR" | "APPRART" | "APPO" | "APZR" | "CARD" | "FM" | "ITJ" | "KOUI" | "KOUS"
        | "KON" | "KOKOM" | "PTKZU" | "PTKNEG" | "PTKVZ" | "PTKANT" | "PTKA" | "PWAV" | "TRUNC" | "XY" => {
            Other
        }
        _ => return None,
    })
}

/// The tag set of Van Eynde 2004: a class, and features in brackets, such as `N(eigen,ev,basis,zijd,stan)`.
fn cgn(tag: &str) -> Option<WordClass> {
    let (class, features) = tag.split_once(['(', '['])?;
    let has = |feature: &str| features.trim_end_matches([')', ']']).split(',').any(|one| one == feature);
    Some(match class {
        "N" if has("eigen") => ProperNoun,
        "SPEC" if has("deeleigen") => ProperNoun,
        "N" => Noun,
        // of the words before a noun, only possessives refer
        "VNW" if has("det") && has("prenom") && !has("bez") => Determiner,
        "VNW" => Pronoun,
        "LID" => Determiner,
        "WW" => Verb,
        "ADJ" | "TW" | "VZ" | "VG" | "BW" | "TSW" | "LET" | "SPEC" => Other,
        _ => return None,
    })
}

/// The Chinese Treebank tag set (Xia 2000).
fn chinese(tag: &str) -> Option<WordClass> {
    Some(match tag {
        "NR" => ProperNoun,
        "NN" | "NT" => Noun,
        "PN" => Pronoun,
        "DT" => Determiner,
        "VV" | "VA" | "VC" | "VE" => Verb,
        "AD" | "AS" | "BA" | "CS" | "DEC" | "DEG" | "DER" | "DEV" | "ETC" | "IJ" | "LB" | "LC" | "MSP"
        | "OD" | "ON" | "PU" | "SB" | "SP" => Other,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::WordClass::{Determiner, Noun, Other, Pronoun, ProperNoun, Verb};
    use super::{TAG_SETS, Tags, tags_of, word_class};
    use crate::document::{Document, Layer};

    #[test]
    fn tags_of_five_sets_are_known() {
        let of = |tags: &[&str]| -> Vec<_> { tags.iter().map(|tag| word_class(tag)).collect() };
        let classes =
            [Some(ProperNoun), Some(Noun), Some(Pronoun), Some(Determiner), Some(Verb), Some(Other)];
        assert_eq!(of(&["NNP", "NNS", "PRP$", "DT", "VBG", "IN"]), classes);
        assert_eq!(of(&["PROPN", "NOUN", "PRON", "DET", "AUX", "ADP"]), classes);
        assert_eq!(of(&["NE", "NN", "PPOSAT", "PIAT", "VAFIN", "APPRART"]), classes);
        assert_eq!(of(&["NR", "NT", "PN", "DT", "VC", "DEG"]), classes);
        let dutch = [
            "N(eigen,ev,basis,zijd,stan)",
            "N[soort,mv,basis]",
            "VNW[bez,det,stan,red,3,ev,prenom,zonder,agr]",
            "VNW[aanw,det,stan,prenom,zonder,rest]",
            "WW[pv,verl,mv]",
            "LET[]",
        ];
        assert_eq!(of(&dutch), classes);
        assert_eq!(
            of(&["SPEC(deeleigen)", "VNW(pers,pron,nomin,vol,1,ev)", "SPEC(vreemd)"]),
            [Some(ProperNoun), Some(Pronoun), Some(Other)]
        );
        assert_eq!(of(&["", "-", "_", "S-3", "qwerty"]), [None; 5]);
    }

    #[test]
    fn no_two_sets_disagree() {
        let tags = "NN NNP DT FW CC CD JJ IN VV VB ADJ DET CONJ NE PN PDT M P X NUM FM XY AS SP";
        for tag in tags.split(' ') {
            let known: Vec<_> = TAG_SETS.iter().filter_map(|set| (set.class)(tag)).collect();
            assert!(known.windows(2).all(|two| two[0] == two[1]), "{tag}: {known:?}");
        }
    }

    #[test]
    fn signs_alone_do_not_make_a_tag_set_known() {
        let tagged = |tags: [&str; 2]| {
            Document::builder("d").tokens(2).layer(Layer::PartOfSpeech, tags).build().unwrap()
        };
        assert_eq!(tags_of(&tagged(["-", "_"])), Tags::None);
        assert_eq!(tags_of(&tagged(["foo", "PUNCT"])), Tags::Unknown);
        assert_eq!(tags_of(&tagged(["foo", "NE"])), Tags::Known);
    }
}
