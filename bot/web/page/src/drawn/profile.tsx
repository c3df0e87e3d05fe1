import type { ProfilePart } from "../protocol.ts";
import { Avatar } from "../ui/avatar.tsx";

/** How much of the plot stays free above and below the curve. */
const MARGIN = 0.08;

/** A person: the rating over time with its uncertainty, and the figures that describe the play. */
export function Profile({ part }: { part: ProfilePart }) {
  return (
    <section class="drawn profile">
      <header class="profile-head">
        {part.disc && <Avatar player={part.disc} />}
        <span class="who">
          <b class="name">{part.name}</b>
          {part.title && <small>{part.title}</small>}
        </span>
        <span class="profile-medals">
          {part.medals.map((place, number) => (
            <span key={number} class={`medal place-${place}`}>
              {place}
            </span>
          ))}
        </span>
        <span class="profile-rating">
          <b>{part.rating}</b>
          <small>{part.rating_label}</small>
        </span>
      </header>
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
  return (
    <div class="rating-curve">
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" role="img" aria-label={part.alt}>
        <polygon class="area" points={`${line(lows)} ${back.join(" ")}`} />
        <polyline class="line" points={line(history)} vector-effect="non-scaling-stroke" />
      </svg>
      <p class="small">
        <span>{part.since}</span>
        <span>{part.until}</span>
      </p>
    </div>
  );
}
