// Writes a picture of each page: node shoot.mjs SAMPLES OUT [NAME]. For people to look at.
import { join } from "node:path";
import { mkdirSync } from "node:fs";
import { launch, open, routes } from "./kit.mjs";

const [, , samples, out, only = ""] = process.argv;
mkdirSync(out, { recursive: true });
const browser = await launch();
for (const [file, paths] of Object.entries(routes)) {
  for (const [width, scheme] of [[1280, "light"], [1280, "dark"], [380, "light"], [380, "dark"]]) {
    const { page } = await open(browser, join(samples, `${file}.html`), { viewport: { width, height: 850 }, colorScheme: scheme });
    for (const path of paths) {
      const name = `${file}${path.replace(/[^a-z0-9]+/gi, "_")}_${width}_${scheme}.png`;
      if (!name.includes(only)) continue;
      await page.evaluate((to) => { location.hash = to; }, path);
      await page.evaluate(() => new Promise((done) => { requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))); }));
      await page.screenshot({ path: join(out, name), fullPage: true });
    }
    await page.context().close();
  }
}
await browser.close();
