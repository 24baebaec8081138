/** The dropped files, the side of each file, and the results. */

import { effect, signal } from "@preact/signals";
import type { Overview } from "../data";
import { setSource } from "../data";
import { startOn } from "../app";
import { route } from "../route";
import { type About, Engine, type Found, type Looked, Refused, type Scores, type Wanted } from "./engine";

/** Files that are one side: a file, or the files of an archive or folder. */
export interface Item {
  id: number;
  name: string;
  files: Looked[];
  side: "key" | "response" | "unused";
  system: string;
  /** The format that was chosen, if it was. */
  format: string | null;
}

export const engine = new Engine();
export const about = signal<About | null>(null);
export const items = signal<Item[]>([]);
export const scores = signal<Scores | null>(null);
export const report = signal<Overview | null>(null);
export const wrong = signal<string | Found | null>(null);
export const busy = signal("");

let lastItem = 0;

export function failed(error: unknown): void {
  wrong.value = error instanceof Refused ? error.reason : error instanceof Error ? error.message : String(error);
}

/** Runs work that takes a while, and shows that it is running. */
export async function during<T>(what: string, work: () => Promise<T>): Promise<T | undefined> {
  busy.value = what;
  try {
    return await work();
  } catch (error) {
    failed(error);
    return undefined;
  } finally {
    busy.value = "";
  }
}

const stem = (name: string) => (name.split("/").at(-1) ?? name).replace(/\.(gz|zst|zip)$/i, "").replace(/\.[^.]+$/, "");

const looksLikeKey = (name: string) => /(^|[^a-z])(key|gold)/i.test(name.split("/").at(-1) ?? "");

/** A name that no other response has. */
function freeName(name: string, taken: string[]): string {
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? name : `${name} (${number})`;
    if (!taken.includes(candidate)) return candidate;
  }
}

export interface Dropped {
  name: string;
  /** The folder that it was dropped with. */
  folder?: string;
  bytes: ArrayBuffer;
}

/** Takes files in. Files of one archive or folder are one side, unless one of them is named as a key beside others. */
export async function take(dropped: Dropped[]): Promise<void> {
  wrong.value = null;
  const groups = new Map<string, Looked[]>();
  let refused: string | Found | null = null;
  for (const { name, folder, bytes } of dropped) {
    const looked = await during(`Reading ${name} …`, () => engine.add(name, bytes));
    // the other files are still used
    if (!looked) {
      refused = wrong.value;
      continue;
    }
    const group = folder ?? name;
    groups.set(group, [...(groups.get(group) ?? []), ...looked]);
  }
  for (const [name, files] of groups) {
    const separate = files.length > 1 && files.length < 13 && files.some((file) => looksLikeKey(file.name)) && !files.some((file) => file.companion);
    for (const one of separate ? files.map((file) => [file]) : [files]) place(separate ? one[0].name : name, one);
  }
  await update();
  wrong.value ??= refused;
}

function place(name: string, files: Looked[]): void {
  const others = items.value;
  const hasKey = others.some((item) => item.side === "key");
  const key = looksLikeKey(name) ? !hasKey || !others.some((item) => item.side === "key" && looksLikeKey(item.name)) : !hasKey && others.length === 0;
  const before = key ? others.map((item) => (item.side === "key" ? { ...item, side: "response" as const } : item)) : others;
  const system = freeName(stem(name), others.map((item) => item.system));
  items.value = [...before, { id: ++lastItem, name, files, side: key ? "key" : "response", system, format: null }];
}

export async function change(id: number, to: Partial<Item>): Promise<void> {
  items.value = items.value.map((item) => {
    if (item.id === id) return { ...item, ...to };
    return to.side === "key" && item.side === "key" ? { ...item, side: "response" } : item;
  });
  if ("format" in to) {
    const item = items.value.find((one) => one.id === id) as Item;
    const looked = await during("Reading …", () => engine.look(wantedOf(item, 0)));
    if (looked) items.value = items.value.map((one) => (one.id === id ? { ...one, files: one.files.map((file, number) => ({ ...file, ...looked[number] })) } : one));
  }
  await update();
}

export async function remove(id: number): Promise<void> {
  await engine.forget(items.value.find((item) => item.id === id)?.files.map((file) => file.file) ?? []);
  items.value = items.value.filter((item) => item.id !== id);
  await update();
}

export const wantedOf = (item: Item, side: number): Wanted[] => item.files.map(({ file }) => ({ file, side, system: item.system, format: item.format }));

/** The files of the key and of each response; none unless there is a key and a response. */
export function compared(): Wanted[] {
  const key = items.value.find((item) => item.side === "key");
  const responses = items.value.filter((item) => item.side === "response");
  return key && responses.length ? [...wantedOf(key, 0), ...responses.flatMap((item, place) => wantedOf(item, place + 1))] : [];
}

let latest = 0;

/** Scores the files under the protocol in the address. */
export async function update(): Promise<void> {
  const turn = ++latest;
  const wanted = compared();
  [scores.value, report.value] = [null, null];
  wrong.value = null;
  if (!wanted.length) return;
  const found = await during("Scoring …", () => engine.score(wanted, route.value.protocol));
  if (found && turn === latest) scores.value = found;
}

/** Makes the report when it is opened. */
export async function makeReport(): Promise<void> {
  const [turn, wanted] = [latest, compared()];
  if (report.value || !wanted.length) return;
  const made = await during("Making the report …", () => engine.report(wanted, route.value.protocol));
  if (!made || turn !== latest) return;
  setSource((id) => {
    const [what, number] = id.split("-");
    return engine.document(what as "text" | "why", Number(number));
  });
  startOn(made);
  report.value = made;
}

let protocol = route.value.protocol;
effect(() => {
  if (route.value.protocol === protocol) return;
  protocol = route.value.protocol;
  void update();
});

engine.about().then((value) => {
  about.value = value;
}, failed);

/** What was scored, unrounded, for programs that drive the page. */
(globalThis as unknown as Record<string, unknown>).corefevalScores = () => scores.value;
