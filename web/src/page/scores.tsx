/** The scores as `corefeval score --wide` prints them, with averages first: what most people look for, on the widest table and the narrowest screen. */

import { DataTable, Section } from "../parts";
import { link } from "../route";
import { Problems, Wrong } from "./problems";
import { busy, compared, items, scores, wrong } from "./state";

interface Table {
  groups: [string, number][];
  head: string[];
  rows: string[][];
}

/** A table with the columns that are in no group of a metric right after the name of the system. */
function averagesFirst({ groups, head, rows }: Table): Table {
  const averages = groups.at(-1)?.[0] === "" && groups.length > 1 ? groups.at(-1)![1] : 0;
  if (!averages) return { groups, head, rows };
  const moved = <T,>(row: T[]) => [...row.slice(0, 1), ...row.slice(-averages), ...row.slice(1, -averages)];
  return { groups: [groups[0]!, groups.at(-1)!, ...groups.slice(1, -1)], head: moved(head), rows: rows.map(moved) };
}

export function ScoresSection() {
  const found = scores.value;
  return (
    <>
      <p role="status" class="note busy">{busy.value}</p>
      <Wrong reason={wrong.value} />
      {!found && !busy.value && !wrong.value && items.value.length && !compared().length ? <p class="note">A key and a response are needed.</p> : null}
      {found ? (
        <Section id="page-scores" title="Scores" note={<>Percent. <a href={link({ tab: "report", view: "overview" })}>The report</a> has intervals, errors in their texts, and the way to every figure.</>}>
          {found.rules.map(({ table, signature }) => (
            <div key={signature}>
              {found.rules.length > 1 ? <h3>{signature.split("|").find((field) => field.startsWith("match:"))}</h3> : null}
              <DataTable caption="Scores of all systems" {...averagesFirst(table)} hidden />
              {table.notes.map((note) => <p key={note} class="note">{note}</p>)}
            </div>
          ))}
          <Problems found={found.problems} />
        </Section>
      ) : null}
    </>
  );
}
