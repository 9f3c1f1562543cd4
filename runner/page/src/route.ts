// Where the reader is: "#/s/3/t/7?p=1". The part after "?" keeps the problem and the language.
import { useEffect, useState } from "preact/hooks";

export interface Route {
  parts: string[];
  query: URLSearchParams;
}

export function readRoute(): Route {
  const [path, query] = location.hash.replace(/^#\/?/, "").split("?");
  return { parts: path.split("/").filter(Boolean), query: new URLSearchParams(query ?? "") };
}

/** A link to a page that keeps the language, and the problem unless another is named. */
export function href(path: string, problem?: number): string {
  const query = readRoute().query;
  if (problem === 0) query.delete("p");
  else if (problem !== undefined) query.set("p", String(problem));
  const rest = query.toString();
  return `#/${path}${rest ? `?${rest}` : ""}`;
}

/** Tells at once, so that the next key meets the page that this one led to. */
export function go(path: string, problem?: number): void {
  location.hash = href(path, problem);
  dispatchEvent(new Event("hashchange"));
}

export function useRoute(): Route {
  const [, setHash] = useState(location.hash);
  useEffect(() => {
    const update = () => setHash(location.hash);
    addEventListener("hashchange", update);
    return () => removeEventListener("hashchange", update);
  }, []);
  return readRoute();
}
