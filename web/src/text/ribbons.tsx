/** The book view: where in the text the largest entities are mentioned, and which mentions are right. */

import { useMemo } from "preact/hooks";
import { backgroundOf } from "../palette";
import { go } from "../route";
import { type Entity, type Model, id, mentionText } from "./model";

const MOST_ENTITIES = 12;
const BINS = 240;

interface Bin {
  right: number;
  wrong: number;
  first: string;
}

/** How many mentions of an entity are right and wrong in each stretch of the text. */
export function bins(entity: Entity, tokens: number): (Bin | null)[] {
  const found: (Bin | null)[] = Array.from({ length: BINS }, () => null);
  for (const mention of entity.mentions) {
    const place = Math.min(BINS - 1, Math.floor((mention.start / Math.max(1, tokens)) * BINS));
    const bin = (found[place] ??= { right: 0, wrong: 0, first: id(mention) });
    if (mention.error) bin.wrong++;
    else bin.right++;
  }
  return found;
}

export function Ribbons({ model, entity }: { model: Model; entity: string }) {
  const { tokens } = model.text.key;
  const largest = useMemo(() => [...model.key.entities].sort((one, other) => one.rank - other.rank).slice(0, MOST_ENTITIES), [model]);
  const drawn = useMemo(() => largest.map((one) => ({ one, stretches: bins(one, tokens), name: nameOf(model, one) })), [model]);
  return (
    <details class="ribbons" open={tokens > 3000}>
      <summary>Entities along the text</summary>
      <p class="note">The {largest.length} largest key entities from the beginning to the end of the document. Tall: mentions resolved right; short and dark: errors. Click to go there.</p>
      {drawn.map(({ one, stretches, name }) => (
        <div key={one.number} class={entity && id(one) !== entity ? "ribbon faded" : "ribbon"}>
          <button type="button" onClick={() => go({ entity: id(one), mention: id(one.mentions[0]) })} title={name}>{one.short} <bdi>{name}</bdi></button>
          <svg viewBox={`0 0 ${BINS} 16`} preserveAspectRatio="none" role="img" aria-label={`Entity ${one.short}, ${name}, along the text`} onClick={(event) => jump(event, one, tokens)}>
            {stretches.map((bin, place) => bin && (
              <g key={place}>
                <rect x={place} width="1.2" y={bin.right ? 0 : 8} height={bin.right ? 16 : 8} fill={solid(one)} />
                {bin.wrong ? <rect x={place} width="1.2" y="10" height="6" class="wrong-bin" /> : null}
              </g>
            ))}
          </svg>
        </div>
      ))}
    </details>
  );
}

const solid = (entity: Entity): string => /#[0-9a-f]{6}/.exec(backgroundOf(entity.rank))?.[0] ?? "#888888";

function jump(event: MouseEvent, entity: Entity, tokens: number): void {
  const box = (event.currentTarget as Element).getBoundingClientRect();
  const token = ((event.clientX - box.left) / box.width) * tokens;
  const near = entity.mentions.reduce((best, one) => (Math.abs(one.start - token) < Math.abs(best.start - token) ? one : best));
  go({ entity: id(entity), mention: id(near) });
}

/** The longest of an entity's first mentions, which identifies it best. */
function nameOf(model: Model, entity: Entity): string {
  const texts = entity.mentions.slice(0, 8).map((mention) => mentionText(model, mention)).filter((text) => text.length < 30);
  return texts.sort((one, other) => other.length - one.length)[0] ?? entity.label.slice(0, 30);
}
