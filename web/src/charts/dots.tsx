/** A row for each group with a mark for each system: genres, matching rules, strata. */

import { percent, shown, type Digits } from "../format";
import { Mark } from "./mark";
import { scale, tickDecimals } from "./scale";
import { chartWidth, nameColumn } from "./size";

export interface Group {
  name: string;
  values: (number | null | undefined)[];
}

const [STEP, TOP, MARGIN] = [22, 8, 18];

export function Dots({ groups, names, digits, label }: { groups: Group[]; names: string[]; digits: Digits; label: string }) {
  const all = groups.flatMap((group) => group.values).filter((value): value is number => value != null);
  const { left, fit } = nameColumn(groups.map((group) => group.name));
  const width = chartWidth();
  const x = scale(all, [left, width - MARGIN]);
  const bottom = TOP + groups.length * STEP;
  return (
    <svg class="chart" viewBox={`0 0 ${width} ${bottom + 24}`} role="img" aria-label={label}>
      {x.ticks.map((tick) => (
        <g key={tick}>
          <line class="grid" x1={x(tick)} x2={x(tick)} y1={TOP} y2={bottom} />
          <text class="tick" x={x(tick)} y={bottom + 16} text-anchor="middle">{percent(tick, { decimals: tickDecimals(x.ticks), truncate: false })}</text>
        </g>
      ))}
      {groups.map((group, place) => {
        const y = TOP + place * STEP + STEP / 2;
        const known = group.values.filter((value): value is number => value != null).map(x);
        return (
          <g key={place}>
            <text class="name" x={left - 10} y={y + 4} text-anchor="end">{fit(group.name)}</text>
            {known.length > 1 ? <line class="range" x1={Math.min(...known)} x2={Math.max(...known)} y1={y} y2={y} /> : null}
            {group.values.map((value, system) =>
              value == null ? null : (
                <Mark key={system} system={system} x={x(value)} y={y} title={`${shown(names[system], 60)}: ${percent(value, digits)}`} />
              ),
            )}
          </g>
        );
      })}
    </svg>
  );
}
