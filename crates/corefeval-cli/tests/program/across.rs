//! Scoring across documents: topics, shared ids, maps of entities, events and entities apart.

use std::fs;
use std::path::Path;
use std::process::Command;

/// Mentions of a document: token, tag, instance.
type Mentions = [(usize, &'static str, &'static str)];

/// An ECB+ document of three tokens.
fn ecb(name: &str, mentions: &Mentions) -> String {
    let tokens: String = (0..3).fold(String::new(), |text, token| {
        text + &format!("<token t_id=\"{}\" sentence=\"0\" number=\"{token}\">w{token}</token>\n", token + 1)
    });
    let (mut markables, mut relations) = (String::new(), String::new());
    for (number, (token, tag, instance)) in mentions.iter().enumerate() {
        let (source, target) = (number + 1, number + 51);
        markables += &format!("<{tag} m_id=\"{source}\"><token_anchor t_id=\"{}\"/></{tag}>\n", token + 1);
        markables += &format!(
            "<{tag} m_id=\"{target}\" RELATED_TO=\"\" TAG_DESCRIPTOR=\"x\" instance_id=\"{instance}\"/>\n"
        );
        relations += &format!(
            "<CROSS_DOC_COREF r_id=\"{number}\" note=\"{instance}\"><source m_id=\"{source}\"/><target m_id=\"{target}\"/></CROSS_DOC_COREF>\n"
        );
    }
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Document doc_name=\"{name}.xml\" doc_id=\"D\">\n{tokens}<Markables>\n{markables}</Markables>\n<Relations>\n{relations}</Relations>\n</Document>\n"
    )
}

const EVENT: &str = "ACTION_OCCURRENCE";
const PERSON: &str = "HUMAN_PART_PER";

/// A key in which one event and one person are in two documents, and a response that finds only the person in both.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let sides = [("key", ["ACT1", "ACT1", "ACT1"]), ("response", ["ACT7", "ACT8", "ACT9"])];
    for (side, [first, second, third]) in sides {
        let path = folder.path().join(side);
        fs::create_dir(&path).unwrap();
        let write = |name: &str, mentions: &Mentions| {
            fs::write(path.join(format!("{name}.xml")), ecb(name, mentions)).unwrap();
        };
        write("36_1ecb", &[(0, EVENT, first), (2, PERSON, "HUM1")]);
        write("36_2ecb", &[(0, EVENT, second), (1, EVENT, "ACT2"), (2, PERSON, "HUM1")]);
        write("37_1ecb", &[(0, EVENT, third)]);
    }
    folder
}

/// Numerators and denominators of recall, by metric: `muc 1/2`.
fn recall(folder: &Path, arguments: &str) -> (String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_corefeval"));
    command.args(["score", "-m", "mentions,muc"]).args(arguments.split_whitespace());
    let output = command.current_dir(folder).output().unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{arguments}: {errors}");
    let text = String::from_utf8(output.stdout).unwrap();
    let row = |line: &str| {
        let cells: Vec<&str> = line.split_whitespace().collect();
        (cells.len() == 6 && cells[2].contains('/')).then(|| cells[2].to_owned())
    };
    (text.lines().filter_map(row).collect::<Vec<_>>().join(" "), errors)
}

#[test]
fn events_and_entities_are_scored_apart_in_a_topic() {
    let folder = folder();
    let of = |arguments: &str| recall(folder.path(), &format!("{arguments} key response")).0;
    assert_eq!(of("--scope topic"), "6/6 1/2");
    assert_eq!(of("--scope topic --types event"), "4/4 0/1");
    assert_eq!(of("--scope topic --types human,location"), "2/2 1/1");
    assert_eq!(of("--scope corpus --types event"), "4/4 0/2");
    assert_eq!(of("--scope document"), "6/6 0/0");
}

#[test]
fn singletons_are_told_after_documents_are_put_together() {
    let folder = folder();
    let of = |arguments: &str| recall(folder.path(), &format!("{arguments} key response")).0;
    // the event and the person have two mentions each in topic 36, the response has the person alone
    assert_eq!(of("--scope topic --singletons drop"), "2/4 1/2");
    assert_eq!(of("--scope document --singletons drop"), "0/0 0/0");
}

#[test]
fn a_map_gives_entities_their_shared_ids() {
    let folder = folder();
    let conll = |cells: [&str; 4]| {
        let rows = |name: &str, first: &str, second: &str| {
            format!("#begin document ({name}); part 000\na\t{first}\nb\t{second}\n#end document\n")
        };
        rows("x", cells[0], cells[1]) + &rows("y", cells[2], cells[3])
    };
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("a.conll", &conll(["(1)", "(2)", "(1)", "(3)"]));
    write("b.conll", &conll(["(8)", "(2)", "(9)", "(3)"]));
    write("a.tsv", "# document, entity, shared id\nx\t1\tquake\n(y); part 000\t3\tquake\n");
    write("b.tsv", "x\t8\tquake\ny\t3\tquake\ny\t17\tmayor\n");
    let of = |arguments: &str| recall(folder.path(), &format!("--scope corpus {arguments} a.conll b.conll"));
    // without maps, entity 1 is in both documents of the key
    assert_eq!(of("").0, "4/4 0/1");
    let (counts, said) = of("--entity-map a.tsv --entity-map b.tsv");
    assert_eq!(counts, "4/4 1/1");
    assert!(said.contains("entity 17 of document y, which is not there"), "{said}");
}

#[test]
fn a_signature_names_the_files_that_a_run_took_and_asks_for_them() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.conll"), "#begin document (x);\na\t(1)\n#end document\n").unwrap();
    fs::write(folder.path().join("a.tsv"), "x\t1\tquake\n").unwrap();
    let run = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_corefeval"));
        command.current_dir(folder.path()).arg("score").args(arguments).args(["a.conll", "a.conll"]);
        let output = command.output().unwrap();
        (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
    };
    let (printed, _) = run(&["--scope", "corpus", "--entity-map", "a.tsv"]);
    let signature = printed.lines().find(|line| line.starts_with("metrics:")).unwrap();
    // the front of the BLAKE3 of the file
    assert!(signature.contains("|entity-map:72d822a61318e898|"), "{signature}");
    assert_eq!(run(&["--signature", signature, "--entity-map", "a.tsv"]).0, printed);
    let (_, refused) = run(&["--signature", signature]);
    assert!(refused.contains("the signature comes from a run with --entity-map"), "{refused}");
    fs::write(folder.path().join("b.tsv"), "x\t1\tflood\n").unwrap();
    let (_, refused) = run(&["--signature", signature, "--entity-map", "b.tsv"]);
    assert!(refused.contains("is not the one named in the signature"), "{refused}");
}
