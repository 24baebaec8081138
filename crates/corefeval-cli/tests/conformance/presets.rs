//! `score --preset NAME` gives the figures of the shared task or scorer that the preset is named after.

use std::fs;
use std::path::Path;

use crate::recorded::{assert_none, cases, files, run, shared};

/// What older scorers call the rows of our table.
const NAMES: &[(&str, &str)] = &[
    ("mentions", "Mentions"),
    ("muc", "MUC"),
    ("bcub", "B³"),
    ("ceafm", "CEAFm"),
    ("ceafe", "CEAFe"),
    ("blanc", "BLANC"),
    ("lea", "LEA"),
    ("mor", "MOR"),
    ("zero", "Zero anaphora"),
    ("Non-referring markable identification scores:", "Non-referring"),
    ("Bridging anaphora recognition scores:", "Bridging anaphors"),
    ("Full bridging scores (Markable Level):", "Bridging (mentions)"),
    ("Full bridging scores (Entity Level):", "Bridging (entities)"),
];

/// The name of a metric with its recall, precision and F1 as printed.
type Row = (String, [String; 3]);

/// `Recall: 1.00  Precision: 2.00  F1: 1.33`, after the name of the metric or on the line below it.
fn printed(text: &str) -> Vec<Row> {
    let mut name = "";
    let mut rows = Vec::new();
    for line in text.lines() {
        let Some((before, figures)) = line.split_once("Recall: ") else {
            name = line.trim();
            continue;
        };
        let name = if before.trim().is_empty() { name } else { before.trim() };
        let values: Vec<&str> = figures.split_whitespace().step_by(2).collect();
        if let ([recall, precision, f1], Some((_, title))) =
            (&values[..], NAMES.iter().find(|names| names.0 == name))
        {
            rows.push(((*title).to_owned(), [recall, precision, f1].map(|value| (*value).to_owned())));
        }
    }
    rows
}

/// The rows of our table.
fn scored(folder: &Path, arguments: &[&str]) -> Vec<Row> {
    let (stdout, status) = run(folder, "score", &[arguments, &["-q", "--as", "tsv"]].concat());
    assert_eq!(status, 0, "{arguments:?} in {}", folder.display());
    let columns: Vec<&str> = stdout.lines().next().unwrap_or_default().split('\t').collect();
    let row = |line: &str| {
        let cells: Vec<&str> = line.split('\t').collect();
        let cell = |name: &str| cells[columns.iter().position(|column| *column == name).expect(name)];
        // older scorers print 0 for what is undefined
        let figure = |name: &str| if cell(name).is_empty() { "0.00" } else { cell(name) }.to_owned();
        let title = corefeval::metric::by_name(cell("metric"))?.title;
        Some((title.to_owned(), ["recall", "precision", "f1"].map(figure)))
    };
    stdout.lines().skip(1).filter_map(row).collect()
}

/// The figures that a preset gives but were not recorded; the order in which they are printed is ours.
fn difference(preset: &str, folder: &Path, inputs: [&str; 2], expected: &str) -> Option<String> {
    let options: Vec<&str> = preset.split(' ').collect();
    let ours = scored(folder, &[&["--preset"], &options[..], &inputs].concat());
    let theirs = printed(expected);
    let other: Vec<&Row> = ours.iter().filter(|row| !theirs.contains(row)).collect();
    let missing = theirs.iter().filter(|row| ours.iter().all(|our| our.0 != row.0)).count();
    let alike = other.is_empty() && missing == 0 && !ours.is_empty();
    (!alike).then(|| format!("{preset} {} {inputs:?}: {other:?}, {missing} missing", folder.display()))
}

/// The presets of the CRAC shared tasks with the recorded outputs of the CorefUD scorer that they should give.
const CRAC: &[(&str, &str, &str)] = &[
    ("crac22", "gum-corefud", "partial"),
    ("crac23", "gum-corefud", "head"),
    ("crac24", "gum-corefud", "head"),
    ("crac23", "multilingual/hu-korkor", "head.linear"),
    ("crac24", "multilingual/hu-korkor", "head"),
    ("crac25", "multilingual/hu-korkor", "head"),
];

#[test]
#[cfg_attr(not(recorded), ignore = "needs the recorded outputs: set COREFEVAL_SHARED")]
fn presets_of_crac_give_what_the_corefud_scorer_prints() {
    let (data, expected) = (shared("data"), shared("data/expected/corefud"));
    let (mut different, mut compared) = (Vec::new(), 0);
    for (preset, folder, matching) in CRAC {
        for file in files(&expected.join(folder)) {
            let name = file.file_name().unwrap().to_string_lossy().into_owned();
            let Some(system) = name.strip_suffix(&format!(".{matching}.txt")) else { continue };
            let response = if system == "identity" { "key".to_owned() } else { format!("sys-{system}") };
            let response = format!("{response}.conllu");
            let text = fs::read_to_string(&file).unwrap();
            different.extend(difference(preset, &data.join(folder), ["key.conllu", &response], &text));
            compared += 1;
        }
    }
    assert_none(&different, compared);
}

/// The options of CoVal, as recorded outputs name them, and ours.
const COVAL: &[(&str, &str)] = &[
    ("all", "coval"),
    ("all.remove_singletons", "coval --singletons drop"),
    ("all.min_spans", "coval --match mina-coval"),
    ("all.NP_only", "coval --phrases np-only-coval"),
    ("all.remove_nested", "coval --nested drop-coval"),
];

#[test]
#[cfg_attr(not(recorded), ignore = "needs the recorded outputs: set COREFEVAL_SHARED")]
fn the_preset_of_coval_gives_what_coval_prints() {
    let (data, expected) = (shared("data"), shared("data/expected/coval"));
    let (mut different, mut compared) = (Vec::new(), 0);
    for folder in ["ontogum", "ontogum-full", "litbank"] {
        for file in files(&expected.join(folder)) {
            let name = file.file_name().unwrap().to_string_lossy().into_owned();
            let (system, options) = name.trim_end_matches(".txt").split_once('.').unwrap();
            let (_, preset) = COVAL.iter().find(|(recorded, _)| *recorded == options).unwrap();
            let response = format!("sys-{system}.conll");
            if data.join(folder).join(&response).is_file() {
                let text = fs::read_to_string(&file).unwrap();
                different.extend(difference(preset, &data.join(folder), ["key.conll", &response], &text));
                compared += 1;
            }
        }
    }
    assert_none(&different, compared);
}

/// Cases of CoVal for ARRAU and our options; not `s-min-many-to-one`, in which it finds one mention several times.
const COVAL_ARRAU: &[(&str, &str)] = &[
    ("s-doc-missing", "coval-arrau"),
    ("s-opts", "coval-arrau"),
    ("s-opts-keep_non_referring", "coval-arrau -m muc,b-cubed,ceaf-e,lea,non-referring"),
    ("s-opts-min", "coval-arrau --match min"),
    ("s-opts-muc+bcub", "coval-arrau -m muc,b-cubed"),
    ("s-opts-MIN+lea", "coval-arrau --match min -m lea"),
    ("s-perfect", "coval-arrau"),
    ("s-single-mention", "coval-arrau"),
];

#[test]
#[cfg_attr(not(recorded), ignore = "needs the recorded outputs: set COREFEVAL_SHARED")]
fn the_preset_of_coval_for_arrau_gives_what_it_prints() {
    let folder = shared("conformance/coval-arrau");
    let mut different = Vec::new();
    for (case, preset) in COVAL_ARRAU.iter().filter(|(case, _)| folder.join(case).is_dir()) {
        let case = folder.join(case);
        let text = fs::read_to_string(case.join("expected_stdout")).unwrap();
        different.extend(difference(preset, &case, ["key", "response"], &text));
    }
    assert_none(&different, COVAL_ARRAU.len());
}

/// What must be among the words of a recorded command line for a preset to give its figures, and what must not.
const UNIVERSAL_ANAPHORA: &[(&str, &[&str], &[&str])] = &[
    ("crac18", &["crac18"], &[]),
    ("craft19", &["-s", "-p", "craft"], &["-z", "-m"]),
    ("codicrac22-ar", &["codicrac22ar"], &[]),
    ("codicrac22-ar", &["-l"], &["-m", "-d"]),
    ("codicrac22-br", &["$COREFUD/ua2_fixed.py", "-m", "bridging"], &["muc"]),
    ("codicrac22-dd", &["-d"], &["-m"]),
];

#[test]
#[cfg_attr(not(recorded), ignore = "needs the recorded outputs: set COREFEVAL_SHARED")]
fn presets_of_universal_anaphora_give_what_its_scorer_prints() {
    let (second, fork) = (shared("conformance/ua2"), shared("conformance/ua2-fixed"));
    let (mut different, mut compared) = (Vec::new(), 0);
    for case in cases(&second).into_iter().chain(cases(&fork)) {
        let command = fs::read_to_string(case.join("cmd")).unwrap();
        let has = |word: &&str| command.split_whitespace().any(|other| other == *word);
        let finished = fs::read_to_string(case.join("rc")).unwrap().trim() == "0";
        for (preset, with, without) in UNIVERSAL_ANAPHORA {
            if finished && with.iter().all(has) && !without.iter().any(has) {
                let text = fs::read_to_string(case.join("expected_stdout")).unwrap();
                different.extend(difference(preset, &case, ["key", "response"], &text));
                compared += 1;
            }
        }
    }
    assert!(compared >= 6, "{compared}");
    assert_none(&different, compared);
}
