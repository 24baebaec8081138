/** The report's data as the library writes it (`report/data`), read when it is needed. */

export type Part = "recall" | "precision" | "f";

export interface Metric {
  name: string;
  title: string;
  about: string;
  parts: number;
}

export interface Figure {
  name: string;
  title: string;
  part: Part;
  average: boolean;
}

/** A figure and the ends of its interval. */
export type Estimate = [number | null, number | null, number | null];

/** Difference, low, high, p, adjusted p, detectable difference. */
export type Tested = [number | null, number | null, number | null, number | null, number | null, number | null];

/** Numerator and denominator of recall, then of precision. */
export type Tally = [number, number, number, number];

export interface System {
  name: string;
  figures: Estimate[];
  ranks: ([number, number, number] | null)[];
  tallies: Tally[][];
}

export interface DocumentScores {
  mentions: number;
  figures: (number | null)[];
  tallies: Tally[][];
}

export interface DocumentEntry {
  name: string;
  genre: string | null;
  tokens: number;
  mentions: number;
  systems: (DocumentScores | null)[];
}

/** A panel that cannot be shown, and why. */
export interface Missing {
  missing: string;
}

export interface Kind {
  name: string;
  about: string;
}

/** All figures, in the order of the overview's. */
export type Figures = (number | null)[];

/** Kinds of something; for each system how many there are, and the figures without those of one kind. */
export interface KindsPanel {
  kinds: Kind[];
  systems: { counts: number[]; alone: (Figures | null)[] }[];
}

/** Counts by the kinds of anaphor and antecedent. */
export type LinkTable = number[][];

export interface ErrorPanel extends KindsPanel {
  link_kinds: string[];
  citation: string;
  systems: {
    counts: number[];
    alone: (Figures | null)[];
    up_to: (Figures | null)[];
    everything: Figures | null;
    links: { key: LinkTable; missed: LinkTable; response: LinkTable; wrong: LinkTable };
  }[];
}

export interface StrataWay {
  name: string;
  title: string;
  about: string;
  missing?: string;
  strata?: { name: string; about: string | null; systems: ({ key: number; response: number; figures: Figures } | null)[] }[];
  more?: number;
  unknown?: number;
  notes?: string[];
}

export interface StrataPanel {
  /** Name and part of each figure of strata. */
  figures: [string, Part][];
  ways: StrataWay[];
}

export interface NamesPanel {
  types: { name: string; systems: { entities: number; not_found: number; f1: number | null; recall: number | null; precision: number | null; conll: number | null; kinds: (number | null)[] }[] }[];
  kinds: string[];
  note: string | null;
}

export interface DisagreementsPanel {
  kinds: { name: string; about: string; by_rule: boolean; systems: number[] }[];
}

/** Every metric and variant: recall, precision and F of each system. */
export interface VariantsPanel {
  signature: string;
  rows: { name: string; title: string; of: string | null; rule: string; setting: string; systems: [number | null, number | null, number | null][] }[];
  averages: { name: string; title: string; setting: string; systems: (number | null)[] }[];
}

export interface Panels {
  errors: ErrorPanel | Missing;
  boundaries: KindsPanel | Missing;
  strata: StrataPanel | Missing;
  names: NamesPanel | Missing;
  disagreements: DisagreementsPanel;
  variants: VariantsPanel;
}

export interface Problem {
  severity: string;
  code: string;
  source: string;
  line: number;
  message: string;
  hint: string;
}

export interface Overview {
  report: number;
  corefeval: string;
  signature: string;
  digits: { decimals: number; truncate: boolean };
  f_name: string;
  metrics: Metric[];
  figures: Figure[];
  main: number;
  chance: {
    confidence: number;
    resamples: number;
    unit: string;
    units: number;
    documents: number;
    exact: boolean;
    test: string;
  };
  systems: System[];
  differences: { one: number; other: number; figures: Tested[] }[];
  rules: { rule: string; about: string; systems: (number | null)[][] }[];
  genres: { name: string; documents: number; systems: ((number | null)[] | null)[] }[];
  panels: Panels;
  documents: DocumentEntry[];
  inputs: { role: string; path: string; format: string; fingerprint: string | null }[];
  problems: { kept: Problem[]; more: { code: string; source: string; more: number }[] };
}

export interface Mentions {
  labels: string[];
  types: string[];
  /** Start, end and entity of each mention, one after the other. */
  spans: number[];
  gaps: number[][];
}

export interface KeyText {
  tokens: number;
  words: string[] | null;
  sentences: number[];
  zeros: number[];
  speakers: [number, string][];
  mentions: Mentions;
}

export interface ResponseText {
  mentions: Mentions;
  twins: number[];
  left_out: number[];
  outcomes: number[];
  kinds: number[];
  boundaries: [number, number][];
  aligned: [number, number][];
}

export interface DocumentText {
  key: KeyText;
  systems: (ResponseText | null)[];
}

/** Entity, the entity it is aligned with or -1, numerator, denominator. */
export type Step = [number, number, number, number];

export type Explained =
  | { entities: { recall: Step[]; precision: Step[] }[] }
  | { names: [number, number, number, number, number][] }
  | "sums"
  | "other_rule";

/** For each system, for each metric. */
export type Why = (Explained[] | null)[];

/** The version of the layout that this front end reads. */
export const VERSION = 1;

async function unpack(base64: string): Promise<unknown> {
  const bytes = Uint8Array.from(atob(base64.trim()), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return JSON.parse(await new Response(stream).text());
}

const arriving = new Map<string, (text: string) => void>();

/** The files of a split report call this with their text. */
(globalThis as unknown as Record<string, unknown>).corefeval = (id: string, text: string) => arriving.get(id)?.(text);

function fromFile(id: string): Promise<string> {
  return new Promise((resolve, reject) => {
    arriving.set(id, resolve);
    const script = document.createElement("script");
    script.src = `documents/${id}.js`;
    script.onerror = () => reject(new Error(`documents/${id}.js is missing beside this page`));
    document.head.append(script);
  });
}

const MOST_KEPT = 40;
const read = new Map<string, Promise<unknown>>();

/** Reads data from elements of the page, or from the files beside it. */
function fromPage(id: string): Promise<unknown> {
  const text = document.getElementById(id)?.textContent;
  return (text == null ? fromFile(id) : Promise.resolve(text)).then(unpack);
}

/** Other data that are packed into the page. */
export const packed = (id: string): Promise<unknown> => fromPage(id);

let source = fromPage;

/** From now on, reads data from another source. */
export function setSource(from: (id: string) => Promise<unknown>): void {
  source = from;
  read.clear();
}

function data<T>(id: string): Promise<T> {
  const known = read.get(id);
  if (known) return known as Promise<T>;
  const reading = source(id);
  read.set(id, reading);
  const oldest = [...read.keys()].find((name) => name !== "overview");
  if (read.size > MOST_KEPT && oldest) read.delete(oldest);
  return reading as Promise<T>;
}

export const overview = (): Promise<Overview> => data("overview");
export const documentText = (number: number): Promise<DocumentText> => data(`text-${number}`);
export const documentWhy = (number: number): Promise<Why> => data(`why-${number}`);
