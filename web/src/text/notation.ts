/** A document's entities in set notation, `a b c | d e`, as the explainer takes them: twins have the same name. */

import { type Entity, type Mention, type Model, mentionText } from "./model";

/** A short name without blanks and capital letters, which mean something in set notation. */
function nameOf(text: string, number: number): string {
  const word = text.toLowerCase().split(/\s+/).at(-1)?.replace(/[^\p{L}\p{M}\p{N}]/gu, "") ?? "";
  return `${word.slice(0, 12) || "m"}${number + 1}`;
}

const written = (entities: Entity[], name: (mention: Mention) => string): string =>
  entities.map((entity) => entity.mentions.filter((mention) => mention.counts).map(name).join(" ")).filter(Boolean).join(" | ");

export function notationOf(model: Model): { key: string; response: string; mentions: number } {
  const ofKey = (mention: Mention) => nameOf(mentionText(model, mention), mention.number);
  const ofResponse = (mention: Mention) =>
    mention.twin >= 0 ? ofKey(model.key.mentions[mention.twin]) : `${nameOf(mentionText(model, mention), mention.number)}x`;
  const mentions = [...model.key.mentions, ...model.answer.mentions].filter((mention) => mention.counts).length;
  return { key: written(model.key.entities, ofKey), response: written(model.answer.entities, ofResponse), mentions };
}
