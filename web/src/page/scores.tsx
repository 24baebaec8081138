/** The scores as `corefeval score --wide` prints them. */

import { DataTable, Section } from "../parts";
import { link } from "../route";
import { Problems, Wrong } from "./problems";
import { busy, compared, items, scores, wrong } from "./state";

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
              <DataTable caption="Scores of all systems" head={table.head} groups={table.groups} rows={table.rows} hidden />
              {table.notes.map((note) => <p key={note} class="note">{note}</p>)}
            </div>
          ))}
          <Problems found={found.problems} />
        </Section>
      ) : null}
    </>
  );
}
