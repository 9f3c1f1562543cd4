// Programs by test cases.
import { useMemo, useState } from "preact/hooks";
import { Check, Choice, data, letters, looks, problemIndex, programName, programsOf, Search, t, useMedia } from "../kit";
import { Grid } from "./grid";
import { firstChoices, rowsOf, type Choices, type Mode, type Sort } from "./table";

let kept: Choices = firstChoices;

function Controls({ choices, change }: { choices: Choices; change: (some: Partial<Choices>) => void }) {
  const programs = programsOf(problemIndex()).map((index) => data.programs[index]);
  const languages = [...new Set(programs.map((program) => program.language).filter(Boolean))].sort();
  const verdicts = letters.map((letter) => looks[letter].code).filter((code) => programs.some((one) => one.verdict === code));
  const hasScores = programs.some((program) => program.scores.length > 0);
  const modes: [Mode, string][] = [["verdict", t("Verdict")], ["ms", "ms"], ["MiB", "MiB"]];
  if (hasScores) modes.push(["points", t("Points")]);
  const sorts: [Sort, string][] = [["given", t("as given")], ["name", t("Name")], ["verdict", t("Verdict")],
    ["points", t("Points")], ["time", t("Time")]];
  const all = (names: string[]): [string, string][] => [["", t("all")], ...names.map((name): [string, string] => [name, name])];
  return <div class="controls">
    <Search label={t("Search")} value={choices.text} onChange={(text) => change({ text })} />
    <Choice label={t("Show")} value={choices.mode} options={modes} onChange={(mode) => change({ mode })} />
    <Choice label={t("Sort")} value={choices.sort} options={sorts} onChange={(sort) => change({ sort })} />
    <Choice label={t("Verdict")} value={choices.verdict} options={all(verdicts)} onChange={(verdict) => change({ verdict })} />
    {languages.length > 1 && <Choice label={t("Language")} value={choices.language} options={all(languages)} onChange={(language) => change({ language })} />}
    <Check label={t("Hide test cases that all pass")} value={choices.hidesAccepted} onChange={(hidesAccepted) => change({ hidesAccepted })} />
    {programs.some((program) => !program.is_as_expected) && <Check label={t("Only what was not expected")} value={choices.onlyUnexpected} onChange={(onlyUnexpected) => change({ onlyUnexpected })} />}
  </div>;
}

/** A canvas prints what the window shows; paper gets letters instead. */
function Printed({ programs }: { programs: number[] }) {
  if (!useMedia("print")) return null;
  return <table class="printed">
    <tbody>
      {programs.map((index) => <tr><td>{programName(index)}</td><td>{data.programs[index].verdict}</td><td class="mono">{data.programs[index].verdicts}</td></tr>)}
    </tbody>
  </table>;
}

export function MatrixPage() {
  const [choices, setChoices] = useState(kept);
  const problem = problemIndex();
  const change = (some: Partial<Choices>) => setChoices((old) => (kept = { ...old, ...some }));
  const rows = useMemo(() => rowsOf(problem, choices), [problem, choices, data]);
  const programs = rows.flatMap((row) => (row.program < 0 ? [] : [row.program]));
  const all = programsOf(problem).map((index) => data.programs[index]);
  const used = useMemo(() => letters.filter((letter) => all.some((program) => program.verdicts.includes(letter))), [problem, data]);
  return <>
    <h1>{t("Matrix")} <small>{programs.length} × {data.problems[problem].tests.length}</small></h1>
    <Controls choices={choices} change={change} />
    <Grid problem={problem} rows={rows} choices={choices} />
    <ul class="legend">
      {used.map((letter) => <li><span class={`chip v-${looks[letter].code}`}>{looks[letter].glyph}</span> <span class="soft">{t(looks[letter].name)}</span></li>)}
      {all.some((program) => !program.is_as_expected) && <li><span class="chip framed" /> <span class="soft">{t("Not as expected")}</span></li>}
    </ul>
    <Printed programs={programs} />
  </>;
}
