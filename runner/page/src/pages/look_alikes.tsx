// Programs that look alike, and two of them side by side.
import { useState } from "preact/hooks";
import { Card, data, href, ProgramLink, ProgramLinks, programName, t, Table } from "../kit";
import type { LookAlike } from "../payload";
import { Source } from "../text/source";

export function LookAlikes() {
  const rows = data.course!.look_alikes.map((pair, at) => ({ pair, at }));
  return <>
    <h1>{t("Look-alikes")} <small>{rows.length}</small></h1>
    <p class="soft">{t("Likeness proves nothing: read both before you judge.")}</p>
    <Card><Table caption={t("Look-alikes")} rows={rows} columns={[
      { name: t("Likeness"), isNumber: true, value: ({ pair }) => pair.score,
        show: ({ pair, at }) => <a href={href(`look-alikes/${at}`)}>{pair.is_identical ? t("identical") : `${pair.score} %`}</a> },
      { name: t("Submissions"), value: ({ pair }) => pair.programs.map(programName).join(), show: ({ pair }) => <ProgramLinks programs={pair.programs} /> },
      { name: t("Problem"), value: ({ pair }) => data.problems[pair.problem]?.title ?? "" },
      { name: t("Places"), isNumber: true, value: ({ pair }) => pair.lines.length },
    ]} /></Card>
  </>;
}

function Side({ pair, side, chosen }: { pair: LookAlike; side: 0 | 1; chosen: { at: number; turn: number } }) {
  const index = pair.programs[side];
  const program = data.programs[index];
  const goal = pair.lines[chosen.at]?.[side];
  return <div>
    <h2><ProgramLink index={index} /></h2>
    {!program.source.length && <p class="soft">{program.source_note || t("The source is not known.")}</p>}
    {program.source.map((file, at) => <Source file={file}
      marked={(line) => pair.is_identical || pair.lines.some((places) => places[side].file === at && line >= places[side].first && line <= places[side].last)}
      goal={chosen.turn && goal?.file === at ? { line: goal.first, turn: chosen.turn } : undefined} />)}
  </div>;
}

export function LookAlikePage({ index }: { index: number }) {
  const pair = data.course!.look_alikes[index];
  const [chosen, choose] = useState({ at: 0, turn: 0 });
  return <>
    <h1>{t("Look-alikes")} <small>{pair.is_identical ? t("identical") : `${pair.score} %`}</small></h1>
    {pair.programs.length > 2 && <p><ProgramLinks programs={pair.programs} /></p>}
    <div class="controls">
      {pair.lines.slice(0, 20).map(([left, right], at) => <button type="button" class="small" aria-pressed={chosen.turn > 0 && chosen.at === at} onClick={() => choose({ at, turn: chosen.turn + 1 })}>
        {left.first}–{left.last} = {right.first}–{right.last}
      </button>)}
    </div>
    <Card>
      <div class="panes" style={{ "--panes": 2 }}>
        <Side pair={pair} side={0} chosen={chosen} />
        {pair.programs.length > 1 && <Side pair={pair} side={1} chosen={chosen} />}
      </div>
    </Card>
  </>;
}
