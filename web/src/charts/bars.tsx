/** Bars: a group for each name, and in it a bar for each system; losses are to the left of zero. */

import { shown } from "../format";
import { systemColour } from "../palette";
import { Bar } from "./hatch";
import { scale } from "./scale";
import { chartWidth, nameColumn } from "./size";

export interface BarGroup {
  name: string;
  values: (number | null)[];
}

const [LABEL, TOP, GAP] = [56, 6, 8];

export function Bars({ groups, names, text, label, tick }: { groups: BarGroup[]; names: string[]; text: (value: number | null) => string; label: string; tick: (value: number, ticks: number[]) => string }) {
  const thick = names.length > 4 ? 8 : 12;
  const all = groups.flatMap((group) => group.values).filter((value): value is number => value != null);
  const labelled = names.length < 5;
  const { left, fit } = nameColumn(groups.map((group) => group.name));
  const width = chartWidth();
  const room = labelled ? LABEL : 26;
  // labels are at the outer ends of bars
  const x = scale([0, ...all], [left + (labelled && all.some((value) => value < 0) ? LABEL : 0), width - room]);
  const step = names.length * thick + GAP;
  const bottom = TOP + groups.length * step;
  return (
    <svg class="chart" viewBox={`0 0 ${width} ${bottom + 24}`} role="img" aria-label={label}>
      {x.ticks.map((at) => (
        <g key={at}>
          <line class={at === 0 ? "axis" : "grid"} x1={x(at)} x2={x(at)} y1={TOP} y2={bottom} />
          <text class="tick" x={x(at)} y={bottom + 16} text-anchor="middle">{tick(at, x.ticks)}</text>
        </g>
      ))}
      {groups.map((group, place) => {
        const top = TOP + place * step;
        return (
          <g key={place}>
            <text class="name" x={left - 10} y={top + (step - GAP) / 2 + 5} text-anchor="end">{fit(group.name)}</text>
            {group.values.map((value, system) => {
              if (value == null) return null;
              const [from, to] = [Math.min(x(0), x(value)), Math.max(x(0), x(value))];
              const y = top + system * thick + 1;
              return (
                <g key={system}>
                  <Bar system={system} x={from} y={y} width={Math.max(0.5, to - from)} height={thick - 2} colour={systemColour(system)} title={`${shown(names[system], 60)}: ${text(value)}`} />
                  {labelled ? <text class="tick" x={value < 0 ? from - 4 : to + 4} y={y + thick - 3} text-anchor={value < 0 ? "end" : "start"}>{text(value)}</text> : null}
                </g>
              );
            })}
          </g>
        );
      })}
    </svg>
  );
}
