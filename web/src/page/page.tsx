/** The page that scores without installing anything. */

import { render } from "preact";
import { useEffect } from "preact/hooks";
import { Views } from "../app";
import { link, route } from "../route";
import { Convert } from "./convert";
import { DropCue, acceptDrops } from "./drop";
import { Explainer } from "./explainer";
import { Files } from "./files";
import { Wrong } from "./problems";
import { Protocol } from "./protocol";
import { saved } from "./save";
import { ScoresSection } from "./scores";
import { about, busy, compared, during, engine, makeReport, report, scores, wrong } from "./state";
import "../style.css";
import "./page.css";

const TABS: { tab: string; title: string; component: () => preact.JSX.Element }[] = [
  { tab: "", title: "Score", component: ScoreTab },
  { tab: "report", title: "Report", component: ReportTab },
  { tab: "convert", title: "Convert", component: ConvertTab },
  { tab: "explainer", title: "Explainer", component: Explainer },
];

function ScoreTab() {
  return <><Files /><ScoresSection /><Protocol /></>;
}

function ConvertTab() {
  return <><Files /><p role="status" class="note busy">{busy.value}</p><Wrong reason={wrong.value} /><Convert /></>;
}

function ReportTab() {
  const made = report.value;
  useEffect(() => {
    if (!made && scores.value) void makeReport();
  }, [made, scores.value]);
  if (made) {
    const save = async () => {
      const bytes = await during("Writing …", () => engine.page());
      if (bytes) saved("report.html", bytes, "text/html");
    };
    return <><p class="tools"><button type="button" id="save-report" onClick={save}>Save the report as one HTML file</button></p><Views report={made} /></>;
  }
  return (
    <>
      <h2>Report</h2>
      <p role="status" class="note busy">{busy.value}</p>
      <Wrong reason={wrong.value} />
      {compared().length ? null : <p class="note">Drop a key and a response on <a href={link({ tab: "" })}>Score</a> first.</p>}
    </>
  );
}

function Page() {
  const current = TABS.find((one) => one.tab === route.value.tab) ?? TABS[0];
  useEffect(() => {
    document.title = `${current.title} · corefeval`;
  }, [current]);
  return (
    <>
      <header>
        <h1>corefeval</h1>
        <p class="note">Coreference evaluation in your browser{about.value ? `, version ${about.value.corefeval}` : ""}. Nothing leaves this computer.</p>
        <nav aria-label="Parts of the page">
          {TABS.map((one) => <a key={one.tab} href={link({ tab: one.tab })} aria-current={one === current ? "page" : undefined}>{one.title}</a>)}
        </nav>
      </header>
      <main tabIndex={-1}><current.component /></main>
      <DropCue />
      <footer>The same library as the command line and the Python package, compiled to WebAssembly.</footer>
    </>
  );
}

const place = document.getElementById("app") as HTMLElement;
place.replaceChildren();
render(<Page />, place);
acceptDrops();
if (location.protocol.startsWith("http") && !document.getElementById("engine")) void navigator.serviceWorker?.register("offline.js").catch(() => undefined);
