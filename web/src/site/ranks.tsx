/** The ranks that each submission could have had with other documents. */

import { shown } from "../format";

export interface RankLine {
  name: string;
  rank: number;
  interval: [number, number];
}

const [WIDTH, LEFT, RIGHT, STEP, TOP] = [560, 170, 20, 24, 8];

export function Ranks({ lines }: { lines: RankLine[] }) {
  const last = Math.max(2, ...lines.map((line) => line.interval[1]));
  const x = (rank: number) => LEFT + ((rank - 1) / (last - 1)) * (WIDTH - LEFT - RIGHT);
  const bottom = TOP + lines.length * STEP;
  const step = Math.ceil(last / 12);
  const ticks = Array.from({ length: last }, (_, place) => place + 1).filter((rank) => (rank - 1) % step === 0);
  return (
    <svg class="chart" viewBox={`0 0 ${WIDTH} ${bottom + 24}`} role="img" aria-label="The ranks that each submission could have had">
      {ticks.map((rank) => (
        <g key={rank}>
          <line class="grid" x1={x(rank)} x2={x(rank)} y1={TOP} y2={bottom} />
          <text class="tick" x={x(rank)} y={bottom + 16} text-anchor="middle">{rank}</text>
        </g>
      ))}
      {lines.map((line, place) => {
        const y = TOP + place * STEP + STEP / 2;
        return (
          <g key={place}>
            <text class="name" x={LEFT - 14} y={y + 4} text-anchor="end">{shown(line.name, 24)}</text>
            <path class="whisker" d={`M${x(line.interval[0])},${y - 4}v8m0,-4H${x(line.interval[1])}m0,-4v8`} />
            <circle class="point" cx={x(line.rank)} cy={y} r={4} />
          </g>
        );
      })}
    </svg>
  );
}
