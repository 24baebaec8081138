// The site of a task in a real browser.
import assert from "node:assert/strict";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test, { after, before } from "node:test";
import { corefeval, folder, open, quietPage, show, violations } from "./browser.mjs";

let browser;
const site = join(folder, "site");
const task = join(folder, "task");

before(async () => {
  browser = await open();
  cpSync(new URL("../../examples/task", import.meta.url).pathname, task, { recursive: true });
  // a system whose card is hostile
  const evil = join(task, "submissions", "north", "evil");
  cpSync(join(task, "submissions", "north", "one"), evil, { recursive: true });
  writeFileSync(join(evil, "system.toml"), 'name = "</script><script>alert(1)</script>"\nauthors = ["<img src=x onerror=alert(2)>"]\nurl = "https://example.org/\\"onclick=alert(3)"\n');
  mkdirSync(join(folder, "out"));
  corefeval("task", "run", task, "--no-cache", "--resamples", "200", "-o", join(folder, "out"), "--site", site);
});

after(() => browser?.close());

const results = () => JSON.parse(readFileSync(join(folder, "out", "results.json"), "utf8"));

test("rankings have the scores of the results, and every number opens its signature and report", async () => {
  const { page, noise } = await quietPage(browser);
  await show(page, join(site, "index.html"));
  const rows = await page.$$eval("#section-ranking-0 tbody tr", (all) => all.map((row) => [...row.children].map((cell) => cell.textContent)));
  const wanted = results().rankings[0].standings;
  assert.equal(rows.length, wanted.length);
  rows.forEach((row, place) => assert.ok(row.includes((wanted[place].score * 100).toFixed(2)), row.join()));
  await page.click("#section-ranking-0 tbody tr td:last-child a");
  await page.waitForSelector("text=Copy the signature");
  assert.ok((await page.textContent("main")).includes(results().task.signature));
  // the figure leads to its explanation in the report of the dataset
  await page.click("main table a[aria-label$='why?'] >> nth=1");
  await page.waitForSelector("text=Recall: key entities");
  assert.match(page.url(), /reports\/2\.html#view=why/);
  assert.deepEqual(noise, []);
});

test("hostile cards are text", async () => {
  const { page, noise } = await quietPage(browser);
  await show(page, join(site, "index.html"), "view=systems");
  const text = await page.textContent("main");
  assert.ok(text.includes("</script><script>alert(1)</script>") && text.includes("<img src=x onerror=alert(2)>"));
  assert.equal(await page.$("img"), null);
  assert.deepEqual(noise, []);
});

test("without reports there are no texts", async () => {
  const bare = join(folder, "bare");
  corefeval("task", "run", task, "--no-cache", "--resamples", "0", "-o", join(folder, "out"), "--site", bare, "--no-reports");
  const { page, noise } = await quietPage(browser);
  await show(page, join(bare, "index.html"), "view=datasets");
  assert.equal(await page.$("main a"), null);
  assert.deepEqual(noise, []);
});

for (const [colorScheme, width] of [["light", 1280], ["dark", 390]]) {
  test(`axe finds nothing on a site (${colorScheme}, ${width} pixels)`, async () => {
    const { page, noise } = await quietPage(browser, { colorScheme, viewport: { width, height: 900 } });
    for (const view of ["view=rankings", "view=datasets", "view=systems", "view=figures&submission=1&dataset=0"]) {
      await show(page, join(site, "index.html"), view);
      assert.deepEqual(await violations(page), [], view);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `${view} is ${wide} pixels too wide`);
    }
    assert.deepEqual(noise, []);
  });
}
