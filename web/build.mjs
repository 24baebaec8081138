// Builds the front end into files that need nothing else.
//   node build.mjs           writes the pages of reports and of tasks, which are committed
//   node build.mjs --check   compares them with what is committed
//   node build.mjs --page    writes the page that scores, from the engine that web/wasm builds: target/page
//   node build.mjs --page --quick    the same for tests, from the engine of web/wasm --quick: target/page-quick
import { build } from "esbuild";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { deflateSync } from "node:zlib";

const folder = new URL(".", import.meta.url).pathname;
const check = process.argv.includes("--check");
const quick = process.argv.includes("--quick");

/** The pages that are committed: entry, where each is written, and its size budget in bytes. */
const COMMITTED = [
  { entry: "src/report.tsx", out: "../crates/corefeval-report/assets/report.html", budget: 150_000, title: "corefeval report", wait: "Reading the report" },
  { entry: "src/site/site.tsx", out: "../crates/corefeval-report/assets/site.html", budget: 60_000, title: "corefeval task", wait: "Reading the results" },
];

/** The page that scores: the budgets are those of the script, of the engine compressed, and of the one file. */
const PAGE = { entry: "src/page/page.tsx", folder: quick ? "../target/page-quick" : "../target/page", wasm: quick ? "quick" : "release", budget: 220_000, engine: 1_350_000, whole: 2_000_000 };

/** `import text from "worker:./file.ts"` gives the bundle of a worker as text. */
const workers = {
  name: "workers",
  setup(given) {
    given.onResolve({ filter: /^worker:/ }, (found) => ({ path: new URL(found.path.slice(7), `file://${found.importer}`).pathname, namespace: "worker" }));
    given.onLoad({ filter: /.*/, namespace: "worker" }, async ({ path }) => ({ contents: (await bundled(path)).script, loader: "text" }));
  },
};

async function bundled(entry) {
  const result = await build({
    entryPoints: [entry.startsWith("/") ? entry : folder + entry],
    plugins: [workers],
    loader: { ".conll": "text" },
    bundle: true,
    minify: true,
    write: false,
    outdir: folder,
    format: "iife",
    target: "es2022",
    jsx: "automatic",
    jsxImportSource: "preact",
    charset: "ascii",
    legalComments: "none",
  });
  const text = (ending) => result.outputFiles.find((file) => file.path.endsWith(ending))?.text.trim() ?? "";
  return { script: text(".js"), style: text(".css") };
}

const hash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

function html({ script, style, title, wait, policy, data, src }) {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${["default-src 'none'", ...policy, "base-uri 'none'", "form-action 'none'"].join("; ")}">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<div id="app"><p class="wait">${wait} …</p></div>
<noscript>This page needs JavaScript; it runs on your computer and sends nothing.</noscript>
${data}
${src ? `<script src="${src}"></script>` : `<script>${script}</script>`}
</body>
</html>
`;
}

let failed = false;

function within(what, text, budget) {
  const size = Buffer.byteLength(text);
  console.log(`${what}: ${size} bytes of ${budget}`);
  if (size > budget) {
    console.error(`${what} is over its budget of ${budget} bytes`);
    failed = true;
  }
}

async function committed({ entry, out, budget, title, wait }) {
  const { script, style } = await bundled(entry);
  // nothing but this script runs, and nothing is fetched; documents of a split report are scripts beside the page
  const policy = [`script-src ${hash(script)} file: 'self'`, "style-src 'unsafe-inline'", "img-src data:"];
  const page = html({ script, style, policy, title, wait, data: "<!--data-->" });
  within(out, page, budget);
  const path = folder + out;
  if (!check) writeFileSync(path, page);
  else if (!existsSync(path) || readFileSync(path, "utf8") !== page) {
    console.error(`${out} is not what its sources give: run \`npm run build\` in web/ and commit it`);
    failed = true;
  }
}

/** The page as one file with the engine inside, and as a folder for web servers, which is there without a network once it was visited. */
async function page() {
  const engine = readFileSync(`${folder}../target/wasm/${PAGE.wasm}.wasm`);
  const { script, style } = await bundled(PAGE.entry);
  const packed = deflateSync(engine, { level: quick ? 1 : 9 }).toString("base64");
  const out = folder + PAGE.folder;
  mkdirSync(`${out}/site`, { recursive: true });
  const rules = (own) => ["worker-src blob: 'self'", "style-src 'unsafe-inline'", "img-src data:", `script-src ${own} 'wasm-unsafe-eval'`];
  const common = { style, title: "corefeval", wait: "Starting" };
  // the one file may talk to nobody
  const whole = html({ ...common, script, policy: rules(hash(script)), data: `<script type="text/plain" id="engine">${packed}</script>` });
  within("page: script", script, PAGE.budget);
  // the engine for tests is not small
  if (!quick) {
    within("page: engine, compressed", Buffer.from(packed, "base64"), PAGE.engine);
    within("page: one file", whole, PAGE.whole);
  }
  writeFileSync(`${out}/corefeval.html`, whole);
  writeFileSync(`${out}/site/index.html`, html({ ...common, src: "page.js", policy: [...rules("'self'"), "connect-src 'self'"], data: "" }));
  writeFileSync(`${out}/site/page.js`, script);
  writeFileSync(`${out}/site/engine.wasm`, engine);
  const version = createHash("sha256").update(script).update(engine).digest("hex").slice(0, 16);
  writeFileSync(`${out}/site/offline.js`, readFileSync(`${folder}src/page/offline.js`, "utf8").replace("VERSION", version));
}

if (process.argv.includes("--page")) await page();
else for (const one of COMMITTED) await committed(one);
process.exit(failed ? 1 : 0);
