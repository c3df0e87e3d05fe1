import type { Curve, Fact, FactsPart } from "../protocol.ts";
import { Avatar } from "../ui/avatar.tsx";
import { Icon, type IconName } from "../ui/icon.tsx";
import { Line } from "../ui/text.tsx";
import { t } from "../words.ts";
import { GROUNDS } from "./frame.tsx";

/** A fact with its sign, whose label is only heard. */
export function SignedFact({ fact }: { fact: Fact }) {
  return (
    <span class="fact">
      <Icon name={fact.icon as IconName} />
      {fact.label && <span class="unseen">{fact.label}</span>}
      <span aria-hidden={fact.label !== ""}>
        <Line text={fact.value} />
      </span>
    </span>
  );
}

/** Somebody with figures, and one of them over time. */
export function Facts({ part }: { part: FactsPart }) {
  const { curve, main } = part;
  return (
    <section class={`kind figures ${GROUNDS[part.ground]} at-${part.place}`}>
      <h2>
        {part.disc && <Avatar player={part.disc} />}
        <span class="name">{part.title}</span>
        {part.medals.map((place, n) => (
          <span key={n} class="medal">
            {place}
          </span>
        ))}
        {main && (
          <span class="main-fact">
            {main.value}
            <small>{main.label}</small>
          </span>
        )}
      </h2>
      {(part.subtitle || curve) && (
        <p class="ends">
          <small>{part.subtitle}</small>
          {curve && (
            <small>{t("records.best", { n: Math.round(Math.max(...curve.values)) })}</small>
          )}
        </p>
      )}
      {curve && <Plot curve={curve} />}
      {part.facts.length > 0 && (
        <dl>
          {part.facts.map((one) => (
            <div key={one.label}>
              <dt>{one.label}</dt>
              <dd>{one.value}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}

/** How much of the plot stays free above and below the curve. */
const MARGIN = 0.08;
/** The distances of the lines behind the curve. */
const STEPS = [10, 25, 50, 100, 200, 400, 800];
const MOST_LINES = 4;

/** Values over time with their uncertainty. */
function Plot({ curve }: { curve: Curve }) {
  const { values, spread } = curve;
  const lows = values.map((value, at) => value - (spread[at] ?? 0));
  const highs = values.map((value, at) => value + (spread[at] ?? 0));
  const least = Math.min(...lows);
  const range = Math.max(1, Math.max(...highs) - least);
  const x = (at: number) => (100 * at) / (values.length - 1);
  const y = (value: number) => 100 * (1 - MARGIN - (1 - 2 * MARGIN) * ((value - least) / range));
  const line = (all: readonly number[]) => all.map((value, at) => `${x(at)},${y(value)}`).join(" ");
  const back = highs.map((value, at) => `${x(at)},${y(value)}`).reverse();
  const step = STEPS.find((one) => range / one <= MOST_LINES) ?? range;
  const first = Math.ceil(least / step);
  const count = Math.floor((least + range) / step) - first + 1;
  const marks = Array.from({ length: Math.max(0, count) }, (_, n) => step * (first + n));
  return (
    <div>
      <div class="plot">
        {marks.map((value) => (
          <span key={value} class="scale" style={{ top: `${y(value)}%` }} aria-hidden="true">
            {value}
          </span>
        ))}
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" role="img" aria-label={curve.alt}>
          {marks.map((value) => (
            <path key={value} class="grid" d={`M0 ${y(value)}H100`} />
          ))}
          <polygon class="area" points={`${line(lows)} ${back.join(" ")}`} />
          <polyline class="line" points={line(values)} vector-effect="non-scaling-stroke" />
        </svg>
      </div>
      <p class="ends below">
        <small>{curve.since}</small>
        <small>{curve.until}</small>
      </p>
    </div>
  );
}
