import { useEffect, useState } from "preact/hooks";
import { press } from "../control.ts";
import type { GraphPart, PanelState } from "../protocol.ts";

/** The points from the middle to the edge if no value is larger. */
const LEAST_RANGE = 10;

/** The expected points over the steps of a replay; a tap or the arrow keys lead to a step. */
export function Graph({ part, open }: { part: GraphPart; open: PanelState }) {
  const [wanted, setWanted] = useState<number | null>(null);
  // What is shown next is the server's: the mark goes where it says.
  useEffect(() => setWanted(null), [part]);
  const { values } = part;
  const last = Math.max(1, values.length - 1);
  const limit = Math.max(LEAST_RANGE, ...values.map(Math.abs));
  const x = (step: number) => (100 * step) / last;
  const y = (step: number) => 50 * (1 - (values[step] ?? 0) / limit);
  const at = wanted ?? part.at;
  const curve = values.map((_, step) => `${x(step)},${y(step)}`).join(" ");
  const edge = `+${Math.round(limit)}`;
  return (
    <div class="graph">
      <Scale name={part.top} edge={edge} />
      <div class="plot">
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          <polygon class="area" points={`0,50 ${curve} 100,50`} />
          <line class="middle" x1="0" x2="100" y1="50" y2="50" vector-effect="non-scaling-stroke" />
          <polyline class="curve" points={curve} vector-effect="non-scaling-stroke" />
        </svg>
        {part.poor.map((step) => (
          <span key={step} class="poor" style={{ left: `${x(step)}%`, top: `${y(step)}%` }} />
        ))}
        <span class="now" style={{ left: `${x(at)}%` }} />
        <span class="here" style={{ left: `${x(at)}%`, top: `${y(at)}%` }} />
        <input
          type="range"
          min={0}
          max={values.length - 1}
          value={at}
          aria-label={part.alt}
          aria-valuetext={String(at)}
          onInput={(event) => setWanted(Number(event.currentTarget.value))}
          onChange={(event) => {
            const step = event.currentTarget.value;
            if (Number(step) === part.at) setWanted(null);
            else void press(open.panel, part.press, [step]);
          }}
        />
      </div>
      <Scale name={part.bottom} edge={edge} />
    </div>
  );
}

function Scale({ name, edge }: { name: string; edge: string }) {
  return (
    <span class="scale">
      <span>{name}</span>
      <span>{edge}</span>
    </span>
  );
}
