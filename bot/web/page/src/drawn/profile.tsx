import type { ProfilePart } from "../protocol.ts";
import { Avatar } from "../ui/avatar.tsx";
import { t } from "../words.ts";

/** How much of the plot stays free above and below the curve. */
const MARGIN = 0.08;

/** A person on paper: the rating over time with its uncertainty, and figures. */
export function Profile({ part }: { part: ProfilePart }) {
  const best = Math.round(Math.max(...part.history));
  return (
    <section class="paper profile-paper">
      <h2>
        {part.disc && <Avatar player={part.disc} />}
        <span class="name">{part.name}</span>
        {part.medals.map((place, number) => (
          <span key={number} class={`medal place-${place}`}>
            {place}
          </span>
        ))}
        <span class="profile-rating">
          <b>{part.rating}</b>
          <small>{part.rating_label}</small>
        </span>
      </h2>
      {(part.title || part.history.length > 1) && (
        <p class="profile-note">
          <small>{part.title}</small>
          {part.history.length > 1 && <small>{t("records.best", { n: best })}</small>}
        </p>
      )}
      {part.history.length > 1 && <History part={part} />}
      <dl class="figures">
        {part.figures.map((one) => (
          <div key={one.label}>
            <dt>{one.label}</dt>
            <dd>{one.value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The distances of the lines behind the curve. */
const STEPS = [10, 25, 50, 100, 200, 400, 800];
const MOST_LINES = 4;

function History({ part }: { part: ProfilePart }) {
  const { history, spread } = part;
  const lows = history.map((value, at) => value - (spread[at] ?? 0));
  const highs = history.map((value, at) => value + (spread[at] ?? 0));
  const least = Math.min(...lows);
  const range = Math.max(1, Math.max(...highs) - least);
  const x = (at: number) => (100 * at) / (history.length - 1);
  const y = (value: number) => 100 * (1 - MARGIN - (1 - 2 * MARGIN) * ((value - least) / range));
  const line = (values: readonly number[]) =>
    values.map((value, at) => `${x(at)},${y(value)}`).join(" ");
  const back = highs.map((value, at) => `${x(at)},${y(value)}`).reverse();
  const step = STEPS.find((one) => range / one <= MOST_LINES) ?? range;
  const first = Math.ceil(least / step);
  const count = Math.floor((least + range) / step) - first + 1;
  const marks = Array.from({ length: Math.max(0, count) }, (_, n) => step * (first + n));
  return (
    <div class="rating-curve">
      <div class="plot">
        {marks.map((value) => (
          <span key={value} class="scale" style={{ top: `${y(value)}%` }} aria-hidden="true">
            {value}
          </span>
        ))}
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" role="img" aria-label={part.alt}>
          {marks.map((value) => (
            <path key={value} class="grid" d={`M0 ${y(value)}H100`} />
          ))}
          <polygon class="area" points={`${line(lows)} ${back.join(" ")}`} />
          <polyline class="line" points={line(history)} vector-effect="non-scaling-stroke" />
        </svg>
      </div>
      <p>
        <small>{part.since}</small>
        <small>{part.until}</small>
      </p>
    </div>
  );
}
