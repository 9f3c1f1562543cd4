// Bundles the sources into one file, built/page.html: the same bytes on each build.
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const k_markers = ["<!--ARBITER-NOSCRIPT-->", "ARBITER-DATA", "ARBITER-TITLE"];
const k_most_bytes = 120_000;

function fail(message) {
  console.error(`build: ${message}`);
  process.exit(1);
}

async function bundle() {
  const result = await build({
    entryPoints: [join(here, "src/main.tsx")],
    absWorkingDir: here,
    outdir: "out",
    write: false,
    bundle: true,
    minify: true,
    charset: "utf8",
    format: "iife",
    target: ["chrome103", "firefox113", "safari16.4"],
    loader: { ".tsv": "text" },
    legalComments: "none",
    jsx: "automatic",
    jsxImportSource: "preact",
  });
  const of = (ending) => result.outputFiles.find(({ path }) => path.endsWith(ending)).text.trim();
  return { script: of(".js"), style: of(".css") };
}

/** Each sentence of the sources stands in the table, in all languages, and no others do. */
function checkWords() {
  const rows = readFileSync(join(here, "words.tsv"), "utf8").trim().split("\n").map((line) => line.split("\t"));
  const files = readdirSync(join(here, "src"), { recursive: true }).filter((name) => /\.tsx?$/.test(name));
  const sources = files.map((name) => readFileSync(join(here, "src", name), "utf8")).join("\n");
  const known = new Set(rows.map(([english]) => english));
  for (const row of rows) if (row.length !== rows[0].length) fail(`words.tsv: "${row[0]}" has ${row.length} columns`);
  for (const row of rows.slice(1)) if (!sources.includes(`"${row[0]}"`)) fail(`words.tsv: nothing says "${row[0]}"`);
  for (const [, english] of sources.matchAll(/\bt\("([^"]*)"/g)) if (!known.has(english)) fail(`words.tsv lacks "${english}"`);
}

function versionOf(name) {
  return JSON.parse(readFileSync(join(here, "node_modules", name, "package.json"), "utf8")).version;
}

const k_licences = [["preact", "MIT"], ["uplot", "MIT"], ["diff", "BSD-3-Clause"]];

function licences() {
  const texts = k_licences.map(([name]) =>
    `${name} ${versionOf(name)}\n\n${readFileSync(join(here, "node_modules", name, "LICENSE"), "utf8").trim()}\n`);
  return `page.html holds code of these libraries.\n\n${texts.join(`\n${"-".repeat(72)}\n\n`)}`;
}

function hash(text) {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

/** Unpacks the program as the program unpacks its data. Its hash stands in the policy, so nothing
 *  else can be run, and no other text can become code: the one policy of trusted types is taken. */
const k_loader = `(async()=>{try{
const bytes=Uint8Array.from(atob(document.getElementById("code").textContent),c=>c.charCodeAt(0));
const stream=new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
const text=await new Response(stream).text();
const script=document.createElement("script");
script.textContent=self.trustedTypes?trustedTypes.createPolicy("arbiter",{createScript:t=>t}).createScript(text):text;
document.body.append(script)
}catch(error){document.getElementById("page").textContent="This browser is too old for this page. "+error}})()`;

/** For those without scripts. */
const k_plain_style = "body{font:14px/1.5 system-ui,sans-serif;margin:24px}" +
  "table{border-collapse:collapse}th,td{border:1px solid #8888;padding:3px 8px;text-align:left}";

function page({ script: program, style }) {
  // Packed with the program, the style takes a third of its room.
  const script = `document.head.append(Object.assign(document.createElement("style"),{textContent:${JSON.stringify(style)}}));${program}`;
  const styles = `${hash(style)} ${hash(k_plain_style)}`;
  const policy = `default-src 'none'; script-src ${hash(k_loader)} ${hash(script)}; style-src ${styles}; img-src data:; ` +
    "base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types arbiter";
  const packed = gzipSync(script, { level: 9 }).toString("base64");
  const names = k_licences.map(([name, licence]) => `${name} ${versionOf(name)} (${licence})`).join(", ");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>ARBITER-TITLE</title>
<!-- With ${names}; their licences: LICENSES.txt -->
<noscript><style>${k_plain_style}</style></noscript>
</head>
<body>
<div id="page"></div>
<noscript><!--ARBITER-NOSCRIPT--></noscript>
<script type="application/octet-stream" id="data">ARBITER-DATA</script>
<script type="application/octet-stream" id="code">${packed}</script>
<script>${k_loader}</script>
</body>
</html>
`;
}

checkWords();
const parts = await bundle();
const html = page(parts);
for (const marker of k_markers) {
  const count = html.split(marker).length - 1;
  if (count !== 1) fail(`${marker} stands ${count} times in the page`);
}
const bytes = Buffer.byteLength(html);
if (bytes > k_most_bytes) fail(`the page has ${bytes} bytes, more than ${k_most_bytes}`);
mkdirSync(join(here, "built"), { recursive: true });
writeFileSync(join(here, "built/page.html"), html);
writeFileSync(join(here, "built/LICENSES.txt"), licences());
console.log(`built/page.html: ${bytes} bytes`);
