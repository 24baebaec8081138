// The report in a real browser, from file:// and with nothing to talk to.
import assert from "node:assert/strict";
import test, { after, before } from "node:test";
import { corefeval, file, folder, open, quietPage, show, unfold, violations, walk } from "./browser.mjs";
import { bare, hebrew, hostile, long, small } from "./fixtures.mjs";
import { join } from "node:path";

let browser;
const reports = {};

before(async () => {
  browser = await open();
  const key = file("key.jsonl", small.key);
  const systems = [file("one.jsonl", small.one), file("other.jsonl", small.other)];
  reports.inputs = [key, ...systems];
  reports.small = join(folder, "small.html");
  corefeval("report", ...reports.inputs, "-o", reports.small);
});

after(() => browser?.close());

async function page(options) {
  const { page, noise } = await quietPage(browser, options);
  return { page, noise, silent: () => assert.deepEqual(noise, []) };
}

test("the table has the figures that the command line prints", async () => {
  const { page: one, silent } = await page();
  await show(one, reports.small);
  const cells = await one.$$eval("#section-scores tbody tr", (rows) =>
    rows.map((row) => [...row.children].map((cell) => cell.querySelector("a, strong")?.textContent ?? cell.textContent)));
  const printed = corefeval("score", ...reports.inputs, "--as", "json");
  const systems = JSON.parse(printed).systems;
  for (const [name, , ...figures] of cells) {
    const system = systems.find((candidate) => candidate.name === name);
    const wanted = [system.averages.conll, ...Object.values(system.metrics).map((metric) => metric.f)];
    assert.deepEqual(figures, wanted.map((value) => (value * 100).toFixed(2)));
  }
  assert.equal(cells.length, 2);
  silent();
});

test("panels have the figures that analyse and score --by print", async () => {
  const { page: one, silent } = await page();
  await show(one, reports.small);
  await unfold(one, "#section-kinds");
  const rows = (id) => one.$$eval(`#section-${id} figure table tbody tr`, (all) => all.map((row) => [...row.children].map((cell) => cell.textContent)));
  const analysed = JSON.parse(corefeval("analyse", ...reports.inputs, "--as", "json")).systems;
  const kinds = Object.entries(analysed[0].counts.transformations);
  assert.deepEqual((await rows("kinds")).map(([name, errors]) => [name, Number(errors)]), kinds);
  const gain = (system, kind) => {
    const after = system.repairs.find((repair) => repair.what === "alone" && repair.kind === kind).metrics.conll;
    return Math.round((after - system.metrics.conll) * 10_000) / 100;
  };
  const shownGains = (await rows("kinds")).map((row) => [row[2], row[4]].map((text) => Number(text.replace("−", "-"))));
  assert.deepEqual(shownGains, kinds.map(([kind]) => analysed.map((system) => gain(system, kind))));
  await one.selectOption("#section-strata select", { label: "entity size" });
  await unfold(one, "#section-strata");
  const scored = JSON.parse(corefeval("score", ...reports.inputs, "--by", "size", "--as", "json")).systems;
  const wanted = scored[0].by_size.map((row) => [row.name, row.mentions.key, row.mentions.response, (row.averages.conll * 100).toFixed(2)]);
  assert.deepEqual((await rows("strata")).map((row) => [row[0], Number(row[1]), Number(row[2]), row[3]]), wanted);
  silent();
});

test("on paper everything is black on white, with its tables and without buttons", async () => {
  const { page: one, silent } = await page({ colorScheme: "dark" });
  await one.emulateMedia({ media: "print" });
  await show(one, reports.small);
  assert.equal(await one.evaluate(() => getComputedStyle(document.body).backgroundColor), "rgb(255, 255, 255)");
  assert.equal(await one.isVisible("nav"), false);
  assert.ok(await one.isVisible("#section-scores table"));
  await show(one, reports.small, "view=text&doc=0&system=0");
  await one.waitForSelector(".token");
  assert.ok(await one.isVisible(".errors .item"));
  const printed = await one.pdf({ format: "A4" });
  assert.ok(printed.length > 10_000);
  silent();
});

test("errors are listed, filtered, followed by keyboard, and have links", async () => {
  const { page: one, silent } = await page();
  await show(one, reports.small, "view=text&doc=0&system=0");
  await one.waitForSelector(".errors .item");
  const names = await one.$$eval(".errors .item b", (items) => items.map((item) => item.textContent));
  assert.ok(names.some((name) => name.includes("boundary")) && names.some((name) => name.includes("spurious")), names.join());
  await one.click(".filters button:has-text('boundary')");
  await one.waitForFunction(() => document.querySelectorAll(".errors .item").length === 1);
  assert.match(await one.textContent(".errors .item"), /the old library.*the response has “old library”/);
  await one.click(".filters button:has-text('boundary')");
  await one.keyboard.press("n");
  const first = await one.evaluate(() => location.hash);
  await one.keyboard.press("n");
  const second = await one.evaluate(() => location.hash);
  assert.notEqual(first, second);
  await one.keyboard.press("p");
  assert.equal(await one.evaluate(() => location.hash), first);
  // the link opens the same place
  const { page: two } = await page();
  await two.goto(`file://${reports.small}${first}`);
  await two.waitForSelector(".strip.focus");
  assert.equal((await two.$$(".errors [aria-selected=true] .item")).length, 1);
  await two.goBack();
  silent();
});

test("a click on a strip follows its entity", async () => {
  const { page: one, silent } = await page();
  await show(one, reports.small, "view=text&doc=0&system=0");
  await one.click(".strip[data-mention='k0']");
  await one.waitForSelector("#entity-heading");
  assert.match(await one.textContent(".entity"), /4 mentions/);
  assert.ok((await one.$$(".strip.followed")).length > 2 && (await one.$$(".strip.faded")).length > 0);
  await one.keyboard.press("Escape");
  assert.equal(await one.$("#entity-heading"), null);
  await one.fill("#search", "library");
  await one.waitForFunction(() => document.querySelectorAll(".errors .item").length < 4);
  await one.click("text=Search all texts");
  await one.waitForSelector(".found .item");
  silent();
});

const press = async (one, ...keys) => {
  for (const key of keys) await one.keyboard.press(key);
};
const inAddress = (one, name) => one.evaluate((field) => new URLSearchParams(location.hash.slice(1)).get(field) ?? "", name);
const focusedId = (one) => one.evaluate(() => document.activeElement.id);

test("views are opened with the keyboard alone, and all that is passed is named, in view and marked", async () => {
  const { page: one, silent } = await page();
  await show(one, reports.small);
  // a number opens its explanation, whose beginning has the focus then
  await walk(one, { role: "link", name: /why\?$/ });
  await press(one, "Enter");
  await one.waitForSelector("h2 >> text=Why");
  assert.equal(await one.evaluate(() => document.activeElement.tagName), "MAIN");
  await walk(one, { role: "combobox", name: /^Metric/ });
  await walk(one, { role: "link", name: /^Overview$/ }, "Shift+Tab");
  await press(one, "Enter");
  await one.waitForSelector("#section-scores");
  // all points are one stop, and arrows lead from one to the next
  assert.equal((await one.$$(".scatter a[tabindex='0']")).length, 1);
  await walk(one, { role: "link", name: /letter_1: / });
  const point = () => one.evaluate(() => document.activeElement.getAttribute("href"));
  const first = await point();
  await press(one, "ArrowRight");
  assert.notEqual(await point(), first);
  await press(one, "ArrowLeft");
  assert.equal(await point(), first);
  await press(one, "Enter");
  await one.waitForSelector(".errors");
  for (const view of ["Protocol and inputs", "Changes", "Why", "Entities", "Texts and errors", "Overview"]) {
    await one.evaluate(() => document.querySelector("nav a:last-child").focus());
    await walk(one, { role: "link", name: new RegExp(`^${view}$`) }, view === "Protocol and inputs" ? "Tab" : "Shift+Tab");
    await press(one, "Enter");
    await one.waitForFunction((title) => document.querySelector("nav [aria-current]").textContent === title, view);
    await walk(one, null, "Tab", 40);
  }
  silent();
});

test("errors, mentions, filters and search are reached with the keyboard alone", async () => {
  const { page: one, silent } = await page();
  await show(one, reports.small, "view=text&doc=0&system=0");
  await one.waitForSelector(".errors .item");
  await press(one, "n");
  const first = await inAddress(one, "mention");
  await press(one, "n", "p");
  assert.equal(await inAddress(one, "mention"), first);
  // filters, then the list: arrows choose, Enter leads to the text
  await walk(one, { role: "button", name: /missed/ });
  await press(one, "Space");
  assert.equal(await inAddress(one, "errors"), "missed");
  await press(one, "Space");
  await walk(one, { role: "listbox", name: /^Errors$/ });
  await press(one, "ArrowDown");
  assert.notEqual(await inAddress(one, "mention"), first);
  await one.waitForFunction(() => document.getElementById(document.activeElement.getAttribute("aria-activedescendant"))?.ariaSelected === "true");
  await press(one, "Home", "Enter");
  assert.deepEqual([await inAddress(one, "mention"), await focusedId(one)], [first, "text"]);
  // in the text: arrows to every mention of both sides, Enter follows its entity
  await press(one, "Escape", "ArrowRight");
  assert.deepEqual([await inAddress(one, "mention"), await inAddress(one, "entity")], ["r0", ""]);
  const passed = new Set();
  for (let at = "r0"; !passed.has(at); at = await inAddress(one, "mention")) {
    passed.add(at);
    await press(one, "ArrowRight");
  }
  assert.equal(passed.size, 11 + 12);
  assert.match(await one.textContent(".text-side [role=status]"), /^The library, key entity 4, wrong-antecedent$/);
  await press(one, "Enter");
  await one.waitForSelector("#entity-heading");
  await walk(one, { role: "button", name: /stop following/ });
  await press(one, "Enter");
  assert.equal(await focusedId(one), "text");
  // search, whose Enter is the next error found
  await press(one, "/");
  await one.keyboard.type("library");
  await press(one, "Enter");
  await one.waitForSelector("#entity-heading");
  await walk(one, { role: "button", name: /Search all texts/ });
  await press(one, "Enter");
  await one.waitForSelector(".found .item");
  await walk(one, { role: "button", name: /^nw/ });
  await press(one, "Enter");
  assert.equal(await inAddress(one, "doc"), "1");
  silent();
});

test("contributions add up to the scores, and changes are listed", async () => {
  const { page: one, silent } = await page();
  await show(one, reports.small, "view=why&doc=0&system=0&figure=8");
  await one.waitForSelector("text=Recall: key entities");
  const sums = await one.$$eval("table", (tables) => tables.map((table) => [...(table.querySelector("tbody tr:last-child")?.children ?? [])].map((cell) => cell.textContent)));
  const [numerator, denominator] = sums[2].slice(-3);
  const fraction = await one.$$eval(".fraction", (all) => all.map((each) => each.textContent));
  assert.equal(`${numerator} / ${denominator}`, fraction[2]);
  await show(one, reports.small, "view=changes&doc=0&system=0&other=1");
  await one.waitForSelector(".changes .item");
  assert.match(await one.textContent(".changes"), /gained/);
  silent();
});

test("variants have the figures that variants prints, under its signature", async () => {
  const { page: one, silent } = await page();
  await show(one, reports.small);
  await unfold(one, "#section-variants");
  const shown = await one.$$eval("#section-variants details tbody tr", (all) => all.map((row) => [...row.children].map((cell) => (cell.querySelector("abbr") ?? cell.firstChild).textContent)));
  const printed = reports.inputs.slice(1).map((response) => JSON.parse(corefeval("variants", reports.inputs[0], response, "--as", "json")));
  const wanted = (name) => printed.map((one) => (one.rows.find((row) => row.metric === name).f * 100).toFixed(2));
  for (const name of ["b-cubed", "b-cubed-0", "b-cubed-v4", "ceaf-e-v4", "blanc-v4", "lea-skip"]) {
    assert.deepEqual(shown.find((row) => row[0] === name)?.slice(1, 3), wanted(name), name);
  }
  const averages = printed.map((one) => (one.averages.find((row) => row.average === "conll-v4").f * 100).toFixed(2));
  assert.deepEqual(shown.find((row) => row[0] === "CoNLL v4")?.slice(1, 3), averages);
  assert.equal(await one.textContent("#section-variants .signature"), printed[0].signature);
  silent();
});

test("a document can be taken to the explainer in set notation", async () => {
  const { page: one, silent } = await page();
  await show(one, reports.small, "view=why&doc=0&system=0");
  await one.waitForSelector("text=What if?");
  await unfold(one);
  const [key, response] = await one.$$eval(".notation", (all) => all.map((each) => each.textContent));
  const sizes = (text) => text.split(" | ").map((entity) => entity.split(" ").length);
  assert.deepEqual([sizes(key), sizes(response)], [[4, 3, 2, 2], [3, 3, 2, 2, 2]]);
  const names = new Set(key.split(/[ |]+/));
  // of the response, “old library” and the full stop are not in the key
  assert.equal(response.split(/[ |]+/).filter((name) => !names.has(name)).length, 2);
  silent();
});

test("links to what is not there lead to what is, and back and forward work", async () => {
  const { page: one, silent } = await page();
  for (const fragment of ["view=why&doc=99&system=99&other=-4", "view=text&doc=-3&system=7&mention=k999&entity=r999", "view=entities&doc=1e99", "view=changes&other=50", "view=nowhere", "figure=-7", "figure=9999", "%%%", "view=text&search=%00%E2%80%AE"]) {
    await show(one, reports.small, fragment);
    await one.waitForTimeout(100);
    assert.ok((await one.textContent("main")).length > 20, fragment);
    assert.equal(await one.$("[role=alert]"), null, fragment);
  }
  await show(one, reports.small, "view=overview&system=0");
  await one.click("nav >> text=Texts and errors");
  await one.waitForSelector(".errors .item");
  await one.keyboard.press("]");
  await one.waitForFunction(() => location.hash.includes("doc=1"));
  // there is no third document
  await one.keyboard.press("]");
  assert.match(await one.evaluate(() => location.hash), /doc=1/);
  await one.goBack();
  await one.waitForFunction(() => !location.hash.includes("doc=1"));
  await one.goBack();
  await one.waitForSelector("#section-scores");
  await one.goForward();
  await one.waitForSelector(".errors .item");
  silent();
});

test("documents without mentions or words, and empty responses, are shown", async () => {
  const { page: one, silent } = await page();
  const out = join(folder, "bare.html");
  corefeval("report", "-q", file("bare-key.jsonl", bare), file("bare.jsonl", bare), file("empty.jsonl", bare.split("\n")[0]), "--missing", "empty", "-o", out);
  for (const view of ["overview", "text", "entities", "why", "changes", "about"]) {
    for (const doc of [0, 1, 2]) {
      for (const system of [0, 1]) {
        await show(one, out, `view=${view}&doc=${doc}&system=${system}`);
        await one.waitForTimeout(60);
        assert.equal(await one.$("[role=alert]"), null, `${view} ${doc} ${system}`);
      }
    }
  }
  silent();
});

test("fifty systems with hostile names are compared", async () => {
  const { page: one, silent } = await page({ viewport: { width: 390, height: 900 } });
  const out = join(folder, "fifty.html");
  const names = Array.from({ length: 50 }, (_, number) => file(`${number}<img src=x onerror=alert(5)>\u202e&amp;${"very-long-".repeat(number % 12)}.jsonl`, number % 2 ? small.one : small.other));
  corefeval("report", "-q", "--resamples", "100", reports.inputs[0], ...names, "-o", out);
  const start = Date.now();
  await show(one, out);
  await one.waitForSelector("#section-variants table");
  const opened = Date.now() - start;
  assert.equal(await one.$("img"), null);
  assert.equal((await one.$$("#section-scores tbody tr")).length, 50);
  assert.equal((await one.$$("#section-differences tbody tr")).length, 49);
  const wide = await one.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  const elements = await one.evaluate(() => document.querySelectorAll("*").length);
  console.log(`50 systems: opened in ${opened} ms, ${elements} elements`);
  assert.ok(wide <= 0 && opened < 20_000 && elements < 20_000, `${wide} pixels too wide, ${opened} ms, ${elements} elements`);
  assert.deepEqual(await violations(one), []);
  for (const view of ["text", "changes", "why"]) await show(one, out, `view=${view}&system=49`);
  silent();
});

test("on paper there are no buttons, and nothing is wider than the paper", async () => {
  const { page: one, silent } = await page({ colorScheme: "dark" });
  for (const view of ["overview", "text", "entities", "why", "changes", "about"]) {
    await show(one, reports.small, `view=${view}`);
    await one.waitForTimeout(200);
    await one.emulateMedia({ media: "print" });
    await one.setViewportSize({ width: 794, height: 1123 });
    const seen = await one.evaluate(() => ({
      back: getComputedStyle(document.body).backgroundColor,
      buttons: [...document.querySelectorAll("nav, button:not(.item), select")].filter((each) => each.offsetParent).length,
      wide: document.documentElement.scrollWidth - innerWidth,
    }));
    assert.deepEqual(seen, { back: "rgb(255, 255, 255)", buttons: 0, wide: Math.min(0, seen.wide) }, view);
    await one.emulateMedia({ media: "screen" });
  }
  silent();
});

test("texts and lists are printed whole, in colour, and stay where they were", async () => {
  const out = join(folder, "whole.html");
  corefeval("report", "-q", "--resamples", "100", file("whole-key.jsonl", long(2000)), file("whole.jsonl", long(2000, 3)), "-o", out);
  const { page: one, silent } = await page();
  await show(one, out, "view=text");
  await one.waitForSelector(".token");
  await press(one, ..."nnnnnnnnn");
  await one.waitForSelector(".strip.focus");
  const scrolled = () => one.$eval("#text", (list) => list.scrollTop);
  const [before, errors] = [await scrolled(), Number(await one.$eval("#errors [aria-setsize]", (item) => item.getAttribute("aria-setsize")))];
  await one.evaluate(() => {
    globalThis.printed = {};
    matchMedia("print").addEventListener("change", ({ matches }) => {
      if (!matches) return;
      const strip = document.querySelector(".paper .strip");
      globalThis.printed = { rows: document.querySelectorAll(".paper .row").length, errors: document.querySelectorAll(".paper .item").length, colour: getComputedStyle(strip).printColorAdjust };
    });
  });
  assert.ok((await one.pdf({ format: "A4" })).length > 100_000);
  assert.deepEqual(await one.evaluate(() => globalThis.printed), { rows: 250, errors, colour: "exact" });
  await one.waitForSelector(".paper", { state: "detached" });
  assert.ok(before > 0);
  assert.equal(await scrolled(), before);
  silent();
});

test("hostile words are data", async () => {
  const out = join(folder, "hostile.html");
  corefeval("report", "-q", file("hostile-key.jsonl", hostile.key), file("hostile.jsonl", hostile.response), "-o", out);
  const { page: one, silent } = await page();
  for (const view of ["overview", "text", "entities", "why", "about"]) {
    await show(one, out, `view=${view}`);
    await one.waitForTimeout(150);
  }
  await show(one, out, "view=text");
  await one.waitForSelector(".token");
  const text = await one.textContent(".words");
  assert.ok(text.includes("</script><script>alert(1)</script>") && text.includes("a␀b") && text.includes("(100000 characters)"));
  assert.equal(await one.$("img"), null);
  silent();
});

test("text that runs from right to left is shown so", async () => {
  const out = join(folder, "hebrew.html");
  const path = file("hebrew.jsonl", hebrew);
  corefeval("report", path, file("hebrew-system.jsonl", hebrew), "-o", out);
  const { page: one, silent } = await page();
  await show(one, out, "view=text");
  await one.waitForSelector(".token");
  assert.equal(await one.getAttribute(".text", "dir"), "rtl");
  const places = await one.$$eval(".token", (tokens) => tokens.slice(0, 2).map((token) => token.getBoundingClientRect().left));
  assert.ok(places[0] > places[1]);
  silent();
});

test("a folder of pages reads documents when they are looked at", async () => {
  const out = join(folder, "split");
  corefeval("report", ...reports.inputs, "--split", "-o", out);
  const { page: one, silent } = await page();
  await show(one, join(out, "index.html"), "view=text&doc=1&system=0");
  await one.waitForSelector(".token");
  silent();
});

test("a document with a hundred thousand mentions stays responsive", async () => {
  const out = join(folder, "long.html");
  corefeval("report", "-q", "--resamples", "100", "-m", "muc,b-cubed,ceaf-e", file("long-key.jsonl", long(100_000)), file("long.jsonl", long(100_000, 3)), "-o", out);
  const { page: one, silent } = await page();
  const start = Date.now();
  await show(one, out, "view=text");
  await one.waitForSelector(".token");
  const opened = Date.now() - start;
  const stepped = Date.now();
  for (let step = 0; step < 5; step++) await one.keyboard.press("n");
  await one.waitForSelector(".strip.focus");
  const each = (Date.now() - stepped) / 5;
  const elements = await one.evaluate(() => document.querySelectorAll("*").length);
  console.log(`100000 mentions: opened in ${opened} ms, ${each} ms for a step, ${elements} elements`);
  assert.ok(elements < 20_000 && opened < 20_000 && each < 2_000);
  silent();
});

for (const colorScheme of ["light", "dark"]) {
  for (const width of [1280, 390]) {
    test(`axe finds nothing, and nothing is wider than the page (${colorScheme}, ${width} pixels)`, async () => {
      const { page: one, silent } = await page({ colorScheme, viewport: { width, height: 900 } });
      for (const view of ["overview", "text", "entities", "why", "changes", "about"]) {
        await show(one, reports.small, `view=${view}&entity=k0&mention=k0`);
        await one.waitForTimeout(300);
        await unfold(one);
        assert.deepEqual(await violations(one), [], view);
        const wide = await one.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(wide <= 0, `${view} is ${wide} pixels too wide`);
      }
      silent();
    });
  }
}
