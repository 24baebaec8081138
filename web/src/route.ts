/** The current view, kept in the fragment of the address, so that every view has a link. */

import { computed, signal } from "@preact/signals";

export type View = "overview" | "text" | "entities" | "why" | "changes" | "about";

export interface Route {
  /** The part of the page that scores, and its protocol; reports have neither. */
  tab: string;
  protocol: string;
  /** Key and response in the explainer, in set notation. */
  key: string;
  response: string;
  view: View;
  /** The number of the document. */
  doc: number;
  /** The number of the system, and of the one it is compared with. */
  system: number;
  other: number;
  /** A mention, `k12` of the key or `r5` of the response. */
  mention: string;
  /** The entity that is followed, `k3` or `r4`. */
  entity: string;
  /** The number of the figure or metric. */
  figure: number;
  /** Kinds of errors that are listed, with commas between; all if empty. */
  errors: string;
  /** Kinds of mentions that are listed. */
  kinds: string;
  /** Text that is searched. */
  search: string;
}

const START: Route = {
  tab: "",
  protocol: "",
  key: "",
  response: "",
  view: "overview",
  doc: 0,
  system: 0,
  other: 1,
  mention: "",
  entity: "",
  figure: -1,
  errors: "",
  kinds: "",
  search: "",
};

/** How many documents and systems there are. */
const COUNTS: { doc: number; system: number; other: number } = { doc: Infinity, system: Infinity, other: Infinity };

/** Limits numbers to existing items: a link may come from another report. */
function within(route: Route): Route {
  const bounded = (name: "doc" | "system" | "other") => Math.max(0, Math.min(COUNTS[name] - 1, route[name]));
  return { ...route, doc: bounded("doc"), system: bounded("system"), other: bounded("other") };
}

const VIEWS: View[] = ["overview", "text", "entities", "why", "changes", "about"];

export function read(fragment: string): Route {
  const fields = new URLSearchParams(fragment.replace(/^#/, ""));
  const route: Record<string, unknown> = { ...START };
  for (const [name, usual] of Object.entries(START)) {
    const value = fields.get(name);
    if (value == null) continue;
    const number = Math.trunc(Number(value));
    route[name] = typeof usual === "number" ? (Number.isFinite(number) ? number : usual) : value;
  }
  if (!VIEWS.includes(route.view as View)) route.view = START.view;
  return within(route as unknown as Route);
}

export function write(route: Route): string {
  const fields = new URLSearchParams();
  for (const [name, usual] of Object.entries(START)) {
    const value = route[name as keyof Route];
    if (value !== usual) fields.set(name, String(value));
  }
  return `#${fields}`;
}

export const route = signal<Route>(read(location.hash));
export const view = computed(() => route.value.view);

/** Goes to another view of the report; small steps replace the entry in the history. */
export function go(change: Partial<Route>, replace = false): void {
  const next = within({ ...route.value, ...change });
  const fragment = write(next);
  if (fragment === write(route.value)) return;
  history[replace ? "replaceState" : "pushState"](null, "", fragment);
  route.value = next;
}

/** The default view of a report with these numbers of documents and systems. */
export function startWith(change: Partial<Route>, documents: number, systems: number): void {
  Object.assign(START, change);
  Object.assign(COUNTS, { doc: Math.max(1, documents), system: Math.max(1, systems), other: Math.max(2, systems) });
  route.value = read(location.hash);
}

export const link = (change: Partial<Route>): string => write({ ...route.value, ...change });

addEventListener("hashchange", () => {
  route.value = read(location.hash);
});
addEventListener("popstate", () => {
  route.value = read(location.hash);
});
