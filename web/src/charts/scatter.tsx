/** Documents as points: one figure against another, each point a link to its document. */

import { useState } from "preact/hooks";
import { percent, shown, type Digits } from "../format";
import { scale, tickDecimals } from "./scale";

export interface Point {
  name: string;
  x: number;
  y: number;
  /** How large the document is, from 0 to 1. */
  size: number;
  href: string;
}

const [WIDTH, HEIGHT, LEFT, BOTTOM, MARGIN] = [420, 360, 52, 42, 10];

export function Scatter(given: { points: Point[]; x: string; y: string; digits: Digits; diagonal: boolean; counts?: boolean }) {
  const { digits, diagonal, counts } = given;
  const points = [...given.points].sort((one, other) => one.x - other.x || one.y - other.y);
  const [reached, setReached] = useState("");
  const entry = Math.max(0, points.findIndex((point) => point.href === reached));
  const all = points.flatMap((point) => (diagonal ? [point.x, point.y] : [point.y]));
  const x = scale(diagonal ? all : points.map((point) => point.x), [LEFT, WIDTH - MARGIN]);
  const y = scale(all, [HEIGHT - BOTTOM, MARGIN]);
  const ends = [Math.max(x.low, y.low), Math.min(x.high, y.high)];
  const xTick = (tick: number) => (counts ? tick.toLocaleString("en") : percent(tick, { decimals: tickDecimals(x.ticks), truncate: false }));
  return (
    <svg class="chart scatter" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="group" aria-label={`${shown(given.y)} against ${shown(given.x)}, a point for each document`}>
      {x.ticks.map((tick) => (
        <g key={tick}>
          <line class="grid" x1={x(tick)} x2={x(tick)} y1={MARGIN} y2={HEIGHT - BOTTOM} />
          <text class="tick" x={x(tick)} y={HEIGHT - BOTTOM + 15} text-anchor="middle">{xTick(tick)}</text>
        </g>
      ))}
      {y.ticks.map((tick) => (
        <g key={tick}>
          <line class="grid" x1={LEFT} x2={WIDTH - MARGIN} y1={y(tick)} y2={y(tick)} />
          <text class="tick" x={LEFT - 6} y={y(tick) + 4} text-anchor="end">{percent(tick, { decimals: tickDecimals(y.ticks), truncate: false })}</text>
        </g>
      ))}
      {diagonal ? <line class="axis dashed" x1={x(ends[0])} y1={y(ends[0])} x2={x(ends[1])} y2={y(ends[1])} /> : null}
      {points.map((point, place) => (
        <a key={point.href} href={point.href} tabindex={place === entry ? 0 : -1} onFocus={() => setReached(point.href)} onKeyDown={toNeighbour} aria-label={`${shown(point.name)}: ${percent(point.y, digits)}`}>
          <circle class="point" cx={x(point.x)} cy={y(point.y)} r={3 + 4 * Math.sqrt(point.size)}>
            <title>{`${shown(point.name)}\n${shown(given.x)} ${counts ? point.x : percent(point.x, digits)}\n${shown(given.y)} ${percent(point.y, digits)}`}</title>
          </circle>
        </a>
      ))}
      <text class="name" x={(LEFT + WIDTH) / 2} y={HEIGHT - 8} text-anchor="middle">{shown(given.x, 40)}</text>
      <text class="name" transform={`translate(13,${(HEIGHT - BOTTOM) / 2}) rotate(-90)`} text-anchor="middle">{shown(given.y, 40)}</text>
    </svg>
  );
}

/** Arrow keys move from point to point, from left to right; all points together are one tab stop. */
function toNeighbour(event: KeyboardEvent): void {
  const [point, by] = [event.currentTarget as SVGElement, STEPS[event.key]];
  if (!by) return;
  event.preventDefault();
  const all = [...(point.ownerSVGElement?.querySelectorAll<SVGAElement>("a") ?? [])];
  all[all.indexOf(point as SVGAElement) + by]?.focus();
}

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
