//! What the commands for measures tell other programs: `nec`, `variants` and others in JSON.

use std::process::{Command, Output};

use serde_json::Value;

fn corefeval(arguments: &[&str]) -> Output {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data");
    Command::new(env!("CARGO_BIN_EXE_corefeval")).args(arguments).current_dir(folder).output().unwrap()
}

/// What a command prints for other programs when all goes well.
fn json(arguments: &[&str]) -> Value {
    let output = corefeval(arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// What a command says when it fails.
fn refused(arguments: &[&str]) -> String {
    let output = corefeval(arguments);
    assert!(!output.status.success(), "{arguments:?}");
    String::from_utf8(output.stderr).unwrap()
}

fn assert_near(found: &Value, expected: f64) {
    let found = found.as_f64().unwrap();
    assert!((found - expected).abs() < 1e-12, "{found} is not {expected}");
}

#[test]
fn nec_tells_everything_of_both_solutions_of_the_paper() {
    let told = json(&["nec", "--as", "json", "named.key.conll", "named.1.conll", "named.2.conll"]);
    let [one, two] = [0, 1].map(|system| told["systems"][system]["types"]["PERSON"].clone());
    assert_near(&one["nec_f1"], 29.0 / 35.0);
    assert_near(&one["mean_recall"], 17.0 / 24.0);
    assert_near(&one["nec_micro"]["recall"], 5.0 / 7.0);
    assert_near(&one["nec_micro"]["precision"], 1.0);
    assert_near(&one["nec_micro"]["f1"], 5.0 / 6.0);
    assert_near(&one["by_kind"]["name"]["f1"], 1.0);
    assert_near(&one["by_kind"]["pronoun"]["f1"], 11.0 / 15.0);
    assert_eq!((&one["by_kind"]["nominal"]["entities"], &one["not_found"]), (&0.0.into(), &0.into()));
    assert_near(&two["nec_f1"], 0.0);
    assert_eq!((&two["nec_micro"]["precision"], &two["not_found"]), (&Value::Null, &2.into()));
    assert_eq!(two["nameless"]["entities"], two["nameless"]["out_of"]);
    // both solutions have the same CoNLL score: (3/4 + 0.6772 + 29/35) / 3
    let conll = |system: usize| told["systems"][system]["coref_f1_all_entities"].clone();
    assert_eq!(conll(0), conll(1));
    assert_near(&conll(0), (0.75 + 2.0 * (43.0 / 84.0) / (1.0 + 43.0 / 84.0) + 29.0 / 35.0) / 3.0);
}

#[test]
fn nec_prints_the_papers_precision_when_asked_to() {
    let told = json(&["nec", "--as", "json", "--compat", "named.key.conll", "named.2.conll"]);
    assert_near(&told["systems"][0]["types"]["all"]["nec_micro"]["precision"], 1.0);
}

#[test]
fn nec_stands_beside_other_metrics() {
    let told = json(&["score", "-m", "nec,muc", "--as", "json", "named.key.conll", "named.1.conll"]);
    let metrics = &told["systems"][0]["metrics"];
    assert_near(&metrics["nec"]["f"], 29.0 / 35.0);
    assert_near(&metrics["nec"]["recall"], 17.0 / 24.0);
    assert_near(&metrics["muc"]["f"], 0.75);
}

#[test]
fn nec_says_what_the_key_lacks() {
    let said = refused(&["nec", "letters.key.conll", "letters.response.conll"]);
    assert!(said.contains("the key has no named entities (column 11 of CoNLL-2012)"), "{said}");
    let said = refused(&["score", "-m", "nec", "letters.key.conll", "letters.response.conll"]);
    assert!(said.contains("the key has no named entities"), "{said}");
    let said = refused(&["nec", "--heads", "dep", "named.key.conll", "named.1.conll"]);
    assert!(said.contains("no dependencies, which `dep` needs"), "{said}");
    let output = corefeval(&["score", "-m", "nec", "named.key.conll", "named.1.conll"]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("the last proper noun of a mention is its head"), "{said}");
}

const LETTERS: [&str; 2] = ["letters.key.conll", "letters.response.conll"];

#[test]
fn variants_tell_rule_and_setting_of_every_row() {
    let told = json(&["variants", "--as", "json", LETTERS[0], LETTERS[1]]);
    for row in told["rows"].as_array().unwrap() {
        assert!(["rule", "setting", "citation"].iter().all(|field| row[*field] != ""), "{row}");
    }
    let averages = told["averages"].as_array().unwrap();
    // MUC 2/5, B³ v4 of 31/54 and 11/18, CEAFe v4 2/5
    let b_cubed = 2.0 * (31.0 / 54.0) * (11.0 / 18.0) / (31.0 / 54.0 + 11.0 / 18.0);
    assert_eq!(averages[1]["average"], "conll-v4");
    assert_near(&averages[1]["f"], (0.4 + b_cubed + 0.4) / 3.0);
}

/// The metric, part and way of writing that explain a figure.
fn explained(figure: &str) -> Vec<[Value; 3]> {
    let told = json(&["variants", "--explain-figure", figure, "--as", "json", LETTERS[0], LETTERS[1]]);
    let row = |found: &Value| ["metric", "part", "how"].map(|field| found[field].clone());
    told["found"].as_array().unwrap().iter().map(row).collect()
}

#[test]
fn a_figure_is_explained_by_rule_part_and_rounding() {
    assert_eq!(explained("bcub=59.20"), [["b-cubed-v4", "F1", "percentage, rounded"]]);
    let cut = ["b-cubed", "b-cubed-0", "b-cubed-skip"].map(|name| [name, "recall", "percentage, truncated"]);
    assert_eq!(explained("bcub=41.66"), cut);
    let rounded = ["ceaf-e", "ceaf-e-skip"].map(|name| [name, "recall", "fraction, rounded"]);
    assert_eq!(explained("ceafe=0.65"), rounded);
    assert_eq!(explained("conll=46.40"), [["conll-v4", "average", "percentage, rounded"]]);
}

#[test]
fn a_figure_that_nothing_gives_is_said_to_be_so() {
    let output = corefeval(&["variants", "--explain-figure", "bcub=99.99", LETTERS[0], LETTERS[1]]);
    assert_eq!(output.status.code(), Some(0));
    assert!(String::from_utf8(output.stdout).unwrap().contains("none of "));
}

#[test]
fn mela_weighs_metrics_as_it_is_told() {
    // MUC 2/5 once, B³ 5/11 three times
    let weights = ["--weights", "muc=1,b-cubed=3"];
    let told = json(&["measures", "--as", "json", weights[0], weights[1], LETTERS[0], LETTERS[1]]);
    assert_near(&told["mela"], (0.4 + 3.0 * 5.0 / 11.0) / 4.0);
    assert_near(&told["clustering"]["union"]["rand"], 23.0 / 36.0);
    assert_near(&told["clustering"]["common"]["adjusted-rand"], 8.0 / 33.0);
}

#[test]
fn links_to_names_weigh_more() {
    let told = |response: &str| json(&["measures", "--as", "json", "named.key.conll", response]);
    let muc = |told: &Value| told["experimental"]["kind_weighted"]["muc"]["recall"].clone();
    // trees of the key weigh 3 and 2; the first solution keeps 2 and 1, the second 2 and 1 at half the weight
    assert_near(&muc(&told("named.1.conll")), 3.0 / 5.0);
    assert_near(&muc(&told("named.2.conll")), 3.0 / 10.0);
    let output = corefeval(&["measures", LETTERS[0], LETTERS[1]]);
    assert!(
        String::from_utf8(output.stdout).unwrap().contains("no parts of speech: links cannot be weighted")
    );
    let said = refused(&["measures", "--kind-weights", "adverb=1", LETTERS[0], LETTERS[1]]);
    assert!(said.contains("expected name, nominal, pronoun or singleton"), "{said}");
}

#[test]
fn arcs_tells_antecedents_and_anchors() {
    let told = json(&["arcs", "--as", "json", "named.key.conll", "named.1.conll"]);
    // of five pronouns three are led to their name
    let mut lines = told["arcs"].as_array().unwrap().iter();
    let all = lines.find(|line| line["antecedent"] == "inferred" && line["kind"] == "all").unwrap();
    assert_eq!((&all["right"], &all["missed"], &all["astray"]), (&3.into(), &2.into(), &0.into()));
    assert_near(&told["anchors"]["detection"]["f1"], 1.0);
    assert_near(&told["anchors"]["mentions"]["recall"], 5.0 / 7.0);
    assert_near(&told["anchors"]["harmonic"], 10.0 / 11.0);
}

const STORIES: [&str; 3] = ["careful", "bold", "key"];

/// The groups of genres that `agree` tells of the example files.
fn agreement(arguments: &[&str]) -> Vec<Value> {
    let [careful, bold, key] = STORIES.map(|name| format!("../../../../examples/{name}.conll"));
    let files = [careful.as_str(), &bold, "--adjudicated", &key, "--as", "json"];
    let told = json(&[&["agree"], &files[..], arguments].concat());
    told["groups"].as_array().unwrap().clone()
}

#[test]
fn annotators_are_compared_with_each_other_and_with_the_adjudicated_file() {
    let groups = agreement(&[]);
    let pairs = groups[0]["pairs"].as_array().unwrap();
    let names: Vec<_> = pairs.iter().map(|pair| pair["annotators"].clone()).collect();
    let expected = [["careful", "bold"], ["careful", "key"], ["bold", "key"]];
    assert_eq!(names, expected.map(|names| Value::from(names.to_vec())));
    // what `score` counts with the adjudicated file as the key: 19 of 22 and 19 links, 20 of 22 and 25
    assert_near(&pairs[1]["f"]["muc"], 38.0 / 41.0);
    assert_near(&pairs[2]["f"]["muc"], 40.0 / 47.0);
}

#[test]
fn agreement_is_told_for_each_genre() {
    let groups = agreement(&["--by", "genre"]);
    let genres: Vec<_> = groups.iter().map(|group| group["genre"].clone()).collect();
    assert_eq!(genres, ["news", "story", "all"]);
    assert_near(&groups[0]["pairs"][2]["f"]["muc"], 2.0 / 3.0);
    assert_near(&groups[1]["pairs"][2]["f"]["muc"], 28.0 / 29.0);
}

#[test]
fn the_adjudicated_file_is_no_annotator_to_alpha() {
    let with = agreement(&[])[0]["alpha_experimental"].clone();
    let [careful, bold, _] = STORIES.map(|name| format!("../../../../examples/{name}.conll"));
    let without = json(&["agree", "--as", "json", &careful, &bold]);
    assert_eq!(with, without["groups"][0]["alpha_experimental"]);
}

/// What `why` tells of every metric and variant of two files.
fn walked(key: &str, response: &str) -> Value {
    let metrics = "mentions,muc,b-cubed,ceaf-m,ceaf-e,blanc,lea,pairwise,b-cubed-0,b-cubed-all,b-cubed-rn,b-cubed-sys,\
                   b-cubed-v4,ceaf-phi1,ceaf-phi2,ceaf-m-sys,ceaf-m-v4,ceaf-e-sys,ceaf-e-v4,blanc-v4,blanc-semeval,\
                   b-cubed-skip,lea-skip";
    json(&["why", "--as", "json", "-q", "-m", metrics, key, response])
}

/// The sum of what entities contribute to one side of a part, over all documents.
fn summed(metric: &Value, part: usize, side: &str) -> [f64; 2] {
    let documents = metric["documents"].as_array().unwrap().iter();
    let entities = documents.flat_map(|document| document["parts"][part][side].as_array().unwrap());
    entities.fold([0.0; 2], |[above, below], one| {
        [above + one["numerator"].as_f64().unwrap(), below + one["denominator"].as_f64().unwrap()]
    })
}

#[test]
fn contributions_add_up_to_what_is_printed_for_every_metric() {
    let examples = ["key", "bold"].map(|name| format!("../../../../examples/{name}.conll"));
    for (key, response) in [(LETTERS[0], LETTERS[1]), (examples[0].as_str(), examples[1].as_str())] {
        let told = walked(key, response);
        let metrics = told["metrics"].as_array().unwrap();
        assert_eq!(metrics.len(), 23);
        for metric in metrics {
            for (part, scored) in metric["scored"].as_array().unwrap().iter().enumerate() {
                for side in ["recall", "precision"] {
                    let [above, below] = summed(metric, part, side);
                    let near = |found: f64, field: &str| {
                        let expected = scored[side][field].as_f64().unwrap();
                        assert!((found - expected).abs() < 1e-9, "{} {side}: {found}", metric["metric"]);
                    };
                    near(above, "numerator");
                    near(below, "denominator");
                }
            }
        }
    }
}

#[test]
fn why_tells_which_entity_stands_for_a_named_one() {
    let told = json(&["why", "--as", "json", "-q", "-m", "nec", "named.key.conll", "named.1.conll"]);
    let nec = &told["metrics"][0];
    let named = nec["documents"][0]["named"].as_array().unwrap();
    let pair = ["entity", "paired_with", "shared", "candidates"].map(|field| named[0][field].clone());
    assert_eq!(pair, [Value::from("0"), "0".into(), 3.into(), 1.into()]);
    let f1: f64 = named.iter().map(|one| one["f1"].as_f64().unwrap()).sum();
    assert_near(&nec["f"], f1 / 2.0);
    let output = corefeval(&["why", "-q", "-m", "nec", "named.key.conll", "named.2.conll"]);
    assert!(String::from_utf8(output.stdout).unwrap().contains("no candidate has one of its names"));
    assert!(refused(&["why", "-m", "nec", LETTERS[0], LETTERS[1]]).contains("no named entities"));
}

#[test]
fn why_counts_singletons_first_where_they_are_dropped_after_detection() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("key.conll");
    let text = "#begin document (d); part 000\n0\ta\t(1)\n1\tb\t(1)\n2\tc\t(2)\n#end document\n";
    std::fs::write(&file, text).unwrap();
    let file = file.to_string_lossy().into_owned();
    let policy = "drop-after-detection";
    let told =
        json(&["why", "--as", "json", "-q", "-m", "mentions,muc", "--singletons", policy, &file, &file]);
    assert_near(&told["metrics"][0]["scored"][0]["recall"]["denominator"], 3.0);
    assert!((summed(&told["metrics"][0], 0, "recall")[1] - 3.0).abs() < 1e-12);
    assert!((summed(&told["metrics"][1], 0, "recall")[1] - 1.0).abs() < 1e-12);
}

#[test]
fn metrics_of_single_mentions_are_told_by_document() {
    let output = corefeval(&["why", "-m", "anaphora", LETTERS[0], LETTERS[1]]);
    // b, c and e, f, g refer back; b and g are joined to something right. Of b, d, g, h, i the same two are
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(
        text.contains("recall = 2 / 5 = 40.00") && text.contains("2 / 5      (paper); part 000"),
        "{text}"
    );
}
