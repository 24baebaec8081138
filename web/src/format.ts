/** Figures as the command line prints them. */

export interface Digits {
  decimals: number;
  truncate: boolean;
}

/** A number with this many decimals, ties rounded to even as in Rust; `toFixed` rounds ties up. */
export function fixed(value: number, decimals: number): string {
  const up = value.toFixed(decimals);
  if (!isTie(value, decimals)) return up;
  const even = (text: string) => Number(text.at(-1)) % 2 === 0;
  if (even(up)) return up;
  const step = 10 ** -decimals;
  return (Number(up) - Math.sign(value) * step).toFixed(decimals);
}

/** Whether a number lies exactly between two with so many decimals: only those that are exact in binary do. */
function isTie(value: number, decimals: number): boolean {
  const exact = value.toFixed(Math.min(100, decimals + 60));
  const rest = exact.slice(exact.indexOf(".") + 1 + decimals);
  return /^50*$/.test(rest);
}

/** A score from 0 to 1 as a percentage, or a dash where it is undefined. */
export function percent(score: number | null | undefined, { decimals, truncate }: Digits): string {
  if (score == null) return "–";
  const scale = 10 ** decimals;
  return fixed(truncate ? Math.trunc(score * (scale * 100)) / scale : score * 100, decimals);
}

/** A difference of scores in points, with its sign. */
export function points(difference: number | null | undefined, { decimals }: Digits): string {
  if (difference == null) return "–";
  const text = fixed(difference * 100, decimals);
  return difference > 0 ? `+${text}` : text.replace("-", "−");
}

/** p as it is printed: never 0. */
export function probability(p: number | null): string {
  if (p == null) return "–";
  return p < 0.0001 ? "< 0.0001" : p.toFixed(4);
}

export const count = (number: number, thing: string): string =>
  `${number.toLocaleString("en")} ${thing}${number === 1 ? "" : "s"}`;

/** A number of a tally: whole numbers without decimals, fractions with four. */
export const amount = (number: number): string =>
  Number.isInteger(number) ? number.toLocaleString("en") : number.toFixed(4);

const VERY_LONG = 1000;

/** Control characters, ends of lines, and what turns the direction of everything after it. */
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

/** Blanks and letters without width, which a word needs beside others but cannot consist of. */
const BLANK = /^[\s\u00ad\u200b-\u200f\u2060-\u2064\ufeff]+$/;

/** The end of a text that was cut within a letter of two units. */
const HALF = /[\ud800-\udbff]$/;

function codeOf(letter: string): string {
  const code = letter.charCodeAt(0);
  return code < 0x20 ? String.fromCharCode(0x2400 + code) : code === 0x7f ? "␡" : `[U+${code.toString(16).toUpperCase().padStart(4, "0")}]`;
}

/** Text from a file for display: control characters and blank words are visible, very long words are cut. */
export function shown(text: string, longest = 80): string {
  const rest = text.length > VERY_LONG ? `…(${text.length} characters)` : "…";
  const cut = text.length > longest ? text.slice(0, longest).replace(HALF, "") + rest : text;
  return cut.replace(BLANK.test(cut) ? /[^]/g : UNSEEN, codeOf);
}
