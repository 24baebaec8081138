/** One entity: its mentions, and where they are on the other side. */

import { count, shown } from "../format";
import { backgroundOf } from "../palette";
import { go } from "../route";
import { stopFollowing } from "./keys";
import { type Entity, type Model, id, mentionText } from "../text/model";

const MOST_SHOWN = 60;

/** The entities of the other side that share mentions with one, with how many they share. */
export function shares(model: Model, entity: Entity): { other: Entity | null; mentions: number }[] {
  const others = entity.side === "k" ? model.answer : model.key;
  const counts = new Map<number, number>();
  for (const mention of entity.mentions) {
    if (!mention.counts) continue;
    const other = mention.twin < 0 ? -1 : others.mentions[mention.twin].entity;
    counts.set(other, (counts.get(other) ?? 0) + 1);
  }
  const found = [...counts].map(([other, mentions]) => ({ other: other < 0 ? null : others.entities[other], mentions }));
  return found.sort((one, other) => Number(other.other != null) - Number(one.other != null) || other.mentions - one.mentions);
}

export function Chip({ entity }: { entity: Entity }) {
  return <span class="chip" style={{ background: backgroundOf(entity.rank) }}>{entity.short}</span>;
}

export function EntityPanel({ model, entity }: { model: Model; entity: Entity }) {
  const whose = entity.side === "k" ? "key" : "response";
  const other = entity.side === "k" ? "response" : "key";
  return (
    <section aria-labelledby="entity-heading" class="entity">
      <h3 id="entity-heading"><Chip entity={entity} /> {whose} entity {shown(entity.label, 30)}{entity.type ? `, ${shown(entity.type, 20)}` : ""}</h3>
      <p>{count(entity.mentions.length, "mention")} <button type="button" onClick={stopFollowing}>stop following</button></p>
      <ul class="shares">
        {shares(model, entity).map(({ other: one, mentions }) => (
          <li key={one ? id(one) : "none"}>
            {one ? (
              <button type="button" onClick={() => go({ entity: id(one) })}><Chip entity={one} /> {mentions} in {other} entity {shown(one.label, 20)}{one.number === entity.partner ? " (aligned)" : ""}</button>
            ) : `${mentions} ${entity.side === "k" ? "missed" : "spurious"}`}
          </li>
        ))}
      </ul>
      <ol class="mentions">
        {entity.mentions.slice(0, MOST_SHOWN).map((mention) => (
          <li key={mention.number}><button type="button" onClick={() => go({ mention: id(mention) })}><bdi>{shown(mentionText(model, mention), 60)}</bdi></button></li>
        ))}
      </ol>
      {entity.mentions.length > MOST_SHOWN ? <p class="note">and {count(entity.mentions.length - MOST_SHOWN, "more mention")}</p> : null}
    </section>
  );
}
