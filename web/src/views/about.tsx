/** How the figures were made: signature, inputs with their fingerprints, and what was odd. */

import type { Overview } from "../data";
import { count, shown } from "../format";
import { Copy, DataTable, Section } from "../parts";

export function AboutView({ report }: { report: Overview }) {
  const fields = report.signature.split("|").map((field) => {
    const at = field.indexOf(":");
    return at < 0 ? [field, ""] : [field.slice(0, at), field.slice(at + 1)];
  });
  const inputs = report.inputs.map((input) => [shown(input.role), shown(input.path, 200), input.format, <code>{input.fingerprint ?? "–"}</code>]);
  return (
    <>
      <Section id="signature" title="Signature" note="Every choice that can change a figure. Publish it with the scores; corefeval report --signature repeats the run.">
        <p><code class="signature">{report.signature}</code></p>
        <Copy text={report.signature} label="Copy the signature" />
        <DataTable caption="The choices one by one" head={["Choice", "Value"]} rows={fields} words />
      </Section>
      <Section id="inputs" title="Inputs" note={`Read by corefeval ${report.corefeval}.`}>
        <DataTable caption="Files" head={["Role", "File", "Format", "Fingerprint"]} rows={inputs} hidden words />
      </Section>
      <Problems report={report} />
    </>
  );
}

function Problems({ report }: { report: Overview }) {
  const { kept, more } = report.problems;
  const rows = kept.map((one) => [one.severity, one.code, `${shown(one.source, 100)}${one.line ? `:${one.line}` : ""}`, shown(one.message, 400), shown(one.hint, 400)]);
  return (
    <Section id="problems" title="Warnings" note={kept.length ? undefined : "Nothing was odd."}>
      {kept.length ? <DataTable caption="What was odd" head={["Severity", "Code", "Where", "What", "What to do"]} rows={rows} hidden words /> : null}
      {more.map((one) => <p key={one.code + one.source} class="note">{shown(one.source, 100)}: {count(one.more, "more")} {one.code}</p>)}
    </Section>
  );
}
