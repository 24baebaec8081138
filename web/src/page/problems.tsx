/** What is wrong or odd in files, with places. */

import { count, shown } from "../format";
import type { Found } from "./engine";

export function Problems({ found }: { found: Found }) {
  if (!found.kept.length) return null;
  return (
    <ul class="problems">
      {found.kept.map((one, number) => (
        <li key={number} class={one.severity === "error" ? "failure" : ""}>
          <b>{one.severity}</b> {shown(one.source, 80)}{one.line ? `, line ${one.line.toLocaleString("en")}` : ""}: {shown(one.message, 400)} <code>[{one.code}]</code>
          {one.text ? <pre dir="auto">{shown(one.text, 200)}</pre> : null}
          {one.hint ? <span class="note"> {shown(one.hint, 400)}</span> : null}
        </li>
      ))}
      {found.more.map((one) => <li key={one.code + one.source}>{shown(one.source, 80)}: {count(one.more, "more")} [{one.code}]</li>)}
    </ul>
  );
}

export function Wrong({ reason }: { reason: string | Found | null }) {
  if (reason == null) return null;
  return <div role="alert">{typeof reason === "string" ? <p class="failure">{shown(reason, 600)}</p> : <><p class="failure">Nothing was scored.</p><Problems found={reason} /></>}</div>;
}
