/** The explainer: change key or response, and see every metric's table, alignment and fractions move. */

import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { DocumentText, Metric, Why } from "../data";
import { amount, percent } from "../format";
import { Choice, DataTable } from "../parts";
import { backgroundOf } from "../palette";
import { type Model, modelOf } from "../text/model";
import { Steps } from "../views/why";
import { Curve } from "./curve";
import { type Entities, EXAMPLES, moved, parse, signatureFor, written } from "./sets";
import { go, route } from "../route";
import { engine } from "./state";

interface Ratio {
  numerator: number;
  denominator: number;
}

interface Score {
  recall: number | null;
  precision: number | null;
  f: number | null;
  parts: { recall: Ratio; precision: Ratio }[];
}

interface Explanation {
  names: string[];
  metrics: Metric[];
  scores: { metrics: Record<string, Score>; averages: Record<string, number | null> };
  signature: string;
  text: DocumentText;
  why: Why;
}

const DIGITS = { decimals: 2, truncate: false };

export function Explainer() {
  const own = route.value.key !== "" || route.value.response !== "";
  const [key, response] = own ? [route.value.key, route.value.response] : [EXAMPLES[0].key, EXAMPLES[0].response];
  // two lines that are pasted are key and response
  const setBoth = ([first, second]: [string, string]) => {
    const lines = first.split("\n").filter((line) => line.trim());
    go(lines.length > 1 ? { key: lines[0], response: lines[1] } : { key: first, response: second }, true);
  };
  const [found, setFound] = useState<Explanation | null>(null);
  const [failure, setFailure] = useState("");
  useEffect(() => {
    let wanted = true;
    engine.sets<Explanation>(key, response, signatureFor(key)).then(
      (explanation) => { if (wanted) { setFound(explanation); setFailure(""); } },
      (error: Error) => wanted && setFailure(error.message),
    );
    return () => { wanted = false; };
  }, [key, response]);
  const chosen = EXAMPLES.findIndex((example) => example.key === key && example.response === response);
  const options: [number, string][] = [...(chosen < 0 ? [[-1, "your own"] as [number, string]] : []), ...EXAMPLES.map((example, place): [number, string] => [place, example.title])];
  const model = useMemo(() => found && modelOf(found.text, 0), [found]);
  return (
    <>
      <h2>How the metrics count</h2>
      <p class="note">Drag a mention to another entity, or press it and then the place where it should be. Mentions with the same name are the same span; one that begins with a capital letter is a name. The address has what you see; copy it to share an example.</p>
      <p class="tools examples"><Choice label="Example" value={chosen} options={options} onChange={(value) => Number(value) >= 0 && setBoth([EXAMPLES[Number(value)].key, EXAMPLES[Number(value)].response])} /></p>
      <div class="sides">
        <SideEditor title="Key" text={key} other={response} model={model} names={found?.names ?? []} onChange={(text) => setBoth([text, response])} />
        <SideEditor title="Response" text={response} other={key} model={model} names={found?.names ?? []} onChange={(text) => setBoth([key, text])} />
      </div>
      {failure ? <p role="alert" class="failure">{failure}</p> : null}
      {found && model ? <Figures found={found} model={model} /> : null}
      {failure ? null : <Curve sides={[key, response]} />}
    </>
  );
}

function SideEditor({ title, text, other, model, names, onChange }: { title: "Key" | "Response"; text: string; other: string; model: Model | null; names: string[]; onChange: (text: string) => void }) {
  const [held, setHeld] = useState("");
  const entities = parse(text);
  const own = new Set(entities.flat());
  const missing = [...new Set(parse(other).flat())].filter((name) => !own.has(name));
  const boxesOf = useRef<HTMLDivElement>(null);
  const landed = useRef("");
  const move = (mention: string, to: number) => {
    if (mention) onChange(written(moved(entities, mention, to)));
    landed.current = mention;
    setHeld("");
  };
  // the button that was pressed is gone: the focus moves with the mention
  useLayoutEffect(() => {
    const buttons = [...(boxesOf.current?.querySelectorAll<HTMLButtonElement>("button.mention") ?? [])];
    if (landed.current) buttons.find((button) => button.textContent === landed.current)?.focus();
    landed.current = "";
  });
  const side = title === "Key" ? model?.key : model?.answer;
  const rankOf = (mention: string) => {
    const token = names.indexOf(mention);
    const found = side?.mentions.find((one) => one.start === token);
    return found ? (side?.entities[found.entity].rank ?? -1) : -1;
  };
  const boxes: [string[], number][] = [...entities.map((entity, place): [string[], number] => [entity, place]), [[], entities.length], [missing, -1]];
  return (
    <section aria-labelledby={`${title}-heading`}>
      <h3 id={`${title}-heading`}>{title}</h3>
      <textarea aria-label={`${title} in set notation`} rows={2} value={text} onInput={(event) => onChange(event.currentTarget.value)} spellcheck={false} />
      <div class="entities" ref={boxesOf}>
        {boxes.map(([entity, place]) => <Box key={place} entity={entity} place={place} entities={entities} held={held} setHeld={setHeld} move={move} rankOf={rankOf} title={title} />)}
      </div>
    </section>
  );
}

interface BoxProperties {
  entity: string[];
  place: number;
  entities: Entities;
  held: string;
  setHeld: (mention: string) => void;
  move: (mention: string, to: number) => void;
  rankOf: (mention: string) => number;
  title: string;
}

function Box({ entity, place, entities, held, setHeld, move, rankOf, title }: BoxProperties) {
  const [over, setOver] = useState(false);
  const name = place < 0 ? "not marked" : place >= entities.length ? "a new entity" : `entity ${place + 1}`;
  const kind = `text/x-${title.toLowerCase()}`;
  const holds = (event: DragEvent) => event.dataTransfer?.types.includes(kind) ?? false;
  if (place < 0 && !entity.length && !held) return null;
  return (
    <div
      class={`entity-box${place < 0 || place >= entities.length ? " new" : ""}${over ? " over" : ""}`}
      role="group"
      aria-label={`${title}, ${name}`}
      data-place={place}
      onDragOver={(event) => { if (holds(event)) { event.preventDefault(); setOver(true); } }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => { if (holds(event)) { event.preventDefault(); setOver(false); move(event.dataTransfer?.getData(kind) ?? "", place); } }}
    >
      {entity.map((mention) => (
        <button
          key={mention}
          type="button"
          class={place < 0 ? "mention twinless" : "mention"}
          draggable
          aria-pressed={held === mention}
          style={{ background: place < 0 ? "#dddddd" : backgroundOf(rankOf(mention), false) }}
          onDragStart={(event) => event.dataTransfer?.setData(kind, mention)}
          onClick={() => setHeld(held === mention ? "" : mention)}
        >{mention}</button>
      ))}
      {held && !entity.includes(held) ? <button type="button" onClick={() => move(held, place)} aria-label={`Move ${held} to ${name}`}>← {held}</button> : entity.length ? null : <small>{name}</small>}
    </div>
  );
}

function Figures({ found, model }: { found: Explanation; model: Model }) {
  const value = (ratio: Ratio) => <span class="fraction">{amount(ratio.numerator)} / {amount(ratio.denominator)}</span>;
  const rows = found.metrics.map((metric) => {
    const score = found.scores.metrics[metric.name];
    const parts = score.parts.length === 1 ? score.parts[0] : null;
    return [metric.title, <strong>{percent(score.f, DIGITS)}</strong>, parts ? value(parts.recall) : "", percent(score.recall, DIGITS), parts ? value(parts.precision) : "", percent(score.precision, DIGITS)];
  });
  if (found.scores.averages.conll !== undefined) rows.push(["CoNLL", <strong>{percent(found.scores.averages.conll, DIGITS)}</strong>, "", "", "", ""]);
  return (
    <>
      <h2>Scores</h2>
      <DataTable caption="Scores of the example" head={["Metric", "F1", "Recall", "%", "Precision", "%"]} rows={rows} hidden />
      <h2>Metric by metric</h2>
      <div class="cards">
        {found.metrics.map((metric, place) => {
          const explained = found.why[0]?.[place];
          return (
            <div key={metric.name} class="card" id={`card-${metric.name}`}>
              <h3><span>{metric.title}</span><span>{percent(found.scores.metrics[metric.name].f, DIGITS)}</span></h3>
              <p class="note">{metric.about}</p>
              {explained ? <Steps model={model} explained={explained} plain of={metric.title} /> : null}
            </div>
          );
        })}
      </div>
      <p class="note"><code class="signature">{found.signature}</code></p>
    </>
  );
}
