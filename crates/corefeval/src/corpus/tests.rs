//! Layers that are taken out come back as they were.

use super::{TextLayer, Words, extract, fill, merge};
use crate::document::{Document, Layer, Wanted};
use crate::format::{Block, conll::CONLL};

const FILE: &str = "#begin document (bc/x/00/x_0001); part 000\n\
bc/x/00/x_0001\t0\t0\tOur\tPRP$\t(TOP(S(NP*\t-\t-\t-\tAnn\t*\t(ARG0*\t(ARG1*\t(3)|(4\n\
bc/x/00/x_0001\t0\t1\tParis\tNNP\t*)\t-\t-\t2\tAnn\t(GPE)\t*)\t*)\t4)\n\
bc/x/00/x_0001\t0\t2\tsaw\tVBD\t(VP*\tsee\t01\t1\tAnn\t*\t(V*)\t*\t-\n\
bc/x/00/x_0001\t0\t3\tgrow\tVB\t(NP*\tgrow\t03\t-\tBea\t(ORG*\t(ARG1*\t(V*)\t(5\n\
bc/x/00/x_0001\t0\t4\t-LRB-\t-LRB-\t*))))\t-\t-\t-\tBea\t*)\t*)\t*\t5)\n\
\n\
bc/x/00/x_0001\t0\t0\tOh\tUH\t(TOP(INTJ*))\t-\t-\t-\t-\t*\t(4)\n\
\n\
#end document\n";

fn read(text: &str) -> Vec<Document> {
    CONLL.read(&Block::whole(text.as_bytes()), Wanted::ALL).documents
}

fn written(documents: &[Document]) -> String {
    let mut out = Vec::new();
    CONLL.write(documents, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

fn without(layer: TextLayer) -> Vec<Document> {
    let mut documents = read(FILE);
    let layers: &[Layer] = match layer {
        TextLayer::Parse => &[Layer::Parse, Layer::PartOfSpeech],
        TextLayer::Name => &[Layer::Name],
        TextLayer::Speaker => &[Layer::Speaker],
        TextLayer::Sense => &[Layer::Sense],
        TextLayer::Proposition => &[Layer::Arguments, Layer::Frameset, Layer::Lemma],
        TextLayer::Coreference => &[],
    };
    for document in &mut documents {
        for layer in layers {
            document.layers.remove(*layer);
        }
        if layer == TextLayer::Coreference {
            document.mentions.clear();
        }
    }
    documents
}

#[test]
fn every_layer_comes_back_as_it_was() {
    assert_eq!(written(&read(FILE)), FILE);
    for layer in TextLayer::ALL {
        let text = extract(&read(FILE), *layer).unwrap();
        let mut documents = without(*layer);
        assert_ne!(written(&documents), FILE, "{layer} was not taken away");
        assert_eq!(merge(&mut documents, &text), Ok(*layer), "{text}");
        assert_eq!(written(&documents), FILE, "{layer}: {text}");
    }
}

#[test]
fn layers_are_written_to_be_read_by_people_too() {
    let line = |layer, number| extract(&read(FILE), layer).unwrap().lines().nth(number).unwrap().to_owned();
    assert_eq!(line(TextLayer::Name, 2), "0\t1\t1\tGPE\tParis");
    assert_eq!(line(TextLayer::Coreference, 2), "0\t0\t1\t4\tOur Paris");
    assert_eq!(line(TextLayer::Speaker, 3), "0\t3\t4\tBea\tgrow -LRB-");
    assert_eq!(line(TextLayer::Proposition, 2), "0\t2\tsee\t01\tARG0:0-1 V:2-2 ARG1:3-4");
    let tree = "(TOP (S (NP (PRP$ Our) (NNP Paris)) (VP (VBD saw) (NP (VB grow) (-LRB- -LRB-)))))";
    assert_eq!(line(TextLayer::Parse, 2), tree);
}

#[test]
fn what_does_not_fit_is_told_with_its_line() {
    let wrong = |text: &str| merge(&mut read(FILE), text).unwrap_err();
    assert_eq!(wrong("0\t1\n").line, 1);
    let header = "#begin document (bc/x/00/x_0001); part 000";
    let lines = [
        ("name", "9\t0\t0\tGPE", "there are only 2 sentences"),
        ("name", "0\t3\t9\tGPE", "tokens 3 to 9 are not in the sentence"),
        ("name", "0\tx\t1\tGPE", "`x` is not the number of a token"),
        ("coref", "0\t1", "expected sentence"),
        ("prop", "0\t2\tsee\t01\tARG0", "`ARG0` is not an argument"),
        ("parse", "(TOP (NN x))", "sentence 1"),
    ];
    for (layer, line, message) in lines {
        let error = wrong(&format!("#layer {layer}\n{header}\n{line}\n#end document\n"));
        assert_eq!(error.line, 3, "{error}");
        assert!(error.message.contains(message), "{error}");
    }
    assert_eq!(wrong("#layer name\n#begin document (other)\n#end document\n").line, 2);
}

#[test]
fn trees_that_were_extracted_are_read_as_trees_and_as_words() {
    let text = "#begin document (d); part 000\nd\t0\t0\tMary\tNNP\t(TOP(S(NP*)\t-\t-\t-\t-\t*\t(0)\nd\t0\t1\tslept\tVBD\t(VP*)))\t-\t-\t-\t-\t*\t-\n\n#end document\n";
    let extracted = extract(&read(text), TextLayer::Parse).unwrap();
    assert!(extracted.starts_with("#layer parse\n"));
    let trees = crate::document::read_bracketed(&extracted).unwrap();
    assert_eq!(trees.iter().map(|tree| (tree.words.len(), tree.line)).collect::<Vec<_>>(), [(2, 3)]);
    let words = std::collections::BTreeMap::from([("d".to_owned(), Words::read(&extracted, false).unwrap())]);
    let skeleton = text.replace("Mary", "[WORD]").replace("slept", "[WORD]");
    assert_eq!(fill(&skeleton, &words).unwrap().text, text);
}
