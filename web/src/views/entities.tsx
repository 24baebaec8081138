/** How the entities of key and response overlap, and which of them CEAF-e aligns. */

import { useMemo, useState } from "preact/hooks";
import { documentText, type Overview } from "../data";
import { count, shown } from "../format";
import { useLoaded } from "../loaded";
import { Choice, Chosen, DocumentChoice, SystemChoice, Waiting } from "../parts";
import { link, route } from "../route";
import { backgroundOf } from "../palette";
import { type Entity, type Model, id, mentionText, modelOf } from "../text/model";
import { VirtualList } from "../virtual";
import { Chip, shares } from "./entity";

export function EntitiesView({ report }: { report: Overview }) {
  const { doc, system } = route.value;
  const loaded = useLoaded(() => documentText(doc), [doc]);
  const model = useMemo(() => loaded.value && modelOf(loaded.value, system), [loaded.value, system]);
  return (
    <>
      <h2>Entities side by side</h2>
      <Chosen report={report} systems={[system]} />
      <p class="tools"><DocumentChoice report={report} />{report.systems.length > 1 ? <SystemChoice report={report} /> : null}</p>
      {model ? <Alignment model={model} /> : <Waiting failure={loaded.failure} />}
    </>
  );
}

function Alignment({ model }: { model: Model }) {
  const [side, setSide] = useState<"k" | "r">("k");
  const [singletons, setSingletons] = useState(false);
  const all = (side === "k" ? model.key : model.answer).entities;
  const list = useMemo(
    () => all.filter((entity) => entity.mentions.some((mention) => mention.counts) && (singletons || entity.mentions.length > 1)).sort((one, other) => other.mentions.length - one.mentions.length || one.number - other.number),
    [model, side, singletons],
  );
  return (
    <>
      <p class="tools">
        <Choice label="Entities of" value={side} options={[["k", "the key"], ["r", "the response"]]} onChange={(value) => setSide(value as "k" | "r")} />
        <label class="choice"><input type="checkbox" checked={singletons} onChange={() => setSingletons(!singletons)} /> Singletons</label>
      </p>
      <p class="note">
        A bar is an entity, as long as it has mentions; its pieces are the entities of the other side that share them, × how many. ✓ marks the one that CEAF-e aligns with it; hatched: {side === "k" ? "missed" : "spurious"} mentions. {count(list.length, "entity").replace("entitys", "entities")}.
      </p>
      {list.length ? (
        <VirtualList class="alignment" count={list.length} estimate={58} label="Entities" role="list" row={(number) => <Bar model={model} entity={list[number]} largest={list[0].mentions.length} />} />
      ) : <p class="note">There are none.</p>}
    </>
  );
}

function Bar({ model, entity, largest }: { model: Model; entity: Entity; largest: number }) {
  const pieces = shares(model, entity);
  const all = pieces.reduce((sum, piece) => sum + piece.mentions, 0);
  const first = entity.mentions.slice(0, 4).map((mention) => shown(mentionText(model, mention), 24)).join(" · ");
  const width = Math.max(6, (100 * Math.log2(1 + all)) / Math.log2(1 + largest));
  return (
    <div class="aligned">
      <a href={link({ view: "text", entity: id(entity), mention: id(entity.mentions[0]) })}><Chip entity={entity} /> <bdi>{first}</bdi> <small>{count(entity.mentions.length, "mention")}, called {shown(entity.label, 20)} in the file</small></a>
      <div class="bar" style={{ width: `${width}%` }}>
        {pieces.map(({ other, mentions }) => {
          const aligned = other != null && other.number === entity.partner;
          const name = other ? `${mentions} in ${other.short}${aligned ? ", aligned" : ""}` : `${mentions} without twin`;
          return (
            <span key={other ? id(other) : "none"} class={aligned ? "piece partner" : "piece"} title={name} style={{ flexGrow: mentions, background: other ? backgroundOf(other.rank) : undefined }}>
              {other ? `${aligned ? "✓ " : ""}${other.short}×${mentions}` : `−×${mentions}`}
            </span>
          );
        })}
      </div>
    </div>
  );
}
