/** The figures under every rule for which figures were published. */

import type { Overview, VariantsPanel } from "../../data";
import { percent, points, shown } from "../../format";
import { Copy, DataTable, Folded, Section } from "../../parts";

type Row = VariantsPanel["rows"][number];

/** The rows of a metric: itself, and its variants with the difference from it. */
function familyRows(report: Overview, rows: Row[], family: Row) {
  return rows.filter((row) => row === family || row.of === family.name).map((row) => [
    <abbr title={row.rule}>{row.name}</abbr>,
    ...row.systems.flatMap(([, , f], system) => {
      const usual = family.systems[system][2];
      const difference = row === family || f == null || usual == null ? "" : points(f - usual, report.digits);
      return [<>{percent(f, report.digits)}{difference ? <span class="interval">{difference}</span> : null}</>];
    }),
    <span class="setting">{row.setting}</span>,
  ]);
}

export function Variants({ report, figure, panel }: { report: Overview; figure: number; panel: VariantsPanel }) {
  const { name, average } = report.figures[figure];
  const families = panel.rows.filter((row) => row.of == null && panel.rows.some((other) => other.of === row.name));
  const chosen = families.find((row) => row.name === name);
  const head = ["Rule", ...report.systems.map((system) => shown(system.name, 30)), <span class="setting">Published in</span>];
  const averages = panel.averages.map((one) => [one.title, ...one.systems.map((value) => percent(value, report.digits)), <span class="setting">{one.setting}</span>]);
  const note = `${report.f_name} under the rules with which figures were published, and the difference from the usual rule in points. A figure in a paper may have been made under any of them.`;
  return (
    <Section id="variants" title="Variants of the metrics" note={note} whole>
      {average || !chosen ? <DataTable caption="Averages" head={head} rows={averages} hidden /> : <DataTable caption={`${chosen.title} and its variants`} head={head} rows={familyRows(report, panel.rows, chosen)} hidden />}
      <Folded title="All metrics and their variants">
        {() => (
          <>
            {families.map((family) => <DataTable key={family.name} caption={`${family.title} and its variants`} head={head} rows={familyRows(report, panel.rows, family)} />)}
            <DataTable caption="Averages" head={head} rows={averages} />
            <p><code class="signature">{panel.signature}</code></p>
            <Copy text={panel.signature} label="Copy the signature of this table" />
          </>
        )}
      </Folded>
    </Section>
  );
}
