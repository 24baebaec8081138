/** The site of a shared task. */

import { render } from "preact";
import { useEffect } from "preact/hooks";
import { packed } from "../data";
import { count, shown } from "../format";
import { type Results, SCHEMA } from "./data";
import { at, type Place, to } from "./route";
import { DatasetsView, FiguresView, RankingsView, SystemsView } from "./views";
import "../style.css";
import "./site.css";

const VIEWS: { view: Place["view"]; title: string; component: (given: { results: Results }) => preact.JSX.Element }[] = [
  { view: "rankings", title: "Rankings", component: RankingsView },
  { view: "datasets", title: "Datasets", component: DatasetsView },
  { view: "systems", title: "Systems", component: SystemsView },
];

function Site({ results }: { results: Results }) {
  const { view } = at.value;
  const current = VIEWS.find((one) => one.view === view);
  const Component = current?.component ?? FiguresView;
  const { task } = results;
  useEffect(() => {
    document.title = `${current?.title ?? "Figures"} · ${task.name}`.slice(0, 120);
  }, [view]);
  if (results.schema !== SCHEMA) return <p role="alert" class="failure">This page reads results of version {SCHEMA}; the data are of version {results.schema}.</p>;
  return (
    <>
      <header>
        <h1>{shown(task.name, 100)}</h1>
        <p class="note">{shown(task.about, 600)} {task.url && /^https?:\/\//i.test(task.url) ? <a href={task.url} rel="noopener noreferrer">{shown(task.url, 100)}</a> : null}</p>
        <p class="note">{count(results.datasets.length, "dataset")}, {count(results.submissions.length, "submission")}, ranked by {task.primary_title}; corefeval {results.corefeval}</p>
        <nav aria-label="Views">{VIEWS.map((one) => <a key={one.view} href={to({ view: one.view })} aria-current={one === current ? "page" : undefined}>{one.title}</a>)}</nav>
      </header>
      <main tabIndex={-1}><Component results={results} /></main>
      <footer><code class="signature">{task.signature}</code><br /><a href="results.json">results.json</a>, <a href="results.csv">results.csv</a></footer>
    </>
  );
}

const place = document.getElementById("app") as HTMLElement;

packed("results").then(
  (results) => {
    place.replaceChildren();
    render(<Site results={results as Results} />, place);
  },
  (error: unknown) => {
    place.textContent = `The results cannot be read: ${error}`;
  },
);
