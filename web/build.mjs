// Builds the front end into files that need nothing else; `--check` compares them with what is committed.
import { build } from "esbuild";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";

const folder = new URL(".", import.meta.url).pathname;
const check = process.argv.includes("--check");

/** Each page: its entry, where it is written, and its size budget in bytes. */
const PAGES = [
  { entry: "src/report.tsx", out: "../crates/corefeval-report/assets/report.html", budget: 150_000 },
];

async function bundled(entry) {
  const result = await build({
    entryPoints: [folder + entry],
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

function page({ script, style }) {
  // nothing but this script runs, and nothing is fetched; documents of a split report are scripts beside the page
  const policy = [
    "default-src 'none'",
    `script-src ${hash(script)} file: 'self'`,
    "style-src 'unsafe-inline'",
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="color-scheme" content="light dark">
<title>corefeval report</title>
<style>${style}</style>
</head>
<body>
<div id="app"><p class="wait">Reading the report …</p></div>
<noscript>This report needs JavaScript; it runs on your computer and sends nothing.</noscript>
<!--data-->
<script>${script}</script>
</body>
</html>
`;
}

let failed = false;
for (const { entry, out, budget } of PAGES) {
  const html = page(await bundled(entry));
  const size = Buffer.byteLength(html);
  const path = folder + out;
  console.log(`${out}: ${size} bytes of ${budget}`);
  if (size > budget) {
    console.error(`${out} is over its budget of ${budget} bytes`);
    failed = true;
  }
  if (!check) writeFileSync(path, html);
  else if (!existsSync(path) || readFileSync(path, "utf8") !== html) {
    console.error(`${out} is not what its sources give: run \`npm run build\` in web/ and commit it`);
    failed = true;
  }
}
process.exit(failed ? 1 : 0);
