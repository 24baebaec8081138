//! Pages that are written from the tables; `COREFEVAL_WRITE_DOCS=1 cargo test` writes them anew.

use std::fmt::Write;
use std::path::Path;

use corefeval::evaluation::{LAYERED, PRACTICES, PRESETS};
use corefeval::format::FORMATS;
use corefeval::metric::{AVERAGES, METRICS, Metric, SPECIAL};

fn metrics_page() -> String {
    let mut page = String::from(
        "# Metrics\n\nWritten from the tables in the source; the formulas are at the top of each file in \
         `crates/corefeval/src/metric/`. Recall and precision\nare sums over documents, divided once.\n\n\
         | `--metric` | title | rewards | citation |\n|---|---|---|---|\n",
    );
    for metric in METRICS {
        describe(metric, &mut page);
    }
    page.push_str(
        "\n## On request\n\nMetrics of single mentions, and of annotation that only some corpora have.\n\n\
         | `--metric` | title | rewards | citation |\n|---|---|---|---|\n",
    );
    for metric in SPECIAL {
        describe(metric, &mut page);
    }
    page.push_str(
        "\n## On request, with layers of the key\n\nMetrics that need names, tags or syntax.\n\n\
         | `--metric` | title | rewards | citation |\n|---|---|---|---|\n",
    );
    for metric in LAYERED {
        describe(metric, &mut page);
    }
    page.push_str("\n## Averages\n\n| name | title | mean of the F of | citation |\n|---|---|---|---|\n");
    for average in AVERAGES {
        let of = average.of.join(", ");
        let _ = writeln!(page, "| `{}` | {} | {of} | {} |", average.name, average.title, average.citation);
    }
    page.push_str(
        "\n## Undefined figures\n\nRecall is undefined if the key has nothing to find, precision if the response has nothing \
         that could be right: MUC of\ndocuments without links, zero anaphora without zeros. F is undefined only if both are; \
         if only one of them is, nothing was\nright, and F is 0. Undefined figures are shown as – (`null` in JSON). Older scorers print \
         them as 0 and average them as such, so\naverages of metrics and the means of `--macro` count them as 0, unless `--undefined skip` \
         leaves them out. A mean of undefined\nfigures alone is undefined.\n",
    );
    page.push_str("\n## Presets\n\n| `--preset` | used in | sets |\n|---|---|---|\n");
    for preset in PRESETS {
        let _ = writeln!(
            page,
            "| `{}` | {} | `{}` |",
            preset.name,
            preset.title,
            preset.signature.replace('|', " ")
        );
    }
    page
}

fn describe(metric: &Metric, page: &mut String) {
    let Metric { name, title, summary, citation, .. } = metric;
    let _ = writeln!(page, "| `{name}` | {title} | {summary} | {citation} |");
}

#[test]
fn the_page_of_metrics_is_current() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/metrics.md");
    if std::env::var_os("COREFEVAL_WRITE_DOCS").is_some() {
        std::fs::write(&path, metrics_page()).expect("a page that can be written");
    }
    let page = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(page == metrics_page(), "docs/metrics.md is not current: run with COREFEVAL_WRITE_DOCS=1");
}

fn protocols_page() -> String {
    let mut page = String::from(
        "# Which protocol?\n\nThe same response to the same key can get figures many points apart, depending on singletons, matching, zeros and what is\n\
         averaged. This page says, corpus by corpus, what papers do and what makes the same choices here. It is written from the table in\n\
         `crates/corefeval/src/evaluation/practice.rs`; `corefeval presets --explain` prints it too. Whatever you choose, publish the\n\
         signature, the last line of what `score` prints: it names every choice, and `--signature` repeats the run.\n\n\
         When you compare with a paper and do not know its choices, `corefeval variants KEY RESPONSE --explain-figure NAME=VALUE` looks for\n\
         those that give its figure.\n",
    );
    for practice in PRACTICES {
        let _ = write!(
            page,
            "\n## {}\n\n```sh\n{} KEY RESPONSE\n```\n\n| | |\n|---|---|\n| mentions | {} |\n| matching | {} |\n| main figure | {} |\n\
             | comparable with | {} |\n| not comparable with | {} |\n| described in | {} |\n\
             | checked against | {} |\n",
            practice.corpus,
            practice.typed(),
            practice.mentions,
            practice.matching,
            practice.figure,
            practice.comparable,
            practice.differs,
            practice.citation,
            practice.checked
        );
    }
    page
}

#[test]
fn the_page_of_protocols_is_current() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/protocols.md");
    if std::env::var_os("COREFEVAL_WRITE_DOCS").is_some() {
        std::fs::write(&path, protocols_page()).expect("a page that can be written");
    }
    let page = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(page == protocols_page(), "docs/protocols.md is not current: run with COREFEVAL_WRITE_DOCS=1");
}

#[test]
fn every_practice_can_be_typed() {
    for practice in PRACTICES {
        let plan = practice.plan.map(str::parse::<corefeval::evaluation::Plan>);
        assert!(plan.is_none_or(|plan| plan.is_ok()), "{}", practice.corpus);
        let format = practice.format.map(corefeval::format::by_name);
        assert!(format.is_none_or(|format| format.is_some()), "{}", practice.corpus);
        assert_ne!(practice.plan.is_some(), practice.command.is_some(), "{}", practice.corpus);
    }
}

#[test]
fn every_preset_can_be_read() {
    for preset in PRESETS {
        assert!(preset.signature.parse::<corefeval::evaluation::Plan>().is_ok(), "{}", preset.name);
    }
}

#[test]
fn names_in_tables_are_unique() {
    let mut names: Vec<&str> =
        METRICS.iter().chain(SPECIAL).chain(LAYERED).map(|metric| metric.name).collect();
    names.extend(AVERAGES.iter().map(|average| average.name));
    let formats: Vec<&str> = FORMATS.iter().map(|format| format.name).collect();
    for mut names in [names, formats] {
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
    }
}

/// The codes of problems in the sources below a folder.
fn problem_codes(folder: &Path, codes: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            problem_codes(&path, codes);
        } else if !path.ends_with("tests.rs") {
            let source = std::fs::read_to_string(&path).unwrap_or_default();
            let code = source.split("#[cfg(test)]").next().unwrap_or("");
            let calls = [
                "Problem::error(",
                "Problem::warning(",
                "Problem::note(",
                "warning(",
                "lost(document,",
                "say(",
                "problems.refuse(",
                "problems.warn(",
                "problems.note(",
            ];
            for call in calls {
                for rest in code.split(call).skip(1) {
                    let word =
                        rest.split(['"', ';', '{']).nth(1).filter(|_| rest.contains('"')).unwrap_or("");
                    let is_code = !word.is_empty()
                        && word.chars().all(|letter| letter == '-' || letter.is_ascii_lowercase());
                    codes.extend((is_code && word.contains('-')).then(|| word.to_owned()));
                }
            }
        }
    }
}

#[test]
fn every_problem_is_explained() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = std::fs::read_to_string(root.join("../../docs/problems.md")).unwrap_or_default();
    let mut codes = Vec::new();
    problem_codes(&root.join("src/format"), &mut codes);
    assert!(codes.len() > 40, "{codes:?}");
    problem_codes(&root.join("src/evaluation"), &mut codes);
    problem_codes(&root.join("../corefeval-cli/src"), &mut codes);
    assert!(codes.iter().any(|code| code == "token-count"), "{codes:?}");
    let missing: Vec<_> = codes.iter().filter(|code| !page.contains(&format!("`{code}`"))).collect();
    assert!(missing.is_empty(), "not in docs/problems.md: {missing:?}");
}
