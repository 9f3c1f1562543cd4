// Unpacks the data that stands in the page, and shows it.
import { render } from "preact";
import "./page.css";
import { App } from "./app";
import { decode } from "./decode";
import { listen } from "./keys";
import { follow } from "./live";
import { setData } from "./model";
import { readRoute } from "./route";
import { setLanguage, t } from "./words";

function languages(): (string | null)[] {
  return [readRoute().query.get("lang"), new URLSearchParams(location.search).get("lang")];
}

async function start(): Promise<void> {
  const root = document.getElementById("page")!;
  setLanguage([...languages(), ...navigator.languages]);
  try {
    const payload = await decode(document.getElementById("data")!.textContent ?? "");
    setData(payload);
    setLanguage([...languages(), payload.language, ...navigator.languages]);
  } catch (error) {
    root.textContent = `${t("This page cannot be read by this browser, or it is damaged.")} (${error})`;
    return;
  }
  listen();
  const show = () => render(<App />, root);
  show();
  follow(show);
}

void start();
