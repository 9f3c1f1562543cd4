// A page that 'arbiter serve' sends: it shows the run while it grows.
import { setData } from "./model";
import { decode } from "./decode";

const k_rest = 2000; // milliseconds, while the server makes too many pages or is gone
const element = document.querySelector<HTMLMetaElement>('meta[name="arbiter-served"]');

/** Where programs are judged; empty where they are not. */
export const judgePlace = element?.content ?? "";

/** Calls `show` whenever there is more to see. A page that lies behind others waits until it is looked at. */
export function follow(show: () => void): void {
  if (!element) return;
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
  const stream = new EventSource("events");
  stream.addEventListener("run", (event) => {
    wanted = event.data;
    void update();
  });
  document.addEventListener("visibilitychange", () => void update());
}
