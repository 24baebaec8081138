/** The views of a task's site. */

import { Fragment } from "preact";
import { count, percent, shown } from "../format";
import { Copy, DataTable, Section } from "../parts";
import type { Figure, Results, Submission, Trouble } from "./data";
import { Ranks } from "./ranks";
import { at, to } from "./route";

const figure = (figures: Figure[] | undefined, name: string): number | null => figures?.find((one) => one.name === name)?.f ?? null;

const numberOf = (results: Results, id: string): number => results.submissions.findIndex((one) => one.id === id);

const conditionName = (condition: string): string => ({ predicted: "predicted mentions", "gold-mentions": "gold mentions", "gold-boundaries": "gold boundaries" })[condition] ?? condition;

/** A number that opens its figures, signature and report. */
function Opened({ results, submission, dataset, value }: { results: Results; submission: number; dataset: number; value: number | null }) {
  if (value == null) return <>–</>;
  return <a href={to({ view: "figures", submission, dataset })}>{percent(value, results.site.digits)}</a>;
}

export function RankingsView({ results }: { results: Results }) {
  return (
    <>
      {results.rankings.map((ranking, place) => <Ranking key={place} results={results} ranking={ranking} place={place} />)}
      <Rules results={results} />
      <Languages results={results} />
      <NotRanked results={results} />
    </>
  );
}

function titleOf(results: Results, ranking: Results["rankings"][number]): string {
  const parts = [ranking.track == null ? "" : `${shown(ranking.track, 40)} track`, results.task.conditions.length > 1 ? conditionName(ranking.condition) : ""].filter(Boolean);
  return parts.length ? `Ranking: ${parts.join(", ")}` : "Ranking";
}

function Ranking({ results, ranking, place }: { results: Results; ranking: Results["rankings"][number]; place: number }) {
  const { task, datasets, chance } = results;
  const several = datasets.length > 1;
  const drawn = ranking.standings.some((standing) => standing.interval);
  const limit = chance ? 1 - chance.confidence / 100 : 0;
  const rows = ranking.standings.map((standing) => {
    const submission = numberOf(results, standing.id);
    const one = results.submissions[submission];
    const [best, worst] = standing.interval ?? [0, 0];
    const close = standing.p_above != null && standing.p_above > limit ? " ≈" : "";
    return [
      <><a href={to({ view: "systems", submission })}>{shown(one.name, 40)}</a> <small class="note">{shown(one.id, 40)}{one.baseline && one.id !== "baseline" ? ", baseline" : ""}</small></>,
      standing.rank == null ? "–" : `${standing.rank}${standing.tied ? "=" : ""}`,
      ...(drawn ? [standing.interval ? `${best === worst ? best : `${best}–${worst}`}${close}` : ""] : []),
      <strong><Opened results={results} submission={submission} dataset={-1} value={standing.score} /></strong>,
      ...(several ? one.datasets.map((dataset, number) => <Opened results={results} submission={submission} dataset={number} value={figure(dataset.rules[0]?.figures, task.primary)} />) : []),
    ];
  });
  const head = ["System", "Rank", ...(drawn ? ["Ranks"] : []), task.primary_title, ...(several ? datasets.map((dataset) => shown(dataset.name, 20)) : [])];
  const note = drawn && chance ? `Ranks: in ${chance.confidence} of 100 cases with other documents (${chance.method} of ${chance.unit}s, ${chance.resamples.toLocaleString("en")} resamples, seed ${chance.seed}); ≈: not distinguished from the one above.` : undefined;
  const table = <DataTable caption={titleOf(results, ranking).replace("Ranking", "Standings")} head={head} rows={rows} hidden />;
  const lines = ranking.standings.flatMap((standing) => (standing.rank != null && standing.interval ? [{ name: results.submissions[numberOf(results, standing.id)].name, rank: standing.rank, interval: standing.interval }] : []));
  return (
    <Section id={`ranking-${place}`} title={titleOf(results, ranking)} note={note}>
      {table}
      {lines.length > 1 ? <figure><Ranks lines={lines} /></figure> : null}
    </Section>
  );
}

function Rules({ results }: { results: Results }) {
  const scored = results.submissions.map((one, number) => ({ one, number })).filter(({ one }) => one.score != null);
  if (results.task.rules.length < 2 || !scored.length) return null;
  const rows = scored.map(({ one, number }) => [
    <a href={to({ view: "figures", submission: number, dataset: -1 })}>{shown(one.name, 40)}</a>,
    ...results.task.rules.map((rule) => percent(figure(one.rules.find((own) => own.rule === rule)?.figures, results.task.primary), results.site.digits)),
  ]);
  return <Section id="rules" title="Under other matching rules" note="The first rule is the official one."><DataTable caption="Scores under each matching rule" head={["System", ...results.task.rules]} rows={rows} hidden /></Section>;
}

function Languages({ results }: { results: Results }) {
  const scored = results.submissions.filter((one) => one.languages.length);
  if (!scored.length) return null;
  const names = scored[0].languages.map((group) => group.name);
  const rows = scored.map((one) => [shown(one.name, 40), ...names.map((name) => percent(figure(one.languages.find((group) => group.name === name)?.figures, results.task.primary), results.site.digits))]);
  return <Section id="languages" title="Languages"><DataTable caption="Mean scores of each language" head={["System", ...names.map((name) => shown(name, 30))]} rows={rows} hidden /></Section>;
}

function NotRanked({ results }: { results: Results }) {
  const left = results.submissions.map((one, number) => ({ one, number })).filter(({ one }) => one.score == null);
  if (!left.length) return null;
  const first = (one: Submission) => [...one.problems, ...one.datasets.flatMap((dataset) => dataset.problems)].find((problem) => problem.severity === "error");
  const rows = left.map(({ one, number }) => [<a href={to({ view: "systems", submission: number })}>{shown(one.id, 60)}</a>, one.status, <span class="words-cell">{shown(first(one)?.message ?? "nothing to score", 300)}</span>]);
  return <Section id="not-ranked" title="Not ranked"><DataTable caption="Submissions without a rank" head={["Submission", "Status", "Why"]} rows={rows} hidden words /></Section>;
}

export function DatasetsView({ results }: { results: Results }) {
  const rows = results.datasets.map((dataset, number) => {
    const report = results.site.reports[number];
    return [
      shown(dataset.name, 40), shown(dataset.language ?? "–", 30), shown(dataset.genre ?? "–", 30),
      ...[dataset.documents, dataset.tokens, dataset.mentions, dataset.entities].map((value) => value.toLocaleString("en")),
      report ? <a href={report.path}>report</a> : "–",
      <code class="signature">{dataset.fingerprint ?? "–"}</code>,
    ];
  });
  return (
    <>
      <Section id="datasets" title="Datasets"><DataTable caption="Datasets and their keys" head={["Dataset", "Language", "Genre", "Documents", "Tokens", "Mentions", "Entities", "Report", "Fingerprint of the key"]} rows={rows} hidden /></Section>
      {results.datasets.map((dataset, number) => <Genres key={number} results={results} number={number} title={dataset.name} />)}
    </>
  );
}

function Genres({ results, number, title }: { results: Results; number: number; title: string }) {
  const with_ = results.submissions.filter((one) => one.datasets[number]?.genres.length);
  if (!with_.length) return null;
  const names = with_[0].datasets[number].genres.map((group) => group.name);
  const rows = with_.map((one) => [shown(one.name, 40), ...names.map((name) => percent(figure(one.datasets[number].genres.find((group) => group.name === name)?.figures, results.task.primary), results.site.digits))]);
  return <Section id={`genres-${number}`} title={`${shown(title, 40)}: genres`}><DataTable caption="Scores of each genre" head={["System", ...names.map((name) => shown(name, 30))]} rows={rows} hidden /></Section>;
}

export function SystemsView({ results }: { results: Results }) {
  const chosen = at.value.submission;
  const list = results.submissions.map((one, number) => ({ one, number })).filter(({ number }) => chosen < 0 || chosen >= results.submissions.length || number === chosen);
  return (
    <>
      <h2>Systems</h2>
      {list.length < results.submissions.length ? <p><a href={to({ view: "systems" })}>All systems</a></p> : null}
      {list.map(({ one, number }) => <CardOf key={number} results={results} one={one} number={number} />)}
    </>
  );
}

const isWeb = (url: string): boolean => /^https?:\/\//i.test(url);

function CardOf({ results, one, number }: { results: Results; one: Submission; number: number }) {
  const { card } = one;
  const facts: [string, preact.ComponentChildren][] = [
    ["Submission", shown(one.id, 100)],
    ["Track", one.track ? shown(one.track, 60) : ""],
    ["Condition", conditionName(one.condition)],
    ["Authors", card.authors.map((author) => shown(author, 100)).join(", ")],
    ["Affiliation", shown(card.affiliation ?? "", 200)],
    ["Read more", card.url && isWeb(card.url) ? <a href={card.url} rel="noopener noreferrer nofollow">{shown(card.url, 100)}</a> : ""],
    ["Resources", card.resources.map((resource) => shown(resource, 200)).join(", ")],
    ...Object.entries(card.methods).map(([name, value]): [string, string] => [results.site.methods[name] ?? shown(name, 40), shown(value, 200)]),
    [results.task.primary_title, one.score == null ? `not ranked: ${one.status}` : <Opened results={results} submission={number} dataset={-1} value={one.score} />],
  ];
  return (
    <section aria-labelledby={`system-${number}`}>
      <h3 id={`system-${number}`}>{shown(one.name, 80)}{one.baseline ? " (baseline)" : ""}</h3>
      <dl>{facts.filter(([, value]) => value !== "").map(([name, value]) => <Fragment key={name}><dt>{name}</dt><dd>{value}</dd></Fragment>)}</dl>
      <Troubles list={[...one.problems, ...one.datasets.flatMap((dataset) => dataset.problems)]} />
    </section>
  );
}

function Troubles({ list }: { list: Trouble[] }) {
  if (!list.length) return null;
  return (
    <details><summary>{count(list.length, "problem")}</summary>
      <ul>{list.map((one, number) => <li key={number} class={one.severity === "error" ? "failure" : ""}><b>{one.severity}</b> {shown(one.path, 100)}{one.line ? `:${one.line}` : ""}: {shown(one.message, 400)} {shown(one.hint, 300)} <code>[{one.code}]</code></li>)}</ul>
    </details>
  );
}

/** All figures behind a number: under each rule, with the signature and the way to the report. */
export function FiguresView({ results }: { results: Results }) {
  const { submission, dataset } = at.value;
  const one = results.submissions[submission];
  if (!one) return <><h2>Figures</h2><p class="note">There is no such submission.</p></>;
  const of = one.datasets[dataset];
  const rules = of ? of.rules : one.rules;
  const report = of ? results.site.reports[dataset] : null;
  const system = report?.submissions.indexOf(one.id) ?? -1;
  const opens = (name: string) => {
    const place = report?.figures.findIndex(([own, part]) => own === name && part === "f") ?? -1;
    return report && system >= 0 && place >= 0 ? `${report.path}#${new URLSearchParams({ view: "why", system: String(system), figure: String(place) })}` : null;
  };
  const digits = results.site.digits;
  return (
    <>
      <h2>{shown(one.name, 60)}: {of ? shown(of.dataset, 40) : `mean over ${count(one.datasets.length, "dataset")}`}</h2>
      <p class="tools">
        <a href={to({ view: "systems", submission })}>The system</a>
        {one.datasets.map((own, number) => <a key={number} href={to({ view: "figures", submission, dataset: number })} aria-current={number === dataset ? "page" : undefined}>{shown(own.dataset, 30)}</a>)}
        {report && system >= 0 ? <a href={`${report.path}#view=text&system=${system}`}>Report: errors in the texts</a> : null}
      </p>
      {rules.map((rule, place) => {
        const rows = rule.figures.map((each) => {
          const href = place === 0 ? opens(each.name) : null;
          const f = percent(each.f, digits);
          return [results.site.titles[each.name] ?? each.name, percent(each.recall, digits), percent(each.precision, digits), href ? <a href={href} aria-label={`${f}: why?`}>{f}</a> : f];
        });
        return <DataTable key={rule.rule} caption={`match:${rule.rule}${place === 0 ? ", the official rule" : ""}`} head={["Metric", "Recall", "Precision", "F"]} rows={rows} />;
      })}
      {of ? <Troubles list={of.problems} /> : null}
      <h3>Signature</h3>
      <p><code class="signature">{results.task.signature}</code></p>
      <Copy text={results.task.signature} label="Copy the signature" />
    </>
  );
}
