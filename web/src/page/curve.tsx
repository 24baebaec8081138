/** How every metric falls on the way from the key to the response, mention by mention. */

import { useEffect, useState } from "preact/hooks";
import { Legend, Mark } from "../charts/mark";
import { percent } from "../format";
import { systemColour } from "../palette";
import { Chart, DataTable } from "../parts";
import { signatureFor, steps } from "./sets";
import { engine } from "./state";

interface Scored {
  metrics: { name: string; title: string }[];
  scores: { metrics: Record<string, { f: number | null }> };
}

const MOST = 40;
const DIGITS = { decimals: 2, truncate: false };
const [WIDTH, HEIGHT, LEFT, BOTTOM, MARGIN] = [640, 300, 40, 40, 10];

export function Curve({ sides: [key, response] }: { sides: [string, string] }) {
  const [found, setFound] = useState<{ mentions: string[]; titles: string[]; values: (number | null)[][] } | null>(null);
  useEffect(() => {
    let wanted = true;
    const way = steps(key, response);
    if (way.length > MOST) {
      setFound(null);
      return undefined;
    }
    Promise.all(way.map(({ entities }) => engine.sets<Scored>(key, entities, signatureFor(key)))).then(
      (all) => {
        if (!wanted) return;
        const titles = all[0].metrics.map((metric) => metric.title);
        setFound({ mentions: way.map((step) => step.mention), titles, values: all[0].metrics.map(({ name }) => all.map((one) => one.scores.metrics[name].f)) });
      },
      () => wanted && setFound(null),
    );
    return () => {
      wanted = false;
    };
  }, [key, response]);
  if (!found) return null;
  const { mentions, titles, values } = found;
  const x = (step: number) => LEFT + (step / Math.max(1, mentions.length - 1)) * (WIDTH - LEFT - MARGIN);
  const y = (value: number) => MARGIN + (1 - value) * (HEIGHT - BOTTOM - MARGIN);
  const rows = mentions.map((mention, step) => [mention || "the key", ...values.map((line) => percent(line[step], DIGITS))]);
  return (
    <section aria-labelledby="curve-heading">
      <h2 id="curve-heading">From the key to the response</h2>
      <p class="note">F1 of every metric when one mention after the other is taken from its entity in the key to its entity in the response.</p>
      <Chart table={<DataTable caption="F1 after each mention" head={["Mention", ...titles]} rows={rows} />}>
        <Legend names={titles} />
        <svg class="chart" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label="F1 of every metric after each mention">
          {[0, 0.25, 0.5, 0.75, 1].map((tick) => (
            <g key={tick}><line class="grid" x1={LEFT} x2={WIDTH - MARGIN} y1={y(tick)} y2={y(tick)} /><text class="tick" x={LEFT - 6} y={y(tick) + 4} text-anchor="end">{tick * 100}</text></g>
          ))}
          {mentions.map((mention, step) => <text key={step} class="tick" x={x(step)} y={HEIGHT - BOTTOM + 16} text-anchor="middle">{mention.slice(0, 5)}</text>)}
          {values.map((line, metric) => {
            const points = line.flatMap((value, step) => (value == null ? [] : [[x(step), y(value)]]));
            return (
              <g key={metric}>
                <polyline points={points.map((point) => point.join(",")).join(" ")} fill="none" stroke={systemColour(metric)} stroke-width="2" />
                {points.map(([left, top]) => <Mark key={left} system={metric} x={left} y={top} title={titles[metric]} />)}
              </g>
            );
          })}
        </svg>
      </Chart>
    </section>
  );
}
