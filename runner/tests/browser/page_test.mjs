// Opens sample pages in Chromium as a reader does: node --test page_test.mjs
// PAGES names the folder with the pages of runner/page/samples/make.mjs; CHROMIUM the browser. With
// FRAMES, a machine that does nothing else, the longest frame is judged as well, and more pages are
// opened.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { launch, open, routes } from "./kit.mjs";

const folder = process.env.PAGES ?? "samples";
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const file = (name) => join(folder, `${name}.html`);
/** When what was asked of the page is drawn. */
const settled = (page) => page.evaluate(() => new Promise((done) => {
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)));
}));
const go = (page, path) => page.evaluate((to) => { location.hash = to; }, path).then(() => settled(page));

let browser;
before(async () => { browser = await launch(); });
after(() => browser.close());

async function using(name, options, hash, act) {
  const { page, faults } = await open(browser, file(name), options, hash);
  try {
    await act(page);
  } finally {
    await page.context().close();
  }
  assert.deepEqual(faults, []);
}

/** Serious faults of accessibility, a line each. Of a dark page only colours are others. */
async function serious(page, rules = {}) {
  const { violations } = await page.evaluate((more) => axe.run(document, { resultTypes: ["violations"], ...more }), rules);
  return violations.filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 200)} ${nodes[0].failureSummary}`);
}

for (const [name, paths] of Object.entries(routes)) {
  if (name === "large" && !process.env.FRAMES) continue; // its matrix is looked at below
  const title = `${name}: every page opens, fits a narrow screen and can be used by all, and nothing is said or asked for`;
  test(title, () => using(name, {}, paths[0], async (page) => {
    await page.evaluate(axe);
    for (const path of paths) {
      await page.setViewportSize({ width: 1280, height: 800 });
      await go(page, path);
      assert.equal(await page.locator("h1").count(), 1, path);
      assert.ok((await page.locator("main").innerText()).length > 20, path);
      if (name !== "large") assert.deepEqual(await serious(page), [], path);
      if (path.startsWith("#/matrix")) {
        const [cells, names] = [await page.locator(".matrix canvas").boundingBox(), await page.locator(".grid-row .grid-side").last().boundingBox()];
        assert.equal(Math.round(cells.x), Math.round(names.x + names.width), "cells stand beside the names, also where they are few");
      }
      if (name === "judge" || (process.env.FRAMES && name !== "large")) {
        await page.emulateMedia({ colorScheme: "dark" });
        assert.deepEqual(await serious(page, { runOnly: ["color-contrast"] }), [], `${path}, dark`);
        await page.emulateMedia({ colorScheme: "light" });
      }
      await page.setViewportSize({ width: 380, height: 800 });
      await settled(page);
      const [wide, room] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
      assert.ok(wide <= room, `${path}: ${wide} px`);
    }
  }));
}

for (const made of readdirSync(folder).filter((name) => name.startsWith("real-"))) {
  test(`${made}: pages of real runs open from link to link`, () => using(made.replace(".html", ""), {}, "#/", async (page) => {
    const links = () => page.evaluate(() => [...document.querySelectorAll('a[href^="#/"]')].map((link) => link.getAttribute("href")));
    const seen = new Set();
    for (let left = await links(); left.length > 0 && seen.size < (process.env.FRAMES ? 60 : 8); left = left.slice(1)) {
      if (seen.has(left[0])) continue;
      seen.add(left[0]);
      await go(page, left[0]);
      assert.equal(await page.locator("h1").count(), 1, left[0]);
      assert.doesNotMatch(await page.locator("main").innerText(), /undefined|NaN|\[object|[\u001b\u202e]/, left[0]);
      left.push(...await links());
    }
    assert.ok(seen.size > 2);
  }));
}

test("deep links open what they name", async () => {
  await using("judge", {}, "#/s/3/t/39", async (page) => {
    assert.match(await page.locator("h1").innerText(), /int_overflow\.cpp\s+on\s+secret\/large\/40/);
  });
  await using("judge", {}, "#/tests/2?p=1&lang=de", async (page) => {
    assert.match(await page.locator("h1").innerText(), /sample\/03/);
    assert.equal(await page.locator("html").getAttribute("lang"), "de");
    assert.match(await page.locator("nav").innerText(), /Überblick/);
  });
});

test("keys lead through the page", () => using("judge", {}, "#/matrix", async (page) => {
  const at = () => page.evaluate(() => location.hash);
  for (const key of ["j", "j", "j", "j", "l", "l"]) await page.keyboard.press(key);
  assert.match(await page.locator("#cell").innerText(), /int_overflow\.cpp · sample\/03 · AC/);
  await page.keyboard.press("Enter");
  assert.equal(await at(), "#/s/3/t/2");
  // In one task, as from a keyboard that is faster than the page.
  await page.evaluate(async () => {
    for (const key of ["l", "j"]) {
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
      await Promise.resolve();
    }
  });
  assert.equal(await at(), "#/s/4/t/3");
  await page.keyboard.press("Escape");
  assert.equal(await at(), "#/s/4");
  await settled(page);
  await page.keyboard.press("Escape");
  assert.equal(await at(), "#/matrix");
  await settled(page);
  await page.keyboard.press("/");
  await page.keyboard.type("floyd");
  assert.match(await page.locator("h1").innerText(), /1 × 40/);
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  assert.ok(await page.locator("dialog[open]").isVisible());
  await page.keyboard.press("Escape");
  await go(page, "#/s/3/t/30");
  await page.keyboard.press("d");
  await settled(page);
  assert.match(await page.locator(".pane:last-child").innerText(), /\n818\n/);
  await go(page, "#/tests");
  for (const key of ["j", "j", "Enter"]) await page.keyboard.press(key);
  assert.match(await at(), /#\/tests\/\d+/);
}));

test("a replay is stepped, scrubbed and played", () => using("judge", {}, "#/s/8/t/4", async (page) => {
  const replay = page.getByRole("region", { name: "Replay" });
  const step = () => replay.locator(".happened .lead").innerText();
  const beads = () => replay.locator(".spot .count").allInnerTexts();
  const press = (name) => replay.getByRole("button", { name, exact: true }).click();
  assert.match(await step(), /0\/3/);
  await press("Step on");
  assert.match(await step(), /1\/3\s+submission: pit 1/);
  assert.match(await replay.locator(".judged").innerText(), /mistake\s+\+2 → 0/);
  assert.deepEqual(await beads(), ["3", "1", "2"]);
  await replay.press("m");
  assert.match(await step(), /3\/3/);
  assert.match(await replay.locator(".happened").innerText(), /not allowed/);
  await replay.press("Home");
  await replay.getByRole("slider", { name: "Step" }).fill("2");
  assert.match(await step(), /2\/3\s+judge: pit 2/);
  await replay.getByLabel("Speed").selectOption("32");
  await press("Play");
  await replay.getByText("a move is not allowed").waitFor();
  await replay.getByRole("button", { name: "Play", exact: true }).waitFor();
  await replay.getByRole("button", { name: /^0\s+the start/ }).click();
  assert.match(await step(), /0\/3/);
}));

test("texts of programs stay texts, and hide nothing", () => using("judge", {}, "#/s/7/t/39", async (page) => {
  const text = await page.locator(".pane").last().textContent();
  for (const shown of ["␍", "<script>alert(1)</script>", "<U+202E>", "<U+200B>", "⍽", "<BOM>", "\\x00", "\\x1B", "\\xF8", "\\x80",
    "<U+2028>", "<U+3164>", "<U+D800>", "⏎"]) assert.ok(text.includes(shown), shown);
  assert.doesNotMatch(await page.locator("main").innerText(), /[\u202a-\u202e\u2066-\u2069\u200b]/);
  await go(page, "#/s/7/t/12");
  assert.match(await page.locator(".tags").innerText(), /apart from upper and lower case/);
  await go(page, "#/s/6");
  assert.doesNotMatch(await page.locator("main").innerText(), /[\u202a-\u202e\u2066-\u2069\u200b]/);
}));

test("on paper the matrix is letters", () => using("judge", {}, "#/matrix", async (page) => {
  await page.emulateMedia({ media: "print" });
  await page.waitForSelector(".printed");
  assert.match(await page.locator(".printed").innerText(), /A{33}T/);
  assert.ok(!(await page.locator(".matrix").isVisible()));
}));

test("without scripts there is a table", async () => {
  const { page } = await open(browser, file("judge"), { javaScriptEnabled: false });
  assert.match(await page.locator("noscript table").innerText(), /dijkstra\.cpp/);
  await page.context().close();
});

/** How long each frame took, in ms, while something happens on each. */
function frames(page, count, step) {
  return page.evaluate(([many, source]) => new Promise((done) => {
    const act = new Function("at", source);
    const took = [];
    let last = performance.now();
    const next = () => {
      const now = performance.now();
      took.push(now - last);
      last = now;
      if (took.length > many) return done(took.slice(2));
      act(took.length);
      requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  }), [count, step]);
}

const k_scroll = "const box = document.querySelector('.matrix'); box.scrollTop += 137; box.scrollLeft += 43;";
const k_filter = `const input = document.querySelector("input[type=search]");
  input.value = ["team", "team0", "team00", "team001", "team01", "1.cpp", "", "py", "java", "wrong"][at % 10];
  input.dispatchEvent(new Event("input", { bubbles: true }));`;

const k_frames = process.env.FRAMES ? 60 : 10;

for (const name of process.env.FRAMES ? ["large", "huge"] : ["large"]) {
  test(`${name}: the matrix scrolls and filters`, async (context) => {
    for (const [what, step, count] of [["scroll", k_scroll, k_frames], ["filter", k_filter, k_frames]]) {
      // The same steps again: what is slow each time is the page, the rest is a busy machine.
      let best = null;
      for (let turn = 0; turn < (process.env.FRAMES ? 3 : 1) && !(best && Math.max(...best) < 50); turn += 1) {
        // The measuring code is made from text, which the page's own policy forbids.
        const { page } = await open(browser, file(name), { bypassCSP: true }, "#/matrix");
        const took = await frames(page, count, step);
        context.diagnostic(`${name}, ${what}: longest frame ${Math.max(...took).toFixed(1)} ms`);
        assert.ok(await page.locator(".matrix canvas").isVisible());
        best = took.map((value, at) => Math.min(value, best?.[at] ?? Infinity));
        await page.context().close();
      }
      if (process.env.FRAMES) assert.ok(Math.max(...best) < 50, `${what}: ${Math.max(...best)} ms`);
    }
  });
}
