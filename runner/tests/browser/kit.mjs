// What tests and pictures share: a browser that reaches nothing, and the pages of the samples.
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

/** The pages of each sample. */
export const routes = {
  judge: ["#/", "#/matrix", "#/tests", "#/tests/30", "#/s/3", "#/s/3/t/39", "#/s/6", "#/s/7/t/39", "#/s/8/t/4", "#/clusters", "#/times", "#/nowhere"],
  against: ["#/compare", "#/matrix?p=1"],
  grade: ["#/", "#/students", "#/students/3", "#/matrix", "#/tests?p=1", "#/tests/4", "#/s/4", "#/clusters", "#/times", "#/scores", "#/needs", "#/look-alikes", "#/look-alikes/0", "#/compare?p=1"],
  student: ["#/", "#/s/1", "#/s/0/t/3"],
  large: ["#/matrix", "#/scores", "#/times", "#/tests"],
};

export function launch() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
      "--disable-component-update", "--disable-sync"],
  });
}

/** A page of a file, and all that it said or asked for although it should not. */
export async function open(browser, file, options = {}, hash = "#/") {
  const faults = [];
  const context = await browser.newContext(options);
  await context.route(/^(?!file:)/, (route) => {
    faults.push(`request: ${route.request().url()}`);
    return route.abort();
  });
  const page = await context.newPage();
  page.on("console", (message) => faults.push(`console: ${message.text()}`));
  page.on("pageerror", (error) => faults.push(`error: ${error.stack}`));
  page.on("request", (request) => {
    if (request.url().split("#")[0] !== pathToFileURL(file).href) faults.push(`request: ${request.url()}`);
  });
  await page.goto(pathToFileURL(file).href + hash);
  if (options.javaScriptEnabled !== false) await page.waitForSelector("main h1");
  return { page, faults };
}
