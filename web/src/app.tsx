/** The whole report: the navigation and the current view. */

import { useEffect, useRef } from "preact/hooks";
import { type Overview, VERSION } from "./data";
import { count, shown } from "./format";
import { type View, link, startWith, view } from "./route";
import { AboutView } from "./views/about";
import { ChangesView } from "./views/changes";
import { EntitiesView } from "./views/entities";
import { OverviewView, ranked } from "./views/overview";
import { TextView } from "./views/text";
import { WhyView } from "./views/why";

const VIEWS: { view: View; title: string; component: (given: { report: Overview }) => preact.JSX.Element }[] = [
  { view: "overview", title: "Overview", component: OverviewView },
  { view: "text", title: "Texts and errors", component: TextView },
  { view: "entities", title: "Entities", component: EntitiesView },
  { view: "why", title: "Why", component: WhyView },
  { view: "changes", title: "Changes", component: ChangesView },
  { view: "about", title: "Protocol and inputs", component: AboutView },
];

/** A report opens with its two best systems. */
export function startOn(report: Overview): void {
  const [system = 0, other = 1] = ranked(report, report.main);
  startWith({ system, other }, report.documents.length, report.systems.length);
}

function Navigation({ report }: { report: Overview }) {
  return (
    <nav aria-label="Views">
      {VIEWS.filter((one) => one.view !== "changes" || report.systems.length > 1).map((one) => (
        <a key={one.view} href={link({ view: one.view })} aria-current={one.view === view.value ? "page" : undefined}>{one.title}</a>
      ))}
    </nav>
  );
}

/** Moves the focus to the beginning of a view that was opened by a link in another view, which is gone. */
function useFocus(current: View): void {
  const before = useRef(current);
  useEffect(() => {
    if (before.current !== current && document.activeElement === document.body) document.querySelector("main")?.focus();
    before.current = current;
  }, [current]);
}

/** The navigation and the current view, inside another page. */
export function Views({ report }: { report: Overview }) {
  useFocus(view.value);
  const current = VIEWS.find((one) => one.view === view.value) ?? VIEWS[0];
  return <><Navigation report={report} /><current.component report={report} /></>;
}

export function App({ report }: { report: Overview }) {
  useFocus(view.value);
  const current = VIEWS.find((one) => one.view === view.value) ?? VIEWS[0];
  const key = report.inputs.find((input) => input.role === "key")?.path.split("/").at(-1) ?? "key";
  useEffect(() => {
    document.title = `${current.title} · ${report.systems.map((system) => system.name).join(", ")}`.slice(0, 120);
  }, [current]);
  if (report.report !== VERSION) return <p role="alert" class="failure">This page reads reports of version {VERSION}; the data are of version {report.report}.</p>;
  return (
    <>
      <header>
        <h1>Coreference report</h1>
        <p class="note">{shown(key, 60)}: {count(report.documents.length, "document")}, {count(report.systems.length, "system")}, corefeval {report.corefeval}</p>
        <Navigation report={report} />
      </header>
      <main tabIndex={-1}><current.component report={report} /></main>
      <footer><code class="signature">{report.signature}</code></footer>
    </>
  );
}
