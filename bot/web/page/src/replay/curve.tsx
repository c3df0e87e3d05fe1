import type { GraphPart } from "../protocol.ts";
import { t } from "../words.ts";

/** The points from the middle to the edge if no value is larger. */
const LEAST_RANGE = 10;

/** Who was ahead up to the step that is shown; what comes later stays hidden. */
export function Curve({ graph, at }: { graph: GraphPart; at: number }) {
  const { values } = graph;
  const last = Math.max(1, values.length - 1);
  const known = values.slice(0, at + 1);
  const limit = Math.max(LEAST_RANGE, ...known.map(Math.abs));
  const x = (step: number) => (100 * step) / last;
  const y = (step: number) => 50 * (1 - (known[step] ?? 0) / limit);
  const curve = known.map((_, step) => `${x(step)},${y(step)}`).join(" ");
  return (
    <div class="curve">
      <div class="plot">
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          <polygon class="area" points={`0,50 ${curve} ${x(at)},50`} />
          <line class="middle" x1="0" x2="100" y1="50" y2="50" vector-effect="non-scaling-stroke" />
          <polyline class="line" points={curve} vector-effect="non-scaling-stroke" />
        </svg>
        {graph.poor
          .filter((step) => step <= at)
          .map((step) => (
            <span key={step} class="poor" style={{ left: `${x(step)}%`, top: `${y(step)}%` }} />
          ))}
        <span class="now" style={{ left: `${x(at)}%` }} />
      </div>
      <p class="small">
        <span>{t("replay.ahead", { top: graph.top, bottom: graph.bottom })}</span>
        <span>±{Math.round(limit)}</span>
      </p>
    </div>
  );
}
