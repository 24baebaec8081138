/** How much room charts have: on narrow screens they are drawn narrower, so that their letters stay as large. */

import { signal } from "@preact/signals";
import { shown } from "../format";

const query = globalThis.matchMedia?.("(max-width: 640px)");
const narrow = signal(query?.matches ?? false);
query?.addEventListener("change", () => (narrow.value = query.matches));

export const chartWidth = (): number => (narrow.value ? 360 : 640);

const LETTER = 6.6;
const GAP = 18;

/** The room for the names at the left, and each as it fits into that. */
export function nameColumn(names: string[]): { left: number; fit: (name: string) => string } {
  const longest = names.reduce((most, name) => Math.max(most, name.length), 0);
  const left = Math.min(narrow.value ? 124 : 230, Math.max(70, longest * LETTER + GAP));
  const letters = Math.floor((left - GAP) / LETTER + 0.01);
  return { left, fit: (name) => (name.length > letters ? shown(name, letters - 1) : shown(name, letters)) };
}
