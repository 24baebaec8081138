/** Keyboard control of the browser of errors. */

import { useEffect } from "preact/hooks";
import { go, route } from "../route";
import { type ErrorItem, type Mention, type Model, entityBy, entityOf, id, inTextOrder, mentionBy } from "../text/model";

const focusOn = (name: string) => document.getElementById(name)?.focus();

export const follow = (model: Model, mention: Mention) => go({ mention: id(mention), entity: id(entityOf(model, mention)) });

/** Next and previous error, mention and document, wherever the focus is. */
export function useKeys(model: Model, list: ErrorItem[]): void {
  useEffect(() => {
    const turn = (by: number) => go({ doc: route.value.doc + by, mention: "", entity: "" });
    const acts: Record<string, () => void> = {
      n: () => step(model, list, 1),
      p: () => step(model, list, -1),
      e: () => nextOfEntity(model),
      "]": () => turn(1),
      "[": () => turn(-1),
      "/": () => focusOn("search"),
      Escape: stopFollowing,
    };
    const press = (event: KeyboardEvent) => {
      const typing = (event.target as HTMLElement).closest("input:not([type=checkbox]), select, textarea");
      if (typing || event.ctrlKey || event.metaKey || event.altKey || !(event.key in acts)) return;
      event.preventDefault();
      acts[event.key]();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [model, list]);
}

/** Stops following an entity, without losing the focus that was in its panel. */
export function stopFollowing(): void {
  if (document.activeElement?.closest(".entity")) focusOn("text");
  go({ entity: "", mention: "" });
}

/** To the next error after the mention in focus, round the end. */
export function step(model: Model, list: ErrorItem[], by: 1 | -1): void {
  if (!list.length) return;
  const next = list[(placeAfter(model, list, by) + list.length) % list.length];
  follow(model, next.mention);
}

/** The place of the first error after the mention in focus, or of the last before it. */
function placeAfter(model: Model, list: ErrorItem[], by: 1 | -1): number {
  const focus = mentionBy(model, route.value.mention || "k-1");
  if (!focus) return by > 0 ? 0 : -1;
  const current = list.findIndex((error) => error.mention === focus);
  if (current >= 0) return current + by;
  const after = list.findIndex((error) => inTextOrder(error.mention, focus) > 0);
  if (by < 0) return (after < 0 ? list.length : after) - 1;
  return after < 0 ? 0 : after;
}

function nextOfEntity(model: Model): void {
  const entity = entityBy(model, route.value.entity || "k-1");
  if (!entity) return;
  const at = entity.mentions.findIndex((mention) => id(mention) === route.value.mention);
  const next = entity.mentions[(at + 1) % entity.mentions.length];
  if (next) go({ mention: id(next) });
}

/** In the list of errors: arrows choose, Enter leads to the place in the text. */
export function listKeys(model: Model, list: ErrorItem[]): (event: KeyboardEvent) => void {
  const acts: Record<string, () => void> = {
    ArrowDown: () => step(model, list, 1),
    ArrowUp: () => step(model, list, -1),
    Home: () => follow(model, list[0].mention),
    End: () => follow(model, list[list.length - 1].mention),
    Enter: () => focusOn("text"),
  };
  return (event) => {
    if (!(event.key in acts)) return;
    event.preventDefault();
    acts[event.key]();
  };
}

/** In the text: arrows along the line lead from mention to mention, Enter follows the entity of the one in focus. */
export function textKeys(model: Model, shown: Mention[]): (event: KeyboardEvent) => void {
  const [forward, back] = model.rtl ? ["ArrowLeft", "ArrowRight"] : ["ArrowRight", "ArrowLeft"];
  return (event) => {
    const focus = mentionBy(model, route.value.mention || "k-1");
    if (event.key === "Enter" && focus) follow(model, focus);
    if (event.key !== forward && event.key !== back) return;
    event.preventDefault();
    const next = focus ? neighbour(shown, focus, event.key === forward) : mentionBy(model, firstInView(event.currentTarget as HTMLElement));
    if (next) go({ mention: id(next) }, true);
  };
}

/** The mention after or before another mention, which need not be in the list. */
function neighbour(mentions: Mention[], of: Mention, after: boolean): Mention | undefined {
  const own = mentions.indexOf(of);
  if (own >= 0) return mentions[own + (after ? 1 : -1)];
  const next = mentions.findIndex((mention) => inTextOrder(mention, of) > 0);
  const place = next < 0 ? mentions.length : next;
  return mentions[after ? place : place - 1];
}

/** The name of the first mention of a list that is in view. */
function firstInView(list: HTMLElement): string {
  const top = list.getBoundingClientRect().top;
  const strips = [...list.querySelectorAll<HTMLElement>("[data-mention]")];
  return strips.find((strip) => strip.getBoundingClientRect().top >= top)?.dataset.mention ?? "k-1";
}
