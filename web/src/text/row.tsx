/** One row of text: words with the response's mentions above and the key's below. */

import { memo } from "./memo";
import { count, shown } from "../format";
import { backgroundOf } from "../palette";
import { ERRORS, type Mention, type Model, type Row, entityOf, id, mentionBy } from "./model";
import { type Strip, drawnOf, lanesOf, stripsOf } from "./strips";

export interface RowProperties {
  model: Model;
  row: Row;
  key_: Mention[];
  answer: Mention[];
  /** The entity that is followed and the mention that is in focus, as permalinks name them. */
  entity: string;
  partner: string;
  focus: string;
  shows: "both" | "k" | "r";
  onlyErrors: boolean;
}

const SIGNS = new Map(ERRORS.map((error) => [error.name as string, error.sign as string]));

export const TextRow = memo(function TextRow(given: RowProperties) {
  const { model, row } = given;
  const shows = (mention: Mention) => mention.counts || id(mention) === given.focus;
  const all = [given.shows === "k" ? [] : given.answer, given.shows === "r" ? [] : given.key_].map((mentions) => stripsOf(mentions.filter(shows), row));
  const focus = mentionBy(model, given.focus || "k-1");
  const [above, below] = all.map((strips) => drawnOf(strips, focus));
  const left = all[0].length + all[1].length - above.length - below.length;
  const heights = { above: lanesOf(above), below: lanesOf(below) };
  const tokens = [];
  for (let token = row.start; token < row.end; token++) {
    tokens.push(<Token key={token} token={token} given={given} above={above} below={below} heights={heights} />);
  }
  const speaker = row.opens ? speakerAt(model, row.start) : null;
  return (
    <div class="row">
      <span class="sentence-number" aria-hidden="true">{row.opens ? row.sentence + 1 : ""}</span>
      <p class="words">
        {speaker ? <span class="speaker">{shown(speaker, 30)}</span> : null}
        {tokens}
        {left ? <small class="note">{count(left, "strip")} of deeper mentions {left === 1 ? "is" : "are"} not drawn</small> : null}
      </p>
    </div>
  );
});

/** The new speaker at a row, if the speaker changes. */
function speakerAt(model: Model, token: number): string | null {
  const turn = model.text.key.speakers.find(([start]) => start === token);
  return turn && turn[1] !== "-" && turn[1] !== "" && turn[1] !== "_" ? turn[1] : null;
}

function Token(properties: {
  token: number;
  given: RowProperties;
  above: Strip[];
  below: Strip[];
  heights: { above: number; below: number };
}) {
  const { token, given, above, below, heights } = properties;
  const { model } = given;
  const words = model.text.key.words;
  const isZero = model.text.key.zeros.includes(token);
  const word = words ? shown(words[token] ?? "") : String(token);
  return (
    <span class="token">
      <Lanes token={token} given={given} strips={above} count={heights.above} turned />
      <bdi class={isZero ? "word zero" : "word"}>{isZero && (!words || words[token] === "_") ? "∅" : word || "∅"}</bdi>
      <Lanes token={token} given={given} strips={below} count={heights.below} />
    </span>
  );
}

function Lanes(properties: { token: number; given: RowProperties; strips: Strip[]; count: number; turned?: boolean }) {
  const { token, given, strips, count, turned } = properties;
  if (count === 0) return null;
  const lanes = [];
  for (let lane = 0; lane < count; lane++) {
    const strip = strips.find((one) => one.lane === lane && one.start <= token && token < one.end);
    lanes.push(strip ? <Piece key={lane} strip={strip} token={token} given={given} /> : <i key={lane} class="lane" />);
  }
  return <span class="lanes">{turned ? lanes.reverse() : lanes}</span>;
}

function Piece({ strip, token, given }: { strip: Strip; token: number; given: RowProperties }) {
  const { mention } = strip;
  const entity = entityOf(given.model, mention);
  const opens = strip.start === token;
  const names = [id(entity) === given.entity, id(entity) === given.partner];
  const state = [
    "lane strip",
    opens && strip.first ? "opens" : "",
    strip.end === token + 1 && strip.last ? "closes" : "",
    mention.start === mention.end ? "between" : "",
    mention.error ? "wrong" : "",
    given.entity ? (names.some(Boolean) ? "followed" : "faded") : "",
    given.onlyErrors && !mention.error ? "faded" : "",
    id(mention) === given.focus ? "focus" : "",
  ];
  const sign = mention.error ? (SIGNS.get(mention.error) ?? "") : "";
  return (
    <i class={state.filter(Boolean).join(" ")} data-mention={id(mention)} style={{ background: backgroundOf(entity.rank, opens) }}>
      {opens ? `${sign}${entity.short}` : ""}
    </i>
  );
}
