/** Stripes over the bars of a system, besides its colour. */

import { systemShape } from "../palette";

const LINES = { circle: "", square: "M0,0L6,6", triangle: "M0,6L6,0", diamond: "M0,3H6" };

export const patternOf = (system: number): string => (LINES[systemShape(system)] ? `url(#hatch-${systemShape(system)})` : "transparent");

export function Hatch({ systems }: { systems: number }) {
  const shapes = [...new Set(Array.from({ length: systems }, (_, system) => systemShape(system)))].filter((shape) => LINES[shape]);
  return (
    <defs>
      {shapes.map((shape) => (
        <pattern key={shape} id={`hatch-${shape}`} width="6" height="6" patternUnits="userSpaceOnUse"><path d={LINES[shape]} class="hatch" /></pattern>
      ))}
    </defs>
  );
}

/** What bars of each system look like. */
export function BarLegend({ names, colour }: { names: string[]; colour: (system: number) => string }) {
  if (names.length < 2) return null;
  return (
    <ul class="legend" aria-label="Systems">
      {names.map((name, system) => (
        <li key={name}>
          <svg width="18" height="12" aria-hidden="true">
            <Hatch systems={names.length} />
            <rect width="18" height="12" fill={colour(system)} /><rect width="18" height="12" fill={patternOf(system)} />
          </svg> {name}
        </li>
      ))}
    </ul>
  );
}
