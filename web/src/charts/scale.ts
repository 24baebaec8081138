/** From values to places in a chart. */

import { nice, ticks } from "d3-array";

export interface Scale {
  (value: number): number;
  ticks: number[];
  low: number;
  high: number;
}

/** A scale over values, rounded outwards, onto a range of places. */
export function scale(values: number[], [from, to]: [number, number], count = 5): Scale {
  const known = values.filter(Number.isFinite);
  let [low, high] = known.length ? [Math.min(...known), Math.max(...known)] : [0, 1];
  if (low === high) [low, high] = [Math.max(0, low - 0.05), Math.min(1, high + 0.05)];
  if (low === high) [low, high] = [0, 1];
  [low, high] = nice(low, high, count);
  const place = (value: number) => from + ((value - low) / (high - low)) * (to - from);
  return Object.assign(place, { ticks: ticks(low, high, count), low, high });
}
