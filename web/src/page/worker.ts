/** The engine's thread: it has the files and the WebAssembly module, and answers one request after the other. */

import { unpacked } from "./unpack";

interface Exports {
  memory: WebAssembly.Memory;
  request_place(length: number): number;
  answer(): void;
  answer_place(): number;
  answer_length(): number;
}

/** A file as a request names it. */
interface Wanted {
  file: number;
  side?: number;
  system?: string;
  format?: string | null;
}

const files = new Map<number, { name: string; bytes: Uint8Array }>();
let module: WebAssembly.Module | null = null;
let engine: Exports | null = null;
let next = 0;

async function start(bytes: ArrayBuffer): Promise<void> {
  module = await WebAssembly.compile(bytes);
  engine = (await WebAssembly.instantiate(module, {})).exports as unknown as Exports;
}

/** Asks the engine: a JSON text, a NUL, and files; the answer is a JSON text and, after a NUL, bytes. */
function ask(request: Record<string, unknown>, wanted: Wanted[] = []): { json: unknown; bytes: Uint8Array | null } {
  if (!engine) throw new Error("the engine has not started");
  const given = wanted.map((one) => ({ ...one, ...(files.get(one.file) as { name: string; bytes: Uint8Array }) }));
  const named = given.map(({ name, bytes, format, side, system }) => ({ name, size: bytes.length, format: format ?? null, side: side ?? 0, system: system ?? "" }));
  const text = new TextEncoder().encode(JSON.stringify(wanted.length ? { ...request, files: named } : request));
  const length = text.length + 1 + given.reduce((sum, one) => sum + one.bytes.length, 0);
  const place = engine.request_place(length);
  // memory may have moved when it was reserved
  const memory = new Uint8Array(engine.memory.buffer, place, length);
  memory.set(text);
  let at = text.length + 1;
  for (const one of given) {
    memory.set(one.bytes, at);
    at += one.bytes.length;
  }
  engine.answer();
  const answer = new Uint8Array(engine.memory.buffer, engine.answer_place(), engine.answer_length());
  const end = answer.indexOf(0);
  const json = JSON.parse(new TextDecoder().decode(end < 0 ? answer : answer.subarray(0, end)));
  return { json, bytes: end < 0 ? null : answer.slice(end + 1) };
}

/** Takes a dropped file in, and says what is in it. */
function add(name: string, bytes: Uint8Array): unknown {
  const found = unpacked(name, bytes).map((one) => {
    files.set(next, one);
    return { file: next++, name: one.name, size: one.bytes.length };
  });
  const looked = ask({ do: "look" }, found.map(({ file }) => ({ file }))).json as { files: object[] };
  return found.map((one, place) => ({ ...looked.files[place], ...one }));
}

async function handle(data: { do: string; [name: string]: unknown }): Promise<unknown> {
  if (data.do === "start") return start(data.bytes as ArrayBuffer);
  if (data.do === "add") return add(data.name as string, new Uint8Array(data.bytes as ArrayBuffer));
  if (data.do === "forget") return (data.files as number[]).forEach((file) => files.delete(file));
  const { wanted, ...request } = data;
  return ask(request, wanted as Wanted[] | undefined);
}

addEventListener("message", async ({ data: { id, data } }: MessageEvent) => {
  try {
    postMessage({ id, value: await handle(data) });
  } catch (error) {
    // the memory of the module cannot be trusted any more
    if (error instanceof WebAssembly.RuntimeError && module) {
      engine = (await WebAssembly.instantiate(module, {})).exports as unknown as Exports;
      postMessage({ id, failure: `The engine stopped (${error.message}). The files may be too large for a browser: the command line has no such limit.` });
    } else postMessage({ id, failure: error instanceof Error ? error.message : String(error) });
  }
});
