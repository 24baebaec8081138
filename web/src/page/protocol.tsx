/** A form for the protocol, made from the library's table of choices. */

import { useEffect, useState } from "preact/hooks";
import { Copy } from "../parts";
import { go, route } from "../route";
import type { Choice } from "./engine";
import { about, engine } from "./state";

type Values = Record<string, string[]>;

export function Protocol() {
  const { protocol } = route.value;
  const [values, setValues] = useState<Values>({});
  const [signature, setSignature] = useState("");
  const [failure, setFailure] = useState<[string, string] | null>(null);
  useEffect(() => {
    engine.protocol(protocol, []).then(
      (found) => { setValues(found.values); setSignature(found.signature); setFailure(null); },
      (error: Error) => setFailure(["", error.message]),
    );
  }, [protocol]);
  const make = (name: string, value: string) =>
    engine.protocol(protocol, [[name, value]]).then(
      (found) => { setFailure(null); go({ protocol: found.signature }, true); },
      (error: Error) => setFailure([name, error.message]),
    );
  const table = about.value;
  if (!table) return null;
  const shareable = `${location.href.split("#")[0]}#${new URLSearchParams({ protocol: signature })}`;
  const preset = table.presets.find((one) => one.name === protocol)?.name ?? "";
  return (
    <section aria-labelledby="protocol-heading">
      <h2 id="protocol-heading">Protocol</h2>
      <p class="tools">
        <label class="choice">As in <select id="preset" value={preset} onChange={(event) => go({ protocol: event.currentTarget.value }, true)}>
          <option value="">{protocol && !preset ? "own choices" : "the defaults"}</option>
          {table.presets.map((one) => <option key={one.name} value={one.name}>{one.name}: {one.title}</option>)}
        </select></label>
        <button type="button" onClick={() => go({ protocol: "" }, true)}>Defaults</button>
        <Copy text={shareable} label="Copy a link to this protocol" />
      </p>
      {failure && !failure[0] ? <p role="alert" class="failure">{failure[1]}</p> : null}
      <p><code class="signature" id="signature">{signature}</code></p>
      <details>
        <summary>All choices</summary>
        <div class="form">
          {table.choices.map((choice) => <Field key={choice.name} choice={choice} value={values[choice.name] ?? choice.usual} failure={failure?.[0] === choice.name ? failure[1] : ""} make={(value) => make(choice.name, value)} />)}
        </div>
      </details>
    </section>
  );
}

function Field({ choice, value, failure, make }: { choice: Choice; value: string[]; failure: string; make: (value: string) => void }) {
  const id = `choice-${choice.name}`;
  const about = choice.shape === "one" ? choice.values.find((one) => one.name === value[0])?.about : "";
  const several = value.length > 1;
  return (
    <div class="field">
      {choice.shape === "some" ? <Several choice={choice} value={value} make={make} /> : (
        <>
          <label for={id}>{choice.name}</label>
          {choice.shape === "one" && !several ? (
            <select id={id} value={value[0]} onChange={(event) => make(event.currentTarget.value)}>
              {choice.values.map((one) => <option key={one.name} value={one.name}>{one.name}</option>)}
              {choice.values.some((one) => one.name === value[0]) ? null : <option value={value[0]}>{value[0]}</option>}
            </select>
          ) : <input id={id} type="text" inputMode={choice.shape === "number" ? "decimal" : "text"} value={value.join(",")} onChange={(event) => make(event.currentTarget.value)} />}
        </>
      )}
      <p class="note">{choice.about}{about ? ` ${value[0]}: ${about}` : ""}</p>
      {failure ? <p role="alert" class="failure">{failure}</p> : null}
    </div>
  );
}

function Several({ choice, value, make }: { choice: Choice; value: string[]; make: (value: string) => void }) {
  const toggle = (name: string) => make(value.includes(name) ? value.filter((one) => one !== name).join(",") : choice.values.map((one) => one.name).filter((one) => one === name || value.includes(one)).join(","));
  return (
    <fieldset>
      <legend>{choice.name}</legend>
      {choice.values.map((one) => (
        <label key={one.name} class="choice" title={one.about}><input type="checkbox" checked={value.includes(one.name)} onChange={() => toggle(one.name)} /> {one.name}</label>
      ))}
    </fieldset>
  );
}
