// A browser for tests, and pages that must be silent: no error in the console, no request to any network.
import { chromium } from "playwright-core";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { execFileSync, spawnSync } from "node:child_process";
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const here = new URL(".", import.meta.url).pathname;
const target = process.env.CARGO_TARGET_DIR ?? join(here, "../../target");

export const folder = mkdtempSync(join(tmpdir(), "corefeval-web-"));

export function corefeval(...args) {
  return execFileSync(join(target, "debug/corefeval"), args, { encoding: "utf8", maxBuffer: 1e8 });
}

/** The same where it may fail. */
export const run = (...args) => spawnSync(join(target, "debug/corefeval"), args, { encoding: "utf8", maxBuffer: 1 << 28 });

export function file(name, text) {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

export const open = () =>
  chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });

/** A page that records what it must not do. */
export async function quietPage(browser, options = {}) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, ...options });
  const noise = [];
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && noise.push(message.text()));
  page.on("pageerror", (error) => noise.push(String(error)));
  page.on("dialog", (dialog) => noise.push(`dialog: ${dialog.message()}`));
  page.on("request", (request) => /^(file|data|blob):/.test(request.url()) || noise.push(`request: ${request.url()}`));
  return { page, noise };
}

export async function show(page, path, fragment = "") {
  await page.goto("about:blank");
  await page.goto(`file://${path}#${fragment}`);
  await page.waitForSelector("main h2", { state: "attached" });
}

/** Opens what is folded, which is drawn only then. */
export async function unfold(page, where = "main") {
  await page.evaluate((within) => document.querySelectorAll(`${within} details`).forEach((one) => (one.open = true)), where);
  await page.waitForFunction((within) => [...document.querySelectorAll(`${within} details`)].every((one) => one.open && one.children.length > 1), where);
}

/** Violations that axe-core finds, in short. */
export async function violations(page) {
  // the page's own policy forbids added scripts, so the checks run through the debugger
  await page.evaluate(require("node:fs").readFileSync(require.resolve("axe-core/axe.min.js"), "utf8"));
  const found = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
  return found.violations.map((one) => `${one.id}: ${one.nodes.slice(0, 3).map((node) => node.html.slice(0, 120)).join(" | ")}`);
}

/** What has the focus: its role and name as a screen reader has them, whether it is in view, and whether that is marked. */
export async function focused(page, debuggerOf) {
  const seen = await page.evaluate(() => {
    const one = document.activeElement;
    const box = one.getBoundingClientRect();
    const style = getComputedStyle(one);
    const inView = box.width > 0 && box.height > 0 && box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth;
    return { tag: one.tagName.toLowerCase(), inView, marked: style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2 };
  });
  const { result } = await debuggerOf.send("Runtime.evaluate", { expression: "document.activeElement" });
  const { nodes } = await debuggerOf.send("Accessibility.getPartialAXTree", { objectId: result.objectId, fetchRelatives: false });
  return { ...seen, role: nodes[0].role?.value, name: nodes[0].name?.value ?? "" };
}

/** Presses a key until what has the focus is what is wanted, or so many times; everything on the way must be named, in view and marked. */
export async function walk(page, wanted, key = "Tab", most = 300) {
  const debuggerOf = await page.context().newCDPSession(page);
  const passed = [];
  while (passed.length < most) {
    await page.keyboard.press(key);
    const one = await focused(page, debuggerOf);
    passed.push(`${one.role} ${one.name}`);
    // after the last stop and before the first
    if (one.tag === "body") continue;
    if (!one.name || !one.inView || !one.marked) throw new Error(`lost on ${JSON.stringify(one)} after ${passed.slice(-4).join(", ")}`);
    if (one.role === wanted?.role && wanted.name.test(one.name)) return;
  }
  if (wanted) throw new Error(`${wanted.role} ${wanted.name} is not reached: ${passed.slice(0, 60).join(", ")}`);
}
