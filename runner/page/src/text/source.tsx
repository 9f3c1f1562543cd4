// A program with line numbers; messages of the compiler stand below the lines that they name.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { CompilerMessage, SourceFile } from "../payload";
import { bytes, t } from "../words";
import { Line } from "./line";

interface Properties {
  file: SourceFile;
  messages?: CompilerMessage[];
  marked?: (line: number) => boolean; // lines from 1
  goal?: { line: number; turn: number };
}

const k_first_lines = 1500;

function Message({ message }: { message: CompilerMessage }) {
  const place = message.column ? `${message.line}:${message.column}` : message.line;
  return <div class={`message ${message.kind}`}><b>{t(message.kind)}</b> <span class="soft">{place}</span> {message.text}</div>;
}

export function Source({ file, messages = [], marked, goal }: Properties) {
  const [most, setMost] = useState(k_first_lines);
  const [wide, setWide] = useState(400);
  const box = useRef<HTMLDivElement>(null);
  const lines = useMemo(() => file.text.text.split("\n"), [file]);
  useEffect(() => {
    const row = goal && box.current?.querySelectorAll<HTMLElement>(".row")[goal.line - 1];
    if (row) box.current!.scrollTop = row.offsetTop - 60;
  }, [goal?.turn]);
  return <section class="pane">
    <h3>{file.name} <small>{file.text.is_cut ? t("the beginning of {0}", bytes(file.text.bytes)) : bytes(file.text.bytes)}</small></h3>
    <div class="text source" tabIndex={0} role="region" aria-label={file.name} ref={box}>
      {lines.slice(0, most).map((line, at) => <>
        <div class={`row${marked?.(at + 1) ? " common" : ""}${messages.some(({ line: said }) => said === at + 1) ? " told" : ""}`}>
          <span class="no">{at + 1}</span>
          <span class="line"><Line line={line} showBlanks={false} most={wide} onMore={() => setWide(wide * 8)} /></span>
        </div>
        {messages.filter(({ line: said }) => said === at + 1).map((message) => <Message message={message} />)}
      </>)}
    </div>
    {lines.length > most && <button type="button" onClick={() => setMost(Infinity)}>{t("Show all {0}", lines.length)}</button>}
  </section>;
}
