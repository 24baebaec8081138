/** The browser of errors: a document's text with the mentions of key and response, and the list of errors beside it. */

import { useMemo, useState } from "preact/hooks";
import { documentText, type Overview } from "../data";
import { count, percent, shown } from "../format";
import { useLoaded } from "../loaded";
import { Choice, Chosen, DocumentChoice, Sign, SystemChoice, Waiting } from "../parts";
import { go, route } from "../route";
import { ERRORS, type ErrorItem, KINDS, type Mention, type Model, entityBy, entityOf, id, mentionBy, mentionText, modelOf, rowAt } from "../text/model";
import { Ribbons } from "../text/ribbons";
import { TextRow } from "../text/row";
import { byRow } from "../text/strips";
import { VirtualList } from "../virtual";
import { EntityPanel } from "./entity";
import { follow, listKeys, step, textKeys, useKeys } from "./keys";
import { figureOf, figureName } from "./overview";
import { searchAll } from "./search";

export function TextView({ report }: { report: Overview }) {
  const { doc, system } = route.value;
  const loaded = useLoaded(() => documentText(doc), [doc]);
  const model = useMemo(() => loaded.value && modelOf(loaded.value, system), [loaded.value, system]);
  if (!report.documents[doc]) return <Waiting failure={`There is no document ${doc + 1}.`} />;
  return (
    <>
      <h2 class="unseen">Texts and errors</h2>
      <Chosen report={report} systems={[system]} />
      <p class="tools">
        <DocumentChoice report={report} />
        {report.systems.length > 1 ? <SystemChoice report={report} /> : null}
        <span class="score">{figureName(report, figureOf(report))} {percent(report.documents[doc].systems[system]?.figures[figureOf(report)], report.digits)}</span>
      </p>
      {model ? <Browser report={report} model={model} /> : <Waiting failure={loaded.failure} />}
    </>
  );
}

/** The errors that match the filters. */
export function filtered(model: Model): ErrorItem[] {
  const { errors, kinds, search } = route.value;
  const names = errors ? errors.split(",") : null;
  const kindNames = kinds ? kinds.split(",") : null;
  const wanted = search.toLowerCase();
  return model.errors.filter(
    (error) =>
      (!names || names.includes(error.name)) &&
      (!kindNames || kindNames.includes(KINDS[error.mention.kind] ?? "unknown")) &&
      (!wanted || mentionText(model, error.mention).toLowerCase().includes(wanted)),
  );
}

function Browser({ report, model }: { report: Overview; model: Model }) {
  const [shows, setShows] = useState<"both" | "k" | "r">("both");
  const [onlyErrors, setOnlyErrors] = useState(false);
  const { mention, entity, errors, kinds, search } = route.value;
  const rows = useMemo(() => {
    const at = (token: number) => rowAt(model.rows, token);
    return { key: byRow(model.key.mentions, model.rows, at), answer: byRow(model.answer.mentions, model.rows, at) };
  }, [model]);
  const list = useMemo(() => filtered(model), [model, errors, kinds, search]);
  const focus = mention ? mentionBy(model, mention) : null;
  const goal = useMemo(() => (focus ? { row: rowAt(model.rows, focus.start) } : null), [model, mention]);
  const followed = entity ? entityBy(model, entity) : null;
  const partner = followed && followed.partner >= 0 ? `${followed.side === "k" ? "r" : "k"}${followed.partner}` : "";
  useKeys(model, list);
  const click = (event: MouseEvent) => {
    const name = (event.target as HTMLElement).closest<HTMLElement>("[data-mention]")?.dataset.mention;
    const found = name ? mentionBy(model, name) : null;
    if (found) follow(model, found);
  };
  const shownMentions = useMemo(
    // in visual order: of two mentions with the same span, the one above the words is first
    () => [...(shows === "k" ? [] : model.answer.mentions), ...(shows === "r" ? [] : model.key.mentions)].filter((one) => one.counts).sort((one, other) => one.start - other.start || one.end - other.end),
    [model, shows],
  );
  return (
    <div class="browser">
      <div class="text-side">
        <Legend />
        <p class="tools small">
          <Choice label="Show" value={shows} options={[["both", "key and response"], ["k", "key only"], ["r", "response only"]]} onChange={(value) => setShows(value as "both" | "k" | "r")} />
          <label class="choice"><input type="checkbox" checked={onlyErrors} onChange={() => setOnlyErrors(!onlyErrors)} /> Fade what is right</label>
        </p>
        <Ribbons model={model} entity={entity} />
        <p class="unseen" role="status">{focus ? said(model, focus) : ""}</p>
        <VirtualList
          id="text" class="text" count={model.rows.length} estimate={64} goal={goal} label="Text of the document" dir={model.rtl ? "rtl" : "ltr"} onClick={click} onKeyDown={textKeys(model, shownMentions)}
          row={(number) => (
            <TextRow model={model} row={model.rows[number]} key_={rows.key[number]} answer={rows.answer[number]} entity={entity} partner={partner} focus={mention} shows={shows} onlyErrors={onlyErrors} />
          )}
        />
      </div>
      <aside aria-label="Errors and entities">
        {followed ? <EntityPanel model={model} entity={followed} /> : null}
        <Errors model={model} list={list} />
        <SearchAll report={report} />
      </aside>
    </div>
  );
}

/** The mention in focus, for screen readers. */
function said(model: Model, mention: Mention): string {
  const side = mention.side === "k" ? "key" : "response";
  return `${shown(mentionText(model, mention), 80)}, ${side} entity ${entityOf(model, mention).short}, ${mention.error ?? "right"}`;
}

function Legend() {
  return (
    <>
      <p class="note long">
        Above the words: the response. Below: the key. The same number and colour: entities that CEAF-e aligns; letters: response entities aligned with none.
        Click a strip to follow its entity.
      </p>
      <p class="note long keys">
        Keys: <kbd>n</kbd>/<kbd>p</kbd> next and previous error, <kbd>]</kbd>/<kbd>[</kbd> document, <kbd>e</kbd> next mention of the entity, <kbd>Esc</kbd> stop following, <kbd>/</kbd> search.
        In the text: <kbd>←</kbd>/<kbd>→</kbd> mention, <kbd>Enter</kbd> follow its entity. In the list of errors: <kbd>↑</kbd>/<kbd>↓</kbd> error, <kbd>Enter</kbd> to the text.
      </p>
    </>
  );
}

function Errors({ model, list }: { model: Model; list: ErrorItem[] }) {
  const { errors, kinds, search, mention } = route.value;
  const chosen = errors ? errors.split(",") : [];
  const counts = new Map<string, number>();
  for (const error of model.errors) counts.set(error.name, (counts.get(error.name) ?? 0) + 1);
  const toggle = (name: string) => {
    const next = chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name];
    go({ errors: next.join(",") }, true);
  };
  const current = list.findIndex((error) => id(error.mention) === mention);
  const goal = useMemo(() => (current >= 0 ? { row: current } : null), [current]);
  const kindOptions: [string, string][] = [["", "all kinds"], ...KINDS.map((kind): [string, string] => [kind, `${kind}s`]), ["unknown", "unknown kind"]];
  return (
    <section aria-labelledby="errors-heading">
      <h3 id="errors-heading">{list.length === model.errors.length ? count(list.length, "error") : `${list.length} of ${count(model.errors.length, "error")}`}</h3>
      <div class="filters" role="group" aria-label="Kinds of errors">
        {ERRORS.map((error) => (
          <button key={error.name} type="button" title={error.about} aria-pressed={chosen.includes(error.name)} onClick={() => toggle(error.name)}>
            <Sign text={error.sign} />{error.name} {counts.get(error.name) ?? 0}
          </button>
        ))}
      </div>
      <p class="tools small">
        <label class="choice"><span>Search</span><input id="search" type="search" value={search} onInput={(event) => go({ search: event.currentTarget.value }, true)} onKeyDown={(event) => event.key === "Enter" && step(model, list, 1)} /></label>
        <Choice label="Mentions" value={kinds} options={kindOptions} onChange={(value) => go({ kinds: value }, true)} />
      </p>
      <p class="tools small">
        <button type="button" onClick={() => step(model, list, -1)}>‹ previous</button>
        <button type="button" onClick={() => step(model, list, 1)}>next ›</button>
      </p>
      {list.length ? (
        <VirtualList
          id="errors" class="errors" count={list.length} estimate={52} goal={goal} label="Errors" role="listbox" selected={current} onKeyDown={listKeys(model, list)}
          row={(number) => <Item model={model} error={list[number]} />}
        />
      ) : <p class="note">{model.errors.length ? "No error is left by these filters." : "Nothing is wrong under this protocol."}</p>}
    </section>
  );
}

function Item({ model, error }: { model: Model; error: ErrorItem }) {
  const { mention, other } = error;
  const sign = ERRORS.find((one) => one.name === error.name)?.sign;
  const row = model.rows[rowAt(model.rows, mention.start)];
  const instead = other ? ` — the response has “${shown(mentionText(model, other), 50)}”` : "";
  return (
    <div class="item" onClick={() => follow(model, mention)}>
      <b><Sign text={sign ?? ""} />{error.name}</b> <bdi>{shown(mentionText(model, mention), 80)}</bdi>{instead}
      <small> entity {entityOf(model, mention).short}, sentence {(row?.sentence ?? 0) + 1}</small>
    </div>
  );
}

function SearchAll({ report }: { report: Overview }) {
  const { search } = route.value;
  const [found, setFound] = useState<{ of: string; places: { doc: number; mention: string; text: string }[]; done: boolean } | null>(null);
  const run = () => searchAll(report, search, (places, done) => setFound({ of: search, places, done }));
  if (!search) return null;
  return (
    <section aria-labelledby="all-heading">
      <h3 id="all-heading">In all documents</h3>
      <button type="button" onClick={run}>Search all texts for “{shown(search, 30)}”</button>
      {found && found.of === search ? (
        <>
          <p class="note" role="status">{count(found.places.length, "place")}{found.done ? "" : ", still searching …"}</p>
          <ul class="found">
            {found.places.slice(0, 200).map((place) => (
              <li key={`${place.doc} ${place.mention} ${place.text}`}>
                <button type="button" class="item" onClick={() => go({ doc: place.doc, mention: place.mention, entity: "" })}>
                  <small>{shown(report.documents[place.doc].name, 40)}</small> <bdi>{shown(place.text, 120)}</bdi>
                </button>
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </section>
  );
}
