// The page of one student: points, why, and the first case that failed.
import { Card, Chip, clock, data, failed, href, LetterChip, Meter, outOf, points, statusName, t, VerdictBar, Words, zone } from "../kit";
import type { Detail, Problem, StudentProblem } from "../payload";
import { DetailView } from "./run";
import { Score, Sources } from "./program";

/** All test cases as a row of chips; those with details are links. */
function Verdicts({ index }: { index: number }) {
  const program = data.programs[index];
  const tests = data.problems[program.problem].tests;
  return <ul class="verdicts">
    {[...program.verdicts].map((letter, test) => <li title={tests[test]?.name}>
      {program.details[test] && tells(data.problems[program.problem], test, program.details[test]) ? <a href={href(`s/${index}/t/${test}`)}><LetterChip letter={letter} /></a> : <LetterChip letter={letter} />}
      <span class="soft">{tests[test]?.name}</span>
    </li>)}
  </ul>;
}

/** A hidden test case may have nothing but its verdict. */
const tells = (problem: Problem, test: number, detail: Detail) => Boolean(detail.reason || detail.message || detail.difference || detail.hints.length
  || detail.output || detail.stderr || problem.files[test]?.input || problem.files[test]?.answer);

function FirstFailure({ index }: { index: number }) {
  const program = data.programs[index];
  const problem = data.problems[program.problem];
  const test = [...program.verdicts].findIndex((letter, at) => failed(letter) && program.details[at] && tells(problem, at, program.details[at]));
  if (test < 0) return null;
  return <section>
    <h2>{t("First failed test case you may see: {0}", problem.tests[test].name)}</h2>
    <DetailView index={index} test={test} detail={program.details[test]} />
  </section>;
}

function Glossary() {
  const rows = [...new Map(data.problems.flatMap((problem) => problem.glossary))];
  if (!rows.length) return null;
  return <Card title={t("What the verdicts mean")}>
    <dl class="facts glossary">{rows.map(([code, sentence]) => <div><dt><Chip code={code} /></dt><dd>{sentence}</dd></div>)}</dl>
  </Card>;
}

function OneProblem({ problem, of }: { problem: Problem; of: StudentProblem }) {
  const program = of.program === null ? null : data.programs[of.program];
  return <article>
    <h2 class="big">{problem.title || problem.id}</h2>
    <Card>
      <div class="result">
        {program && <Chip code={program.verdict} />}
        <p class="lead">{of.sentence || statusName(of.status)}</p>
      </div>
      {of.points !== null && of.max_points > 0 && <Meter share={of.points / of.max_points} most={1} text={outOf(of.points, of.max_points)} />}
      {of.submitted && <p class="soft">{t("Handed in")} {clock(of.submitted, zone())}</p>}
      {of.fault && <p class="banner bad">{of.fault}</p>}
      <Words lines={of.words} />
      {program && <Words lines={program.compile.helps} />}
      {program && !program.compile.ok && program.compile.log && <pre tabIndex={0} class="log">{program.compile.log}</pre>}
      {program?.verdicts && <VerdictBar verdicts={program.verdicts} />}
      {program?.verdicts && <Verdicts index={of.program!} />}
    </Card>
    {of.program !== null && <FirstFailure index={of.program} />}
    {program && <Score program={program} words={program.words.filter((line) => !of.words.includes(line))} />}
    {program && <Sources program={program} />}
  </article>;
}

export function Result() {
  const student = data.student!;
  return <>
    <h1>{student.name || data.title}</h1>
    <div class="figures card">
      <div class="figure"><b>{points(student.points)}</b><span class="soft">{t("of {0} points", points(student.max_points))}</span></div>
      {data.problems.map((problem, at) => {
        const of = student.problems[at];
        return of && <div class="figure"><b>{points(of.points)}</b><span class="soft">{problem.title || problem.id} / {points(of.max_points)}</span></div>;
      })}
    </div>
    {data.notes.length > 0 && <Card class="warn"><Words lines={data.notes} /></Card>}
    {data.problems.map((problem, at) => student.problems[at] && <OneProblem problem={problem} of={student.problems[at]} />)}
    <Glossary />
  </>;
}
