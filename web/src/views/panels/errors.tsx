/** Kinds of errors, what repairing each would gain, and mentions that differ in their boundaries alone. */

import { BarLegend } from "../../charts/hatch";
import { Bars } from "../../charts/bars";
import { tickDecimals } from "../../charts/scale";
import type { ErrorPanel, KindsPanel, LinkTable, Missing, Overview } from "../../data";
import { count, fixed, percent, points, shown } from "../../format";
import { systemColour } from "../../palette";
import { Chart, DataTable, Folded, Section } from "../../parts";
import { figureName } from "../overview";

const namesOf = (report: Overview) => report.systems.map((system) => shown(system.name, 30));

/** What repairing a kind alone adds to a figure, for each kind and system. */
function gains(report: Overview, panel: KindsPanel, figure: number): (number | null)[][] {
  return panel.kinds.map((_, kind) =>
    panel.systems.map((system, number) => {
      const [after, before] = [system.alone[kind]?.[figure], report.systems[number].figures[figure][0]];
      return after == null || before == null ? null : after - before;
    }),
  );
}

function Gains({ report, figure, panel, caption }: { report: Overview; figure: number; panel: KindsPanel; caption: string }) {
  const names = namesOf(report);
  const all = gains(report, panel, figure);
  const groups = panel.kinds.map((kind, place) => ({ name: kind.name, values: all[place] }));
  const head = ["Kind", ...names.flatMap((name) => (names.length > 1 ? [`${name}: errors`, "points"] : ["Errors", "Points"]))];
  const rows = panel.kinds.map((kind, place) => [
    <abbr title={kind.about}>{kind.name}</abbr>,
    ...panel.systems.flatMap((system, number) => [system.counts[place].toLocaleString("en"), points(all[place][number], report.digits)]),
  ]);
  const name = figureName(report, figure);
  return (
    <Chart table={<DataTable caption={caption} head={head} rows={rows} />}>
      <BarLegend names={names} colour={systemColour} />
      <Bars groups={groups} names={names} label={`${caption}: points of ${name}`} text={(value) => points(value, report.digits)} tick={(value, ticks) => fixed(value * 100, tickDecimals(ticks))} />
    </Chart>
  );
}

export function Errors({ report, figure, panel }: { report: Overview; figure: number; panel: ErrorPanel | Missing }) {
  if ("missing" in panel) return <Section id="kinds" title="Kinds of errors" note={panel.missing}>{null}</Section>;
  const name = figureName(report, figure);
  const note = `What ${name} would gain, in points, if the errors of one kind alone were repaired (${panel.citation}). The repaired response is scored like any other.`;
  return (
    <Section id="kinds" title="Kinds of errors and their impact" note={note}>
      <Gains report={report} figure={figure} panel={panel} caption="Errors, and what repairing each kind alone would gain" />
      <Progress report={report} figure={figure} panel={panel} />
      <Links report={report} panel={panel} />
    </Section>
  );
}

function Progress({ report, figure, panel }: { report: Overview; figure: number; panel: ErrorPanel }) {
  const row = (name: string, value: (system: number) => number | null | undefined) => [name, ...panel.systems.map((_, system) => percent(value(system), report.digits))];
  const rows = [
    row("nothing", (system) => report.systems[system].figures[figure][0]),
    ...panel.kinds.map((kind, place) => row(`+ ${kind.name}`, (system) => panel.systems[system].up_to[place]?.[figure])),
    row("+ what is left", (system) => panel.systems[system].everything?.[figure]),
  ];
  return (
    <Folded title="Repaired one kind after the other">
      {() => <DataTable caption={`${figureName(report, figure)}, errors repaired one kind after the other`} head={["Repaired", ...namesOf(report)]} rows={rows} />}
    </Folded>
  );
}

const sum = (row: number[]): number => row.reduce((all, one) => all + one, 0);

function Links({ report, panel }: { report: Overview; panel: ErrorPanel }) {
  const of = (table: LinkTable, kind: number) => (kind < 0 ? sum(table.map(sum)) : sum(table[kind]));
  const share = (part: number, whole: number) => (whole === 0 ? "–" : `${part.toLocaleString("en")} (${fixed((100 * part) / whole, 1)} %)`);
  const rows = [...panel.link_kinds.map((kind, place): [string, number] => [kind, place]), ["all", -1] as [string, number]].map(([kind, place]) => [
    kind,
    ...panel.systems.flatMap(({ links }) => [share(of(links.missed, place), of(links.key, place)), share(of(links.wrong, place), of(links.response, place))]),
  ]);
  const head = ["Anaphor", ...namesOf(report).flatMap((name) => [`${name}: missed`, "wrong"])];
  return (
    <Folded title="Links that are missed and links that are wrong">
      {() => <DataTable caption="Missed links, of all links of the key; wrong links, of all links of the response" head={head} rows={rows} />}
    </Folded>
  );
}

export function Boundaries({ report, figure, panel }: { report: Overview; figure: number; panel: KindsPanel | Missing }) {
  if ("missing" in panel) return null;
  const pairs = panel.systems.map((system) => sum(system.counts));
  if (!panel.kinds.length) return <Section id="boundaries" title="Boundaries" note="No missed mention shares a head, a minimum or half of its tokens with a spurious one.">{null}</Section>;
  const most = Math.max(...pairs);
  const note = `Missed and spurious mentions that are the same but for their boundaries (at most ${count(most, "pair")} for a system), by what one has and the other has not, and what ${figureName(report, figure)} would gain if they were right.`;
  return (
    <Section id="boundaries" title="Boundaries" note={note}>
      <Gains report={report} figure={figure} panel={panel} caption="Mentions that differ in their boundaries, and what putting each right would gain" />
    </Section>
  );
}
