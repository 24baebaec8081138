/** Scores split by properties of mentions. */

import { useState } from "preact/hooks";
import { Dots } from "../../charts/dots";
import { Legend } from "../../charts/mark";
import type { Missing, Overview, StrataPanel, StrataWay } from "../../data";
import { count, percent, shown } from "../../format";
import { Chart, Choice, DataTable, Section } from "../../parts";
import { figureName } from "../overview";

export function StrataSection({ report, figure, panel }: { report: Overview; figure: number; panel: StrataPanel | Missing }) {
  const ways = "missing" in panel ? [] : panel.ways.filter((way) => way.strata && way.strata.length > 1);
  const [chosen, setChosen] = useState(0);
  if ("missing" in panel) return <Section id="strata" title="Kinds of mentions" note={panel.missing}>{null}</Section>;
  const lacking = panel.ways.filter((way) => way.missing);
  const { name, part } = report.figures[figure];
  const place = panel.figures.findIndex(([own, ownPart]) => own === name && ownPart === part);
  const way = ways[Math.min(chosen, ways.length - 1)];
  const note = place < 0 ? `Single mentions do not add up to ${figureName(report, figure)}; choose another figure.` : way?.about;
  return (
    <Section id="strata" title="Kinds of mentions" note={note}>
      {ways.length ? (
        <p class="tools"><Choice label="Mentions by" value={ways.indexOf(way)} options={ways.map((one, number): [number, string] => [number, one.title.toLowerCase()])} onChange={(value) => setChosen(Number(value))} /></p>
      ) : null}
      {way && place >= 0 ? <Way report={report} figure={figure} place={place} way={way} /> : null}
      {lacking.length ? <p class="note">Not shown: {lacking.map((one) => `${one.title.toLowerCase()} (${one.missing})`).join("; ")}.</p> : null}
    </Section>
  );
}

function Way({ report, figure, place, way }: { report: Overview; figure: number; place: number; way: StrataWay }) {
  const names = report.systems.map((system) => system.name);
  const strata = way.strata ?? [];
  const groups = strata.map((stratum) => ({ name: stratum.name, values: stratum.systems.map((system) => system?.figures[place]) }));
  const head = ["Mentions", "Key", ...names.flatMap((name) => (names.length > 1 ? [`${shown(name, 30)}: mentions`, "score"] : ["Response", figureName(report, figure)]))];
  const rows = strata.map((stratum) => [
    stratum.about ? <abbr title={stratum.about}>{shown(stratum.name, 40)}</abbr> : shown(stratum.name, 40),
    Math.max(0, ...stratum.systems.map((system) => system?.key ?? 0)).toLocaleString("en"),
    ...stratum.systems.flatMap((system) => [system ? system.response.toLocaleString("en") : "–", percent(system?.figures[place], report.digits)]),
  ]);
  return (
    <>
      <Chart table={<DataTable caption={`${figureName(report, figure)}: ${way.about}`} head={head} rows={rows} />}>
        <Legend names={names} />
        <Dots groups={groups} names={names} digits={report.digits} label={`${figureName(report, figure)} by ${way.title}`} />
      </Chart>
      {way.more ? <p class="note">{count(way.more, "more stratum").replace("stratums", "strata")} with fewer mentions.</p> : null}
      {way.unknown ? <p class="note">{count(way.unknown, "document")} of the key lack what mentions are sorted by.</p> : null}
      {way.notes?.map((one) => <p key={one} class="note">{one}</p>)}
    </>
  );
}
