/** Maps values to positions in a chart. */

import { extent, nice, ticks } from "d3-array";

export interface Scale {
  (value: number): number;
  ticks: number[];
  low: number;
  high: number;
}

/** A scale over values, rounded outwards, onto a range of places. */
export function scale(values: number[], [from, to]: [number, number], count = 5): Scale {
  const known = values.filter(Number.isFinite);
  let [low, high] = known.length ? (extent(known) as [number, number]) : [0, 1];
  // around a single value, scores stay between 0 and 1, and counts are whole
  if (low === high) [low, high] = high > 1 ? [low - 1, high + 1] : [Math.max(0, low - 0.05), Math.min(1, high + 0.05)];
  [low, high] = nice(low, high, count);
  const place = (value: number) => from + ((value - low) / (high - low)) * (to - from);
  return Object.assign(place, { ticks: ticks(low, high, count), low, high });
}

/** The number of decimals of a percentage that distinguish the ticks of an axis. */
export function tickDecimals(ticks: number[]): number {
  const step = ticks.length > 1 ? (ticks[1] - ticks[0]) * 100 : 1;
  return step >= 0.999 ? 0 : step >= 0.0999 ? 1 : 2;
}
