import { useEffect } from "preact/hooks";
import { press } from "../control.ts";
import type { RaceClock } from "../protocol.ts";
import { Icon } from "../ui/icon.tsx";
import { left, now } from "../ui/time.ts";
import { t } from "../words.ts";

/** The server's clock decides: what comes of a race is asked for when it is surely over. */
const LATER_MS = 400;

/** The clock of a race and how it stands, in the place of the opponent. */
export function RaceClockView({ panel, race }: { panel: string; race: RaceClock }) {
  const { ends, press: over } = race;
  useEffect(() => {
    const rest = Math.max(0, ends - now.peek()) + LATER_MS;
    const timer = window.setTimeout(() => void press(panel, over), rest);
    return () => window.clearTimeout(timer);
  }, [panel, over, ends]);
  const share = Math.max(0, Math.min(1, (ends - now.value) / race.length));
  return (
    <section class="player race-clock">
      <Icon name="clock" />
      <time role="timer" aria-label={t("page.clock")}>
        {left(Math.min(ends, now.value + race.length))}
      </time>
      <span
        class="misses"
        role="img"
        aria-label={t("race.wrong", { n: race.wrong, all: race.most_wrong })}
      >
        {Array.from({ length: race.most_wrong }, (_, n) => (
          <i key={n} class={n < race.wrong ? "missed" : ""}>
            {n < race.wrong && <Icon name="x" />}
          </i>
        ))}
      </span>
      <span class="deadwood">
        {t("race.solved")} <b key={race.solved}>{race.solved}</b>
      </span>
      <i class="race-rest" aria-hidden="true" style={`--share:${share.toFixed(3)}`} />
    </section>
  );
}
