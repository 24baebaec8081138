/** Stripes over the bars of a system, besides its colour. They are lines and no pattern, which printers make large pictures of. */

import { shown } from "../format";
import { systemShape } from "../palette";

const STEP = 6;

/** The stripes of a system's bar, inside of it. */
export function stripes(system: number, width: number, height: number): string {
  const shape = systemShape(system);
  if (shape === "circle") return "";
  if (shape === "diamond") return `M0,${height / 2}H${width}`;
  let path = "";
  for (let x = 0; x < width; x += STEP) {
    const length = Math.min(height, width - x);
    path += shape === "square" ? `M${x},0l${length},${length}` : `M${x},${height}l${length},${-length}`;
  }
  return path;
}

/** A bar of a system. */
export function Bar({ system, x, y, width, height, colour, title }: { system: number; x: number; y: number; width: number; height: number; colour: string; title?: string }) {
  return (
    <g transform={`translate(${x},${y})`}>
      {title ? <title>{title}</title> : null}
      <rect width={width} height={height} fill={colour} />
      <path class="hatch" d={stripes(system, width, height)} />
    </g>
  );
}

/** What bars of each system look like. */
export function BarLegend({ names, colour }: { names: string[]; colour: (system: number) => string }) {
  if (names.length < 2) return null;
  return (
    <ul class="legend" aria-label="Systems">
      {names.map((name, system) => (
        <li key={system}>
          <svg width="18" height="12" aria-hidden="true"><Bar system={system} x={0} y={0} width={18} height={12} colour={colour(system)} /></svg> {shown(name, 40)}
        </li>
      ))}
    </ul>
  );
}
