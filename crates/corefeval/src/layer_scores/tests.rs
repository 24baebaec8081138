use super::{LayerTallies, by_genre};
use crate::document::{Document, Layer, Name, Span};
use crate::metric::{Ratio, Tally};

fn document(tags: &[&str], layers: &[(Layer, &[&str])]) -> Document {
    let tokens = tags.len() as u32;
    let mut document = Document { tokens, sentences: vec![Span::new(0, tokens)], ..Document::default() };
    document.layers.set(Layer::PartOfSpeech, tags.iter().collect());
    for (layer, cells) in layers {
        document.layers.set(*layer, cells.iter().collect());
    }
    document
}

fn tally(both: f64, key: f64, response: f64) -> Tally {
    Tally::shared(both, key, response)
}

#[test]
fn phrases_are_compared_without_root_and_punctuation() {
    let tags = ["NNP", ",", "NNP", "VBD", "RP", "."];
    let key = document(&tags, &[(Layer::Parse, &["(TOP(S(NP*", "*", "*)", "(VP*", "(PRT*))", "*))"])]);
    let response =
        document(&tags, &[(Layer::Parse, &["(TOP(S(NP-SBJ*", "*", "*)", "(VP*", "(ADVP*)", "*)))"])]);
    // the full stop under VP makes no difference, PRT is ADVP
    assert_eq!(LayerTallies::of(&key, &response).phrases, tally(4.0, 4.0, 4.0));
    let flat = document(&tags, &[(Layer::Parse, &["(TOP(S*", "*", "*", "(VP*", "*)", "*))"])]);
    assert_eq!(LayerTallies::of(&key, &flat).phrases, tally(2.0, 4.0, 2.0));
}

#[test]
fn long_sentences_are_left_out_of_the_second_figure() {
    let tags = vec!["NN"; 40];
    let mut bits = vec!["*"; 40];
    (bits[0], bits[39]) = ("(TOP(NP*", "*))");
    let key = document(&tags, &[(Layer::Parse, &bits)]);
    let tallies = LayerTallies::of(&key, &key);
    assert_eq!((tallies.sentences, tallies.short_sentences), (1, 0));
    assert_eq!((tallies.phrases, tallies.short_phrases), (tally(1.0, 1.0, 1.0), Tally::default()));
    assert_eq!(tallies.tags, Ratio::of(40, 40));
}

#[test]
fn names_must_agree_in_type_and_tokens() {
    let tags = ["NNP", "NNP", "NNP"];
    let key = document(&tags, &[(Layer::Name, &["(PERSON*", "*)", "(GPE)"])]);
    let response = document(&tags, &[(Layer::Name, &["(PERSON*", "*)", "(ORG)"])]);
    let tallies = LayerTallies::of(&key, &response);
    assert_eq!(tallies.names["PERSON"], tally(1.0, 1.0, 1.0));
    assert_eq!(tallies.names["GPE"], tally(0.0, 1.0, 0.0));
    assert_eq!(tallies.names["ORG"], tally(0.0, 0.0, 1.0));
    assert_eq!(tallies.all_names(), tally(1.0, 2.0, 2.0));
}

#[test]
fn senses_count_where_the_key_has_one() {
    let tags = ["NN", "NN", "NN"];
    let key = document(&tags, &[(Layer::Sense, &["1", "2", "-"])]);
    let response = document(&tags, &[(Layer::Sense, &["1", "-", "3"])]);
    assert_eq!(LayerTallies::of(&key, &response).senses, Ratio::of(1, 2));
}

#[test]
fn arguments_belong_to_their_predicate_and_may_be_continued() {
    let tags = ["NN", "VB", "NN", "VB"];
    let frames: &[&str] = &["-", "01", "-", "02"];
    let key = document(
        &tags,
        &[
            (Layer::Frameset, frames),
            (Layer::Arguments, &["(ARG1*)\t*", "(V*)\t*", "(C-ARG1*)\t(ARG0*)", "*\t(V*)"]),
        ],
    );
    let response = document(
        &tags,
        &[
            (Layer::Frameset, &["-", "01", "-", "03"]),
            (Layer::Arguments, &["(ARG1*)\t*", "(V*)\t*", "*\t(ARG0*)", "*\t(V*)"]),
        ],
    );
    let roles = LayerTallies::of(&key, &response).roles;
    assert_eq!(roles.arguments, tally(1.0, 2.0, 2.0));
    assert_eq!((roles.perfect, roles.framesets), (Ratio::of(1, 2), Ratio::of(1, 2)));
    let missed = document(&tags, &[]);
    assert_eq!(LayerTallies::of(&key, &missed).roles.arguments, tally(0.0, 2.0, 0.0));
}

#[test]
fn genres_are_counted_apart() {
    let mut one = document(&["NN"], &[]);
    one.name = Name::plain("bc/a");
    let mut other = document(&["NN", "NN"], &[]);
    other.name = Name::plain("wb/b");
    let (genres, all) = by_genre(&[(&one, &one), (&other, &other)]);
    assert_eq!(genres.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), ["bc", "wb"]);
    assert_eq!((genres[1].1.tags, all.tags), (Ratio::of(2, 2), Ratio::of(3, 3)));
}
