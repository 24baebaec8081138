// Documents for tests, as JSON lines: ends of mentions are inclusive.
export const line = (doc_key, sentences, clusters) => JSON.stringify({ doc_key, sentences, clusters }) + "\n";

const TEXT = [
  ["Ada", "Lovelace", "met", "her", "friend", "Charles", "in", "the", "old", "library", "."],
  ["He", "showed", "her", "the", "engine", "that", "he", "had", "drawn", ",", "and", "she", "liked", "it", "."],
  ["The", "library", "was", "quiet", "."],
];

const KEY = [
  [[0, 1], [3, 3], [13, 13], [22, 22]],
  [[3, 5], [11, 11], [17, 17]],
  [[14, 15], [24, 24]],
  [[7, 9], [26, 27]],
];

/** A missed mention, a spurious one, a wrong boundary, a merged and a split entity. */
const RESPONSE = [
  [[0, 1], [3, 3], [13, 13]],
  [[3, 5], [11, 11], [22, 22]],
  [[14, 15], [17, 17]],
  [[8, 9], [26, 27]],
  [[10, 10], [24, 24]],
];

export const small = {
  key: line("bn/letter_0", TEXT, KEY) + line("nw/letter_1", TEXT, KEY),
  one: line("bn/letter_0", TEXT, RESPONSE) + line("nw/letter_1", TEXT, KEY.slice(0, 2)),
  other: line("bn/letter_0", TEXT, KEY) + line("nw/letter_1", TEXT, RESPONSE),
};

/** Words that would be markup or would turn the text around, were they not data. */
const HOSTILE = ["<!--", "]]>", "a\u2028b\u2029c", "\u2066\u202dd", "</script><script>alert(1)</script>", "<img src=x onerror=alert(2)>", "\u202eabc", "a\u0000b", "&lt;", "x".repeat(100_000), "שלום", "עולם", "'\"`${alert(3)}"];

export const hostile = {
  key: line("</title><script>alert(4)</script>", [HOSTILE], [[[0, 1], [4, 4], [6, 7]], [[9, 9], [10, 11]]]),
  response: line("</title><script>alert(4)</script>", [HOSTILE], [[[0, 1], [4, 4], [6, 7]], [[9, 10], [11, 11]]]),
};

export const hebrew = line("שיר", [["דנה", "אמרה", "שהיא", "אוהבת", "את", "הספר", "שלה", "."]], [[[0, 0], [2, 2], [6, 6]], [[5, 6]]]);

/** Documents without mentions, without words, and with one word. */
export const bare = line("none", [["Nothing", "here"]], []) + line("void", [], []) + line("word", [["It"]], [[[0, 0]]]);

/** One document with so many mentions, two for every five tokens. */
export function long(mentions, shift = 0) {
  const sentences = [];
  const clusters = Array.from({ length: 500 }, () => []);
  for (let token = 0; token < mentions * 2.5; token += 20) sentences.push(Array.from({ length: 20 }, (_, word) => `w${(token + word) % 997}`));
  for (let number = 0; number < mentions; number++) {
    const start = Math.floor(number * 2.5);
    clusters[(number * 7 + (number % 11 === 0 ? shift : 0)) % 500].push([start, start + (number % 3 === 0 ? 1 : 0)]);
  }
  return line("novel", sentences, clusters);
}
