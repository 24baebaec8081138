/** Named-entity coreference, where the key has names. */

import { Dots } from "../../charts/dots";
import { Legend } from "../../charts/mark";
import type { Missing, NamesPanel, Overview } from "../../data";
import { percent, shown } from "../../format";
import { Chart, DataTable, Section } from "../../parts";

export function Names({ report, panel }: { report: Overview; panel: NamesPanel | Missing }) {
  if ("missing" in panel) return null;
  const names = report.systems.map((system) => system.name);
  const types = panel.types.filter((type) => type.systems.some((system) => system.entities > 0));
  if (!types.length) return null;
  const groups = types.map((type) => ({ name: `${type.name} (${type.systems[0].entities})`, values: type.systems.map((system) => system.f1) }));
  const rows = types.flatMap((type) =>
    type.systems.map((system, number) => [
      names.length > 1 ? `${type.name}, ${shown(names[number], 30)}` : type.name,
      ...[system.f1, system.recall, system.precision, ...system.kinds, system.conll].map((value) => percent(value, report.digits)),
      `${system.not_found} of ${system.entities}`,
    ]),
  );
  const head = ["Names", "NEC F1", "Recall", "Precision", ...panel.kinds.map((kind) => `${kind}s`), "CoNLL of named entities", "Not found"];
  const note = "NEC F1 (Agarwal et al. 2019): how much of each named entity is with its name. corefeval nec has more, and options for what the paper leaves open.";
  return (
    <Section id="names" title="Named entities" note={panel.note ? `${note} ${panel.note}.` : note}>
      <Chart table={<DataTable caption="Named-entity coreference" head={head} rows={rows} />}>
        <Legend names={names} />
        <Dots groups={groups} names={names} digits={report.digits} label="NEC F1 by type of name" />
      </Chart>
    </Section>
  );
}
