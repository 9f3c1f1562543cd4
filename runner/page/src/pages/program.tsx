// One program: its source, how it compiled, its test cases and its points.
import {
  Card, Chip, Command, cpuOf, data, Facts, failed, fattest, go, href, LetterChip, letterOf, memory, memoryOf, Neighbours, outOf, points,
  programName, programsOf, RunLink, slowest, StudentLink, t, Table, time, useKeys, VerdictBar, verdictName, Words,
} from "../kit";
import type { Program } from "../payload";
import { Source } from "../text/source";

function Compiled({ program }: { program: Program }) {
  const { ok, command, log, helps } = program.compile;
  if (ok && !log && !helps.length) return null;
  return <Card title={ok ? t("Messages of the compiler") : t("Did not compile")} class={ok ? "" : "bad"}>
    <Words lines={helps} />
    {log && <pre tabIndex={0} class="log">{log}</pre>}
    <Command text={command} />
  </Card>;
}

export function TestTable({ index }: { index: number }) {
  const program = data.programs[index];
  const rows = data.problems[program.problem].tests.map((test, at) => ({ ...test, at, letter: program.verdicts[at] ?? "." }));
  const failures = rows.filter(({ letter }) => failed(letter)).length;
  const wasMeasured = program.cpu.some((value) => value >= 0);
  const hasScores = program.scores.some((score) => typeof score === "number");
  return <Card title={t("Test cases")}>
    {program.verdicts && <VerdictBar verdicts={program.verdicts} />}
    {program.left_out > 0 && <p class="soft">{t("Failed test cases without details in this report: {0}", program.left_out)}</p>}
    <Table caption={t("Test cases")} rows={rows} most={Math.max(60, failures)} columns={[
      { name: t("Name"), value: (row) => row.name, show: (row) => <RunLink program={index} test={row.at}>{row.name}</RunLink> },
      { name: t("Verdict"), value: (row) => row.letter, show: (row) => <LetterChip letter={row.letter} /> },
      wasMeasured && { name: t("Time"), isNumber: true, value: (row) => cpuOf(program, row.at), show: (row) => time(cpuOf(program, row.at)) },
      wasMeasured && { name: t("Memory"), isNumber: true, value: (row) => memoryOf(program, row.at), show: (row) => memory(memoryOf(program, row.at)) },
      hasScores && { name: t("Points"), isNumber: true, value: (row) => program.scores[row.at] ?? null, show: (row) => points(program.scores[row.at] ?? null) },
      { name: t("Why"), value: (row) => program.details[row.at]?.reason ?? "", show: (row) => <span class="why">{program.details[row.at]?.reason ?? ""}</span> },
    ]} />
  </Card>;
}

export function Score({ program, words }: { program: Program; words: string[] }) {
  if (!program.groups.length && !words.length) return null;
  return <Card title={t("Points")}>
    <Words lines={words} />
    {program.groups.length > 0 && <Table caption={t("Groups")} rows={program.groups} columns={[
      { name: t("Group"), value: (row) => row.name },
      { name: t("Verdict"), value: (row) => row.verdict, show: (row) => <Chip code={row.verdict} /> },
      { name: t("Points"), isNumber: true, value: (row) => row.score, show: (row) => (row.is_counted ? outOf(row.score, row.max_score) : "–") },
      { name: t("Note"), value: (row) => row.note },
    ]} />}
  </Card>;
}

export function Sources({ program }: { program: Program }) {
  if (!program.source.length && !program.source_note) return null;
  return <Card title={t("Source")}>
    {program.source_note && <p class="soft">{program.source_note}</p>}
    {program.source.map((file) => <Source file={file} messages={program.compile.messages.filter((message) => message.file === file.name)} />)}
  </Card>;
}

function Links({ index }: { index: number }) {
  const { students, problem } = data.programs[index];
  const pairs = data.course?.look_alikes.map((pair, at) => ({ pair, at })).filter(({ pair }) => pair.programs.includes(index)) ?? [];
  return <span class="links">
    {students.map((student) => <StudentLink index={student} />)}
    {pairs.map(({ pair, at }) => <a href={href(`look-alikes/${at}`, problem)}>{t("Look-alikes")} {pair.score} %</a>)}
  </span>;
}

export function ProgramPage({ index }: { index: number }) {
  const program = data.programs[index];
  const mates = programsOf(program.problem);
  const near = (step: number) => mates[mates.indexOf(index) + step];
  const move = (step: number) => near(step) !== undefined && go(`s/${near(step)}`);
  useKeys({ l: () => move(1), h: () => move(-1) });
  const { limits } = program;
  const wasMeasured = program.cpu.some((value) => value >= 0);
  return <>
    <h1><Chip code={program.verdict} /> {programName(index)}</h1>
    <Neighbours path={(by) => near(by) !== undefined && `s/${near(by)}`} name={(by) => programName(near(by))} />
    {program.note && <p class={program.is_as_expected ? "soft" : "banner bad"}>{program.note}</p>}
    <Card>
      <Facts rows={[
        [t("Verdict"), program.verdict ? verdictName(letterOf(program.verdict)) : t("not finished")],
        [t("Expected"), program.expected.length ? program.expected.map((code) => <Chip code={code} />) : ""],
        [t("Language"), program.language], [t("Points"), program.score === null ? "" : outOf(program.score, program.max_score)],
        [t("CPU time"), wasMeasured ? `${time(slowest(program))} / ${time(limits.time_ms)}` : ""],
        [t("Memory"), wasMeasured ? `${memory(fattest(program))} / ${memory(limits.memory_kib / 1024)}` : ""],
        [t("File"), programName(index) === program.name ? "" : program.name], [t("See also"), data.course ? <Links index={index} /> : ""],
      ]} />
    </Card>
    <Compiled program={program} />
    <Score program={program} words={program.words} />
    {/[^.]/.test(program.verdicts) && <TestTable index={index} />}
    <Sources program={program} />
  </>;
}
