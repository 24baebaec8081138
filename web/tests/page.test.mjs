// The page that scores, in a real browser, from file:// and with the network off. COREFEVAL_PAGE_FOLDER says where it is.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { basename, extname, join } from "node:path";
import test, { after, before } from "node:test";
import { gzipSync } from "node:zlib";
import { zipSync } from "fflate";
import { corefeval, file, folder, open, quietPage, run, violations } from "./browser.mjs";
import { hostile } from "./fixtures.mjs";

const root = new URL("../../", import.meta.url).pathname;
const pages = process.env.COREFEVAL_PAGE_FOLDER ?? join(root, "target/page");
const built = join(pages, "corefeval.html");
const skip = process.env.COREFEVAL_PAGE_FOLDER && existsSync(built) ? false : "the page was not built; web/test does that";
const examples = (name) => join(root, "examples", name);

let browser;
before(async () => {
  if (!skip) browser = await open();
});
after(() => browser?.close());

async function page(options) {
  const context = await browser.newContext({ offline: true, viewport: { width: 1280, height: 900 }, acceptDownloads: true, ...options });
  const { page, noise } = await quietPage({ newPage: () => context.newPage() });
  return { page, silent: () => assert.deepEqual(noise, []) };
}

async function opened(one, fragment = "") {
  await one.goto("about:blank");
  await one.goto(`file://${built}#${fragment}`);
  await one.waitForSelector("main h2");
}

async function dropped(one, paths) {
  await one.setInputFiles("#choose", paths);
  await one.waitForSelector("#section-page-scores table, [role=alert]", { timeout: 60_000 });
}

/** The first document of a file under another name. */
const part = (text, name) => text.split(/(?<=#end document\n)/)[0].replace(/#begin document \([^)]*\)/, `#begin document (${name})`);

/** What the engine says of files, unrounded, as the page's own thread gets it. */
const scored = (one) => one.evaluate(() => globalThis.corefevalScores());

test("examples are one click away, and scores are those of the command line", { skip }, async () => {
  const { page: one, silent } = await page();
  await opened(one);
  await one.click("text=Use the example files");
  await one.waitForSelector("#section-page-scores table");
  const names = ["key", "bold", "careful", "shy"].map((name) => examples(`${name}.conll`));
  const wanted = JSON.parse(corefeval("score", ...names, "--as", "json")).systems;
  assert.deepEqual((await scored(one)).rules[0].systems, wanted);
  silent();
});

test("a report is made, looked at and saved", { skip }, async () => {
  const { page: one, silent } = await page();
  await opened(one);
  await one.click("text=Use the example files");
  await one.waitForSelector("#section-page-scores table");
  await one.click("nav >> text=Report");
  await one.waitForSelector("#section-scores table", { timeout: 60_000 });
  await one.click("nav[aria-label=Views] >> text=Texts and errors");
  await one.waitForSelector(".token");
  const [download] = await Promise.all([one.waitForEvent("download"), one.click("#save-report")]);
  const path = join(folder, "saved.html");
  await download.saveAs(path);
  assert.ok(readFileSync(path, "utf8").startsWith("<!doctype html>"));
  silent();
});

test("packed files are unpacked, and problems have their lines", { skip }, async () => {
  const { page: one, silent } = await page();
  await opened(one);
  const [key, shy] = ["key.conll", "shy.conll"].map((name) => readFileSync(examples(name)));
  const packed = [file("key.conll.gz", gzipSync(key)), file("answers.zip", zipSync({ "a/shy.conll": new Uint8Array(shy) }))];
  await dropped(one, packed);
  const wanted = JSON.parse(corefeval("score", examples("key.conll"), examples("shy.conll"), "--as", "json")).systems[0];
  const found = (await scored(one)).rules[0].systems[0];
  assert.deepEqual(found.metrics, wanted.metrics);
  await opened(one);
  await dropped(one, [examples("key.conll"), file("broken.conll", "#begin document (letter);\nMary\t(1\nslept\t-\n#end document\n")]);
  await one.waitForSelector(".problems");
  assert.match(await one.textContent(".problems"), /line 2.*unclosed-mention/s);
  silent();
});

test("a file is converted as the command line converts it", { skip }, async () => {
  const { page: one, silent } = await page();
  await opened(one, "tab=convert");
  await one.setInputFiles("#choose", [examples("key.conll")]);
  await one.waitForSelector("#convert");
  await one.selectOption("section:has(#convert) label:has-text('to') select", "corefud");
  const [download] = await Promise.all([one.waitForEvent("download"), one.click("#convert")]);
  const path = join(folder, "converted");
  await download.saveAs(path);
  assert.equal(readFileSync(path, "utf8"), corefeval("convert", "-q", examples("key.conll"), "--to", "corefud"));
  silent();
});

test("the protocol is in the link, and nothing else", { skip }, async () => {
  const { page: one, silent } = await page();
  await opened(one);
  await one.click("text=Use the example files");
  await one.waitForSelector("#section-page-scores table");
  await one.click("text=All choices");
  await one.selectOption("#choice-singletons", "drop");
  await one.waitForFunction(() => document.getElementById("signature")?.textContent?.includes("singletons:drop"));
  await one.waitForFunction(() => globalThis.corefevalScores()?.rules[0].signature.includes("singletons:drop"));
  const names = ["key", "bold", "careful", "shy"].map((name) => examples(`${name}.conll`));
  const wanted = JSON.parse(corefeval("score", ...names, "--singletons", "drop", "--as", "json"));
  const found = await scored(one);
  assert.deepEqual(found.rules[0].systems, wanted.systems);
  assert.equal(found.rules[0].signature, wanted.signature);
  const { page: two } = await page();
  await opened(two, new URLSearchParams({ protocol: wanted.signature }).toString());
  await two.waitForFunction((signature) => document.getElementById("signature")?.textContent === signature, wanted.signature);
  await opened(two, new URLSearchParams({ protocol: "match:psychic" }).toString());
  await two.waitForSelector("[role=alert]");
  silent();
});

const MINUTE = 60_000;

test("figures equal the command line's over the recorded cases", { skip }, async (context) => {
  const recorded = join(process.env.COREFEVAL_SHARED ?? join(root, "../shared"), "conformance");
  if (!existsSync(recorded)) return context.skip(`${recorded} is not there`);
  const pairs = [];
  const look = (place, depth) => {
    const entries = readdirSync(place, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
    const key = entries.find((entry) => entry.isFile() && /^key(\.conll)?$/.test(entry.name));
    const answer = entries.find((entry) => entry.isFile() && /^response(\.conll)?$/.test(entry.name));
    if (key && answer) pairs.push([join(place, key.name), join(place, answer.name)]);
    if (depth > 0) entries.filter((entry) => entry.isDirectory()).forEach((entry) => look(join(place, entry.name), depth - 1));
  };
  look(recorded, 4);
  // spread over all folders, as many as a minute has room for
  const spread = [...pairs.keys()].sort((one, other) => ((one * 7919) % pairs.length) - ((other * 7919) % pairs.length)).map((place) => pairs[place]);
  const { page: one, silent } = await page();
  await opened(one);
  const end = Date.now() + MINUTE;
  let [compared, refused] = [0, 0];
  for (const pair of spread) {
    if (Date.now() > end) break;
    const printed = run("score", "-q", ...pair, "--as", "json");
    await one.setInputFiles("#choose", pair);
    await one.waitForSelector("#section-page-scores table, [role=alert]", { timeout: 60_000 });
    if (printed.status !== 0) {
      assert.ok(await one.$("[role=alert]"), `${pair} is refused by the command line`);
      refused++;
    } else {
      const found = (await scored(one)).rules[0].systems[0];
      assert.deepEqual({ ...found, name: "" }, { ...JSON.parse(printed.stdout).systems[0], name: "" }, pair.join(" "));
      compared++;
    }
    for (let left = await one.locator(".file").count(); left > 0; left--) {
      await one.click("button[aria-label^=Remove] >> nth=0");
      await one.waitForFunction((files) => document.querySelectorAll(".file").length < files, left);
    }
    await one.waitForFunction(() => !document.querySelector("#section-page-scores table, [role=alert]"));
  }
  console.log(`${compared} recorded pairs have the same figures, ${refused} are refused by both, of ${pairs.length}`);
  assert.ok(compared + refused >= Math.min(40, pairs.length));
  silent();
});

test("files that are nothing are refused by name, and the others are taken all the same", { skip }, async () => {
  const { page: one, silent } = await page();
  await opened(one);
  const noise = Buffer.from(Array.from({ length: 5000 }, (_, place) => (place * 7919) % 256));
  await one.setInputFiles("#choose", [examples("key.conll"), examples("shy.conll"), file("cut.conll.gz", gzipSync(readFileSync(examples("bold.conll"))).subarray(0, 60))]);
  await one.waitForSelector("[role=alert]");
  assert.match(await one.textContent("[role=alert]"), /cut\.conll\.gz cannot be unpacked/);
  assert.equal((await scored(one)).rules[0].systems.length, 1);
  await opened(one);
  await dropped(one, [examples("key.conll"), file("picture.png", noise), file("empty.conll", "")]);
  assert.ok(await one.$("[role=alert], .problems"));
  assert.equal(await one.$("img"), null);
  silent();
});

test("files may be dropped anywhere, and the page says so while they are held over it", { skip }, async () => {
  const { page: one, silent } = await page();
  const debuggerOf = await one.context().newCDPSession(one);
  const hold = (type, names, [x, y]) => debuggerOf.send("Input.dispatchDragEvent", { type, x, y, data: { items: [], files: names, dragOperationsMask: 1 } });
  const drop = async (names, place) => {
    for (const type of ["dragEnter", "dragOver", "drop"]) await hold(type, names, place);
  };
  await opened(one);
  const address = one.url();
  // beside the box, at the edge of the window
  await hold("dragEnter", [examples("key.conll")], [3, 880]);
  await hold("dragOver", [examples("key.conll")], [3, 880]);
  await one.waitForSelector(".drop-cue");
  // and no longer
  await one.waitForSelector(".drop-cue", { state: "detached" });
  await drop(["key.conll", "shy.conll"].map(examples), [3, 880]);
  await one.waitForSelector("#section-page-scores table");
  assert.equal(await one.$(".drop-cue"), null);
  assert.equal(one.url(), address);
  // on a mention of the explainer: what was dropped is seen
  await one.click("nav >> text=Explainer");
  await one.waitForSelector(".mention");
  const { x, y } = await (await one.$(".mention")).boundingBox();
  await drop([examples("bold.conll")], [x + 5, y + 5]);
  await one.waitForFunction(() => document.querySelectorAll(".file").length === 3);
  await one.click("nav >> text=Convert");
  await drop([examples("careful.conll")], [640, 300]);
  await one.waitForFunction(() => document.querySelectorAll(".file").length === 4);
  assert.ok(await one.isVisible("#convert"));
  // a folder is one side, without its hidden files
  mkdirSync(join(folder, "answers/more"), { recursive: true });
  for (const name of ["one.conll", "more/two.conll", ".hidden"]) writeFileSync(join(folder, "answers", name), name.startsWith(".") ? "?" : part(readFileSync(examples("shy.conll"), "utf8"), name));
  await drop([join(folder, "answers")], [640, 300]);
  await one.waitForFunction(() => document.querySelectorAll(".file").length === 5);
  assert.match(await one.textContent(".file:last-of-type"), /answers.*2 files, 2 documents/s);
  silent();
});

test("a key and a response change places, and formats may differ", { skip }, async () => {
  const { page: one, silent } = await page();
  await opened(one);
  const converted = file("shy.jsonl", corefeval("convert", "-q", examples("shy.conll"), "--to", "jsonlines"));
  await dropped(one, [examples("key.conll"), converted]);
  const wanted = (...names) => JSON.parse(corefeval("score", "-q", ...names, "--as", "json")).systems[0].metrics;
  assert.deepEqual((await scored(one)).rules[0].systems[0].metrics, wanted(examples("key.conll"), converted));
  await one.selectOption("select[aria-label='What shy.jsonl is']", "key");
  const swapped = wanted(converted, examples("key.conll"));
  await one.waitForFunction((muc) => globalThis.corefevalScores()?.rules[0].systems[0].metrics.muc.recall === muc, swapped.muc.recall);
  assert.deepEqual((await scored(one)).rules[0].systems[0].metrics, swapped);
  silent();
});

test("an archive of a thousand files is one side", { skip }, async () => {
  const { page: one, silent } = await page();
  await opened(one);
  const text = readFileSync(examples("key.conll"), "utf8");
  const archive = (name) => file(name, zipSync(Object.fromEntries(Array.from({ length: 1000 }, (_, number) => [`all/${number}.conll`, Buffer.from(part(text, `d${number}`))]))));
  await dropped(one, [archive("gold.zip"), archive("answers.zip")]);
  const found = (await scored(one)).rules[0].systems[0];
  assert.equal(found.metrics.muc.f, 1);
  assert.match(await one.textContent("main"), /1,000 files, 1,000 documents/);
  silent();
});

test("a file of a hundred megabytes is scored", { skip }, async () => {
  const { page: one, silent } = await page();
  await opened(one);
  const word = "Ada Lovelace wrote about the engine of her friend and she liked it very much indeed".split(" ");
  const document = (number) => `#begin document (d${number}); part 000\n${Array.from({ length: 2000 }, (_, token) => `d${number}\t0\t${token}\t${word[token % word.length]}\t-\t-\t-\t-\t-\t-\t${token % 5 ? "-" : `(${token % 35})`}\n`).join("")}\n#end document\n`;
  const text = Array.from({ length: 1650 }, (_, number) => document(number)).join("");
  assert.ok(text.length > 1e8);
  // through a buffer in the page, since the browser's driver takes no files above 50 MB from memory
  const [key, response] = [file("large-key.conll", text), file("large.conll", text)];
  const start = Date.now();
  await one.setInputFiles("#choose", [key, response]);
  await one.waitForSelector("#section-page-scores table, [role=alert]", { timeout: 240_000 });
  console.log(`2 files of ${Math.round(text.length / 1e6)} MB: ${Date.now() - start} ms`);
  assert.equal(await one.$("[role=alert]"), null);
  assert.equal((await scored(one)).rules[0].systems[0].metrics.muc.f, 1);
  silent();
});

test("a document of the page's report opens in the explainer, with the same figures", { skip }, async () => {
  const { page: one, silent } = await page();
  await opened(one);
  await dropped(one, [examples("key.conll"), examples("shy.conll")]);
  await one.click("nav >> text=Report");
  await one.waitForSelector("#section-scores table", { timeout: 60_000 });
  await one.click("nav[aria-label=Views] >> text=Why");
  await one.waitForSelector("text=What if?");
  const fractions = await one.$$eval(".fraction", (all) => all.slice(2, 4).map((each) => each.textContent));
  await one.click("text=What if?");
  await one.click("text=Open in the explainer");
  await one.waitForSelector("#card-muc");
  const muc = await one.$$eval("main table", (tables) => [...tables[0].querySelectorAll("tbody tr")].map((row) => [...row.children].map((cell) => cell.textContent)).find((row) => row[0] === "MUC"));
  assert.deepEqual([muc[2], muc[4]], fractions);
  // what is seen is in the address, and two lines that are pasted are key and response
  const address = one.url();
  const { page: two } = await page();
  await two.goto(address);
  await two.waitForSelector("#card-muc");
  assert.equal(await two.inputValue("textarea[aria-label^='Key']"), await one.inputValue("textarea[aria-label^='Key']"));
  await two.fill("textarea[aria-label^='Key']", "a b | c\na | b c");
  await two.waitForFunction(() => document.querySelector("textarea[aria-label^='Response']").value === "a | b c");
  silent();
});

test("the papers' examples have the papers' figures", { skip }, async () => {
  const { page: one, silent } = await page();
  await opened(one, "tab=explainer");
  await one.waitForSelector("#card-muc");
  const table = () => one.$$eval("main table", (tables) => Object.fromEntries([...tables[0].querySelectorAll("tbody tr")].map((row) => [row.children[0].textContent, [...row.children].slice(1).map((cell) => cell.textContent)])));
  const choose = async (label, response) => {
    const before = await one.textContent("main table");
    await one.selectOption("label:has-text('Example') select", { label });
    await one.waitForFunction((text) => document.querySelector("textarea[aria-label^='Response']").value === text, response);
    // figures of one example are never those of the next
    await one.waitForFunction((text) => document.querySelector("main table").textContent !== text, before);
    return table();
  };
  // Pradhan et al. 2014, section 4; LEA of Moosavi and Strube 2016: 5/21 and 1/3
  const pradhan = await table();
  assert.deepEqual(pradhan.MUC.slice(1), ["2 / 5", "40.00", "2 / 5", "40.00"]);
  assert.deepEqual([pradhan["B³"][2], pradhan["B³"][4], pradhan["CEAFm"][2], pradhan["CEAFe"][2], pradhan["CEAFe"][4]], ["41.67", "50.00", "57.14", "65.00", "43.33"]);
  assert.deepEqual([pradhan.BLANC[2], pradhan.BLANC[4], pradhan.LEA[2], pradhan.LEA[4]], ["44.44", "32.50", "23.81", "33.33"]);
  // Luo 2005, Table 1: MUC of (a) and (b) 94.7, B³ 86.5 and 73.7, CEAFm 83.3 and 58.3
  const luo = [await choose("Luo 2005, response (a): two entities merged", "1 2 3 4 5 | 6 7 8 9 a b c"), await choose("Luo 2005, response (b): two large entities merged", "1 2 3 4 5 8 9 a b c | 6 7")];
  assert.deepEqual(luo.map((one) => [one.MUC[0], one["B³"][0], one["CEAFm"][0]].map((figure) => Number(figure).toFixed(1))), [["94.7", "86.5", "83.3"], ["94.7", "73.7", "58.3"]]);
  // Agarwal et al. 2019, Table 2: both solutions have the same figures but for NEC
  const names = [await choose("Agarwal et al. 2019, Table 1, solution 1: with names", "JohnDoe he1 he2 | RichardRoe he4"), await choose("Agarwal et al. 2019, Table 1, solution 2: without names", "he1 he2 he3 | he4 he5")];
  assert.deepEqual(names.map((one) => [one.MUC[2], one["CEAFm"][2], one["CEAFe"][2]].map((figure) => Math.trunc(figure))), [[60, 71, 82], [60, 71, 82]]);
  assert.deepEqual(names.map((one) => one.NEC?.[0]), ["82.86", "0.00"]);
  silent();
});

test("hostile words are data", { skip }, async () => {
  const { page: one, silent } = await page();
  await opened(one);
  await dropped(one, [file("<img src=x onerror=alert(9)>key.jsonl", hostile.key), file("hostile.jsonl", hostile.response)]);
  await one.click("nav >> text=Report");
  await one.waitForSelector("#section-scores table", { timeout: 60_000 });
  assert.equal(await one.$("img"), null);
  silent();
});

test("the explainer moves mentions, by hand and by keyboard", { skip }, async () => {
  const { page: one, silent } = await page();
  await opened(one, "tab=explainer");
  await one.waitForSelector("#card-muc");
  const rows = () => one.$$eval("main table", (tables) => [...tables[0].querySelectorAll("tbody tr")].map((row) => [...row.children].map((cell) => cell.textContent)));
  const of = async (name) => (await rows()).find((row) => row[0] === name);
  assert.deepEqual((await of("MUC")).slice(1), ["40.00", "2 / 5", "40.00", "2 / 5", "40.00"]);
  // c to its own entity, with the keyboard: press the mention, then the place
  await one.focus("[aria-label='Response, entity 2'] .mention >> text=c");
  await one.keyboard.press("Enter");
  await one.focus("[aria-label='Move c to entity 1']");
  await one.keyboard.press("Enter");
  await one.waitForFunction(() => document.querySelector("textarea[aria-label^='Response']").value === "a b c | d | f g h i");
  // the focus stays with the mention
  await one.waitForFunction(() => document.activeElement.textContent === "c" && document.activeElement.closest("[aria-label='Response, entity 1']"));
  // MUC recall: 2 of 2 links of the first entity, and f g of the second: 3 of 5
  await one.waitForFunction(() => [...document.querySelectorAll("main table")][0].textContent.includes("3 / 5"));
  await one.dragAndDrop("[aria-label='Response, entity 2'] .mention", "[aria-label='Response, entity 3']");
  await one.waitForFunction(() => document.querySelector("textarea[aria-label^='Response']").value === "a b c | f g h i d");
  await one.selectOption("label:has-text('Example') select", { label: "Agarwal et al. 2019, Table 1, solution 2: without names" });
  await one.waitForSelector("#card-nec");
  await one.waitForFunction(() => document.querySelector("#card-nec h3").textContent.endsWith("0.00"));
  // on a phone, the figure that is looked for first is in view
  await one.setViewportSize({ width: 390, height: 900 });
  const edge = await one.$eval("main table", (table) => table.rows[1].cells[1].getBoundingClientRect().right);
  assert.ok(edge < 390, `F1 ends at ${edge}`);
  await one.fill("textarea[aria-label^='Key']", "a b | a");
  await one.waitForSelector("[role=alert]");
  silent();
});

for (const [colorScheme, width] of [["light", 1280], ["dark", 390]]) {
  test(`axe finds nothing on the page (${colorScheme}, ${width} pixels)`, { skip }, async () => {
    const { page: one, silent } = await page({ colorScheme, viewport: { width, height: 900 } });
    await opened(one);
    await one.click("text=Use the example files");
    await one.waitForSelector("#section-page-scores table");
    await one.click("text=All choices");
    for (const tab of ["Score", "Report", "Convert", "Explainer"]) {
      await one.click(`nav[aria-label="Parts of the page"] >> text=${tab}`);
      await one.waitForTimeout(1500);
      assert.deepEqual(await violations(one), [], tab);
      const wide = await one.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `${tab} is ${wide} pixels too wide`);
    }
    silent();
  });
}

test("the folder for web servers opens, and opens again without a network", { skip }, async () => {
  const types = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm" };
  const site = join(pages, "site");
  const server = createServer((request, response) => {
    const name = basename(new URL(request.url, "http://x").pathname) || "index.html";
    if (!existsSync(join(site, name))) return response.writeHead(404).end();
    response.writeHead(200, { "Content-Type": types[extname(name)] ?? "text/plain" }).end(readFileSync(join(site, name)));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = `http://127.0.0.1:${server.address().port}/`;
  const context = await browser.newContext();
  const one = await context.newPage();
  const failures = [];
  one.on("pageerror", (error) => failures.push(String(error)));
  one.on("request", (request) => request.url().startsWith(address) || /^(blob|data):/.test(request.url()) || failures.push(request.url()));
  await one.goto(address);
  await one.click("text=Use the example files");
  await one.waitForSelector("#section-page-scores table", { timeout: 60_000 });
  await one.evaluate(() => navigator.serviceWorker.ready);
  await context.setOffline(true);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await one.reload();
  await one.click("text=Use the example files");
  await one.waitForSelector("#section-page-scores table", { timeout: 60_000 });
  assert.deepEqual(failures, []);
  await context.close();
});
