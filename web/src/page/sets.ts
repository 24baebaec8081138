/** Entities in set notation, `a b c | d e`, and how mentions move between them. */

export type Entities = string[][];

export const parse = (text: string): Entities => text.split("|").map((entity) => entity.split(/\s+/).filter(Boolean)).filter((entity) => entity.length);

export const written = (entities: Entities): string => entities.map((entity) => entity.join(" ")).join(" | ");

/** A mention moved to an entity; to a new one at the end, or to none (-1). */
export function moved(entities: Entities, mention: string, to: number): Entities {
  const without = entities.map((entity) => entity.filter((one) => one !== mention));
  if (to >= without.length) without.push([mention]);
  else if (to >= 0) without[to] = [...without[to], mention];
  return without.filter((entity) => entity.length);
}

export interface Example {
  title: string;
  key: string;
  response: string;
}

const LUO = "1 2 3 4 5 | 6 7 | 8 9 a b c";
const AGARWAL = "JohnDoe he1 he2 he3 | RichardRoe he4 he5";

export const EXAMPLES: Example[] = [
  { title: "Pradhan et al. 2014; Moosavi and Strube 2016 (LEA 5/21, 1/3)", key: "a b c | d e f g", response: "a b | c d | f g h i" },
  { title: "Luo 2005, response (a): two entities merged", key: LUO, response: "1 2 3 4 5 | 6 7 8 9 a b c" },
  { title: "Luo 2005, response (b): two large entities merged", key: LUO, response: "1 2 3 4 5 8 9 a b c | 6 7" },
  { title: "Luo 2005, response (c): everything in one entity", key: LUO, response: "1 2 3 4 5 6 7 8 9 a b c" },
  { title: "Luo 2005, response (d): only singletons", key: LUO, response: "1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | a | b | c" },
  { title: "Agarwal et al. 2019, Table 1, solution 1: with names", key: AGARWAL, response: "JohnDoe he1 he2 | RichardRoe he4" },
  { title: "Agarwal et al. 2019, Table 1, solution 2: without names", key: AGARWAL, response: "he1 he2 he3 | he4 he5" },
];

const METRICS = "mentions+muc+b-cubed+ceaf-m+ceaf-e+blanc+lea";

/** The metrics that are explained; NEC where there are names. */
export const signatureFor = (key: string): string => `metrics:${METRICS}${/(^|[\s|])\p{Lu}/u.test(key) ? "+nec" : ""}`;

/** From the key to the response, one mention after the other: those that came have the response's entity, or none, the others the key's. */
export function steps(key: string, response: string): { mention: string; entities: string }[] {
  const [from, to] = [parse(key), parse(response)];
  const names = [...new Set([...from.flat(), ...to.flat()])];
  const place = (entities: Entities, name: string) => entities.findIndex((entity) => entity.includes(name));
  return ["", ...names].map((mention, number) => {
    const gathered = new Map<string, string[]>();
    names.forEach((name, order) => {
      const [side, entity] = order < number ? ["r", place(to, name)] : ["k", place(from, name)];
      if (entity >= 0) gathered.set(`${side}${entity}`, [...(gathered.get(`${side}${entity}`) ?? []), name]);
    });
    return { mention, entities: written([...gathered.values()]) };
  });
}
