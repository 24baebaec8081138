// The page that scores, in a real browser, from file:// and with the network off. Needs target/page (npm run page).
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { createServer } from "node:http";
import { basename, extname, join } from "node:path";
import test, { after, before } from "node:test";
import { gzipSync } from "node:zlib";
import { zipSync } from "fflate";
import { corefeval, file, folder, open, quietPage, violations } from "./browser.mjs";
import { hostile } from "./fixtures.mjs";

const root = new URL("../../", import.meta.url).pathname;
const built = join(root, "target/page/corefeval.html");
const skip = process.env.COREFEVAL_PAGE && existsSync(built) ? false : "the page was not built: COREFEVAL_PAGE=1 web/test";
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
  const step = Math.max(1, Math.floor(pairs.length / 40));
  const sample = pairs.filter((_, place) => place % step === 0).slice(0, 40);
  const { page: one, silent } = await page();
  let compared = 0;
  for (const pair of sample) {
    const printed = spawnSync(join(root, "target/debug/corefeval"), ["score", "-q", ...pair, "--as", "json"], { encoding: "utf8", maxBuffer: 1 << 28 });
    await opened(one);
    await one.setInputFiles("#choose", pair);
    await one.waitForSelector("#section-page-scores table, [role=alert]", { timeout: 60_000 });
    if (printed.status !== 0) {
      assert.ok(await one.$("[role=alert]"), `${pair} is refused by the command line`);
      continue;
    }
    const found = (await scored(one)).rules[0].systems[0];
    const wanted = JSON.parse(printed.stdout).systems[0];
    assert.deepEqual({ ...found, name: "" }, { ...wanted, name: "" }, pair.join(" "));
    compared++;
  }
  console.log(`${compared} of ${sample.length} recorded pairs compared, ${pairs.length} there are`);
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
  assert.deepEqual((await of("MUC")).slice(1), ["2 / 5", "40.00", "2 / 5", "40.00", "40.00"]);
  // c to its own entity, with the keyboard: press the mention, then the place
  await one.focus("[aria-label='Response, entity 2'] .mention >> text=c");
  await one.keyboard.press("Enter");
  await one.focus("[aria-label='Move c to entity 1']");
  await one.keyboard.press("Enter");
  await one.waitForFunction(() => document.querySelector("textarea[aria-label^='Response']").value === "a b c | d | f g h i");
  // MUC recall: 2 of 2 links of the first entity, and f g of the second: 3 of 5
  await one.waitForFunction(() => [...document.querySelectorAll("main table")][0].textContent.includes("3 / 5"));
  await one.dragAndDrop("[aria-label='Response, entity 2'] .mention", "[aria-label='Response, entity 3']");
  await one.waitForFunction(() => document.querySelector("textarea[aria-label^='Response']").value === "a b c | f g h i d");
  await one.selectOption("label:has-text('Example') select", { label: "Agarwal et al. 2019, Table 1, solution 2: without names" });
  await one.waitForSelector("#card-nec");
  await one.waitForFunction(() => document.querySelector("#card-nec h3").textContent.endsWith("0.00"));
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
  const site = join(root, "target/page/site");
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
