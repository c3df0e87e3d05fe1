import { guess } from "../control.ts";
import type { MatchState } from "../protocol.ts";
import { guesses } from "../state.ts";
import { Avatar } from "../ui/avatar.tsx";
import { t } from "../words.ts";

/** In the place of the reactions, for spectators: who wins the round, in one tap. */
export function Guess({ view }: { view: MatchState }) {
  const state = guesses.value;
  if (state?.match !== view.match) return <section class="talk" />;
  return (
    <section class="talk guess" aria-label={t("guess.ask")}>
      <small>{t("guess.ask")}</small>
      {view.players.map((player) => (
        <button
          type="button"
          key={player.seat}
          aria-pressed={state.own === player.seat}
          disabled={!state.open}
          onClick={() => guess(state.round, player.seat)}
        >
          <Avatar player={player} />
          <span class="unseen">{player.name}: </span>
          <b>{state.counts[player.seat] ?? 0}</b>
        </button>
      ))}
    </section>
  );
}
