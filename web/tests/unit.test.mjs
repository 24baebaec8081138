// What can be tested without a browser.
import assert from "node:assert/strict";
import test from "node:test";
import { buildSync } from "esbuild";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync, zipSync } from "fflate";

const folder = mkdtempSync(join(tmpdir(), "corefeval-unit-"));
async function module(name) {
  const outfile = join(folder, `${name.replaceAll("/", "-")}.mjs`);
  const source = new URL(`../src/${name}.ts`, import.meta.url).pathname;
  buildSync({ entryPoints: [source], bundle: true, format: "esm", outfile, platform: "neutral" });
  return import(outfile);
}

test("percentages are rounded as the command line rounds them", async () => {
  const { percent, points, fixed } = await module("format");
  assert.equal(percent(2 / 3, { decimals: 2, truncate: false }), "66.67");
  assert.equal(percent(2 / 3, { decimals: 2, truncate: true }), "66.66");
  assert.equal(percent(null, { decimals: 2, truncate: false }), "–");
  // ties that binary numbers can express go to the even digit, as in Rust
  assert.equal(fixed(0.125, 2), "0.12");
  assert.equal(fixed(0.375, 2), "0.38");
  assert.equal(fixed(62.5, 0), "62");
  assert.equal(fixed(63.5, 0), "64");
  assert.equal(points(-0.25, { decimals: 1 }), "−25.0");
});

test("text from files is shown without control characters and cut when it is long", async () => {
  const { shown } = await module("format");
  assert.equal(shown("a\u0000b\u001b"), "a␀b␛");
  assert.equal(shown("a\u202eb\u2028c"), "a[U+202E]b[U+2028]c");
  assert.match(shown("x".repeat(100_000)), /^x{80}…\(100000 characters\)$/);
  // no half of a letter is left, and words that nobody would see are seen
  assert.equal(shown("a😀😀", 4), "a😀…");
  assert.deepEqual([shown("\ufeff"), shown("\u200b\u200b"), shown("a\u200bb")], ["[U+FEFF]", "[U+200B][U+200B]", "a\u200bb"]);
});

test("an axis around a single value runs from left to right", async () => {
  const { scale } = await module("charts/scale");
  for (const value of [0, 0.5, 1, 2, 300]) {
    const { low, high } = scale([value, value], [0, 100]);
    assert.ok(low < high && low <= value && value <= high, `${low} to ${high} around ${value}`);
  }
  assert.deepEqual([scale([1, 1], [0, 1]).high, scale([2, 2], [0, 1]).low, scale([2, 2], [0, 1]).high], [1, 1, 3]);
});

test("ticks of an axis have different labels", async () => {
  const { scale, tickDecimals } = await module("charts/scale");
  for (const high of [0.0004, 0.003, 0.032, 0.05, 0.31, 0.8]) {
    const { ticks } = scale([0, high], [0, 100]);
    const labels = ticks.map((tick) => (tick * 100).toFixed(tickDecimals(ticks)));
    assert.equal(new Set(labels).size, labels.length, labels.join());
  }
});

test("strips of nested, crossing and interrupted mentions never cover one another", async () => {
  const { stripsOf, drawnOf, lanesOf } = await module("text/strips");
  const mention = (number, start, end, parts = [[start, end]]) => ({ side: "k", number, start, end, parts, entity: 0, counts: true });
  const mentions = [mention(0, 0, 9), mention(1, 2, 5), mention(2, 4, 7), mention(3, 0, 8, [[0, 1], [6, 8]]), mention(4, 3, 3)];
  const strips = stripsOf(mentions, { start: 0, end: 10, sentence: 0, opens: true });
  for (const one of strips) {
    for (const other of strips) {
      if (one === other || one.lane !== other.lane || one.mention === other.mention) continue;
      assert.ok(one.end <= other.start || other.end <= one.start, JSON.stringify([one, other]));
    }
  }
  assert.equal(strips.filter((strip) => strip.mention.number === 3).length, 2, "a mention with a gap has two strips");
  // of a hundred mentions inside one another, the inner ones are drawn, and the one in focus
  const nested = Array.from({ length: 100 }, (_, number) => mention(number, number, 300 - number));
  const deep = stripsOf(nested, { start: 120, end: 180, sentence: 0, opens: false });
  assert.deepEqual([lanesOf(deep), lanesOf(drawnOf(deep, null)), lanesOf(drawnOf(deep, nested[99])), lanesOf(drawnOf(deep, nested[0]))], [100, 24, 24, 25]);
});

test("rows cover every token once, long sentences in pieces", async () => {
  const { rowsOf, rowAt, letters } = await module("text/model");
  const rows = rowsOf([5, 205, 210], 210);
  assert.deepEqual(rows.map((row) => row.start), [0, 5, 65, 125, 185, 205]);
  assert.equal(rows.at(-1).end, 210);
  for (let token = 0; token < 210; token++) {
    const row = rows[rowAt(rows, token)];
    assert.ok(row.start <= token && token < row.end);
  }
  assert.deepEqual([0, 25, 26, 701, 702].map(letters), ["a", "z", "aa", "zz", "aaa"]);
});

test("packed files are unpacked by content, archives in order and without hidden files", async () => {
  const { unpacked } = await module("page/unpack");
  const text = new TextEncoder().encode("Mary slept\n");
  const names = (files) => files.map((file) => file.name);
  assert.deepEqual(names(unpacked("a.conll", text)), ["a.conll"]);
  assert.deepEqual(unpacked("a.conll.gz", gzipSync(text)), [{ name: "a.conll", bytes: text }]);
  const archive = zipSync({ "b/two.txt": text, ".hidden": text, "__MACOSX/b": text, "a.conll.gz": gzipSync(text) });
  assert.deepEqual(names(unpacked("all.zip", archive)), ["a.conll", "b/two.txt"]);
  // a frame with one raw block: magic, single segment of 11 bytes, last block raw of 11 bytes
  const frame = new Uint8Array([0x28, 0xb5, 0x2f, 0xfd, 0x20, 11, 0x59, 0, 0, ...text]);
  const [found] = unpacked("a.conll.zst", frame);
  assert.deepEqual([found.name, new TextDecoder().decode(found.bytes)], ["a.conll", "Mary slept\n"]);
  // several streams in one file, and a length at the end that is not true
  const double = new Uint8Array([...gzipSync(text), ...gzipSync(text)]);
  assert.equal(new TextDecoder().decode(unpacked("a.gz", double)[0].bytes), "Mary slept\nMary slept\n");
  const long = new TextEncoder().encode("Mary slept\n".repeat(300_000));
  assert.equal(unpacked("a.gz", gzipSync(long))[0].bytes.length, long.length);
  assert.throws(() => unpacked("cut.gz", gzipSync(long).subarray(0, 3000)), /cut.gz cannot be unpacked/);
  assert.throws(() => unpacked("tiny.gz", new Uint8Array([0x1f, 0x8b])), /tiny.gz cannot be unpacked/);
  let nested = text;
  for (let depth = 0; depth < 6; depth++) nested = zipSync({ "a.zip": nested });
  assert.throws(() => unpacked("deep.zip", nested), /packed more than 4 times/);
  const damaged = zipSync({ "a.txt": [long, { level: 0 }] });
  damaged[2000] ^= 1;
  assert.throws(() => unpacked("damaged.zip", damaged), /a.txt is damaged/);
  assert.throws(() => unpacked("bad.gz", new Uint8Array([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0, 9, 9, 9, 9, 9])));
});

test("mentions move between entities, to new ones and away", async () => {
  const { moved, parse, written, signatureFor, steps } = await module("page/sets");
  const entities = parse(" a  b c | d e | ");
  assert.equal(written(entities), "a b c | d e");
  assert.equal(written(moved(entities, "c", 1)), "a b | d e c");
  assert.equal(written(moved(entities, "c", 2)), "a b | d e | c");
  assert.equal(written(moved(entities, "c", -1)), "a b | d e");
  assert.equal(written(moved(parse("a | b"), "a", 1)), "b a");
  assert.deepEqual(steps("a b | c", "a | b c d").map((step) => step.entities), ["a b | c", "a | b | c", "a | b | c", "a | b c", "a | b c d"]);
  assert.ok(signatureFor("Ann he").endsWith("+nec") && !signatureFor("a b").includes("nec"));
});
