// The pages of `arbiter serve` in Chromium: node --test serve_page_test.mjs
// ADDRESS is the server's; it serves a run whose JOURNAL lacks the bytes of the file REST, and the problems sum and nim.
import assert from "node:assert/strict";
import { appendFileSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { launch } from "./kit.mjs";

const { ADDRESS, JOURNAL, REST, PROGRAM } = process.env;
const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

let browser;
before(async () => { browser = await launch(); });
after(() => browser.close());

/** Acts on a page of the server that must say nothing and ask nobody else. */
async function using(path, act, options = {}) {
  const faults = [];
  const context = await browser.newContext(options);
  const page = await context.newPage();
  page.on("console", (message) => faults.push(`console: ${message.text()}`));
  page.on("pageerror", (error) => faults.push(`error: ${error.stack}`));
  page.on("request", (request) => {
    if (!request.url().startsWith(ADDRESS)) faults.push(`request: ${request.url()}`);
  });
  await page.goto(ADDRESS + path);
  try {
    await act(page);
  } finally {
    await context.close();
  }
  assert.deepEqual(faults, []);
}

test("a run that grows is shown as it grows, where the reader is", () => using("#/matrix", async (page) => {
  await page.waitForSelector("main h1");
  const heading = () => page.locator("main h1").innerText();
  assert.match(await heading(), /0 × /);
  await page.getByRole("searchbox").fill("c");
  appendFileSync(JOURNAL, readFileSync(REST));
  await page.locator("main h1", { hasText: /2 × / }).waitFor();
  assert.equal(await page.getByRole("searchbox").inputValue(), "c");
  await page.getByRole("link", { name: "Judge and play" }).click();
  await page.getByText("Drop submissions here").waitFor();
}));

test("a file that is dropped is judged, and has a page", () => using("judge", async (page) => {
  await page.getByLabel("Problem").selectOption("sum");
  const dropped = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], "dropped.c"));
    return transfer;
  }, readFileSync(PROGRAM, "utf8"));
  await page.dispatchEvent(".drop", "drop", { dataTransfer: dropped });
  await page.locator("tr", { hasText: "dropped.c" }).getByText("AC", { exact: true }).waitFor();
  await page.setInputFiles("input[type=file]", { name: "<b>chosen.c", mimeType: "text/plain", buffer: Buffer.from("int main(") });
  await page.locator("tr", { hasText: "chosen.c" }).getByText("CE", { exact: true }).waitFor();
  await page.getByRole("link", { name: "dropped.c" }).click();
  await page.waitForSelector("main h1");
  assert.match(await page.locator("main").innerText(), /dropped\.c/);
}));

const players = {
  keyboard: (page, move) => page.keyboard.type(`${move}\n`),
  mouse: async (page, move) => {
    await page.getByRole("button", { name: "Hint" }).click();
    // The first click takes what the referee would play, the second sends it.
    await page.locator(".pick", { hasText: new RegExp(`^${move}$`) }).dblclick();
  },
};
for (const [hand, make] of Object.entries(players)) {
  test(`a game is played with the ${hand}`, () => using("judge", async (page) => {
    await page.getByLabel("Problem").selectOption("nim");
    await page.getByRole("button", { name: "Play against the referee" }).press("Enter");
    const board = page.getByRole("log");
    for (const [asked, move] of [[1, "2"], [2, "3"]]) {
      await board.filter({ hasText: new RegExp(`(your move[^]*){${asked}}`) }).waitFor();
      await make(page, move);
    }
    await page.getByText("The game has ended.").waitFor();
    assert.match(await board.innerText(), /you win: took the last one/);
  }));
}

for (const colorScheme of ["light", "dark"]) {
  test(`no serious fault of accessibility, ${colorScheme}, and nothing wider than a narrow screen`, async () => {
    await using("judge", async (page) => {
      await page.addScriptTag({ path: axe });
      const { violations } = await page.evaluate(() => axe.run(document, { resultTypes: ["violations"] }));
      assert.deepEqual(violations.filter(({ impact }) => impact === "serious" || impact === "critical").map(({ id }) => id), []);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    }, { colorScheme, bypassCSP: true, viewport: { width: 380, height: 800 } });
  });
}
