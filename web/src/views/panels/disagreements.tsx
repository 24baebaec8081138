/** What key and response disagree about, as two annotators would. */

import { BarLegend } from "../../charts/hatch";
import { Bars } from "../../charts/bars";
import type { DisagreementsPanel, Overview } from "../../data";
import { fixed, shown } from "../../format";
import { systemColour } from "../../palette";
import { Chart, DataTable, Section } from "../../parts";

export function Disagreements({ report, panel }: { report: Overview; panel: DisagreementsPanel }) {
  const names = report.systems.map((system) => shown(system.name, 30));
  const kinds = panel.kinds.filter((kind) => kind.systems.some((number) => number > 0));
  const totals = names.map((_, system) => kinds.reduce((all, kind) => all + kind.systems[system], 0));
  if (!kinds.length) return null;
  const share = (system: number, number: number) => (totals[system] ? `${number.toLocaleString("en")} (${fixed((100 * number) / totals[system], 1)} %)` : "–");
  const rows = kinds.map((kind) => [<abbr title={kind.about}>{kind.name}</abbr>, kind.by_rule ? "a rule" : "people", ...kind.systems.map((number, system) => share(system, number))]);
  return (
    <Section id="disagreements" title="Disagreements" note="Where key and response are two annotators: what they disagree about, in the kinds of Pradhan et al. 2011. What no rule decides, people have to.">
      <Chart table={<DataTable caption="Disagreements by kind" head={["Kind", "Decided by", ...names]} rows={rows} />}>
        <BarLegend names={names} colour={systemColour} />
        <Bars groups={kinds.map((kind) => ({ name: kind.name, values: kind.systems }))} names={names} label="Disagreements by kind" text={(value) => (value ?? 0).toLocaleString("en")} tick={(value) => value.toLocaleString("en")} />
      </Chart>
    </Section>
  );
}
