/** Scores, ranks, genres and documents at a glance. */

import { max } from "d3-array";
import { useState } from "preact/hooks";
import { Dots } from "../charts/dots";
import { Forest, type Line } from "../charts/forest";
import { Legend } from "../charts/mark";
import { Scatter, type Point } from "../charts/scatter";
import type { Overview } from "../data";
import { count, percent, points, probability, shown } from "../format";
import { Chart, Choice, DataTable, Folded, Section } from "../parts";
import { go, link, route } from "../route";
import { Disagreements } from "./panels/disagreements";
import { Boundaries, Errors } from "./panels/errors";
import { Names } from "./panels/names";
import { StrataSection } from "./panels/strata";
import { Variants } from "./panels/variants";

/** The number of the selected figure; the main figure by default. */
export function figureOf(report: Overview): number {
  const { figure } = route.value;
  return figure >= 0 && figure < report.figures.length ? figure : report.main;
}

export function figureName(report: Overview, figure: number): string {
  const { title, part, average } = report.figures[figure];
  return average ? title : `${title} ${part === "f" ? report.f_name : part}`;
}

/** Systems, best first in a figure. */
export function ranked(report: Overview, figure: number): number[] {
  const value = (system: number) => report.systems[system].figures[figure][0] ?? -1;
  return report.systems.map((_, system) => system).sort((one, other) => value(other) - value(one) || one - other);
}

export function OverviewView({ report }: { report: Overview }) {
  const figure = figureOf(report);
  const options = report.figures.map((_, number): [number, string] => [number, figureName(report, number)]);
  return (
    <>
      <Scores report={report} />
      <p class="tools">
        <Choice label="Figure in all charts" value={figure} options={options} onChange={(value) => go({ figure: Number(value) })} />
      </p>
      <div class="panels">
        <Intervals report={report} figure={figure} />
        {report.documents.length > 1 ? <Documents report={report} figure={figure} /> : null}
        {report.differences.length ? <Differences report={report} figure={figure} /> : null}
        {report.rules.length > 1 ? <Rules report={report} figure={figure} /> : null}
        {report.genres.length > 1 ? <Genres report={report} figure={figure} /> : null}
        <Errors report={report} figure={figure} panel={report.panels.errors} />
        <Boundaries report={report} figure={figure} panel={report.panels.boundaries} />
        <StrataSection report={report} figure={figure} panel={report.panels.strata} />
        <Names report={report} panel={report.panels.names} />
        <Disagreements report={report} panel={report.panels.disagreements} />
        <Variants report={report} figure={figure} panel={report.panels.variants} />
      </div>
    </>
  );
}

function Scores({ report }: { report: Overview }) {
  const [wide, setWide] = useState(false);
  const shownFigures = report.figures
    .map((figure, number) => ({ figure, number }))
    .filter(({ figure }) => wide || figure.part === "f")
    .sort((one, other) => Number(other.figure.average) - Number(one.figure.average) || one.number - other.number);
  const rows = ranked(report, report.main).map((system) => {
    const { name, figures, ranks } = report.systems[system];
    const rank = ranks[report.main];
    const among = rank && rank[1] !== rank[2] ? ` (${rank[1]}–${rank[2]})` : "";
    return [
      <a href={link({ view: "text", system, mention: "", entity: "" })}>{shown(name, 40)}</a>,
      rank ? `${rank[0]}${among}` : "–",
      ...shownFigures.map(({ figure, number }) => {
        const [value, low, high] = figures[number];
        const interval = low == null ? "" : `${percent(low, report.digits)}–${percent(high, report.digits)}`;
        const text = percent(value, report.digits);
        return (
          <>
            {figure.average ? <strong>{text}</strong> : <a href={link({ view: "why", system, figure: number })} aria-label={`${text}: why?`}>{text}</a>}
            {interval ? <span class="interval">{interval}</span> : null}
          </>
        );
      }),
    ];
  });
  const { confidence, units, unit, exact } = report.chance;
  const head = ["System", "Rank", ...shownFigures.map(({ number }) => figureName(report, number))];
  const drawn = exact ? "from all resamples" : `from ${report.chance.resamples.toLocaleString("en")} resamples`;
  const note = units > 1
    ? `Percent, with ${confidence} % intervals ${drawn} of ${count(units, unit)}. A number opens its explanation.`
    : "Percent. There is one document, so that there are no intervals. A number opens its explanation.";
  return (
    <Section id="scores" title="Scores" note={note}>
      <label class="choice"><input type="checkbox" checked={wide} onChange={() => setWide(!wide)} /> Recall and precision</label>
      <DataTable caption="Scores of all systems" head={head} rows={rows} hidden />
    </Section>
  );
}

function Intervals({ report, figure }: { report: Overview; figure: number }) {
  const lines: Line[] = ranked(report, figure).map((system) => {
    const [value, low, high] = report.systems[system].figures[figure];
    return { name: report.systems[system].name, system, value, low, high };
  });
  const name = figureName(report, figure);
  const rows = lines.map((line) => [shown(line.name), percent(line.value, report.digits), percent(line.low, report.digits), percent(line.high, report.digits)]);
  return (
    <Section id="intervals" title={report.chance.units > 1 ? `${name} with intervals` : name}>
      <Chart table={<DataTable caption={name} head={["System", name, "From", "To"]} rows={rows} />}>
        <Forest lines={lines} digits={report.digits} label={report.chance.units > 1 ? `${name} of each system with its interval` : `${name} of each system`} />
      </Chart>
    </Section>
  );
}

function Differences({ report, figure }: { report: Overview; figure: number }) {
  const place = new Map(ranked(report, figure).map((system, rank) => [system, rank]));
  const tested: Tested[] = report.differences.map(({ one, other, figures }) => {
    const [difference, low, high, p, adjusted, detectable] = figures[figure];
    // the better system first
    const swap = (place.get(one) ?? 0) < (place.get(other) ?? 0) ? -1 : 1;
    const turned = swap < 0 ? [-1, high, low] : [1, low, high];
    const by = (value: number | null | undefined) => (value == null ? null : value * (turned[0] as number));
    const [better, worse] = swap < 0 ? [one, other] : [other, one];
    return { better, worse, difference: by(difference), low: by(turned[1]), high: by(turned[2]), p, adjusted, detectable };
  });
  tested.sort((one, other) => (place.get(one.better) ?? 0) - (place.get(other.better) ?? 0) || (place.get(one.worse) ?? 0) - (place.get(other.worse) ?? 0));
  const table = (some: Tested[], caption: string) => <DataTable caption={caption} head={report.chance.units > 1 ? TESTED : TESTED.slice(0, 2)} rows={some.map((one) => testedRow(report, one))} hidden />;
  const next = tested.filter((one) => (place.get(one.worse) ?? 0) === (place.get(one.better) ?? 0) + 1);
  const fold = tested.length > FEW_PAIRS;
  const note = report.chance.units > 1
    ? `p from ${report.chance.test} tests; Holm's correction is for ${count(tested.length, "pair")}. “Detectable” is the difference that this test set would show four times out of five.`
    : "There is one document, so that nothing can be said about chance.";
  return (
    <Section id="differences" title={`Differences in ${figureName(report, figure)}`} note={note} whole>
      {table(fold ? next : tested, fold ? "Differences of systems next to each other" : "Differences of systems")}
      {fold ? <Folded title={`All ${tested.length.toLocaleString("en")} pairs of systems`}>{() => table(tested, "Differences of all systems")}</Folded> : null}
    </Section>
  );
}

/** The better system, the worse system, and their difference. */
interface Tested {
  better: number;
  worse: number;
  difference: number | null;
  low: number | null;
  high: number | null;
  p: number | null;
  adjusted: number | null;
  detectable: number | null;
}

/** Up to this number of pairs of systems, all are shown at once. */
const FEW_PAIRS = 6;
const TESTED = ["Difference", "Points", "Interval", "p", "p (Holm)", "More than chance?", "Detectable"];

function testedRow(report: Overview, one: Tested) {
  const threshold = 1 - report.chance.confidence / 100 + 1e-12;
  const row = [
    <a href={link({ view: "changes", system: one.worse, other: one.better })}>{`${shown(report.systems[one.better].name, 30)} over ${shown(report.systems[one.worse].name, 30)}`}</a>,
    points(one.difference, report.digits),
    `${points(one.low, report.digits)} to ${points(one.high, report.digits)}`,
    probability(one.p),
    probability(one.adjusted),
    one.adjusted != null && one.adjusted <= threshold ? "yes" : "not shown",
    points(one.detectable, report.digits).replace("+", ""),
  ];
  return report.chance.units > 1 ? row : row.slice(0, 2);
}

function Rules({ report, figure }: { report: Overview; figure: number }) {
  const names = report.systems.map((system) => system.name);
  const groups = report.rules.map((rule) => ({ name: rule.rule, values: rule.systems.map((figures) => figures[figure]) }));
  const rankAmong = (values: (number | null)[], system: number) => 1 + values.filter((value) => (value ?? -1) > (values[system] ?? -1) + 1e-10).length;
  const first = report.rules.find((rule) => rule.rule === ruleOf(report)) ?? report.rules[0];
  const usual = first.systems.map((figures) => figures[figure]);
  const rows = report.rules.map((rule) => {
    const values = rule.systems.map((figures) => figures[figure]);
    const cell = (system: number) => {
      const [rank, before] = [rankAmong(values, system), rankAmong(usual, system)];
      const moved = rank === before ? "" : rank < before ? ` ▲ rank ${rank}` : ` ▼ rank ${rank}`;
      return <>{percent(values[system], report.digits)}{moved ? <span class="moved">{moved}</span> : null}</>;
    };
    return [<abbr title={rule.about}>{rule.rule}</abbr>, ...values.map((_, system) => cell(system))];
  });
  const note = `${figureName(report, figure)} under every matching rule that the key allows; ▲ and ▼ mark ranks that differ from those under “${first.rule}”.`;
  return (
    <Section id="rules" title="Matching rules" note={note}>
      <Chart table={<DataTable caption="Scores under each matching rule" head={["Rule", ...names.map((name) => shown(name, 30))]} rows={rows} />}>
        <Legend names={names} />
        <Dots groups={groups} names={names} digits={report.digits} label="Scores under each matching rule" />
      </Chart>
    </Section>
  );
}

function ruleOf(report: Overview): string {
  return report.signature.split("|").find((field) => field.startsWith("match:"))?.slice(6) ?? "exact";
}

function Genres({ report, figure }: { report: Overview; figure: number }) {
  const names = report.systems.map((system) => system.name);
  const groups = report.genres.map((genre) => ({ name: `${genre.name} (${genre.documents})`, values: genre.systems.map((figures) => figures?.[figure]) }));
  const rows = groups.map((group) => [shown(group.name), ...group.values.map((value) => percent(value, report.digits))]);
  return (
    <Section id="genres" title="Genres" note={`${figureName(report, figure)} over the documents of each genre, with their number.`}>
      <Chart table={<DataTable caption="Scores of each genre" head={["Genre", ...names.map((name) => shown(name, 30))]} rows={rows} />}>
        <Legend names={names} />
        <Dots groups={groups} names={names} digits={report.digits} label="Scores of each genre" />
      </Chart>
    </Section>
  );
}

function Documents({ report, figure }: { report: Overview; figure: number }) {
  const { system } = route.value;
  const other = report.systems.length > 1 ? route.value.other : -1;
  const options = report.systems.map((one, number): [number, string] => [number, one.name]);
  const largest = Math.max(1, max(report.documents, (document) => document.mentions) ?? 1);
  const points: Point[] = report.documents.flatMap((document, doc) => {
    const y = document.systems[system]?.figures[figure];
    const x = other >= 0 ? document.systems[other]?.figures[figure] : document.mentions;
    if (x == null || y == null) return [];
    return [{ name: document.name, x, y, size: document.mentions / largest, href: link({ view: "text", doc, mention: "", entity: "" }) }];
  });
  const name = figureName(report, figure);
  const nameOf = (number: number) => report.systems[number]?.name ?? "";
  return (
    <Section id="documents" title="Documents" note="A point or a row opens the document. Points grow with the number of mentions.">
      <p class="tools">
        <Choice label="System" value={system} options={options} onChange={(value) => go({ system: Number(value) })} />
        {other >= 0 ? <Choice label="against" value={other} options={options} onChange={(value) => go({ other: Number(value) })} /> : null}
      </p>
      <Chart table={<DocumentTable report={report} figure={figure} />}>
        <Scatter points={points} digits={report.digits} diagonal={other >= 0} counts={other < 0}
          x={other >= 0 ? `${name} of ${nameOf(other)}` : "mentions of the key"} y={`${name} of ${nameOf(system)}`} />
      </Chart>
    </Section>
  );
}

const MOST_ROWS = 500;

function DocumentTable({ report, figure }: { report: Overview; figure: number }) {
  const { system } = route.value;
  const value = (doc: number) => report.documents[doc].systems[system]?.figures[figure] ?? 2;
  const worst = report.documents.map((_, doc) => doc).sort((one, other) => value(one) - value(other) || one - other);
  const rows = worst.slice(0, MOST_ROWS).map((doc) => {
    const document = report.documents[doc];
    return [
      <a href={link({ view: "text", doc, mention: "", entity: "" })}>{shown(document.name, 60)}</a>,
      document.genre ?? "–",
      document.tokens.toLocaleString("en"),
      document.mentions.toLocaleString("en"),
      ...document.systems.map((scores) => percent(scores?.figures[figure], report.digits)),
    ];
  });
  const caption = worst.length > MOST_ROWS ? `The ${MOST_ROWS} documents with the lowest scores` : "Documents, the lowest score first";
  return <DataTable caption={caption} head={["Document", "Genre", "Tokens", "Mentions", ...report.systems.map((one) => shown(one.name, 30))]} rows={rows} />;
}
