//! What cannot be done as it is asked for is refused or said, with what to do instead.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;

/// A file of the examples.
fn example(name: &str) -> String {
    let path: PathBuf = [env!("CARGO_MANIFEST_DIR"), "..", "..", "examples", name].iter().collect();
    path.to_string_lossy().into_owned()
}

fn run(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_corefeval")).args(arguments).current_dir(folder).output().unwrap()
}

/// What a command that fails says.
fn refused(folder: &Path, arguments: &[&str]) -> String {
    let output = run(folder, arguments);
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success() && output.stdout.is_empty(), "{arguments:?}: {said}");
    said
}

/// What a command that succeeds prints, and what it says.
fn done(folder: &Path, arguments: &[&str]) -> [String; 2] {
    let output = run(folder, arguments);
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{arguments:?}: {said}");
    [String::from_utf8(output.stdout).unwrap(), said]
}

fn write(folder: &TempDir, name: &str, contents: impl AsRef<[u8]>) {
    std::fs::write(folder.path().join(name), contents).unwrap();
}

#[test]
fn a_file_that_is_plainly_in_another_format_is_refused() {
    let folder = TempDir::new().unwrap();
    let (key, bold) = (example("key.conll"), example("bold.conll"));
    for format in ["corefud", "ua", "markup"] {
        let said = refused(folder.path(), &["score", &key, &bold, "-f", format, "-m", "muc"]);
        assert!(said.contains("error[other-format]") && !said.contains("warning"), "{said}");
    }
    done(folder.path(), &["convert", &key, "-t", "jsonlines", "-o", "k.jsonl"]);
    let said = refused(folder.path(), &["score", "k.jsonl", "k.jsonl", "-f", "conll"]);
    assert!(said.contains("error[other-format]") && !said.contains("not-coreference"), "{said}");
}

#[test]
fn a_record_that_is_cut_off_is_reported_where_it_ends() {
    let folder = TempDir::new().unwrap();
    let record = r#"{"doc_key": "d", "sentences": [["a", "b"]], "clusters": [[[0, 0], [1, 1]]]"#;
    let whole = format!("{record}}}");
    for next in [&*whole, ""] {
        write(&folder, "k.jsonl", format!("{record}\n{next}\n"));
        let place = format!("--> k.jsonl:1:{}", record.len() + 1);
        let said = refused(folder.path(), &["score", "k.jsonl", "k.jsonl"]);
        assert!(said.contains(&place) && said.contains(r#"1 | {"doc_key""#), "{place}: {said}");
    }
}

#[test]
fn what_participants_are_not_given_is_no_loss() {
    let folder = TempDir::new().unwrap();
    let key = example("task/keys/es.conllu");
    let given = ["--given", "gold-mentions", "--strict", "-o", "x.conllu"];
    let [_, said] = done(folder.path(), &[&["convert", &key, "-t", "corefud"], &given[..]].concat());
    assert_eq!(said, "");
}

const GAP_KEY: &str = "ID\tText\tPronoun\tPronoun-offset\tA\tA-offset\tA-coref\tB\tB-offset\tB-coref\tURL\n\
     d-1\tt\tshe\t0\tAnn\t1\tTRUE\tEve\t2\tFALSE\tu\nd-2\tt\tHis\t0\tTom\t1\tFALSE\tBob\t2\tTRUE\tu\n";

#[test]
fn gap_says_what_is_repeated_unknown_or_undecided() {
    let folder = TempDir::new().unwrap();
    write(&folder, "key.tsv", GAP_KEY);
    write(&folder, "response.tsv", "d-1\tTRUE\tFALSE\nd-9\tTRUE\tTRUE\nd-1\tFALSE\tTRUE\n");
    let [printed, said] = done(folder.path(), &["gap", "key.tsv", "response.tsv"]);
    assert!(printed.contains("not in the response, and counted as missed: 1 example\n"), "{printed}");
    for place in ["warning[same-id]", "response.tsv:3:1", "warning[extra-document]", "response.tsv:2:1"] {
        assert!(said.contains(place), "{place}: {said}");
    }
    assert_eq!(done(folder.path(), &["gap", "-q", "key.tsv", "response.tsv"])[1], "");
    assert!(refused(folder.path(), &["gap", "--strict", "key.tsv", "response.tsv"]).contains("2 errors"));
    write(&folder, "response.tsv", "d-1\tTRUE\tFALSE\nd-2\tTRUE\tmaybe\n");
    let said = refused(folder.path(), &["gap", "key.tsv", "response.tsv"]);
    assert!(said.contains("`maybe` is not a decision") && said.contains("response.tsv:2:10"), "{said}");
}

#[test]
fn signatures_are_printed_by_arcs_and_layers() {
    let folder = TempDir::new().unwrap();
    let key: PathBuf = [env!("CARGO_MANIFEST_DIR"), "tests", "data", "named.key.conll"].iter().collect();
    let key = key.to_string_lossy();
    for command in ["arcs", "layers"] {
        for layout in ["text", "json", "csv"] {
            let [printed, _] =
                done(folder.path(), &[command, &key, &key, "--missing", "skip", "--as", layout]);
            assert!(printed.contains("missing:skip"), "{command} {layout}: {printed}");
        }
    }
}

#[test]
fn types_that_do_not_occur_are_refused_or_said() {
    let folder = TempDir::new().unwrap();
    let key: PathBuf = [env!("CARGO_MANIFEST_DIR"), "tests", "data", "named.key.conll"].iter().collect();
    let key = key.to_string_lossy();
    let said = refused(folder.path(), &["nec", &key, &key, "--name-types", "FOO"]);
    assert!(said.contains("error[nothing-selected]: no name of the key has the type FOO"), "{said}");
    let [_, said] = done(folder.path(), &["nec", &key, &key, "--name-types", "PERSON,FOO"]);
    assert!(said.contains("warning[nothing-selected]"), "{said}");
    let row = "1\tMary\tMary\tPROPN\t_\t_\t0\troot\t_\tEntity=(e1-person-1-)\n\n";
    write(&folder, "typed.conllu", format!("# newdoc id = d\n# global.Entity = eid-etype-head-other\n{row}"));
    let [_, said] = done(folder.path(), &["score", "typed.conllu", "typed.conllu", "--types", "person,zzz"]);
    assert!(said.contains("warning[nothing-selected]: no entity of the key has the type `zzz`"), "{said}");
}

#[test]
fn genres_that_do_not_occur_are_refused_or_said() {
    let folder = TempDir::new().unwrap();
    let key: PathBuf = [env!("CARGO_MANIFEST_DIR"), "tests", "data", "named.key.conll"].iter().collect();
    let text = std::fs::read_to_string(&key).unwrap();
    let name = text.split_once('(').and_then(|(_, rest)| rest.split_once(')')).unwrap().0.to_owned();
    write(&folder, "nw.conll", text.replace(&name, "nw/x/00/x_0001"));
    for command in [&["nec", "nw.conll", "nw.conll"][..], &["names", "nw.conll"]] {
        let asked = |genres| [command, &["--genres", genres]].concat();
        let [_, said] = done(folder.path(), &asked("nw,zz"));
        assert!(said.contains("warning[nothing-selected]: no document is of the genre zz"), "{said}");
        assert!(said.contains("the documents are of the genres nw"), "{said}");
        assert!(refused(folder.path(), &asked("zz")).contains("zz"));
        let [_, said] = done(folder.path(), &asked("nw"));
        assert!(!said.contains("genre"), "{said}");
    }
}

#[test]
fn types_of_a_key_without_types_are_one_error() {
    let folder = TempDir::new().unwrap();
    let said =
        refused(folder.path(), &["score", &example("key.conll"), &example("bold.conll"), "--types", "PER"]);
    assert!(said.contains("error[missing-layer]") && !said.contains("warning"), "{said}");
}

#[test]
fn a_layer_that_no_document_has_is_not_extracted() {
    let folder = TempDir::new().unwrap();
    write(&folder, "k.conll", "#begin document (a); part 000\nx\t(0)\ny\t(0)\n\n#end document\n");
    for layer in ["parse", "name", "speaker", "sense", "prop"] {
        let said = refused(folder.path(), &["extract", "-l", layer, "k.conll"]);
        assert!(said.contains("error[missing-layer]"), "{said}");
    }
    done(folder.path(), &["extract", "-l", "coref", "k.conll"]);
}

#[test]
fn an_ending_that_promises_something_else_is_refused() {
    let folder = TempDir::new().unwrap();
    let (key, bold) = (example("key.conll"), example("bold.conll"));
    for out in ["r.json", "r.pdf"] {
        let said = refused(folder.path(), &["report", &key, &bold, "-o", out]);
        assert!(said.contains("ends in .html"), "{said}");
    }
    for (out, packer) in [("x.conll.gz", "| gzip > x.conll.gz"), ("x.conll.zst", "| zstd > x.conll.zst")] {
        let said = refused(folder.path(), &["convert", &key, "-t", "conll", "-o", out]);
        assert!(said.contains(packer), "{said}");
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn documents_that_are_counted_twice_are_named() {
    let key = example("key.conll");
    let [_, said] = done(TempDir::new().unwrap().path(), &["stats", &key, &key]);
    assert!(said.contains("warning[same-name]") && said.contains("it is counted again"), "{said}");
}

#[test]
fn archives_are_to_be_unpacked_first() {
    let folder = TempDir::new().unwrap();
    let mut tar = vec![b'x'; 600];
    tar[257..262].copy_from_slice(b"ustar");
    let packed = {
        use std::io::Write;
        let mut writer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        writer.write_all(&tar).unwrap();
        writer.finish().unwrap()
    };
    write(&folder, "a.conll.bz2", b"BZh91AY&SY\x12\x34");
    write(&folder, "b.conll.xz", b"\xfd7zXZ\x00\x00\x04");
    write(&folder, "c.zip", b"PK\x03\x04\x14\x00");
    write(&folder, "d.tar", &tar);
    write(&folder, "e.tar.gz", packed);
    for file in ["a.conll.bz2", "b.conll.xz", "c.zip", "d.tar", "e.tar.gz"] {
        for arguments in [&["validate", file][..], &["scorch", file, file]] {
            let output = run(folder.path(), arguments);
            let said = String::from_utf8(output.stderr).unwrap();
            assert!(said.contains(&format!("{file}: compressed or archived")), "{said}");
            assert!(said.contains("unpack it first"), "{said}");
        }
    }
}

#[test]
fn what_analyse_cannot_find_is_said() {
    let folder = TempDir::new().unwrap();
    let (key, bold) = (example("key.conll"), example("bold.conll"));
    let analyse = |more: &[&str]| run(folder.path(), &[&["analyse", &key, &bold], more].concat());
    let output = analyse(&["--list", "--entity", "77"]);
    assert!(!output.status.success());
    assert!(String::from_utf8_lossy(&output.stderr).contains("--entity 77: no entity"));
    let output = analyse(&["--list", "--contains", "nope"]);
    assert!(output.status.success() && String::from_utf8_lossy(&output.stdout).contains("nothing found"));
    let output = analyse(&["--analysis", "links", "--kind", "missing-mention"]);
    assert!(!output.status.success());
    assert!(String::from_utf8_lossy(&output.stderr).contains("is no kind of --analysis links"));
}

#[test]
fn scorch_reads_one_document_per_file() {
    let folder = TempDir::new().unwrap();
    let document = r#"{"type": "clusters", "clusters": {"1": ["a", "b"]}}"#;
    write(&folder, "two.json", format!("{document}\n{document}\n"));
    write(&folder, "one.json", document);
    for files in [["two.json", "one.json"], ["one.json", "two.json"]] {
        let said = refused(folder.path(), &["scorch", files[0], files[1]]);
        assert!(said.contains("two.json: the file has several documents"), "{said}");
        assert!(said.contains("one document per file"), "{said}");
    }
}

#[test]
fn figures_that_are_fractions_and_weights_that_are_repeated_are_refused() {
    let folder = TempDir::new().unwrap();
    let said = refused(folder.path(), &["rank", "--table", "conll-2012-en", "--score", "0.61"]);
    assert!(said.contains("did you mean 61?"), "{said}");
    let (key, bold) = (example("key.conll"), example("bold.conll"));
    for option in ["--weights=muc=1,muc=2", "--weights=b3=1,b-cubed=1", "--kind-weights=name=1,name=2"] {
        let said = refused(folder.path(), &["measures", &key, &bold, option]);
        assert!(said.contains("has a weight already"), "{said}");
    }
    let [printed, _] = done(folder.path(), &["measures", &key, &bold, "--weights", "b3=1"]);
    assert!(printed.contains("weights:b-cubed=1|") && !printed.contains("b3"), "{printed}");
}

#[test]
fn errors_name_a_file_once_and_say_what_is_wrong_with_it() {
    let folder = TempDir::new().unwrap();
    let (key, bold) = (example("key.conll"), example("bold.conll"));
    let said =
        String::from_utf8(run(folder.path(), &["score", &key, &bold, "nofile", "--keep-going"]).stderr);
    let said = said.unwrap();
    assert_eq!(said.matches("error: nofile: ").count(), 1, "{said}");
    assert!(!said.contains("nofile: nofile"), "{said}");
    let said = refused(folder.path(), &["score", &key, &bold, "-o", "nodir/x.json"]);
    assert!(said.contains("cannot write nodir/x.json: ") && !said.contains(".tmp"), "{said}");
    let said = refused(folder.path(), &["assemble", "nofile"]);
    assert!(said.contains("nofile: ") && !said.contains("nothing to insert"), "{said}");
    let said = refused(folder.path(), &["convert", &key, &example("boundaries/key.conll"), "-t", "arrau"]);
    assert!(said.contains("holds one document, and there are 3"), "{said}");
}

#[test]
fn the_end_of_a_text_is_not_shown_as_a_word() {
    let folder = TempDir::new().unwrap();
    let text = |words: &str| format!("#begin document (a); part 000\n{words}\n#end document\n");
    write(&folder, "long.conll", text("a\t0\t0\tx\t(0)\na\t0\t1\ty\t(0)\na\t0\t2\tz\t-\n"));
    write(&folder, "short.conll", text("a\t0\t0\tx\t(0)\na\t0\t1\ty\t(0)\n"));
    let said = refused(folder.path(), &["score", "long.conll", "short.conll"]);
    assert!(said.contains("`z` in the key, the end of the text in the response"), "{said}");
    assert!(!said.contains("its end"), "{said}");
}

#[test]
fn bytes_that_are_not_utf_8_are_said_and_compared_as_they_are() {
    let folder = TempDir::new().unwrap();
    let conll = |byte: u8| {
        [b"#begin document (d); part 000\n0\tJos", &[byte][..], b"\t(1)\n1\the\t(1)\n\n#end document\n"]
            .concat()
    };
    write(&folder, "one.conll", conll(0xe9));
    write(&folder, "other.conll", conll(0xe8));
    for command in [
        &["validate"][..],
        &["convert", "--to", "conll"],
        &["score", "one.conll", "-m", "muc", "--by", "type"],
    ] {
        let output = run(folder.path(), &[command, &["one.conll", "--strict"]].concat());
        let said = String::from_utf8(output.stderr).unwrap();
        let place = "--> one.conll:2:6";
        assert!(
            said.contains("error[not-utf-8]") && said.contains(place) && said.contains("iconv"),
            "{said}"
        );
        assert!(!output.status.success(), "{command:?}");
    }
    let [_, said] = done(folder.path(), &["score", "one.conll", "one.conll", "-m", "muc", "--strict"]);
    assert_eq!(said, "");
    let [_, said] = done(folder.path(), &["score", "one.conll", "other.conll", "-m", "muc"]);
    assert!(said.contains("warning[words-differ]") && said.contains("warning[not-utf-8]"), "{said}");
    refused(folder.path(), &["score", "one.conll", "other.conll", "-m", "muc", "--strict"]);
}

#[test]
fn utf_16_is_named_whatever_the_format() {
    let folder = TempDir::new().unwrap();
    let key = std::fs::read_to_string(example("key.conll")).unwrap();
    let wide: Vec<u8> = format!("\u{feff}{key}").encode_utf16().flat_map(u16::to_le_bytes).collect();
    write(&folder, "wide.conll", &wide);
    write(&folder, "unmarked.conll", &wide[2..]);
    for options in [&[][..], &["-f", "conll"], &["-f", "jsonlines"], &["-f", "markup"]] {
        let said = refused(folder.path(), &[&["convert", "wide.conll", "-t", "conll"], options].concat());
        assert!(said.contains("UTF-16") && said.contains("`iconv -f utf-16 -t utf-8`"), "{said}");
    }
    let said = refused(folder.path(), &["score", "unmarked.conll", "wide.conll"]);
    assert!(said.contains("`iconv -f utf-16le -t utf-8`"), "{said}");
}

#[test]
fn line_ends_of_old_macs_are_refused() {
    let folder = TempDir::new().unwrap();
    for name in ["key.conll", "task/keys/es.conllu"] {
        let text = std::fs::read_to_string(example(name)).unwrap();
        write(&folder, "mac.txt", text.replace('\n', "\r"));
        let said = refused(folder.path(), &["score", "mac.txt", "mac.txt", "-m", "muc"]);
        assert!(said.contains("error[other-line-ends]") && said.contains(r"`tr '\r' '\n'"), "{said}");
        assert_eq!(said.matches("error[").count(), 2, "{said}");
    }
    // white space of JSON is what it is
    let record = r#"{"doc_key": "d", "sentences": [["a", "b"]], "clusters": [[[0, 0], [1, 1]]]}"#;
    write(&folder, "mac.jsonl", format!("{record}\r{}\r", record.replace("\"d\"", "\"e\"")));
    done(folder.path(), &["score", "mac.jsonl", "mac.jsonl", "-m", "muc"]);
}

#[test]
fn odd_cells_and_names_are_explained_where_they_are() {
    let folder = TempDir::new().unwrap();
    let document =
        |cell: &str| format!("#begin document (d); part 000\n0\ta\t{cell}\n1\tb\t1)\n\n#end document\n");
    write(&folder, "dash.conll", document("(1|-"));
    let said = refused(folder.path(), &["score", "dash.conll", "dash.conll"]);
    assert!(said.contains("`-` cannot stand beside brackets") && !said.contains("expected `-`"), "{said}");
    write(&folder, "twice.conll", document("(1|(2)|(2)"));
    let [_, said] = done(folder.path(), &["validate", "twice.conll"]);
    assert!(said.contains("the same span is twice in entity 2"), "{said}");
    write(&folder, "names.conll", document("(1").repeat(2));
    let said = refused(folder.path(), &["convert", "names.conll", "-t", "conll"]);
    assert!(said.contains("error[same-name]") && said.contains("--> names.conll:7"), "{said}");
}

#[test]
fn files_that_are_no_annotation_do_not_keep_others_from_being_checked() {
    let folder = TempDir::new().unwrap();
    let good = "#begin document (a); part 000\nx\t(0)\n\n#end document\n";
    let files = [
        ("good.conll", good),
        ("text.txt", "It rains."),
        ("none.conll", ""),
        ("bad.conll", &good.replace("(0)", "(0")),
    ];
    for (name, text) in files {
        write(&folder, name, text);
    }
    let output = run(folder.path(), &["validate", "text.txt", "none.conll", "good.conll", "bad.conll"]);
    let said = String::from_utf8(output.stderr).unwrap() + &String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert_eq!(said.matches("error[unreadable]").count(), 2, "{said}");
    assert!(said.contains("error[unclosed-mention]") && said.contains("good.conll: 1 document"), "{said}");
    assert_eq!(run(folder.path(), &["validate", "text.txt"]).status.code(), Some(2));
    let missing = run(folder.path(), &["validate", "--fix", "nowhere.conll"]);
    assert!(String::from_utf8(missing.stderr).unwrap().contains("No such file"));
}

#[test]
fn what_a_tagger_missed_is_unknown_without_its_names() {
    let folder = TempDir::new().unwrap();
    let key: PathBuf = [env!("CARGO_MANIFEST_DIR"), "tests", "data", "named.key.conll"].iter().collect();
    let key = key.to_string_lossy();
    let missed = |options: &[&str]| {
        let [printed, _] = done(folder.path(), &[&["names", &*key, "--as", "json"], options].concat());
        let value: serde_json::Value = serde_json::from_str(&printed).unwrap();
        value["all"]["other_names"]["missed_by_tagger"].clone()
    };
    assert_eq!((missed(&[]), missed(&["--tagged", &key])), (serde_json::Value::Null, 0.into()));
}

#[test]
fn a_tie_of_types_goes_to_the_first_in_the_text_whatever_the_order_in_the_file() {
    let folder = TempDir::new().unwrap();
    for (name, mentions) in [("one.json", "[0,1,0],[1,2,0]"), ("other.json", "[1,2,0],[0,1,0]")] {
        let layers =
            r#""layers":{"word":["Ann","Rome"],"part-of-speech":["NNP","NNP"],"name":["(PERSON)","(GPE)"]}"#;
        let text = format!(
            r#"{{"corefeval":1,"name":"d","tokens":2,"sentences":[[0,2]],"entities":["e"],"mentions":[{mentions}],{layers}}}"#
        );
        write(&folder, name, text);
    }
    let types = ["nec", "--name-types", "PERSON,GPE", "--heads", "last-nnp", "--as", "json", "-q"];
    let [one, other] = ["one.json", "other.json"].map(|file| {
        let [printed, _] = done(folder.path(), &[&types[..], &[file, file]].concat());
        let value: serde_json::Value = serde_json::from_str(&printed).unwrap();
        value["systems"][0]
            .as_object()
            .unwrap()
            .iter()
            .filter(|(name, _)| *name != "name")
            .map(|(_, value)| value.clone())
            .collect::<Vec<_>>()
    });
    assert_eq!(one, other);
}
