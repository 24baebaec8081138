/** Scores with their intervals, one line for each system. */

import { percent, type Digits } from "../format";
import { Mark } from "./mark";
import { scale, tickDecimals } from "./scale";
import { chartWidth, nameColumn } from "./size";

export interface Line {
  name: string;
  system: number;
  value: number | null;
  low: number | null;
  high: number | null;
}

const [RIGHT, STEP, TOP] = [56, 26, 8];

export function Forest({ lines, digits, label, zero }: { lines: Line[]; digits: Digits; label: string; zero?: boolean }) {
  const values = lines.flatMap((line) => [line.value, line.low, line.high]).filter((value): value is number => value != null);
  const { left, fit } = nameColumn(lines.map((line) => line.name));
  const width = chartWidth();
  const x = scale(zero ? [...values, 0] : values, [left, width - RIGHT]);
  const bottom = TOP + lines.length * STEP;
  return (
    <svg class="chart" viewBox={`0 0 ${width} ${bottom + 24}`} role="img" aria-label={label}>
      {x.ticks.map((tick) => (
        <g key={tick}>
          <line class={zero && tick === 0 ? "axis" : "grid"} x1={x(tick)} x2={x(tick)} y1={TOP} y2={bottom} />
          <text class="tick" x={x(tick)} y={bottom + 16} text-anchor="middle">{percent(tick, { decimals: tickDecimals(x.ticks), truncate: false })}</text>
        </g>
      ))}
      {lines.map((line, place) => {
        const y = TOP + place * STEP + STEP / 2;
        return (
          <g key={place}>
            <text class="name" x={left - 12} y={y + 4} text-anchor="end">{fit(line.name)}</text>
            {line.low != null && line.high != null ? (
              <path class="whisker" d={`M${x(line.low)},${y - 4}v8m0,-4H${x(line.high)}m0,-4v8`} />
            ) : null}
            {line.value != null ? <Mark system={line.system} x={x(line.value)} y={y} /> : null}
            <text class="value" x={width - RIGHT + 10} y={y + 4}>{percent(line.value, digits)}</text>
          </g>
        );
      })}
    </svg>
  );
}
