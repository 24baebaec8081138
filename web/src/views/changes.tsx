/** Two systems on one document: only the decisions that differ. */

import { useMemo, useState } from "preact/hooks";
import { documentText, type Overview } from "../data";
import { count, shown } from "../format";
import { useLoaded } from "../loaded";
import { Choice, Chosen, DocumentChoice, Sign, SystemChoice, Waiting } from "../parts";
import { link, route } from "../route";
import { type Mention, type Model, inTextOrder, mentionText, modelOf, rowAt } from "../text/model";
import { VirtualList } from "../virtual";

interface Change {
  mention: Mention;
  before: string;
  after: string;
  change: "gained" | "lost" | "otherwise wrong";
}

/** The key mentions about which two systems differ. */
export function changesOf(one: Model, other: Model): Change[] {
  const named = (mention: Mention) => mention.error ?? "right";
  const changes = one.key.mentions.flatMap((before, number): Change[] => {
    const after = other.key.mentions[number];
    if ((!before.counts && !after.counts) || named(before) === named(after)) return [];
    const change = !after.error ? "gained" : !before.error ? "lost" : "otherwise wrong";
    return [{ mention: before, before: named(before), after: named(after), change }];
  });
  return changes.sort((a, b) => inTextOrder(a.mention, b.mention));
}

export function ChangesView({ report }: { report: Overview }) {
  const { doc, system, other } = route.value;
  const loaded = useLoaded(() => documentText(doc), [doc]);
  const models = useMemo(() => loaded.value && [modelOf(loaded.value, system), modelOf(loaded.value, other)], [loaded.value, system, other]);
  if (report.systems.length < 2) return <><h2>Changes</h2><p class="note">There is one system; give several to compare them.</p></>;
  return (
    <>
      <h2>From one system to another</h2>
      <Chosen report={report} systems={[system, other]} />
      <p class="tools"><DocumentChoice report={report} /><SystemChoice report={report} label="From" /><SystemChoice report={report} what="other" label="to" /></p>
      {models ? <List models={models as [Model, Model]} /> : <Waiting failure={loaded.failure} />}
    </>
  );
}

function List({ models: [one, other] }: { models: [Model, Model] }) {
  const [only, setOnly] = useState("");
  const all = useMemo(() => changesOf(one, other), [one, other]);
  const list = all.filter((change) => !only || change.change === only);
  const number = (name: string) => all.filter((change) => change.change === name).length;
  const options: [string, string][] = [["", `all (${all.length})`], ...["gained", "lost", "otherwise wrong"].map((name): [string, string] => [name, `${name} (${number(name)})`])];
  return (
    <>
      <p class="tools"><Choice label="Changes" value={only} options={options} onChange={setOnly} /></p>
      <p class="note" role="status">{count(list.length, "mention")} of the key decided differently.</p>
      {list.length ? <VirtualList class="changes" count={list.length} estimate={40} label="Changes" role="list" row={(place) => <Line model={one} change={list[place]} />} /> : null}
    </>
  );
}

function Line({ model, change }: { model: Model; change: Change }) {
  const sentence = model.rows[rowAt(model.rows, change.mention.start)]?.sentence ?? 0;
  const sign = { gained: "▲", lost: "▼", "otherwise wrong": "≠" }[change.change];
  return (
    <a class="item" href={link({ view: "text", mention: `k${change.mention.number}`, entity: `k${change.mention.entity}` })}>
      <b class={change.change === "gained" ? "gained" : ""}><Sign text={sign} />{change.change}</b> <bdi>{shown(mentionText(model, change.mention), 80)}</bdi> <small>{change.before} → {change.after}, sentence {sentence + 1}</small>
    </a>
  );
}
