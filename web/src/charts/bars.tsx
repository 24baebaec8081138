/** Bars: a group for each name, a bar in it for each system; to the left of zero where something is lost. */

import { shown } from "../format";
import { systemColour } from "../palette";
import { Hatch, patternOf } from "./hatch";
import { scale } from "./scale";

export interface BarGroup {
  name: string;
  values: (number | null)[];
}

const [WIDTH, LEFT, RIGHT, TOP, GAP] = [640, 170, 60, 6, 8];

export function Bars({ groups, names, text, label, tick }: { groups: BarGroup[]; names: string[]; text: (value: number | null) => string; label: string; tick: (value: number) => string }) {
  const thick = names.length > 4 ? 8 : 12;
  const all = groups.flatMap((group) => group.values).filter((value): value is number => value != null);
  const x = scale([0, ...all], [LEFT, WIDTH - RIGHT]);
  const step = names.length * thick + GAP;
  const bottom = TOP + groups.length * step;
  return (
    <svg class="chart" viewBox={`0 0 ${WIDTH} ${bottom + 24}`} role="img" aria-label={label}>
      <Hatch systems={names.length} />
      {x.ticks.map((at) => (
        <g key={at}>
          <line class={at === 0 ? "axis" : "grid"} x1={x(at)} x2={x(at)} y1={TOP} y2={bottom} />
          <text class="tick" x={x(at)} y={bottom + 16} text-anchor="middle">{tick(at)}</text>
        </g>
      ))}
      {groups.map((group, place) => {
        const top = TOP + place * step;
        return (
          <g key={group.name}>
            <text class="name" x={LEFT - 10} y={top + (step - GAP) / 2 + 5} text-anchor="end">{shown(group.name, 24)}</text>
            {group.values.map((value, system) => {
              if (value == null) return null;
              const [from, to] = [Math.min(x(0), x(value)), Math.max(x(0), x(value))];
              const y = top + system * thick + 1;
              return (
                <g key={system}>
                  <rect x={from} y={y} width={Math.max(0.5, to - from)} height={thick - 2} fill={systemColour(system)} />
                  <rect x={from} y={y} width={Math.max(0.5, to - from)} height={thick - 2} fill={patternOf(system)}><title>{`${names[system]}: ${text(value)}`}</title></rect>
                  {names.length < 5 ? <text class="tick" x={to + 4} y={y + thick - 3}>{text(value)}</text> : null}
                </g>
              );
            })}
          </g>
        );
      })}
    </svg>
  );
}
