// Writes sample pages: node samples/make.mjs FOLDER. The same pages each time; with FRAMES also one of 400 000 runs,
// whose frames are measured.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { against, judge, large } from "./judge.mjs";
import { grade, student } from "./grade.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const folder = process.argv[2];
if (!folder) {
  console.error("usage: node samples/make.mjs FOLDER");
  process.exit(2);
}

const escape = (text) => text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);

/** What the runner writes for those without scripts. */
function noscript(payload) {
  const rows = payload.programs.slice(0, 50).map((program) =>
    `<tr><td>${escape(program.name)}</td><td>${program.verdict}</td><td>${program.verdicts}</td></tr>`);
  return `<h1>${escape(payload.title)}</h1><table>${rows.join("")}</table>`;
}

function write(name, payload) {
  const page = readFileSync(join(here, "../built/page.html"), "utf8");
  const data = gzipSync(JSON.stringify(payload)).toString("base64");
  const html = page.replace("<!--ARBITER-NOSCRIPT-->", () => noscript(payload))
    .replace("ARBITER-DATA", () => data).replace("ARBITER-TITLE", () => escape(payload.title));
  writeFileSync(join(folder, `${name}.html`), html);
  console.log(`${name}.html: ${html.length} bytes`);
}

mkdirSync(folder, { recursive: true });
write("judge", judge());
write("against", against());
write("grade", grade());
write("student", student());
write("large", large(500, 200));
if (process.env.FRAMES) write("huge", large(2000, 200));
