/** Strips above and below the words of a row: one for each part of a mention, in lanes, so that none covers another. */

import type { Mention, Row } from "./model";

export interface Strip {
  mention: Mention;
  start: number;
  end: number;
  lane: number;
  /** Whether the mention begins and ends here, or continues from or in another row or part. */
  first: boolean;
  last: boolean;
}

/** The mentions of one side by the rows that they touch. */
export function byRow(mentions: Mention[], rows: Row[], rowAt: (token: number) => number): Mention[][] {
  const found: Mention[][] = rows.map(() => []);
  for (const mention of mentions) {
    const last = Math.max(mention.start, mention.end - 1);
    for (let row = rowAt(mention.start); row < rows.length && rows[row].start <= last; row++) found[row].push(mention);
  }
  return found;
}

/** The strips of a row: longer mentions nearer to the words' outside, none over another. */
export function stripsOf(mentions: Mention[], row: Row): Strip[] {
  const strips: Strip[] = [];
  const lanes: [number, number][][] = [];
  const sorted = [...mentions].sort((one, other) => one.end - one.start - (other.end - other.start) || one.start - other.start);
  for (const mention of sorted) {
    // empty spans stand before a token and take its place in a lane
    const whole: [number, number] = [Math.max(mention.start, row.start), Math.min(Math.max(mention.end, mention.start + 1), row.end)];
    if (whole[0] >= whole[1] && mention.start !== mention.end) continue;
    let lane = lanes.findIndex((taken) => taken.every(([start, end]) => end <= whole[0] || start >= whole[1]));
    if (lane < 0) lane = lanes.push([]) - 1;
    lanes[lane].push(whole);
    for (const [start, end] of mention.parts) {
      const [from, to] = [Math.max(start, row.start), Math.min(Math.max(end, start + 1), row.end)];
      if (from >= to) continue;
      strips.push({ mention, start: from, end: to, lane, first: start === mention.start && from === start, last: end === mention.end && to >= end });
    }
  }
  return strips;
}

export const lanesOf = (strips: Strip[]): number => strips.reduce((most, strip) => Math.max(most, strip.lane + 1), 0);

/** More lanes than any text needs are not drawn: mentions nested so deeply come from faulty files. */
const MOST_LANES = 24;

/** The strips that are drawn: those of the first lanes, and of the mention in focus below them. */
export function drawnOf(strips: Strip[], focus: Mention | null): Strip[] {
  return strips.flatMap((strip) => {
    if (strip.lane < MOST_LANES) return [strip];
    return strip.mention === focus ? [{ ...strip, lane: MOST_LANES }] : [];
  });
}
