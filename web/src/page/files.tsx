/** The files that were dropped or chosen; each is the key or a response. */

import { useRef } from "preact/hooks";
import bold from "../../../examples/bold.conll";
import careful from "../../../examples/careful.conll";
import key from "../../../examples/key.conll";
import shy from "../../../examples/shy.conll";
import { count, shown } from "../format";
import { over, read } from "./drop";
import { Problems } from "./problems";
import { type Item, about, change, items, remove, take } from "./state";

const EXAMPLE: [string, string][] = [["key.conll", key], ["bold.conll", bold], ["careful.conll", careful], ["shy.conll", shy]];

const bytesOf = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer as ArrayBuffer;

const example = () => take(EXAMPLE.map(([name, text]) => ({ name, bytes: bytesOf(text) })));

export function Files() {
  const input = useRef<HTMLInputElement>(null);
  return (
    <section aria-labelledby="files-heading">
      <h2 id="files-heading">Files</h2>
      <div class={over.value ? "drop over" : "drop"}>
        <p>Drop a key (gold) and responses (predicted) here or anywhere in the window, in any format, also packed (.gz, .zst, .zip) or as folders.</p>
        <p>
          <button type="button" onClick={() => input.current?.click()}>Choose files …</button>{" "}
          <button type="button" onClick={example}>Use the example files</button>
          <input ref={input} id="choose" class="unseen" type="file" multiple aria-label="Files" tabIndex={-1} onChange={async (event) => { const field = event.currentTarget; await take(await read([...(field.files ?? [])])); field.value = ""; }} />
        </p>
        <p class="note">Nothing leaves this computer: the page has no server, and its own rules forbid it to send anything.</p>
      </div>
      {items.value.map((item) => <Row key={item.id} item={item} />)}
    </section>
  );
}

function Row({ item }: { item: Item }) {
  const own = item.files.filter((file) => !file.companion);
  const sum = (of: "documents" | "mentions" | "entities" | "tokens") => own.reduce((all, file) => all + (file[of] ?? 0), 0);
  const formats = [...new Set(own.map((file) => file.title ?? "not recognised"))].join(", ");
  const label = shown(item.name, 60);
  return (
    <div class="file">
      <p class="tools">
        <strong>{label}</strong>
        <label class="choice">is <select value={item.side} aria-label={`What ${label} is`} onChange={(event) => change(item.id, { side: event.currentTarget.value as Item["side"] })}>
          <option value="key">the key</option><option value="response">a response</option><option value="unused">not used</option>
        </select></label>
        {item.side === "response" ? <label class="choice">of <input type="text" value={item.system} size={14} aria-label={`System of ${label}`} onChange={(event) => change(item.id, { system: event.currentTarget.value })} /></label> : null}
        <label class="choice">in <select value={item.format ?? ""} aria-label={`Format of ${label}`} onChange={(event) => change(item.id, { format: event.currentTarget.value || null })}>
          <option value="">{formats} (recognised)</option>
          {about.value?.formats.map((format) => <option key={format.name} value={format.name}>{format.title}</option>)}
        </select></label>
        <button type="button" aria-label={`Remove ${label}`} onClick={() => remove(item.id)}>Remove</button>
      </p>
      <p class="note">
        {item.files.length > 1 ? `${count(item.files.length, "file")}, ` : ""}{count(sum("documents"), "document")}, {count(sum("tokens"), "token")}, {count(sum("mentions"), "mention")}, {count(sum("entities"), "entity").replace("entitys", "entities")}
        {own.length === 1 && own[0].layout ? `; ${own[0].layout}` : ""}
      </p>
      {own.map((file) => <Problems key={file.file} found={file.problems} />)}
    </div>
  );
}
