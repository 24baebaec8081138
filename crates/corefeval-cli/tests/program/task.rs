//! `corefeval task` on the example task, and on folders that somebody means harm with.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

fn corefeval(arguments: &[&str], at: &Path) -> Output {
    let program = env!("CARGO_BIN_EXE_corefeval");
    Command::new(program).args(arguments).current_dir(at).output().expect("the program runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("what was made is there");
    for entry in fs::read_dir(from).expect("what was made is there") {
        let path = entry.expect("what was made is there").path();
        let place = to.join(path.file_name().expect("what was made is there"));
        if path.is_dir() {
            copy(&path, &place);
        } else {
            fs::copy(&path, &place).expect("what was made is there");
        }
    }
}

fn example() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/task")
}

/// A copy of the example task.
fn folder() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("what was made is there");
    let task = folder.path().join("task");
    copy(&example(), &task);
    for made in ["results", "cache"] {
        let _ = fs::remove_dir_all(task.join(made));
    }
    (folder, task)
}

fn results(task: &Path) -> Value {
    let json = fs::read_to_string(task.join("results/results.json")).expect("results");
    serde_json::from_str(&json).expect("JSON")
}

fn submission<'a>(results: &'a Value, id: &str) -> &'a Value {
    let all = results["submissions"].as_array().expect("submissions");
    all.iter().find(|one| one["id"] == id).unwrap_or_else(|| panic!("{id} is not among the results"))
}

fn ran(task: &Path, arguments: &[&str]) -> Value {
    let run = corefeval(&[&["task", "run", "."], arguments].concat(), task);
    assert!(run.status.success(), "{}", text(&run.stderr));
    results(task)
}

/// The F of a figure, to be compared as it is.
fn f(figures: &Value, name: &str) -> Value {
    let figures = figures.as_array().expect("figures");
    figures.iter().find(|figure| figure["name"] == name).expect("a figure")["f"].clone()
}

#[test]
fn every_score_is_that_of_a_run_of_its_own() {
    let (_folder, task) = folder();
    let results = ran(&task, &[]);
    let datasets = [("en", "en.conll"), ("es", "es.conllu"), ("de", "de.jsonlines")];
    for id in ["north/one", "north/two", "south/linker"] {
        let one = submission(&results, id);
        let mut sum = 0.0;
        for (place, (name, file)) in datasets.iter().enumerate() {
            let (key, response) = (format!("keys/{file}"), format!("submissions/{id}/{file}"));
            for (rule, matching) in ["exact", "overlap-50"].iter().enumerate() {
                let arguments =
                    ["score", &key, &response, "--preset", "conll-2012", "--match", matching, "--as", "json"];
                let run = corefeval(&arguments, &task);
                let alone: Value = serde_json::from_str(&text(&run.stdout))
                    .unwrap_or_else(|_| panic!("{}", text(&run.stderr)));
                let expected = &alone["systems"][0];
                let figures = &one["datasets"][place]["rules"][rule]["figures"];
                assert_eq!(f(figures, "conll"), expected["averages"]["conll"], "{id} {name} {matching}");
                for metric in ["muc", "b-cubed", "ceaf-e", "blanc"] {
                    assert_eq!(f(figures, metric), expected["metrics"][metric]["f"], "{id} {name} {metric}");
                }
                if rule == 0 {
                    sum += f(figures, "conll").as_f64().unwrap();
                }
            }
        }
        assert!((one["score"].as_f64().unwrap() - sum / 3.0).abs() < 1e-15, "{id}");
    }
    let nec = corefeval(
        &["score", "keys/en.conll", "submissions/north/one/en.conll", "-m", "nec", "--as", "json"],
        &task,
    );
    let nec: Value = serde_json::from_str(&text(&nec.stdout)).expect("JSON");
    let expected = nec["systems"][0]["metrics"]["nec"]["f"].clone();
    assert_eq!(f(&submission(&results, "north/one")["mean"], "nec"), expected, "only English has names");
}

#[test]
fn tracks_and_conditions_are_ranked_apart_and_what_is_wrong_is_not() {
    let (_folder, task) = folder();
    let results = ran(&task, &[]);
    let rankings = results["rankings"].as_array().unwrap();
    let ids = |ranking: &Value| -> Vec<String> {
        let standings = ranking["standings"].as_array().unwrap();
        standings.iter().map(|one| format!("{} {}", one["rank"], one["id"].as_str().unwrap())).collect()
    };
    let seen: Vec<(&str, &str, Vec<String>)> = rankings
        .iter()
        .map(|one| (one["track"].as_str().unwrap(), one["condition"].as_str().unwrap(), ids(one)))
        .collect();
    assert_eq!(
        seen,
        [
            ("closed", "predicted", vec!["1 north/one".to_owned()]),
            ("closed", "gold-mentions", vec!["1 south/linker".to_owned(), "null baseline".to_owned()]),
            ("open", "predicted", vec!["1 north/two".to_owned()]),
        ]
    );
    let (bold, hasty) = (submission(&results, "east/bold"), submission(&results, "west/hasty"));
    assert_eq!((&bold["status"], &hasty["status"]), (&Value::from("refused"), &Value::from("refused")));
    let codes: Vec<&str> = bold["datasets"][0]["problems"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["code"].as_str().unwrap())
        .collect();
    assert_eq!(codes, ["not-given", "given-mention-missing"]);
    let broken = &hasty["datasets"][0]["problems"][0];
    assert_eq!((broken["path"].as_str(), broken["line"].as_u64()), (Some("en.conll"), Some(9)));
}

#[test]
fn the_tables_are_what_they_were() {
    let (_folder, task) = folder();
    ran(&task, &[]);
    for (file, golden) in [("results.md", "task.md"), ("results.csv", "task.csv")] {
        let made = fs::read_to_string(task.join("results").join(file)).unwrap();
        let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(golden);
        if std::env::var_os("COREFEVAL_WRITE_GOLDEN").is_some() {
            fs::create_dir_all(golden.parent().unwrap()).unwrap();
            fs::write(&golden, &made).unwrap();
        }
        assert_eq!(made, fs::read_to_string(&golden).expect("the golden file"), "{file}");
    }
    let tex = fs::read_to_string(task.join("results/results.tex")).unwrap();
    assert_eq!(tex.matches("\\begin{tabular}").count(), tex.matches("\\end{tabular}").count());
}

#[test]
fn a_second_run_is_the_same_from_the_cache_with_any_number_of_threads() {
    let (_folder, task) = folder();
    let first = ran(&task, &["--threads", "1"]);
    let kept = fs::read_dir(task.join("cache")).unwrap().count();
    assert_eq!(kept, 17, "five whole submissions and one of two datasets");
    assert_eq!(ran(&task, &["--threads", "3"]), first);
    assert_eq!(ran(&task, &["--no-cache"]), first);
    for (number, entry) in fs::read_dir(task.join("cache")).unwrap().enumerate() {
        let path = entry.unwrap().path();
        let bytes = fs::read(&path).unwrap();
        let damaged = [Vec::new(), bytes[..bytes.len() / 2].to_vec(), vec![0xff; 9], b"{}".to_vec()];
        fs::write(path, &damaged[number % damaged.len()]).unwrap();
    }
    assert_eq!(ran(&task, &[]), first);
    // another response is scored again, and only that one
    let path = task.join("submissions/north/one/en.conll");
    fs::copy(task.join("keys/en.conll"), &path).unwrap();
    let changed = ran(&task, &[]);
    assert_eq!(
        f(&submission(&changed, "north/one")["datasets"][0]["rules"][0]["figures"], "conll"),
        Value::from(1.0)
    );
    assert_eq!(submission(&changed, "north/two"), submission(&first, "north/two"));
}

#[test]
fn participants_find_out_what_is_wrong_without_any_key() {
    let (_folder, task) = folder();
    fs::remove_dir_all(task.join("keys")).unwrap();
    let check = |id: &str| corefeval(&["task", "check", &format!("submissions/{id}"), "--task", "."], &task);
    for good in ["north/one", "north/two", "south/linker"] {
        let run = check(good);
        assert!(run.status.success() && run.stderr.is_empty(), "{good}: {}", text(&run.stderr));
    }
    let bold = check("east/bold");
    assert_eq!(bold.status.code(), Some(1));
    assert!(
        text(&bold.stderr).contains("tokens 4 to 5 `long letter` was not given"),
        "{}",
        text(&bold.stderr)
    );
    let hasty = check("west/hasty");
    assert_eq!(hasty.status.code(), Some(1));
    for expected in ["en.conll:9", "no response to the dataset de"] {
        assert!(text(&hasty.stderr).contains(expected), "{}", text(&hasty.stderr));
    }
    // a document less, another word
    let path = task.join("submissions/north/one/en.conll");
    let whole = fs::read_to_string(&path).unwrap();
    fs::write(
        &path,
        whole.split_inclusive("#end document\n").next().unwrap().replace("letter\tNN", "note\tNN"),
    )
    .unwrap();
    let run = check("north/one");
    assert_eq!(run.status.code(), Some(1));
    for expected in ["(news/mill_02); part 000 is not in the response", "`letter`"] {
        assert!(text(&run.stderr).contains(expected), "{}", text(&run.stderr));
    }
}

#[test]
fn what_is_wrong_with_a_key_is_shown_where_it_is() {
    let (_kept, task) = folder();
    let key = task.join("keys/en.conll");
    let broken = fs::read_to_string(&key).expect("what was made is there").replacen("(1)", "(1", 1);
    fs::write(&key, broken).expect("what was made is there");
    let output = corefeval(&["task", "run", "."], &task);
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("unclosed-mention") && said.contains("en.conll:"), "{said}");
    assert!(!said.contains("no documents were found"), "{said}");
}

#[test]
fn no_key_is_replaced_by_what_is_written() {
    let (_kept, task) = folder();
    let key = fs::read(task.join("keys/en.conll")).expect("what was made is there");
    let definition = fs::read(task.join("task.toml")).expect("what was made is there");
    for out in ["keys/en.conll", "task.toml"] {
        let output = corefeval(&["task", "codabench", ".", "-o", out], &task);
        assert_eq!(output.status.code(), Some(2), "{}", text(&output.stderr));
    }
    assert_eq!(fs::read(task.join("keys/en.conll")).expect("what was made is there"), key);
    assert_eq!(fs::read(task.join("task.toml")).expect("what was made is there"), definition);
}

#[test]
fn a_task_begins_with_a_key() {
    let (folder, task) = folder();
    let new = folder.path().join("new");
    fs::create_dir(&new).unwrap();
    copy(&task.join("keys"), &new.join("keys"));
    let run = corefeval(&["task", "init", "keys/en.conll", "keys/de.jsonlines"], &new);
    assert!(run.status.success(), "{}", text(&run.stderr));
    let written = fs::read_to_string(new.join("task.toml")).unwrap();
    assert!(
        written.contains("key = \"keys/de.jsonlines\"") && written.contains("genres letter, news"),
        "{written}"
    );
    let again = corefeval(&["task", "init", "keys/en.conll"], &new);
    assert_eq!(again.status.code(), Some(2));
    let run = corefeval(&["task", "run"], &new);
    assert!(run.status.success() && text(&run.stderr).contains("no submission"), "{}", text(&run.stderr));
}

/// Lays a bundle out as the platform does, and runs its scoring program.
fn platform(bundle: &Path, submission: Option<&Path>) -> (tempfile::TempDir, Output) {
    let app = tempfile::tempdir().expect("what was made is there");
    let mut archive = zip::ZipArchive::new(fs::File::open(bundle).expect("what was made is there"))
        .expect("what was made is there");
    for place in 0..archive.len() {
        let mut file = archive.by_index(place).expect("what was made is there");
        let name = file.name().expect("what was made is there").into_owned();
        let target = match name.split_once('/') {
            Some(("reference_data", rest)) => app.path().join("input/ref").join(rest),
            Some(("scoring_program", rest)) => app.path().join("program").join(rest),
            _ => continue,
        };
        fs::create_dir_all(target.parent().expect("what was made is there")).expect("what was made is there");
        // without modes, as the platform unpacks
        std::io::copy(&mut file, &mut fs::File::create(target).expect("what was made is there"))
            .expect("what was made is there");
    }
    let res = app.path().join("input/res");
    fs::create_dir_all(&res).expect("what was made is there");
    fs::create_dir_all(app.path().join("output")).expect("what was made is there");
    if let Some(submission) = submission {
        copy(submission, &res);
    }
    fs::write(res.join("metadata"), "exitCode: 0\n").expect("what was made is there");
    let metadata = fs::read_to_string(app.path().join("program/metadata")).expect("what was made is there");
    let root = app.path().to_str().expect("what was made is there");
    let command = metadata.trim().strip_prefix("command: ").expect("what was made is there");
    let command = ["input", "output", "program"].iter().fold(command.to_owned(), |command, name| {
        command.replace(&format!("${name}"), &format!("{root}/{name}"))
    });
    let mut words = command.split(' ');
    let run = Command::new(words.next().expect("what was made is there"))
        .args(words)
        .current_dir(app.path())
        .output()
        .expect("what was made is there");
    (app, run)
}

#[test]
#[cfg(unix)]
fn a_bundle_scores_as_the_platform_runs_it() {
    let (folder, task) = folder();
    let bundle = folder.path().join("bundle.zip");
    let run = corefeval(&["task", "codabench", ".", "-o", bundle.to_str().unwrap()], &task);
    assert!(run.status.success(), "{}", text(&run.stderr));
    let results = ran(&task, &[]);
    let mut archive = zip::ZipArchive::new(fs::File::open(&bundle).unwrap()).unwrap();
    let yaml = std::io::read_to_string(archive.by_name("competition.yaml").unwrap()).unwrap();
    for page in ["logo.png", "pages/overview.md", "pages/terms.md", "public_data/given/text/en.conll"] {
        assert!(archive.by_name(page).is_ok(), "{page}");
    }
    assert!(!archive.file_names().any(|name| name.unwrap().starts_with("public_data/keys")));

    let (app, run) = platform(&bundle, Some(&task.join("submissions/north/one")));
    assert!(run.status.success(), "{}", text(&run.stderr));
    let scores = fs::read_to_string(app.path().join("output/scores.json")).unwrap();
    let scores: serde_json::Map<String, Value> = serde_json::from_str(&scores).unwrap();
    let in_yaml: Vec<&str> =
        yaml.lines().filter_map(|line| line.strip_prefix("        key: \"")?.strip_suffix('"')).collect();
    assert_eq!(scores.keys().map(String::as_str).collect::<Vec<_>>(), in_yaml);
    assert_eq!(in_yaml[..4], ["conll", "en_conll", "es_conll", "de_conll"]);
    let expected = submission(&results, "north/one")["score"].as_f64().unwrap() * 100.0;
    assert_eq!(scores["conll"].as_f64(), Some(expected));
    let lines = fs::read_to_string(app.path().join("output/scores.txt")).unwrap();
    assert_eq!(lines.lines().count(), scores.len());
    assert!(
        fs::read_to_string(app.path().join("output/detailed_results.html"))
            .unwrap()
            .contains("North nearest")
    );

    for (wrong, why) in
        [(Some("west/hasty"), "en.conll:9"), (Some("east/bold"), "was not given"), (None, "no response")]
    {
        let (app, run) = platform(&bundle, wrong.map(|id| task.join("submissions").join(id)).as_deref());
        assert_eq!(run.status.code(), Some(1), "{wrong:?}: {}", text(&run.stderr));
        assert!(!app.path().join("output/scores.json").exists(), "{wrong:?}");
        let page = fs::read_to_string(app.path().join("output/detailed_results.html")).unwrap();
        assert!(page.contains(why), "{wrong:?}: {page}");
    }
}

/// The mentions of a CoNLL or other file, as `convert` gives them in JSON.
fn read_json(path: &Path) -> Vec<Value> {
    let run = corefeval(
        &["convert", "-q", "--to", "corefeval-json", &path.to_string_lossy()],
        path.parent().expect("what was made is there"),
    );
    assert!(run.status.success(), "{}", text(&run.stderr));
    text(&run.stdout)
        .lines()
        .map(|line| serde_json::from_str(line).expect("what was made is there"))
        .collect()
}

#[test]
fn what_is_given_shows_where_mentions_are_and_not_what_they_share() {
    let (_folder, task) = folder();
    for file in [
        "given/text/en.conll",
        "given/mentions/en.conll",
        "given/mentions/es.conllu",
        "given/mentions/de.jsonlines",
    ] {
        fs::remove_file(task.join(file)).expect("what was made is there");
    }
    let run = corefeval(&["task", "given", ".", "--strict"], &task);
    assert!(run.status.success(), "{}", text(&run.stderr));
    assert_eq!(text(&run.stdout).lines().count(), 6, "three datasets under two conditions");
    for (key, given) in
        [("en.conll", "en.conll"), ("es.conllu", "es.conllu"), ("de.jsonlines", "de.jsonlines")]
    {
        let (key, given) =
            (read_json(&task.join("keys").join(key)), read_json(&task.join("given/mentions").join(given)));
        for (key, given) in key.iter().zip(&given) {
            let spans = |document: &Value| -> Vec<(u64, u64)> {
                let mentions = document["mentions"].as_array().expect("what was made is there").iter();
                let mut spans: Vec<_> = mentions
                    .map(|one| {
                        (
                            one[0].as_u64().expect("what was made is there"),
                            one[1].as_u64().expect("what was made is there"),
                        )
                    })
                    .collect();
                spans.sort_unstable();
                spans.dedup();
                spans
            };
            assert_eq!(spans(key), spans(given));
            let entities = given["entities"].as_array().expect("what was made is there").len();
            assert_eq!(
                entities,
                given["mentions"].as_array().expect("what was made is there").len(),
                "each mention is alone"
            );
        }
    }
    assert!(
        read_json(&task.join("given/text/en.conll"))
            .iter()
            .all(|one| one["mentions"].as_array().expect("what was made is there").is_empty())
    );
    let checked = corefeval(&["task", "check", "submissions/south/linker"], &task);
    assert!(checked.status.success(), "{}{}", text(&checked.stdout), text(&checked.stderr));
    ran(&task, &[]);
}

/// A task of one dataset with trees, under gold boundaries.
fn with_trees() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("what was made is there");
    let task = folder.path().join("task");
    fs::create_dir_all(task.join("submissions/team/kept")).expect("what was made is there");
    fs::create_dir_all(task.join("submissions/team/verb")).expect("what was made is there");
    let toml = "name = 'B'\nprotocol = 'conll-2012'\nconditions = ['gold-boundaries']\n[[dataset]]\nname = 'own'\nkey = 'key.conll'\nauto = 'auto.conll'\n";
    fs::write(task.join("task.toml"), toml).expect("what was made is there");
    let key =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/release/own_0001.conll"))
            .expect("what was made is there");
    fs::write(task.join("key.conll"), &key).expect("what was made is there");
    fs::write(task.join("auto.conll"), key.replace("(NP*", "(FRAG*").replace("(PERSON)", "(GPE)"))
        .expect("what was made is there");
    fs::write(task.join("submissions/team/kept/own.conll"), &key).expect("what was made is there");
    let verb =
        key.replace("*\t*\t-\nbc/own/00/own_0001\t0\t2\tto", "*\t*\t(1)\nbc/own/00/own_0001\t0\t2\tto");
    assert_ne!(verb, key);
    fs::write(task.join("submissions/team/verb/own.conll"), verb).expect("what was made is there");
    (folder, task)
}

#[test]
fn gold_boundaries_are_the_noun_phrases_of_the_key() {
    let (_folder, task) = with_trees();
    let results = ran(&task, &[]);
    let status = |id: &str| submission(&results, id)["status"].clone();
    // `her` is no phrase of its own, so that the key itself does not keep to the condition
    assert_eq!((status("team/kept"), status("team/verb")), ("refused".into(), "refused".into()));
    let problems = &submission(&results, "team/kept")["datasets"][0]["problems"];
    assert!(
        problems[0]["message"].as_str().expect("what was made is there").contains("`her` was not given"),
        "{problems}"
    );
    let given = corefeval(&["task", "given", ".", "--layers", "auto"], &task);
    assert!(given.status.success(), "{}", text(&given.stderr));
    assert!(
        text(&given.stdout).contains("gold-boundaries = \"given/gold-boundaries/own.conll\""),
        "{}",
        text(&given.stdout)
    );
    let made =
        fs::read_to_string(task.join("given/gold-boundaries/own.conll")).expect("what was made is there");
    assert!(made.contains("(FRAG*") && made.contains("(GPE)") && !made.contains("(PERSON)"), "{made}");
    let mentions: usize = read_json(&task.join("given/gold-boundaries/own.conll"))
        .iter()
        .map(|one| one["mentions"].as_array().expect("what was made is there").len())
        .sum();
    assert_eq!(mentions, 3, "Ann, her dog, It");
    fs::write(task.join("auto.conll"), made.replace("Ann", "Anne")).expect("what was made is there");
    let other = corefeval(&["task", "given", ".", "--layers", "auto"], &task);
    assert!(
        !other.status.success() && text(&other.stderr).contains("has `Anne` instead of `Ann` at token 0"),
        "{}",
        text(&other.stderr)
    );
}

/// Puts files into a zip file.
fn zipped(path: &Path, entries: &[(&str, Vec<u8>)]) {
    let mut writer = zip::ZipWriter::new(fs::File::create(path).expect("what was made is there"));
    for (name, bytes) in entries {
        writer.start_file(*name, zip::write::SimpleFileOptions::default()).expect("what was made is there");
        std::io::Write::write_all(&mut writer, bytes).expect("what was made is there");
    }
    writer.finish().expect("what was made is there");
}

#[test]
fn a_zipped_submission_is_worth_as_much_and_a_hostile_one_stops_no_other() {
    let (_folder, task) = folder();
    let files = ["en.conll", "es.conllu", "de.jsonlines", "system.toml"];
    let read =
        |file: &str| fs::read(task.join("submissions/north/one").join(file)).expect("what was made is there");
    let named: Vec<(String, Vec<u8>)> =
        files.iter().map(|file| (format!("one/{file}"), read(file))).collect();
    let entries: Vec<(&str, Vec<u8>)> =
        named.iter().map(|(name, bytes)| (name.as_str(), bytes.clone())).collect();
    zipped(&task.join("submissions/north/three.zip"), &entries);
    zipped(&task.join("submissions/west/evil.zip"), &[("../../../evil.conll", b"x".to_vec())]);
    fs::write(task.join("submissions/west/torn.zip"), b"PK").expect("what was made is there");
    let results = ran(&task, &[]);
    assert_eq!(submission(&results, "north/three")["score"], submission(&results, "north/one")["score"]);
    let why = |id: &str| submission(&results, id)["problems"][0]["message"].as_str().unwrap().to_owned();
    assert!(
        why("west/evil").contains("`../../../evil.conll`, which would be outside of its folder"),
        "{}",
        why("west/evil")
    );
    assert!(why("west/torn").contains("`torn.zip` cannot be unpacked"), "{}", why("west/torn"));
    assert!(!task.join("evil.conll").exists() && !task.join("submissions/evil.conll").exists());
    let checked = corefeval(&["task", "check", "submissions/north/three.zip"], &task);
    assert!(checked.status.success(), "{}", text(&checked.stderr));
    assert!(
        text(&checked.stdout).contains("submissions/north/three.zip/one/en.conll"),
        "{}",
        text(&checked.stdout)
    );
    let again = ran(&task, &[]);
    assert_eq!(again, results, "from the cache");
}

#[test]
fn ranks_come_with_intervals_that_only_the_seed_changes() {
    let folder = tempfile::tempdir().unwrap();
    let task = folder.path().join("task");
    for run in ["good", "same", "poor"] {
        fs::create_dir_all(task.join("submissions").join(run).join("run")).unwrap();
    }
    fs::write(
        task.join("task.toml"),
        "name = 'C'\nprotocol = 'conll-2012'\n[[dataset]]\nname = 'own'\nkey = 'key.conll'\n",
    )
    .unwrap();
    let document = |number: usize, last: &str| {
        let rows: Vec<String> = (0..6)
            .map(|row| format!("d{number}\t0\t{row}\tw\t{}\n", if row == 5 { last } else { "(1)" }))
            .collect();
        format!("#begin document (d{number}); part 000\n{}\n#end document\n", rows.concat())
    };
    let file = |wrong: usize| -> String {
        (0..12).map(|number| document(number, if number < wrong { "(2)" } else { "(1)" })).collect()
    };
    fs::write(task.join("key.conll"), file(0)).unwrap();
    for (run, wrong) in [("good", 1), ("same", 1), ("poor", 9)] {
        fs::write(task.join("submissions").join(run).join("run/own.conll"), file(wrong)).unwrap();
    }
    let results = ran(&task, &["--resamples", "500", "--seed", "7"]);
    let standings = results["rankings"][0]["standings"].as_array().unwrap();
    let seen: Vec<(u64, Value, Value)> = standings
        .iter()
        .map(|one| (one["rank"].as_u64().unwrap(), one["interval"].clone(), one["p_above"].clone()))
        .collect();
    assert_eq!(seen[0], (1, serde_json::json!([1, 1]), Value::Null));
    assert_eq!(
        seen[1],
        (1, serde_json::json!([1, 1]), serde_json::json!(1.0)),
        "the same response is never worse"
    );
    assert_eq!((seen[2].0, &seen[2].1), (3, &serde_json::json!([3, 3])));
    assert!(seen[2].2.as_f64().unwrap() < 0.05);
    assert_eq!(results["chance"]["seed"], 7);
    assert_eq!(ran(&task, &["--resamples", "500", "--seed", "7", "--threads", "3"]), results);
    assert_eq!(ran(&task, &["--resamples", "0"])["chance"], Value::Null);
    let printed = text(&corefeval(&["task", "run", "."], &task).stdout);
    assert!(printed.contains("1 ≈") && printed.contains("1000 resamples, seed 1"), "{printed}");
}
