//! How fast scoring is, as a ratio to `wc -l` on the same files in the same run.
//!
//! `cargo bench -p corefeval-cli --bench speed` writes made-up corpora of the shape of OntoNotes into a temporary
//! folder and prints one table; `-- quick` leaves the large ones out. Wall times are the best of several runs.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

fn main() {
    let quick = std::env::args().any(|argument| argument == "quick");
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let program = PathBuf::from(env!("CARGO_BIN_EXE_corefeval"));
    println!(
        "{:<26} {:>9} {:>9} {:>8} {:>8} {:>9}",
        "input", "bytes", "wc -l", "1 thread", "2 threads", "memory"
    );
    let mut corpora = vec![("S: 348 documents", Shape { documents: 348, tokens: 490, mentions: 56 })];
    if !quick {
        corpora.push(("M: 3480 documents", Shape { documents: 3480, tokens: 490, mentions: 56 }));
    }
    let longs =
        [("long: 10k mentions", 10_000), ("long: 100k mentions", 100_000), ("long: 1M mentions", 1_000_000)];
    for (name, mentions) in longs.into_iter().take(if quick { 2 } else { 3 }) {
        corpora.push((name, Shape { documents: 1, tokens: mentions * 4, mentions }));
    }
    for (name, shape) in corpora {
        let files = ["key.conll", "response.conll"].map(|file| folder.path().join(file));
        write_pair(&shape, &files, conll);
        measure(&program, name, &files);
        if shape.documents > 1 {
            let short = &name[..2];
            for rule in ["head", "mina"] {
                measure_rule(&program, &format!("{short} --match {rule}"), &files, rule);
            }
            measure_chance(&program, short, &files);
            measure(&program, &format!("{short} jsonlines"), &as_jsonlines(&program, &files));
            let files = ["key.conllu", "response.conllu"].map(|file| folder.path().join(file));
            write_pair(&shape, &files, conllu);
            measure(&program, &format!("{short} corefud"), &files);
        }
    }
}

/// How large a corpus is; tokens and mentions are those of one document.
struct Shape {
    documents: usize,
    tokens: usize,
    mentions: usize,
}

/// The same files as JSON lines.
fn as_jsonlines(program: &Path, files: &[PathBuf; 2]) -> [PathBuf; 2] {
    files.clone().map(|file| {
        let target = file.with_extension("jsonlines");
        let mut command = Command::new(program);
        command.args(["convert", "--quiet", "--to", "jsonlines", "--out"]).args([&target, &file]);
        assert!(command.status().is_ok_and(|status| status.success()), "the files can be converted");
        target
    })
}

/// Prints what 10,000 resamples of all metrics cost beside scoring: intervals of one system, and a comparison of two.
fn measure_chance(program: &Path, name: &str, [key, response]: &[PathBuf; 2]) {
    let time = |arguments: &[&str], responses: &[&PathBuf]| {
        let mut command = Command::new(program);
        command.args(arguments).args(["--quiet", "--threads", "1"]).arg(key).args(responses);
        best(|| command.stdout(Stdio::null()).status().is_ok_and(|status| status.success())).as_secs_f64()
    };
    // a second system that differs from the first: key and response change places in half of the documents
    let other = response.with_file_name("other.conll");
    let texts = [key, response].map(|file| std::fs::read_to_string(file).expect("a file that was written"));
    let documents = texts.each_ref().map(|text| text.split_inclusive("#end document\n").collect::<Vec<_>>());
    let mixed = (0..documents[0].len()).map(|place| documents[place % 2][place]);
    std::fs::write(&other, mixed.collect::<String>()).expect("a file can be written");
    let alone = time(&["score"], &[response]);
    let intervals = time(&["score", "--ci"], &[response]);
    let two = time(&["score"], &[response, &other]);
    let compared = time(&["compare"], &[response, &other]);
    for (what, more, than) in [("score --ci", intervals, alone), ("compare", compared, two)] {
        let (more, than) = (more * 1000.0, than * 1000.0);
        println!(
            "{:<26} {:.2}x scoring is added ({more:.0} ms, {than:.0} ms)",
            format!("{name} {what}"),
            (more - than) / than,
        );
    }
}

/// Prints what a matching rule that needs the key's trees costs beside exact matching.
fn measure_rule(program: &Path, name: &str, [key, response]: &[PathBuf; 2], rule: &str) {
    let score = |rule: &str| {
        let mut command = Command::new(program);
        command.args(["score", "--quiet", "--threads", "1", "--match", rule]).args([key, response]);
        best(|| command.stdout(Stdio::null()).status().is_ok_and(|status| status.success()))
    };
    let (exact, other) = (score("exact"), score(rule));
    println!(
        "{name:<26} {:.2}x exact matching ({:.0} ms, {:.0} ms)",
        other.as_secs_f64() / exact.as_secs_f64(),
        other.as_secs_f64() * 1000.0,
        exact.as_secs_f64() * 1000.0
    );
}

fn measure(program: &Path, name: &str, [key, response]: &[PathBuf; 2]) {
    let bytes: u64 =
        [key, response].iter().filter_map(|file| std::fs::metadata(file).ok()).map(|about| about.len()).sum();
    let lines =
        best(|| Command::new("wc").arg("-l").args([key, response]).stdout(Stdio::null()).status().is_ok());
    let score = |threads: &str| {
        let mut command = Command::new(program);
        command.args(["score", "--quiet", "--threads", threads]).args([key, response]).stdout(Stdio::null());
        command
    };
    let one = best(|| score("1").status().is_ok_and(|status| status.success()));
    let two = best(|| score("2").status().is_ok_and(|status| status.success()));
    let ratio = |time: Duration| format!("{:.2}x", time.as_secs_f64() / lines.as_secs_f64());
    println!(
        "{name:<26} {:>6} MB {:>6.1} ms {:>8} {:>9} {:>6} MB",
        bytes / 1_000_000,
        lines.as_secs_f64() * 1000.0,
        format!("{} {:.0} ms", ratio(one), one.as_secs_f64() * 1000.0),
        format!("{} {:.0} ms", ratio(two), two.as_secs_f64() * 1000.0),
        peak_memory(&score("2")) / 1_000_000,
    );
}

/// The shortest of several runs: what else the machine does only ever adds.
fn best(mut run: impl FnMut() -> bool) -> Duration {
    let runs = (0..7).map(|_| {
        let start = Instant::now();
        assert!(run(), "the command failed");
        start.elapsed()
    });
    runs.min().unwrap_or_default()
}

/// The most memory a command had at once, in bytes, as GNU time tells it; 0 where there is none.
fn peak_memory(command: &Command) -> u64 {
    let mut timed = Command::new("/usr/bin/time");
    timed.args(["-f", "%M"]).arg(command.get_program()).args(command.get_args()).stdout(Stdio::null());
    let Ok(output) = timed.output() else { return 0 };
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    text.lines().last().and_then(|line| line.trim().parse::<u64>().ok()).unwrap_or(0) * 1024
}

/// Numbers that look random and are the same in every run (a 64-bit xorshift).
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % limit.max(1)
    }
}

/// Writes a key and a response that misses, moves and adds some mentions.
fn write_pair(shape: &Shape, paths: &[PathBuf; 2], document: fn(usize, usize, &Mentions) -> String) {
    let mut dice = Dice(0x9E37_79B9_7F4A_7C15);
    let mut files = paths
        .each_ref()
        .map(|path| std::io::BufWriter::new(std::fs::File::create(path).expect("a file can be written")));
    for number in 0..shape.documents {
        let (gold, noisy) = mentions(shape, &mut dice);
        for (file, mentions) in files.iter_mut().zip([gold, noisy]) {
            let text = document(number, shape.tokens, &mentions);
            file.write_all(text.as_bytes()).expect("a file can be written");
        }
    }
}

type Mentions = Vec<(usize, usize, usize)>;

/// Start, last token and entity of each mention; entity sizes are heavy-tailed.
fn mentions(shape: &Shape, dice: &mut Dice) -> (Mentions, Mentions) {
    let (mut key, mut response) = (Vec::new(), Vec::new());
    let step = shape.tokens / shape.mentions.max(1);
    let entities = shape.mentions / 4 + 1;
    for number in 0..shape.mentions {
        let start = number * step + dice.below(step.max(1));
        let sentence_end = start - start % 20 + 19;
        let last = (start + [0, 0, 0, 1, 1, 2, 4][dice.below(7)]).min((number + 1) * step - 1);
        let last = last.min(sentence_end).max(start);
        let entity = entities / (1 + dice.below(entities));
        key.push((start, last, entity));
        match dice.below(10) {
            0 => {}
            1 | 2 => response.push((start, last, dice.below(entities))),
            3 => response.push((start, start, entity)),
            _ => response.push((start, last, entity)),
        }
    }
    (key, response)
}

/// What the last column says of each token; `open` writes an opening bracket.
fn cells(tokens: usize, mentions: &Mentions, between: &str, open: impl Fn(usize) -> String) -> Vec<String> {
    let mut cells = vec![String::new(); tokens];
    for &(start, last, entity) in mentions {
        let mut add = |token: usize, text: String| {
            let cell: &mut String = &mut cells[token];
            let bar = if cell.is_empty() { "" } else { between };
            let _ = write!(cell, "{bar}{text}");
        };
        if start == last {
            add(start, format!("{})", open(entity)));
        } else {
            add(start, open(entity));
            add(last, format!("{entity})"));
        }
    }
    cells
}

/// The parse of every sentence: noun phrases, some within others, in two clauses.
const PARSE: [&str; 20] = [
    "(TOP(S(S(NP(NP*",
    "*)",
    "(PP*",
    "(NP*",
    "*)))",
    "(VP*",
    "(NP*",
    "*)",
    "(PP*",
    "(NP*)))",
    "*)",
    "*",
    "(S(NP*)",
    "(VP*",
    "(SBAR*",
    "(S(NP*)",
    "(VP*",
    "(NP*",
    "*))))))",
    "*))",
];

fn conll(number: usize, tokens: usize, mentions: &Mentions) -> String {
    let cells = cells(tokens, mentions, "|", |entity| format!("({entity}"));
    let name = format!("nw/made/{:02}/made_{number:04}", number / 100);
    let mut text = format!("#begin document ({name}); part 000\n");
    for (token, cell) in cells.iter().enumerate() {
        let place = token % 20;
        // the last sentence may be short
        let parse = if token - place + 20 <= tokens { PARSE[place] } else { "*" };
        let cell = if cell.is_empty() { "-" } else { cell };
        let _ = writeln!(
            text,
            "{name}\t0\t{place}\tword{}\tNN\t{parse}\tlemma\t-\t-\tSpeaker#1\t*\t*\t{cell}",
            token % 997
        );
        if place == 19 {
            text.push('\n');
        }
    }
    text.push_str("\n#end document\n");
    text
}

/// Rows as full as those of the CorefUD collection are.
fn conllu(number: usize, tokens: usize, mentions: &Mentions) -> String {
    let cells = cells(tokens, mentions, "", |entity| format!("({entity}-person-1-"));
    let mut text = format!("# newdoc id = made_{number:04}\n# global.Entity = GRP-etype-head-other\n");
    for (token, cell) in cells.iter().enumerate() {
        let place = token % 20;
        if place == 0 {
            let words = (token..token + 20).map(|token| format!("word{}", token % 997));
            let words: Vec<String> = words.collect();
            let _ =
                writeln!(text, "# sent_id = made_{number:04}-{}\n# text = {}", token / 20, words.join(" "));
        }
        let misc = match (cell.is_empty(), place) {
            (true, 18) => "SpaceAfter=No".to_owned(),
            (true, _) => "_".to_owned(),
            (false, _) => format!("Entity={cell}"),
        };
        let _ = writeln!(
            text,
            "{}\tword{}\tword\tNOUN\tNN\tNumber=Sing\t{place}\tnmod\t{place}:nmod:of\t{misc}",
            place + 1,
            token % 997
        );
        if place == 19 {
            text.push('\n');
        }
    }
    text.push('\n');
    text
}
