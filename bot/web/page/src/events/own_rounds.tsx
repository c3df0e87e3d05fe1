import { openPage, show } from "../control.ts";
import { ResultMark } from "../drawn/result_mark.tsx";
import { pageOf } from "../place.ts";
import type { OwnRound } from "../protocol.ts";
import { Avatar } from "../ui/avatar.tsx";
import { Icon } from "../ui/icon.tsx";
import { t } from "../words.ts";

/** The reader's other rounds, each with its result and the way to its table or replay. */
export function OwnRounds({ rounds }: { rounds: readonly OwnRound[] }) {
  if (rounds.length === 0) return null;
  return (
    <section class="box later">
      <h2>{t("event.rounds")}</h2>
      <ol class="own-rounds">
        {rounds.map((one, n) => (
          <li key={n}>
            <ResultMark mark={one.mark} />
            {one.rival && <Avatar player={one.rival.disc} />}
            <span class="who">
              <b>{one.rival?.name ?? t("event.bye")}</b>
              <small>{one.title}</small>
            </span>
            <span class="points">{one.score}</span>
            <Way round={one} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function Way({ round }: { round: OwnRound }) {
  const { match, mark, rival } = round;
  if (!match) return <span class="no-way" />;
  if (mark === "open") {
    return (
      <button type="button" class="quiet" onClick={() => show(match)}>
        {t("lobby.go")}
      </button>
    );
  }
  return (
    <button
      type="button"
      class="icon"
      aria-label={t("event.replay", { name: rival?.name ?? "" })}
      onClick={() => openPage(pageOf("replay", `${match}.1`))}
    >
      <Icon name="run" />
    </button>
  );
}
