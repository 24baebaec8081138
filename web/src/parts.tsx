/** Small parts that all views use. */

import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { Overview } from "./data";
import { shown } from "./format";
import { go, route } from "./route";

/** A section with a heading; `whole` if it takes the whole width. */
export function Section({ id, title, note, children, whole }: { id: string; title: string; note?: ComponentChildren; children: ComponentChildren; whole?: boolean }) {
  return (
    <section id={`section-${id}`} class={whole ? "whole" : ""} aria-labelledby={`heading-${id}`}>
      <h2 id={`heading-${id}`}>{title}</h2>
      {note ? <p class="note">{note}</p> : null}
      {children}
    </section>
  );
}

/** A table with a caption, which scrolls sideways where it is too wide; `words` if its cells are no figures. */
export function DataTable({ caption, head, rows, hidden, words, groups = [] }: { caption: string; head: ComponentChildren[]; rows: ComponentChildren[][]; hidden?: boolean; words?: boolean; groups?: [string, number][] }) {
  return (
    <div class="wide" tabIndex={0} role="group" aria-label={caption}>
      <table class={words ? "words-table" : ""}>
        <caption class={hidden ? "unseen" : ""}>{caption}</caption>
        <thead>{groups.length ? <tr>{groups.map(([name, columns], place) => (name ? <th key={place} scope="colgroup" class="group" colSpan={columns}>{name}</th> : <td key={place} colSpan={columns} />))}</tr> : null}<tr>{head.map((cell, place) => <th key={place} scope="col">{cell}</th>)}</tr></thead>
        <tbody>
          {rows.map((row, number) => (
            <tr key={number}>
              {row.map((cell, place) => (place === 0 ? <th key={place} scope="row">{cell}</th> : <td key={place}>{cell}</td>))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Content that is not drawn before it is unfolded. */
export function Folded({ title, children }: { title: string; children: () => ComponentChildren }) {
  const [open, setOpen] = useState(false);
  return <details onToggle={(event) => setOpen(event.currentTarget.open)}><summary>{title}</summary>{open ? children() : null}</details>;
}

/** A chart with the table of its figures. */
export function Chart({ children, table }: { children: ComponentChildren; table: ComponentChildren }) {
  return (
    <figure>
      {children}
      <Folded title="The figures as a table">{() => table}</Folded>
    </figure>
  );
}

export function Choice(given: { label: string; value: string | number; options: [string | number, string][]; onChange: (value: string) => void }) {
  return (
    <label class="choice">
      <span>{given.label}</span>
      <select value={given.value} onChange={(event) => given.onChange(event.currentTarget.value)}>
        {given.options.map(([value, name]) => <option key={value} value={value}>{shown(name, 60)}</option>)}
      </select>
    </label>
  );
}

export function SystemChoice({ report, what = "system", label = "System" }: { report: Overview; what?: "system" | "other"; label?: string }) {
  const options = report.systems.map((system, number): [number, string] => [number, system.name]);
  return <Choice label={label} value={route.value[what]} options={options} onChange={(value) => go({ [what]: Number(value), mention: "", entity: "" })} />;
}

export function DocumentChoice({ report }: { report: Overview }) {
  const { doc } = route.value;
  const options = report.documents.map((document, number): [number, string] => [number, document.name]);
  const to = (number: number) => go({ doc: number, mention: "", entity: "" });
  return (
    <span class="steps">
      <button type="button" onClick={() => to(doc - 1)} disabled={doc <= 0} aria-label="Previous document">‹</button>
      <Choice label="Document" value={doc} options={options} onChange={(value) => to(Number(value))} />
      <button type="button" onClick={() => to(doc + 1)} disabled={doc >= report.documents.length - 1} aria-label="Next document">›</button>
    </span>
  );
}

export function Copy({ text, label }: { text: string; label: string }) {
  const [done, setDone] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text).then(() => setDone(true), () => setDone(false));
  };
  return <button type="button" onClick={copy}>{done ? "Copied" : label}</button>;
}

/** The message while data are read, or if they cannot be read. */
export function Waiting({ failure }: { failure?: string }) {
  return failure ? <p role="alert" class="failure">{failure}</p> : <p class="wait">Reading …</p>;
}

/** The selected values as text, for printing, where controls are not shown. */
export function Chosen({ report, systems }: { report: Overview; systems: number[] }) {
  const names = systems.map((system) => shown(report.systems[system]?.name ?? "", 60));
  return <p class="on-paper">{[shown(report.documents[route.value.doc]?.name ?? "", 80), ...names].join(" · ")}</p>;
}

/** The sign of an error or a change, with room around it whatever the font. */
export function Sign({ text }: { text: string }) {
  return <><span class="sign">{text}</span> </>;
}
