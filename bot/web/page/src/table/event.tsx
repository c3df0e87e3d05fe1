import type { EventOfMatch, MatchState } from "../protocol.ts";
import { beside } from "../state.ts";
import { Icon } from "../ui/icon.tsx";
import { t } from "../words.ts";

/** The event that a match belongs to. */
export function eventOf(view: MatchState): EventOfMatch | null {
  return beside.value?.match === view.match ? beside.value.event : null;
}

/** An event and its round. */
export function eventRound({ name, round, rounds }: EventOfMatch): string {
  if (round === 0) return name;
  return rounds > 0
    ? t("table.event_of", { event: name, n: round, rounds })
    : t("table.event", { event: name, n: round });
}

/** What a player had in the event when the match began. */
export function EventScore({ view, place }: { view: MatchState; place: number }) {
  const score = eventOf(view)?.scores[place];
  if (!score || view.phase === "over") return null;
  return (
    <span class="in-event">
      <Icon name="events" />
      <span class="unseen">{t("table.event_score")}</span> {score}
    </span>
  );
}

/** What follows a match of an event that has more rounds. */
export function NextRound({ view }: { view: MatchState }) {
  const event = eventOf(view);
  if (!event || event.round === 0 || event.round >= event.rounds) return null;
  return (
    <p class="next-round">
      <Icon name="clock" />
      <span>
        <b>{t("end.next_round", { n: event.round + 1, rounds: event.rounds })}</b>{" "}
        <small>{t("end.next_round_when")}</small>
      </span>
    </p>
  );
}
