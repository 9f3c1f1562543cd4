// How long programs ran, how near to the limits, and how that grows with the input.
import { useMemo } from "preact/hooks";
import type uPlot from "uplot";
import { Chart, axis, limitLine } from "../chart";
import {
  bytes, Card, cpuOf, data, failed, fattest, LetterChip, looks, memory, Meter, percent, problemIndex, ProgramLink, programName,
  programsOf, RunLink, slowest, t, Table, time,
} from "../kit";
import { exponent, growthPoints } from "../stats";

const k_most = 40; // programs in a chart
const k_colors = ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#8c6bb1", "#7f8c8d"];

function dots(color: string, size = 5): Partial<uPlot.Series> {
  return { stroke: color, paths: () => null, points: { show: true, size, stroke: color, fill: color } };
}

/** A strip of points for each program: passed ones in one series, failed ones in another. */
function strips(programs: number[]): uPlot.AlignedData {
  const xs: number[] = [];
  const passed: (number | null)[] = [];
  const fell: (number | null)[] = [];
  programs.forEach((index, place) => {
    const program = data.programs[index];
    const tests = program.verdicts.length;
    [...program.verdicts].forEach((letter, test) => {
      const ms = cpuOf(program, test);
      if (ms === null) return;
      xs.push(place + 1 + (test / Math.max(1, tests) - 0.5) * 0.6);
      passed.push(failed(letter) ? null : ms);
      fell.push(failed(letter) ? ms : null);
    });
  });
  return [xs, passed, fell];
}

function Strips({ programs, limit }: { programs: number[]; limit: number }) {
  const values = useMemo(() => strips(programs), [programs]);
  const options = () => ({
    scales: { x: { time: false, range: [0.3, programs.length + 0.7] as [number, number] },
      y: { range: (_: uPlot, _low: number, high: number): [number, number] => [0, Math.max(high, limit) * 1.1] } },
    axes: [
      axis({ incrs: [1], space: 26, size: 24, values: (_, ticks) => ticks.map((tick) => (programs[tick - 1] === undefined ? "" : String(tick))) }),
      axis({ size: 64, values: (_, ticks) => ticks.map((tick) => time(tick)) }),
    ],
    series: [{}, dots(looks.A.color, 4), dots(looks.W.color, 5)],
    plugins: [limitLine(limit, t("Time limit"))],
  });
  return <Chart label={t("Times of each submission on all test cases")} options={options} values={values} />;
}

interface Curve {
  index: number;
  points: [number, number][];
  power: number | null;
}

/** uPlot wants one row of sizes for all curves. */
function aligned(curves: Curve[]): uPlot.AlignedData {
  const sizes = [...new Set(curves.flatMap(({ points }) => points.map(([size]) => size)))].sort((a, b) => a - b);
  const columns = curves.map(({ points }) => {
    const of = new Map(points);
    return sizes.map((size) => (of.has(size) ? Math.max(0.1, of.get(size)!) : null));
  });
  return [sizes, ...columns];
}

function Growth({ programs, limit }: { programs: number[]; limit: number }) {
  const curves = useMemo(() => programs.map((index): Curve => {
    const points = growthPoints(index);
    return { index, points, power: exponent(points) };
  }).filter(({ points }) => points.length > 2).slice(0, k_colors.length), [programs]);
  const values = useMemo(() => aligned(curves), [curves]);
  if (!curves.length) return <p class="soft">{t("Too few sizes of input are known.")}</p>;
  const options = () => ({
    scales: { x: { time: false, distr: 3 as const }, y: { distr: 3 as const } },
    axes: [
      axis({ size: 30, values: (_, ticks) => ticks.map((tick) => (tick ? bytes(tick) : "")) }),
      axis({ size: 64, values: (_, ticks) => ticks.map((tick) => (tick ? time(tick) : "")) }),
    ],
    series: [{}, ...curves.map((_, at): uPlot.Series => ({
      stroke: k_colors[at], width: 2, spanGaps: true, points: { show: true, size: 5, fill: k_colors[at] },
    }))],
    plugins: [limitLine(limit, t("Time limit"))],
  });
  return <>
    <Chart label={t("Time by size of input")} options={options} values={values} height={320} />
    <ul class="legend">
      {curves.map(({ index, power }, at) => <li>
        <span class="swatch" style={{ background: k_colors[at] }} /> <ProgramLink index={index} />{" "}
        <b>{power === null ? "" : `≈ n^${power.toFixed(1)}`}</b>
      </li>)}
    </ul>
    <p class="soft">{t("Both axes are logarithmic. n is the size of the input in bytes; the exponent is that of the larger inputs.")}</p>
  </>;
}

/** Runs within a tenth of the limit: another machine may say otherwise. */
function near(programs: number[]) {
  return programs.flatMap((index) => {
    const program = data.programs[index];
    return [...program.verdicts].flatMap((letter, test) => {
      const share = (cpuOf(program, test) ?? 0) / program.limits.time_ms;
      // A program that is stopped at the limit did not come near it by itself.
      return share >= 0.9 && share <= 1.1 && letter !== "." && !(letter === "T" && share >= 1) ? [{ index, test, letter, share }] : [];
    });
  });
}

function Near({ problem, programs }: { problem: number; programs: number[] }) {
  const rows = useMemo(() => near(programs), [programs]);
  if (!rows.length) return <p class="soft">{t("none")}</p>;
  return <Table caption={t("Near the time limit")} rows={rows} most={50} columns={[
    { name: t("Name"), value: (row) => programName(row.index), show: (row) => <ProgramLink index={row.index} /> },
    { name: t("Test case"), value: (row) => row.test, show: (row) => <RunLink program={row.index} test={row.test}>{data.problems[problem].tests[row.test].name}</RunLink> },
    { name: t("Verdict"), value: (row) => row.letter, show: (row) => <LetterChip letter={row.letter} /> },
    { name: t("Share of the limit"), isNumber: true, value: (row) => row.share, show: (row) => percent(row.share) },
  ]} />;
}

function Room({ programs }: { programs: number[] }) {
  const rows = programs.map((index) => ({ index, program: data.programs[index] }));
  return <Table caption={t("Distance from the limits")} rows={rows} most={k_most} columns={[
    { name: "#", isNumber: true, value: (row) => programs.indexOf(row.index) + 1 },
    { name: t("Name"), value: (row) => programName(row.index), show: (row) => <ProgramLink index={row.index} /> },
    { name: t("Language"), value: (row) => row.program.language },
    { name: t("Time"), isNumber: true, value: (row) => slowest(row.program) / row.program.limits.time_ms,
      show: (row) => <Meter share={slowest(row.program) / row.program.limits.time_ms} text={time(slowest(row.program))} code={row.program.verdict} /> },
    { name: t("Memory"), isNumber: true, value: (row) => (fattest(row.program) * 1024) / row.program.limits.memory_kib,
      show: (row) => <Meter share={(fattest(row.program) * 1024) / row.program.limits.memory_kib} text={memory(fattest(row.program))} code="MLE" /> },
  ]} />;
}

export function Times() {
  const problem = problemIndex();
  const limit = data.problems[problem].limits.time_ms;
  const programs = useMemo(() => programsOf(problem)
    .filter((index) => data.programs[index].cpu.some((value) => value >= 0))
    .sort((a, b) => slowest(data.programs[b]) - slowest(data.programs[a])), [problem, data]);
  const first = useMemo(() => programs.slice(0, k_most), [programs]);
  if (!programs.length) return <><h1>{t("Times")}</h1><p class="soft">{t("none")}</p></>;
  return <>
    <h1>{t("Times")}</h1>
    <Card title={t("Times of each submission on all test cases")}>
      <Strips programs={first} limit={limit} />
      <p class="soft">{t("The numbers are those of the table below, the slowest first. Orange: failed.")}</p>
    </Card>
    <Card title={t("Distance from the limits")}><Room programs={programs} /></Card>
    <Card title={t("Time by size of input")}><Growth programs={first} limit={limit} /></Card>
    <Card title={t("Near the time limit")}><Near problem={problem} programs={programs} /></Card>
  </>;
}
