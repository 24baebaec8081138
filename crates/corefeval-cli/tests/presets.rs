//! Every preset scores, and the signature it prints reads back as the same protocol.

// helper functions of a test may stop at what they did not expect, as tests do
#![allow(clippy::unwrap_used)]

use std::fs;
use std::process::Command;

use corefeval::evaluation::PRESETS;

/// Two entities with heads and a zero, in a file that every preset can score.
const KEY: &str = "\
# global.Entity = eid-etype-head-other
# newdoc id = d
# sent_id = 1
1\tMary\t_\tPROPN\t_\t_\t2\tnsubj\t2:nsubj\tEntity=(e1-person-1-)
2\tsaw\t_\tVERB\t_\t_\t0\troot\t0:root\t_
3\tthe\t_\tDET\t_\t_\t4\tdet\t4:det\tEntity=(e2-object-2-
4\twall\t_\tNOUN\t_\t_\t2\tobj\t2:obj\tEntity=e2)
5\tand\t_\tCCONJ\t_\t_\t6\tcc\t6:cc\t_
5.1\t_\t_\tPRON\t_\t_\t_\t_\t6:nsubj\tEntity=(e1-person-1-)
6\tjumped\t_\tVERB\t_\t_\t2\tconj\t2:conj\t_
7\tit\t_\tPRON\t_\t_\t6\tobj\t6:obj\tEntity=(e2-object-1-)

";

fn run(arguments: &[&str]) -> (String, bool) {
    let output = Command::new(env!("CARGO_BIN_EXE_corefeval")).arg("score").args(arguments).output().unwrap();
    (String::from_utf8(output.stdout).unwrap(), output.status.success())
}

#[test]
fn a_preset_is_repeated_by_its_signature() {
    let folder = std::env::temp_dir().join(format!("corefeval-presets-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let paths = ["key.conllu", "response.conllu"].map(|name| folder.join(name));
    fs::write(&paths[0], KEY).unwrap();
    fs::write(&paths[1], KEY.replace("(e2-object-1-)", "(e1-person-1-)")).unwrap();
    let [key, response] = [0, 1].map(|place| paths[place].to_str().unwrap());
    for preset in PRESETS {
        let (printed, fine) = run(&["--preset", preset.name, key, response]);
        // nothing here is discourse deixis, and no score of zero is given for that
        assert_eq!(fine, preset.name != "codicrac22-dd", "{}", preset.name);
        if !fine {
            continue;
        }
        let signature = printed.lines().last().unwrap();
        assert_eq!(
            run(&["--signature", signature, key, response]),
            (printed.clone(), true),
            "{}",
            preset.name
        );
    }
    fs::remove_dir_all(&folder).unwrap();
}
