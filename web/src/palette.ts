/**
 * Colours for entities: Paul Tol's schemes "light" and "bright", which people with any colour vision can tell apart. After
 * nine entities they come again with stripes; a label is always there beside the colour.
 */

const LIGHT = ["#77aadd", "#ee8866", "#eedd88", "#ffaabb", "#99ddff", "#44bb99", "#bbcc33", "#aaaa00", "#ccaaee"];

export const COLOURS = LIGHT.length;

/** The number of an entity's style; -1 for entities that are aligned with none. */
export function styleOf(rank: number): { background: string; striped: boolean } {
  if (rank < 0) return { background: "#dddddd", striped: true };
  return { background: LIGHT[rank % COLOURS], striped: Math.floor(rank / COLOURS) % 2 === 1 };
}

/** Background of a strip, as CSS; striped from the end of its label on, if it has one. */
export function backgroundOf(rank: number, labelled = true): string {
  const { background, striped } = styleOf(rank);
  if (!striped) return background;
  const stripes = `repeating-linear-gradient(135deg, ${background} 0 5px, #ffffff 5px 7px)`;
  return labelled ? `linear-gradient(90deg, ${background} 0 2em, transparent 2em), ${stripes}` : stripes;
}

/** Colours of systems in charts (Okabe and Ito), and the shape for each. */
const SYSTEMS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#8a6d00", "#7570b3"];

export const systemColour = (system: number): string => SYSTEMS[system % SYSTEMS.length];

const SHAPES = ["circle", "square", "triangle", "diamond"] as const;

export const systemShape = (system: number): (typeof SHAPES)[number] => SHAPES[system % SHAPES.length];
