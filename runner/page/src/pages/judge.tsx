// Where submissions are judged as they are dropped, and games begin: only 'arbiter serve' has it.
import { useEffect, useRef, useState } from "preact/hooks";
import { Card, Chip, Choice, t, Table } from "../kit";
import { hear, post } from "../live";

const k_most_bytes = 1048576;

interface Upload {
  id: number;
  problem: string;
  name: string;
  state: "waiting" | "running" | "failed" | "judged";
  verdict: string;
}

/** What the server answers to "state". */
interface Served {
  problems: { id: string; title: string; is_game: boolean }[];
  uploads: Upload[];
  has_run: boolean;
}

function Uploads({ uploads }: { uploads: Upload[] }) {
  const states: Record<string, string> = { waiting: t("waits"), running: t("is being judged"), failed: t("could not be judged") };
  return <Card><Table caption={t("Submissions")} rows={uploads} columns={[
    { name: t("Submission"), value: ({ name }) => name,
      show: ({ id, name, state }) => state === "waiting" ? name : <a href={`runs/${id}/${state === "judged" ? "#/s/0" : ""}`}>{name}</a> },
    { name: t("Problem"), value: ({ problem }) => problem },
    { name: t("Verdict"), value: ({ verdict }) => verdict, show: ({ state, verdict }) => states[state] ?? <Chip code={verdict} /> },
  ]} /></Card>;
}

/** Null until the server has answered. */
function useServed(): Served | null {
  const [served, setServed] = useState<Served | null>(null);
  useEffect(() => {
    const refresh = async () => setServed(await (await fetch("state")).json());
    // The stream begins with a "run": what came before it is asked for then.
    return hear("events", {
      run: refresh,
      upload: (text) => {
        const upload: Upload = JSON.parse(text);
        setServed((old) => old && { ...old, uploads: [...old.uploads.filter(({ id }) => id !== upload.id), upload] });
      },
    });
  }, []);
  return served;
}

/** Takes what is dropped anywhere on the page. */
function Drop({ take }: { take: (files: Iterable<File>) => void }) {
  const [isOver, setOver] = useState(false);
  const latest = useRef(take);
  latest.current = take;
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const act = (event: DragEvent) => {
      event.preventDefault();
      setOver(event.type === "dragover");
      if (event.type === "drop") latest.current(event.dataTransfer?.files ?? []);
    };
    const kinds = ["dragover", "dragleave", "drop"] as const;
    for (const kind of kinds) document.addEventListener(kind, act);
    return () => kinds.forEach((kind) => document.removeEventListener(kind, act));
  }, []);
  return <div class={`drop card ${isOver ? "is-over" : ""}`}>
    <p>{t("Drop submissions here, of at most 1 MiB each.")}</p>
    <button type="button" onClick={() => input.current!.click()}>{t("Choose files")}</button>
    <input type="file" ref={input} multiple hidden aria-label={t("Choose files")} onChange={() => take(input.current!.files ?? [])} />
  </div>;
}

export function Judge() {
  const served = useServed();
  const [chosen, choose] = useState("");
  const [said, say] = useState("");
  const { problems, uploads, has_run } = served ?? { problems: [], uploads: [], has_run: false };
  const problem = problems.find(({ id }) => id === chosen) ?? problems[0];
  const judge = async (files: Iterable<File>) => {
    for (const file of files) {
      const query = new URLSearchParams({ problem: problem.id, name: file.name });
      const { fault } = file.size > k_most_bytes ? { fault: t("it is larger than 1 MiB") } : await post(`judge?${query}`, file);
      say(`${file.name}: ${fault || t("it was handed in")}`);
    }
  };
  const play = async () => {
    const { fault, place } = await post(`play?${new URLSearchParams({ problem: problem.id })}`);
    if (fault) say(fault);
    else location.href = place;
  };
  const options = problems.map(({ id, title }): [string, string] => [id, title ? `${title} (${id})` : id]);
  return <>
    <h1>{t("Judge and play")}</h1>
    {served && !problem && <p class="banner warn">{t("No problems are served. Start it as: arbiter serve --problems FOLDER")}</p>}
    <div class="controls">
      {problem && <Choice label={t("Problem")} value={problem.id} options={options} onChange={choose} />}
      {problem?.is_game && <button type="button" onClick={play}>{t("Play against the referee")}</button>}
      {has_run && <a class="button" href="./">{t("The run")}</a>}
    </div>
    <p role="status" aria-live="polite">{said}</p>
    {problem && <Drop take={judge} />}
    {uploads.length > 0 && <Uploads uploads={[...uploads].sort((a, b) => b.id - a.id)} />}
  </>;
}
