/** The current view of a task's site, kept in the fragment of the address. */

import { signal } from "@preact/signals";

export interface Place {
  view: "rankings" | "datasets" | "systems" | "figures";
  /** The number of the submission and of the dataset; -1 for the mean over all. */
  submission: number;
  dataset: number;
}

const VIEWS = ["rankings", "datasets", "systems", "figures"];

function read(fragment: string): Place {
  const fields = new URLSearchParams(fragment.replace(/^#/, ""));
  const number = (name: string) => Math.trunc(Number(fields.get(name) ?? -1)) || (fields.get(name) === "0" ? 0 : -1);
  const view = fields.get("view") ?? "rankings";
  return { view: (VIEWS.includes(view) ? view : "rankings") as Place["view"], submission: number("submission"), dataset: number("dataset") };
}

export const at = signal<Place>(read(location.hash));

export const to = (place: Partial<Place>): string => `#${new URLSearchParams(Object.entries(place).map(([name, value]) => [name, String(value)]))}`;

for (const event of ["hashchange", "popstate"]) {
  addEventListener(event, () => {
    at.value = read(location.hash);
    scrollTo(0, 0);
  });
}
