/** The results of a task as `corefeval task run` writes them, with where the reports are. */

export interface Figure {
  name: string;
  recall: number | null;
  precision: number | null;
  f: number | null;
}

export interface Standing {
  rank: number | null;
  tied: boolean;
  id: string;
  score: number;
  interval: [number, number] | null;
  p_above: number | null;
}

export interface Trouble {
  path: string;
  line: number;
  severity: string;
  code: string;
  message: string;
  hint: string;
}

export interface Card {
  authors: string[];
  affiliation: string | null;
  url: string | null;
  resources: string[];
  methods: Record<string, string>;
}

export interface Group {
  name: string;
  count: number;
  figures: Figure[];
}

export interface DatasetResult {
  dataset: string;
  status: string;
  errors: number;
  warnings: number;
  rules: { rule: string; figures: Figure[] }[];
  genres: Group[];
  problems: Trouble[];
}

export interface Submission {
  id: string;
  team: string;
  run: string;
  name: string;
  baseline: boolean;
  track: string | null;
  condition: string;
  status: string;
  score: number | null;
  mean: Figure[];
  rules: { rule: string; figures: Figure[] }[];
  languages: Group[];
  datasets: DatasetResult[];
  problems: Trouble[];
  card: Card;
}

export interface Dataset {
  name: string;
  language: string | null;
  genre: string | null;
  documents: number;
  tokens: number;
  mentions: number;
  entities: number;
  fingerprint: string | null;
}

export interface Results {
  schema: number;
  corefeval: string;
  task: { name: string; about: string; url: string | null; primary: string; primary_title: string; signature: string; rules: string[]; tracks: string[]; conditions: string[] };
  datasets: Dataset[];
  rankings: { track: string | null; condition: string; standings: Standing[] }[];
  chance: { method: string; unit: string; resamples: number; seed: number; confidence: number } | null;
  submissions: Submission[];
  site: {
    digits: { decimals: number; truncate: boolean };
    titles: Record<string, string>;
    methods: Record<string, string>;
    /** For each dataset its report, the submissions in it, and the names and parts of its figures; none if there are no reports. */
    reports: ({ path: string; submissions: string[]; figures: [string, string][] } | null)[];
  };
}

/** The version of the results that this page reads. */
export const SCHEMA = 1;
