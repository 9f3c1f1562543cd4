// What only a page that 'arbiter serve' sends can do: follow a run while it grows, and ask the server.
import { data, setData } from "./model";
import { decode } from "./decode";
import { t } from "./words";

const k_rest = 2000; // milliseconds, while the server makes too many pages or is gone
const element = document.querySelector<HTMLMetaElement>('meta[name="arbiter-served"]');

/** Where programs are judged; empty where they are not. */
export const judgePlace = element?.content ?? "";

/** Sends something; what went wrong, in words or empty, and the place of what was made. */
export async function post(path: string, body?: BodyInit): Promise<{ fault: string; place: string }> {
  const answer = await fetch(path, { method: "POST", headers: { "X-Arbiter": "1" }, body }).catch(() => null);
  if (!answer) return { fault: t("The server has ended."), place: "" };
  return { fault: answer.ok ? "" : await answer.text(), place: answer.headers.get("Location") ?? "" };
}

type Handlers = Record<string, (text: string, stop: () => void) => unknown>;

/** Hears events until it is stopped; begins again where the server had no room for one more. */
export function hear(path: string, handlers: Handlers): () => void {
  let stream: EventSource;
  let again = 0;
  const stop = () => {
    clearTimeout(again);
    stream.close();
  };
  const begin = () => {
    stream = new EventSource(path);
    for (const [name, act] of Object.entries(handlers)) stream.addEventListener(name, (event) => act(event.data, stop));
    stream.onerror = () => { if (stream.readyState === EventSource.CLOSED) again = setTimeout(begin, k_rest); };
  };
  begin();
  return stop;
}

/** Calls `show` whenever there is more to see. A page that lies behind others waits until it is looked at. */
export function follow(show: () => void): void {
  if (!element || data.kind === "serve") return;
  let wanted = "";
  let seen = "";
  let isBusy = false;
  const update = async () => {
    if (isBusy || document.hidden || wanted === seen) return;
    isBusy = true;
    const answer = await fetch("data").catch(() => null);
    if (answer?.ok) {
      seen = answer.headers.get("ETag")?.slice(1, -1) ?? wanted;
      setData(await decode(await answer.text()));
      show();
    }
    isBusy = false;
    if (answer?.ok) void update();
    else setTimeout(update, k_rest);
  };
  hear("events", {
    run: (tag) => {
      wanted = tag;
      void update();
    },
  });
  document.addEventListener("visibilitychange", () => void update());
}
