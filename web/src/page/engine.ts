/** Requests to the engine, which runs in a separate thread. */

import workerText from "worker:./worker.ts";
import type { Overview, Problem } from "../data";

export interface Found {
  kept: (Problem & { column: number; text: string })[];
  more: { code: string; source: string; more: number }[];
  errors: number;
}

export interface Looked {
  file: number;
  name: string;
  size: number;
  companion?: boolean;
  format: string | null;
  title: string | null;
  layout: string | null;
  documents: number;
  tokens: number;
  mentions: number;
  entities: number;
  problems: Found;
}

export interface Value {
  name: string;
  about: string;
}

export interface Choice {
  name: string;
  about: string;
  shape: "one" | "some" | "texts" | "number";
  values: Value[];
  usual: string[];
}

export interface About {
  corefeval: string;
  choices: Choice[];
  presets: { name: string; title: string; signature: string }[];
  formats: { name: string; title: string; writable: boolean; extensions: string[] }[];
}

export interface Scores {
  rules: { signature: string; systems: unknown[]; table: { groups: [string, number][]; head: string[]; rows: string[][]; notes: string[] } }[];
  problems: Found;
}

export interface Wanted {
  file: number;
  side?: number;
  system?: string;
  format?: string | null;
}

/** An error of the engine: a sentence, or problems with their places. */
export class Refused extends Error {
  constructor(readonly reason: string | Found) {
    super(typeof reason === "string" ? reason : (reason.kept.find((one) => one.severity === "error")?.message ?? "refused"));
  }
}

async function engineBytes(): Promise<ArrayBuffer> {
  const inside = document.getElementById("engine")?.textContent;
  if (inside == null) return (await fetch("engine.wasm")).arrayBuffer();
  const bytes = Uint8Array.from(atob(inside.trim()), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).arrayBuffer();
}

export class Engine {
  private readonly worker: Worker;
  private readonly waiting = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>();
  private last = 0;
  private readonly started: Promise<unknown>;

  constructor() {
    this.worker = new Worker(URL.createObjectURL(new Blob([workerText], { type: "text/javascript" })));
    this.worker.onmessage = ({ data: { id, value, failure } }) => {
      const { resolve, reject } = this.waiting.get(id) ?? {};
      this.waiting.delete(id);
      if (failure == null) resolve?.(value as never);
      else reject?.(new Error(failure));
    };
    this.started = engineBytes().then((bytes) => this.send({ do: "start", bytes }, [bytes]));
  }

  private send<T>(data: Record<string, unknown>, moved: Transferable[] = []): Promise<T> {
    const id = ++this.last;
    return new Promise<T>((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.worker.postMessage({ id, data }, moved);
    });
  }

  private async ask<T>(data: Record<string, unknown>): Promise<{ json: T; bytes: Uint8Array<ArrayBuffer> | null }> {
    await this.started;
    const answer = await this.send<{ json: T & { error?: string | Found }; bytes: Uint8Array<ArrayBuffer> | null }>(data);
    if (answer.json && typeof answer.json === "object" && "error" in answer.json) throw new Refused(answer.json.error as string | Found);
    return answer;
  }

  about = async (): Promise<About> => (await this.ask<About>({ do: "about" })).json;

  protocol = async (signature: string, made: [string, string][]): Promise<{ signature: string; values: Record<string, string[]> }> =>
    (await this.ask<{ signature: string; values: Record<string, string[]> }>({ do: "protocol", signature, made })).json;

  async add(name: string, bytes: ArrayBuffer): Promise<Looked[]> {
    await this.started;
    return this.send<Looked[]>({ do: "add", name, bytes }, [bytes]);
  }

  look = async (wanted: Wanted[]): Promise<Looked[]> => (await this.ask<{ files: Looked[] }>({ do: "look", wanted })).json.files;

  forget = (files: number[]): Promise<unknown> => this.send({ do: "forget", files });

  score = async (wanted: Wanted[], signature: string): Promise<Scores> => (await this.ask<Scores>({ do: "score", wanted, signature })).json;

  report = async (wanted: Wanted[], signature: string): Promise<Overview> => (await this.ask<Overview>({ do: "report", wanted, signature })).json;

  async document(what: "text" | "why", number: number): Promise<unknown> {
    const { bytes } = await this.ask({ do: "document", what, number });
    return JSON.parse(new TextDecoder().decode(bytes ?? new Uint8Array()));
  }

  page = async (): Promise<Uint8Array<ArrayBuffer>> => (await this.ask({ do: "page" })).bytes ?? new Uint8Array();

  async convert(wanted: Wanted[], to: string): Promise<{ written: boolean; extension?: string; problems: Found; bytes: Uint8Array<ArrayBuffer> | null }> {
    const { json, bytes } = await this.ask<{ written: boolean; extension?: string; problems: Found }>({ do: "convert", wanted, to });
    return { ...json, bytes };
  }

  sets = async <T,>(key: string, response: string, signature: string): Promise<T> => (await this.ask<T>({ do: "sets", key, response, signature })).json;
}
