import type { MatchState, PlayerState, TableState } from "../protocol.ts";
import { reactions } from "../state.ts";
import { left } from "../ui/time.ts";
import { t } from "../words.ts";
import { CountUp } from "./count_up.tsx";
import { REACTIONS } from "./reactions.tsx";

/** The clock of a seat: it counts, and says so when it has stopped. */
export function Clock({ view, seat }: { view: MatchState; seat: number }) {
  const { clock } = view;
  const player = view.players[seat];
  if (clock.paused) return <span class="clock">{t("table.paused")}</span>;
  if (player?.away_until) return <span class="clock">{t("table.away")}</span>;
  if (clock.late.includes(seat)) return <span class="clock late">{t("table.late")}</span>;
  const deadline = clock.deadlines.find((one) => one.seat === seat);
  if (!deadline) return null;
  const near = deadline.at - Date.now() < 20_000;
  return (
    <time class={near ? "clock near" : "clock"} role="timer" aria-label={t("page.clock")}>
      {left(deadline.at)}
    </time>
  );
}

export function Disc({ player }: { player: PlayerState }) {
  return (
    <span class={`disc tone-${player.tone}`} aria-hidden="true">
      {player.initials}
    </span>
  );
}

/** A player's bar: who it is, whose turn, the clock and the score. */
export function Player({
  view,
  table,
  seat,
}: {
  view: MatchState;
  table: TableState;
  seat: number;
}) {
  const player = view.players[seat];
  if (!player) return null;
  const acts = view.to_act.includes(seat) && view.phase === "playing";
  const won = view.outcome !== null && view.outcome.winner === player.party;
  const reaction = reactions.value.find((one) => one.seat === seat && one.match === view.match);
  const score = view.sheet.totals[player.party] ?? 0;
  return (
    <div class={`player${acts ? " acts" : ""}${won ? " won" : ""}`} data-seat={seat}>
      <Disc player={player} />
      <span class="name">
        {player.name}
        {player.rating !== null && <small> {player.rating}</small>}
      </span>
      {acts && (
        <span class="turn-mark" aria-hidden="true">
          ▶
        </span>
      )}
      {reaction && (
        <span class="reaction" key={reaction.key} aria-hidden="true">
          {REACTIONS[reaction.reaction]}
        </span>
      )}
      <span class="space" />
      {view.ready.includes(seat) && view.phase === "between" && (
        <span class="tag" role="img" aria-label={t("page.ready")}>
          ✓
        </span>
      )}
      {table.seats[1] === seat && <span class="tag">{t("table.dealer")}</span>}
      <Clock view={view} seat={seat} />
      <b class="score">
        <CountUp to={score} />
      </b>
    </div>
  );
}

/** A hand that is not to be seen: its backs, and how many there are. */
export function Backs({ count, seat, name }: { count: number; seat: number; name: string }) {
  return (
    <div
      class="backs"
      data-zone={`seat-${seat}`}
      role="img"
      aria-label={`${name}: ${t("table.cards", { n: count })}`}
    >
      {Array.from({ length: count }, (_, n) => (
        <span class="back" key={n} />
      ))}
    </div>
  );
}
