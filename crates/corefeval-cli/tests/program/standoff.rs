//! Annotation in one file, the text in another beside it.

use std::fs;
use std::process::Command;

const APF: &str = "<?xml version=\"1.0\"?>\n<source_file URI=\"letter.sgm\"><document DOCID=\"letter\"><entity ID=\"E1\" TYPE=\"PER\">\
<entity_mention ID=\"m\" TYPE=\"NOM\"><extent><charseq START=\"10\" END=\"18\">The mayor</charseq></extent></entity_mention>\
</entity></document></source_file>\n";

#[test]
fn a_text_is_found_beside_its_annotation_and_is_no_input_itself() {
    let folder = tempfile::tempdir().unwrap();
    let text = "<DOC>\n<DOCID> letter </DOCID>\nThe mayor slept.\n</DOC>\n";
    fs::write(folder.path().join("letter.sgm"), text).unwrap();
    fs::write(folder.path().join("letter.apf.xml"), APF).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_corefeval"));
    let output = command.args(["validate", "."]).current_dir(folder.path()).output().unwrap();
    let printed = String::from_utf8(output.stdout).unwrap();
    assert!(printed.contains("1 document, 5 tokens, 1 mention, 1 entity\nno problems"), "{printed}");
}

#[test]
fn the_words_of_mmax2_are_found_in_their_folder() {
    let folder = tempfile::tempdir().unwrap();
    let write = |path: &str, text: &str| {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    write(
        "Basedata/letter_words.xml",
        "<words><word id=\"word_1\">Mary</word><word id=\"word_2\">slept</word></words>",
    );
    let markable = "<markable id=\"markable_1\" span=\"word_1\" coref_class=\"set_1\"/>";
    write("Markables/letter_coref_level.xml", &format!("<markables>{markable}</markables>"));
    let mut command = Command::new(env!("CARGO_BIN_EXE_corefeval"));
    let arguments = ["convert", "--to", "conll", "Markables/letter_coref_level.xml", "--quiet"];
    let output = command.args(arguments).current_dir(folder.path()).output().unwrap();
    let printed = String::from_utf8(output.stdout).unwrap();
    assert!(printed.starts_with("#begin document (letter); part 000\n0\tMary\t(set_1)\n"), "{printed}");
}
