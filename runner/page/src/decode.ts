// From the base64 in the page to the payload.
import type { Payload } from "./payload";
import { plain } from "./text/glyphs";

export async function decode(base64: string): Promise<Payload> {
  const packed = Uint8Array.from(atob(base64.trim()), (char) => char.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  const payload = JSON.parse(await new Response(stream).text());
  if (payload.schema !== "arbiter/page/1") throw new Error(`unknown schema ${payload.schema}`);
  return makePlain(payload) as Payload;
}

/** Makes what could reorder or hide text visible in all strings. Texts of programs are left as
 *  they are: the panes show them byte by byte. */
function makePlain(value: unknown): unknown {
  if (typeof value === "string") return plain(value);
  if (Array.isArray(value)) {
    return value.every((item) => typeof item === "number") ? value : value.map(makePlain);
  }
  if (typeof value !== "object" || value === null) return value;
  const fields = value as Record<string, unknown>;
  const isText = typeof fields.bytes === "number" || typeof fields.left_out === "number";
  for (const key in fields) {
    if (!(isText && key === "text")) fields[key] = makePlain(fields[key]);
  }
  return fields;
}
