/** Each metric step by step: what every entity adds to the numerator and the denominator, and how that becomes the score. */

import { useMemo, useState } from "preact/hooks";
import { documentText, documentWhy, type Explained, type Overview, type Step, type Tally } from "../data";
import { amount, percent, shown } from "../format";
import { useLoaded } from "../loaded";
import { Choice, Chosen, Copy, DataTable, DocumentChoice, Folded, SystemChoice, Waiting } from "../parts";
import { go, link, route } from "../route";
import { type Entity, type Model, id, mentionText, modelOf } from "../text/model";
import { notationOf } from "../text/notation";
import { Chip } from "./entity";
import { figureOf } from "./overview";

/** The place of the metric whose figure is looked at; the first that averages are made of, if it is an average. */
function metricOf(report: Overview): number {
  const name = report.figures[figureOf(report)].name;
  const place = report.metrics.findIndex((metric) => metric.name === name);
  return place >= 0 ? place : Math.min(1, report.metrics.length - 1);
}

export function WhyView({ report }: { report: Overview }) {
  const { system } = route.value;
  const metric = metricOf(report);
  const figure = (place: number) => report.figures.findIndex((one) => one.name === report.metrics[place].name && one.part === "f");
  const options = report.metrics.map((one, place): [number, string] => [place, one.title]);
  const { title, about } = report.metrics[metric];
  return (
    <>
      <h2>Why: {title}</h2>
      <p class="note">{about}</p>
      <p class="tools">
        <Choice label="Metric" value={metric} options={options} onChange={(value) => go({ figure: figure(Number(value)) })} />
        {report.systems.length > 1 ? <SystemChoice report={report} /> : null}
      </p>
      <Chosen report={report} systems={[system]} />
      <h3>All documents</h3>
      <Fractions of="all documents" report={report} metric={metric} tallies={report.systems[system].tallies[metric]} figures={report.systems[system].figures.map((one) => one[0])} />
      <h3>One document</h3>
      <p class="tools"><DocumentChoice report={report} /></p>
      <OneDocument report={report} metric={metric} />
    </>
  );
}

/** Numerators and denominators with their quotients. */
function Fractions({ of: whose, report, metric, tallies, figures }: { of: string; report: Overview; metric: number; tallies: Tally[]; figures: (number | null)[] }) {
  const of = (part: string) => figures[report.figures.findIndex((one) => one.name === report.metrics[metric].name && one.part === part)];
  const parts = tallies.length > 1;
  const rows = tallies.map((tally, place) => [
    parts ? `part ${place + 1}` : "sum",
    <Fraction numerator={tally[0]} denominator={tally[1]} />,
    <Fraction numerator={tally[2]} denominator={tally[3]} />,
    parts ? "" : percent(of("f"), report.digits),
  ]);
  const last = ["score", percent(of("recall"), report.digits), percent(of("precision"), report.digits), percent(of("f"), report.digits)];
  return <DataTable caption={`What is divided by what, ${whose}`} head={["Step", "Recall", "Precision", report.f_name]} rows={[...rows, last]} hidden />;
}

function Fraction({ numerator, denominator }: { numerator: number; denominator: number }) {
  return <span class="fraction">{amount(numerator)} / {amount(denominator)}</span>;
}

function OneDocument({ report, metric }: { report: Overview; metric: number }) {
  const { doc, system } = route.value;
  const loaded = useLoaded(() => Promise.all([documentText(doc), documentWhy(doc)]), [doc]);
  const model = useMemo(() => loaded.value && modelOf(loaded.value[0], system), [loaded.value, system]);
  const scores = report.documents[doc]?.systems[system];
  if (!scores) return <p class="note">The system has no such document.</p>;
  const explained = loaded.value?.[1][system]?.[metric];
  return (
    <>
      <Fractions of="one document" report={report} metric={metric} tallies={scores.tallies[metric]} figures={scores.figures} />
      {model && explained ? <><Steps model={model} explained={explained} /><SetNotation model={model} /></> : <Waiting failure={loaded.failure} />}
    </>
  );
}

/** Documents with more mentions are not laid out in the explainer. */
const MOST_EXPLAINED = 200;

/** The document for the explainer, in which mentions can be moved: a link where the explainer is on the same page, else a text. */
function SetNotation({ model }: { model: Model }) {
  const { key, response, mentions } = useMemo(() => notationOf(model), [model]);
  if (mentions > MOST_EXPLAINED) return null;
  return (
    <Folded title="What if? This document in set notation, for the explainer">
      {() => (
        <>
          <p class="note">
            Twins have the same name. In the explainer, mentions can be moved and every figure moves with them.
            {route.value.tab ? "" : " It is a part of corefeval.html, the page that scores: paste both lines there into the field of the key."}
          </p>
          <p><code class="notation">{key}</code></p>
          <p><code class="notation">{response}</code></p>
          {route.value.tab ? <p><a href={link({ tab: "explainer", key, response })}>Open in the explainer</a></p> : <Copy text={`${key}\n${response}`} label="Copy both lines" />}
        </>
      )}
    </Folded>
  );
}

/** What every entity contributes; `plain` where there is no text to lead to, and `of` where several metrics are on one page. */
export function Steps({ model, explained, plain, of = "" }: { model: Model; explained: Explained; plain?: boolean; of?: string }) {
  if (explained === "sums") return <p class="note">This metric counts single mentions; the sums are all there is to see.</p>;
  if (explained === "other_rule") return <p class="note">The protocol counts some mentions by a rule that entities do not add up to (repeated mentions, split antecedents or partial matches); the sums above are what is scored.</p>;
  const parts = "entities" in explained ? explained.entities.length : 1;
  const names = (place: number) => `${of ? `${of}. ` : ""}${parts > 1 ? `Part ${place + 1}. ` : ""}`;
  if ("names" in explained) return <Names model={model} pairs={explained.names} plain={plain} />;
  return (
    <>
      {explained.entities.map((part, place) => (
        <div key={place}>
          {explained.entities.length > 1 ? <h4>Part {place + 1}</h4> : null}
          <Side model={model} steps={part.recall} own={model.key.entities} others={model.answer.entities} title={`${names(place)}Recall: key entities`} plain={plain} />
          <Side model={model} steps={part.precision} own={model.answer.entities} others={model.key.entities} title={`${names(place)}Precision: response entities`} plain={plain} />
        </div>
      ))}
    </>
  );
}

function Names({ model, pairs, plain }: { model: Model; pairs: [number, number, number, number, number][]; plain?: boolean }) {
  const rows = pairs.map(([key, response, size, other, shared]) => [
    <EntityLink plain={plain} model={model} entity={model.key.entities[key]} />,
    response < 0 ? "no candidate" : <EntityLink plain={plain} model={model} entity={model.answer.entities[response]} />,
    String(size), response < 0 ? "–" : String(other), String(shared),
    amount((2 * shared) / Math.max(1, size + other)),
  ]);
  return <DataTable caption="Named entities and the response entities that stand for them" head={["Named entity", "Stands for it", "Size", "Its size", "Shared", "F1"]} rows={rows} />;
}

const STEP_ROWS = 25;

function Side({ model, steps, own, others, title, plain }: { model: Model; steps: Step[]; own: Entity[]; others: Entity[]; title: string; plain?: boolean }) {
  const [all, setAll] = useState(false);
  const lost = (step: Step) => step[3] - step[2];
  const sorted = useMemo(() => [...steps].sort((one, other) => lost(other) - lost(one) || one[0] - other[0]), [steps]);
  const seen = all ? sorted.slice(0, 2000) : sorted.slice(0, STEP_ROWS);
  const aligns = steps.some((step) => step[1] >= 0);
  // on narrow screens, only the fraction is shown
  const figures = (numerator: number, denominator: number) =>
    plain ? [<Fraction numerator={numerator} denominator={denominator} />] : [amount(numerator), amount(denominator), amount(denominator - numerator)];
  const sum = (some: Step[]): [number, number] => some.reduce<[number, number]>(([n, d], step) => [n + step[2], d + step[3]], [0, 0]);
  const rows = seen.map((step) => [
    own[step[0]] ? <EntityLink plain={plain} model={model} entity={own[step[0]]} /> : "added by the variant",
    own[step[0]] ? String(own[step[0]].mentions.length) : "",
    ...(aligns ? [others[step[1]] ? <EntityLink plain={plain} model={model} entity={others[step[1]]} brief /> : "–"] : []),
    ...figures(step[2], step[3]),
  ]);
  const blank = ["", ...(aligns ? [""] : [])];
  if (seen.length < sorted.length) rows.push([`${sorted.length - seen.length} others`, ...blank, ...figures(...sum(sorted.slice(seen.length)))]);
  rows.push(["sum", ...blank, ...figures(...sum(steps))]);
  const head = ["Entity", plain ? "Size" : "Mentions", ...(aligns ? ["Aligned with"] : []), ...(plain ? ["Counts"] : ["Numerator", "Denominator", "Lost"])];
  return (
    <>
      <DataTable caption={title} head={head} rows={rows} />
      {sorted.length > STEP_ROWS ? <button type="button" onClick={() => setAll(!all)}>{all ? "Fewer" : `All ${sorted.length}`}</button> : null}
    </>
  );
}

function EntityLink({ model, entity, brief, plain }: { model: Model; entity: Entity; brief?: boolean; plain?: boolean }) {
  const first = entity.mentions.slice(0, 3).map((mention) => shown(mentionText(model, mention), 20)).join(" · ");
  const to = { view: "text" as const, entity: id(entity), mention: entity.mentions[0] ? id(entity.mentions[0]) : "" };
  if (plain) return <span><Chip entity={entity} />{brief ? "" : <> <bdi>{first}</bdi></>}</span>;
  return <a href={link(to)}><Chip entity={entity} />{brief ? "" : <> <bdi>{first}</bdi></>}</a>;
}
