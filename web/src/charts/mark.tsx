/** The mark of a system in a chart: a shape besides a colour. */

import { shown } from "../format";
import { systemColour, systemShape } from "../palette";

const PATHS = {
  circle: "M-4,0a4,4 0 1,0 8,0a4,4 0 1,0 -8,0Z",
  square: "M-3.6,-3.6h7.2v7.2h-7.2Z",
  triangle: "M0,-4.6L4.4,3.6H-4.4Z",
  diamond: "M0,-5L5,0L0,5L-5,0Z",
};

export function Mark({ system, x, y, title }: { system: number; x: number; y: number; title?: string }) {
  return (
    <path d={PATHS[systemShape(system)]} transform={`translate(${x},${y})`} fill={systemColour(system)} class="mark">
      {title ? <title>{title}</title> : null}
    </path>
  );
}

export function Legend({ names }: { names: string[] }) {
  return (
    <ul class="legend" aria-label="Systems">
      {names.map((name, system) => (
        <li key={system}>
          <svg width="14" height="14" viewBox="-7 -7 14 14" aria-hidden="true"><Mark system={system} x={0} y={0} /></svg> {shown(name, 40)}
        </li>
      ))}
    </ul>
  );
}
