/** Converts files to another format. */

import { useState } from "preact/hooks";
import { Choice } from "../parts";
import { saved } from "./save";
import type { Found } from "./engine";
import { Problems, Wrong } from "./problems";
import { about, during, engine, items, wantedOf } from "./state";

export function Convert() {
  const [id, setId] = useState(0);
  const [to, setTo] = useState("jsonlines");
  const [found, setFound] = useState<Found | string | null>(null);
  const item = items.value.find((one) => one.id === id) ?? items.value[0];
  const formats = about.value?.formats.filter((format) => format.writable) ?? [];
  if (!item) return <section><h2>Convert</h2><p class="note">Drop files first.</p></section>;
  const convert = async () => {
    setFound(null);
    const made = await during("Converting …", () => engine.convert(wantedOf(item, 0), to));
    if (!made) return;
    setFound(made.problems);
    if (made.bytes) saved(`${item.name.replace(/\.[^./]+$/, "").split("/").at(-1)}.${made.extension ?? to}`, made.bytes, "text/plain");
  };
  return (
    <section aria-labelledby="convert-heading">
      <h2 id="convert-heading">Convert</h2>
      <p class="note">What the other format cannot hold is listed. The file is made here and saved where your browser saves downloads.</p>
      <p class="tools">
        <Choice label="File" value={item.id} options={items.value.map((one): [number, string] => [one.id, one.name])} onChange={(value) => setId(Number(value))} />
        <Choice label="to" value={to} options={formats.map((format): [string, string] => [format.name, format.title])} onChange={setTo} />
        <button type="button" id="convert" onClick={convert}>Convert and save</button>
      </p>
      {found && typeof found !== "string" && found.errors ? <Wrong reason={found} /> : found && typeof found !== "string" ? <Problems found={found} /> : null}
    </section>
  );
}
