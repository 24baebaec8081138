/** A document with one response, made ready to be shown: entities, mentions, errors and rows of text. */

import type { DocumentText, Mentions, ResponseText } from "../data";

export type Side = "k" | "r";

export const ERRORS = [
  { name: "missed", sign: "−", about: "a mention of the key that the response has not" },
  { name: "spurious", sign: "+", about: "a mention of the response that the key has not" },
  { name: "boundary", sign: "↔", about: "missed and spurious mentions that share tokens" },
  { name: "wrong-antecedent", sign: "≠", about: "linked to a mention of another entity" },
  { name: "no-antecedent", sign: "∅", about: "taken for new, though its entity was mentioned before" },
  { name: "not-new", sign: "←", about: "linked to an earlier mention, though it is new" },
] as const;

export type ErrorName = (typeof ERRORS)[number]["name"];

/** The outcomes of the library by their numbers; 0 is right. */
const OUTCOMES: (ErrorName | null)[] = [null, "wrong-antecedent", "no-antecedent", "not-new", "missed"];

export const KINDS = ["name", "nominal", "pronoun", "verb"];

export interface Mention {
  side: Side;
  number: number;
  start: number;
  end: number;
  entity: number;
  /** Start and end of each part, where it has gaps. */
  parts: [number, number][];
  /** The number of its twin on the other side; -1 for none. */
  twin: number;
  /** Whether the protocol counts it. */
  counts: boolean;
  error: ErrorName | null;
  kind: number;
}

export interface Entity {
  side: Side;
  number: number;
  label: string;
  type: string;
  mentions: Mention[];
  /** Its name in the text: a number that it shares with the entity it is aligned with, or letters. */
  short: string;
  /** Which colour it has; -1 for response entities that are aligned with none. */
  rank: number;
  /** The entity of the other side that CEAF-e aligns it with; -1 for none. */
  partner: number;
}

export interface ErrorItem {
  name: ErrorName;
  mention: Mention;
  /** The other mention of a boundary error. */
  other: Mention | null;
}

export interface Model {
  text: DocumentText;
  response: ResponseText | null;
  key: { mentions: Mention[]; entities: Entity[] };
  answer: { mentions: Mention[]; entities: Entity[] };
  errors: ErrorItem[];
  rows: Row[];
  rtl: boolean;
}

/** A sentence, or a part of a long one. */
export interface Row {
  start: number;
  end: number;
  /** Whether it begins a sentence; its number. */
  sentence: number;
  opens: boolean;
}

const LONGEST_ROW = 60;

export function modelOf(text: DocumentText, system: number): Model {
  const response = text.systems[system] ?? null;
  const key = sideOf("k", text.key.mentions);
  const answer = response ? sideOf("r", response.mentions) : { mentions: [], entities: [] };
  if (response) join(key, answer, response);
  nameEntities(key.entities, answer.entities, response);
  const errors = response ? errorsOf(key.mentions, answer.mentions, response) : [];
  return { text, response, key, answer, errors, rows: rowsOf(text.key.sentences, text.key.tokens), rtl: isRtl(text) };
}

function sideOf(side: Side, data: Mentions): { mentions: Mention[]; entities: Entity[] } {
  const entities: Entity[] = data.labels.map((label, number) => ({
    side, number, label, type: data.types[number] ?? "", mentions: [], short: "", rank: -1, partner: -1,
  }));
  const mentions: Mention[] = [];
  for (let place = 0; place < data.spans.length; place += 3) {
    const [start, end, entity] = [data.spans[place], data.spans[place + 1], data.spans[place + 2]];
    const number = place / 3;
    mentions.push({
      side, number, start, end, entity, parts: [[start, end]], twin: -1, counts: true, error: null, kind: -1,
    });
    entities[entity].mentions.push(mentions[number]);
  }
  for (const [number, ...ends] of data.gaps) {
    mentions[number].parts = [];
    for (let place = 0; place < ends.length; place += 2) mentions[number].parts.push([ends[place], ends[place + 1]]);
  }
  for (const entity of entities) entity.mentions.sort(inTextOrder);
  return { mentions, entities };
}

export const inTextOrder = (one: Mention, other: Mention): number =>
  one.start - other.start || one.end - other.end || one.number - other.number;

function join(
  key: { mentions: Mention[] },
  answer: { mentions: Mention[] },
  response: ResponseText,
): void {
  for (const number of response.left_out) answer.mentions[number].counts = false;
  response.twins.forEach((twin, number) => {
    const mention = key.mentions[number];
    mention.counts = twin !== -2;
    mention.twin = Math.max(twin, -1);
    mention.kind = response.kinds[number];
    mention.error = OUTCOMES[response.outcomes[number]] ?? null;
    if (twin >= 0) {
      answer.mentions[twin].twin = number;
      answer.mentions[twin].error = mention.error;
    }
  });
  for (const mention of answer.mentions) if (mention.counts && mention.twin < 0) mention.error = "spurious";
  for (const [one, other] of response.boundaries) {
    key.mentions[one].error = "boundary";
    answer.mentions[other].error = "boundary";
  }
}

/** Entities are numbered by size; a response entity has the number of the one that it is aligned with. */
function nameEntities(key: Entity[], answer: Entity[], response: ResponseText | null): void {
  const bySize = (one: Entity, other: Entity) => other.mentions.length - one.mentions.length || one.number - other.number;
  [...key].sort(bySize).forEach((entity, rank) => {
    entity.rank = rank;
    entity.short = String(rank + 1);
  });
  for (const [one, other] of response?.aligned ?? []) {
    key[one].partner = other;
    answer[other].partner = one;
    answer[other].rank = key[one].rank;
    answer[other].short = key[one].short;
  }
  const alone = answer.filter((entity) => entity.partner < 0).sort(bySize);
  alone.forEach((entity, place) => {
    entity.short = letters(place);
  });
}

/** a … z, aa, ab … */
export function letters(place: number): string {
  const last = String.fromCharCode(97 + (place % 26));
  return place < 26 ? last : letters(Math.floor(place / 26) - 1) + last;
}

function errorsOf(key: Mention[], answer: Mention[], response: ResponseText): ErrorItem[] {
  const of = (mention: Mention, other: Mention | null): ErrorItem => ({ name: mention.error as ErrorName, mention, other });
  const partner = new Map(response.boundaries.map(([one, other]) => [one, other]));
  const errors = key
    .filter((mention) => mention.error)
    .map((mention) => of(mention, mention.error === "boundary" ? answer[partner.get(mention.number) as number] : null));
  errors.push(...answer.filter((mention) => mention.error === "spurious").map((mention) => of(mention, null)));
  return errors.sort((one, other) => inTextOrder(one.mention, other.mention));
}

/** Sentences, long ones in several rows, so that a row is quick to draw. */
export function rowsOf(sentences: number[], tokens: number): Row[] {
  const rows: Row[] = [];
  let start = 0;
  sentences.forEach((end, sentence) => {
    for (let from = start; from < end || from === start; from += LONGEST_ROW) {
      rows.push({ start: from, end: Math.min(from + LONGEST_ROW, end), sentence, opens: from === start });
      if (from >= end) break;
    }
    start = end;
  });
  if (start < tokens) rows.push({ start, end: tokens, sentence: sentences.length, opens: true });
  return rows;
}

export function rowAt(rows: Row[], token: number): number {
  let [low, high] = [0, rows.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rows[middle].end <= token) low = middle + 1;
    else high = middle;
  }
  return Math.max(low, 0);
}

const RTL = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** Whether most words that have a direction run from right to left. */
function isRtl(text: DocumentText): boolean {
  const words = (text.key.words ?? []).slice(0, 400);
  const right = words.filter((word) => RTL.test(word)).length;
  return right * 2 > words.filter((word) => /\p{L}/u.test(word)).length && right > 0;
}

export function wordsOf(text: DocumentText, start: number, end: number): string {
  const words = text.key.words;
  if (start >= end) return "∅";
  if (!words) return end - start === 1 ? `token ${start}` : `tokens ${start}–${end - 1}`;
  const zero = (token: number) => words[token] === "_" && text.key.zeros.includes(token);
  return words.slice(start, end).map((word, place) => (zero(start + place) ? "∅" : word)).join(" ");
}

export const mentionText = (model: Model, mention: Mention): string =>
  mention.parts.map(([start, end]) => wordsOf(model.text, start, end)).join(" … ");

export const id = (of: Mention | Entity): string => `${of.side}${of.number}`;

/** The mention that a permalink names. */
export function mentionBy(model: Model, name: string): Mention | null {
  const side = name[0] === "r" ? model.answer : model.key;
  return side.mentions[Number(name.slice(1) || "-1")] ?? null;
}

export function entityBy(model: Model, name: string): Entity | null {
  const side = name[0] === "r" ? model.answer : model.key;
  return side.entities[Number(name.slice(1) || "-1")] ?? null;
}

export const entityOf = (model: Model, mention: Mention): Entity =>
  (mention.side === "k" ? model.key : model.answer).entities[mention.entity];
