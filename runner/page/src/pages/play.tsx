// A game against the referee of a problem, as 'arbiter play' has it in a terminal.
import { useEffect, useRef, useState } from "preact/hooks";
import { t } from "../kit";
import { hear, post } from "../live";

const k_question = "(or help): ";
const k_move = /^ *\d+  .*: .*$/gm;

/** What is on the table now: a click takes a word of it as the move. */
function Words({ text, take }: { text: string; take: (word: string) => void }) {
  return <>{text.split(/(\s+)/).map((piece) => piece.trim() ? <span class="pick" onClick={() => take(piece)}>{piece}</span> : piece)}</>;
}

/** The game of that number; the page is at "play/ID". */
export function Play({ id }: { id: string }) {
  const [text, setText] = useState("");
  const [isOver, setOver] = useState(false);
  const [fault, setFault] = useState("");
  const [typed, type] = useState("");
  const board = useRef<HTMLPreElement>(null);
  const line = useRef<HTMLInputElement>(null);
  useEffect(() => {
    line.current!.focus();
    return hear(`${id}/events`, {
      all: setText,
      text: (more) => setText((old) => old + more),
      end: (_, stop) => {
        stop();
        setOver(true);
      },
    });
  }, []);
  useEffect(() => { board.current!.scrollTop = board.current!.scrollHeight; }, [text]);
  const send = async (words: string) => {
    type("");
    line.current!.focus();
    if (words.trim()) setFault((await post(`${id}/line`, words)).fault);
  };
  const take = (word: string) => {
    line.current!.focus();
    if (word === typed) void send(word);
    else type(word);
  };
  const onSubmit = (event: Event) => {
    event.preventDefault();
    void send(typed);
  };
  const last = [...text.matchAll(k_move)].at(-1);
  const from = last ? last.index + last[0].length : 0;
  const command = (words: string, name: string) => <button type="button" disabled={isOver} onClick={() => send(words)}>{name}</button>;
  return <>
    <h1>{t("Play against the referee")}</h1>
    <pre class="text talk" ref={board} tabIndex={0} role="log" aria-label={t("What was said in the game")}>
      {text.slice(0, from)}<Words text={text.slice(from)} take={take} />
    </pre>
    <form class="controls" onSubmit={onSubmit}>
      <input class="mono" ref={line} value={typed} disabled={isOver} autocomplete="off" autocapitalize="off" spellcheck={false}
        aria-label={t("Your move")} onInput={(event) => type(event.currentTarget.value)} />
      <button disabled={isOver}>{t("Send")}</button>
      {text.includes(k_question) && <>{command(":hint", t("Hint"))}{command(":show", t("Show"))}{command(":help", t("Help"))}</>}
      <button type="button" disabled={isOver} onClick={() => post(`${id}/quit`)}>{t("Leave")}</button>
    </form>
    <p role="status" aria-live="polite">{isOver ? t("The game has ended.") : fault || t("Type your move, or click it. Click it again to send it.")}</p>
  </>;
}
