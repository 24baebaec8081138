//! Shortens messages: they quote words and names of the input, which may be of any length.

/// The largest number of characters that a message shows of a run without blanks.
const LONGEST_RUN: usize = 100;
/// The largest number of characters of a message.
const LONGEST: usize = 600;
/// The number of these characters that are kept from the end of the message, after the quotation.
const TAIL: usize = 150;

/// The message with every long run without blanks shortened. If it is still too long, its middle is left out.
pub(super) fn brief(message: String) -> String {
    if message.len() <= LONGEST_RUN {
        return message;
    }
    let message = with_short_runs(&message);
    let length = message.chars().count();
    if length <= LONGEST {
        return message;
    }
    let start = message.chars().take(LONGEST - TAIL);
    start.chain(['…']).chain(message.chars().skip(length - TAIL)).collect()
}

/// The text with `…` instead of the surplus part of each long run. The end of a quotation is kept.
fn with_short_runs(text: &str) -> String {
    let mut short = String::new();
    for piece in text.split_inclusive(char::is_whitespace) {
        let run = piece.trim_end();
        match run.char_indices().nth(LONGEST_RUN) {
            Some((cut, _)) => {
                short.push_str(&run[..cut]);
                short.push('…');
                short.push_str(closing(&run[cut..]));
                short.push_str(&piece[run.len()..]);
            }
            None => short.push_str(piece),
        }
    }
    short
}

/// The backquote at the end of a run, with the punctuation after it.
fn closing(run: &str) -> &str {
    let end = run.trim_end_matches([',', ';', ':', '.', ')']);
    if end.ends_with('`') { &run[end.len() - 1..] } else { &run[end.len()..] }
}

#[cfg(test)]
mod tests {
    use super::{LONGEST, LONGEST_RUN, brief};

    #[test]
    fn a_short_message_is_left_alone() {
        let message = "token 3 is `a` in the key,  `b` in the response".to_owned();
        assert_eq!(brief(message.clone()), message);
    }

    #[test]
    fn a_long_word_is_cut_and_the_sentence_goes_on() {
        let cut = brief(format!("token 3 is `{}` in the key, `b` in the response", "ü".repeat(5000)));
        let shown = "ü".repeat(LONGEST_RUN - 1);
        assert_eq!(cut, format!("token 3 is `{shown}…` in the key, `b` in the response"));
    }

    #[test]
    fn a_long_text_with_blanks_loses_its_middle() {
        let cut = brief(format!("token 3 is `{}` in the key, `b` in the response", "a b ".repeat(5000)));
        assert_eq!(cut.chars().count(), LONGEST + 1);
        assert!(cut.starts_with("token 3 is `a b") && cut.ends_with("` in the key, `b` in the response"));
    }
}
