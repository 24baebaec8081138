/** Full-text search over all documents, one after the other, so that the page stays responsive. */

import { documentText, type DocumentText, type Overview } from "../data";

export interface Place {
  doc: number;
  /** The nearest mention of the key, to jump to. */
  mention: string;
  text: string;
}

const MOST_PLACES = 200;

export async function searchAll(report: Overview, search: string, tell: (places: Place[], done: boolean) => void): Promise<void> {
  const wanted = search.toLowerCase();
  const places: Place[] = [];
  for (let doc = 0; doc < report.documents.length && places.length < MOST_PLACES; doc++) {
    const text = await documentText(doc);
    places.push(...inDocument(text, wanted, doc));
    tell(places.slice(0, MOST_PLACES), false);
  }
  tell(places.slice(0, MOST_PLACES), true);
}

export function inDocument(text: DocumentText, wanted: string, doc: number): Place[] {
  const words = text.key.words ?? [];
  let start = 0;
  const found: Place[] = [];
  for (const end of text.key.sentences) {
    const sentence = words.slice(start, end).join(" ");
    const at = sentence.toLowerCase().indexOf(wanted);
    if (at >= 0) {
      const token = start + sentence.slice(0, at).split(" ").length - 1;
      found.push({ doc, mention: nearest(text.key.mentions.spans, token), text: sentence.slice(Math.max(0, at - 30), at + 60) });
    }
    start = end;
  }
  return found;
}

function nearest(spans: number[], token: number): string {
  let best = -1;
  for (let place = 0; place < spans.length; place += 3) {
    if (best < 0 || Math.abs(spans[place] - token) < Math.abs(spans[best] - token)) best = place;
  }
  return best < 0 ? "" : `k${best / 3}`;
}
