import { Fragment } from "preact";
import { reactions } from "../moments.ts";
import type { MatchState, PlayerState, TableState } from "../protocol.ts";
import { Icon } from "../ui/icon.tsx";
import { left, now } from "../ui/time.ts";
import { t } from "../words.ts";
import { CountUp } from "./count_up.tsx";
import { EventScore } from "./event.tsx";
import { REACTIONS } from "./reactions.tsx";
import { actions, dragging, find, seat, selected } from "./touch.ts";

const NEAR_MS = 20_000;

/** The clock of a seat: it counts, and says so when it has stopped. */
export function Clock({ view, seat: place }: { view: MatchState; seat: number }) {
  const { clock } = view;
  const player = view.players[place];
  if (clock.paused) return <span class="clock">{t("table.paused")}</span>;
  if (player?.away_until) return <span class="clock">{t("table.away")}</span>;
  if (clock.late.includes(place)) return <span class="clock late">{t("table.late")}</span>;
  // Computers wait for as long as one likes.
  if (isAmongComputers(view)) return null;
  const deadline = clock.deadlines.find((one) => one.seat === place);
  if (!deadline) return player?.computer == null ? <span class="clock" /> : null;
  const near = deadline.at - now.value < NEAR_MS;
  return (
    <time class={near ? "clock near" : "clock"} role="timer" aria-label={t("page.clock")}>
      <Icon name="clock" />
      {left(deadline.at)}
    </time>
  );
}

/** Whether one person plays against computers, in their own time. */
function isAmongComputers({ players, clock }: MatchState): boolean {
  return clock.by_day && players.filter((one) => one.computer === null).length === 1;
}

/** A player's disc, and what they have just said. */
export function Disc({ player, match }: { player: PlayerState; match?: string }) {
  const said = reactions.value.find((one) => one.seat === player.seat && one.match === match);
  return (
    <span class={`disc tone-${player.tone}`} aria-hidden="true">
      {player.initials}
      {said && (
        <span class="reaction" key={said.key}>
          <Icon name={REACTIONS[said.reaction]} />
        </span>
      )}
    </span>
  );
}

/** The scores of a party on a slip of paper: Hollywood's three, otherwise one. */
export function Slip({ view, party }: { view: MatchState; party: number }) {
  const { format, columns, totals, games_won } = view.sheet;
  if (format === "hollywood") {
    return (
      <span class="slip">
        {columns.map((column) => (
          <Fragment key={column.title}>
            <b title={column.title} class={column.winner === null ? "" : "closed"}>
              {column.entries.some((one) => one.party === party) ? column.points[party] : "–"}
            </b>{" "}
          </Fragment>
        ))}
      </span>
    );
  }
  return (
    <span class="slip">
      {columns.length > 1 && <b class="games">{games_won[party]}</b>}{" "}
      <b class="score">
        <CountUp to={totals[party] ?? 0} />
      </b>
    </span>
  );
}

/** What somebody is in this round besides a player. */
function roles(view: MatchState, table: TableState, place: number): string[] {
  const player = view.players[place];
  const found = player?.rating == null ? [] : [String(player.rating)];
  if (view.box === place) found.push(t("table.box"));
  if (view.captains.includes(place)) found.push(t("table.captain"));
  if (table.seats[1] === place && view.box !== place) found.push(t("table.dealer"));
  return found;
}

interface PlayerProps {
  view: MatchState;
  table: TableState;
  side: number;
  place: "them" | "own";
  backs?: boolean;
}

/** A player's seat: who it is, whose turn, the cards, the clock and the score. */
export function Player({ view, table, side, place, backs }: PlayerProps) {
  const number = table.seats[side] ?? 0;
  const player = view.players[number];
  if (!player) return null;
  const acts = view.to_act.includes(number) && view.phase === "playing";
  const about = roles(view, table, number);
  return (
    <section class={`player ${place}${acts ? " acts" : ""}`} data-seat={number}>
      <Disc player={player} match={view.match} />
      <span class="name">
        <b>{player.name}</b>{" "}
        <small>
          {about.join(" · ")} <EventScore view={view} place={number} />
        </small>
      </span>
      {backs && table.knock?.seat !== number ? (
        <Backs count={table.hand_sizes[side] ?? 0} seat={number} name={player.name} />
      ) : (
        <span class="space" />
      )}
      {place === "own" && <Deadwood />}
      <Clock view={view} seat={number} />
      <Slip view={view} party={player.party} />
    </section>
  );
}

/** The deadwood of the own hand, or what the chosen or the best discard leaves. */
function Deadwood() {
  const own = seat.value;
  if (!own || own.hand.length === 0) return null;
  const card = dragging.value ?? selected.value;
  const chosen = card === null ? undefined : find("discard", card);
  const best = actions.value.reduce<number | null>(
    (least, one) =>
      one.kind === "discard" && one.after !== null && (least === null || one.after < least)
        ? one.after
        : least,
    null,
  );
  const value = chosen?.after ?? best ?? own.deadwood;
  return (
    <span class="deadwood">
      <span>{t("table.deadwood")}</span> <b key={value}>{value}</b>
    </span>
  );
}

/** A hand that is not to be seen: its backs, and how many there are. */
function Backs({ count, seat: place, name }: { count: number; seat: number; name: string }) {
  return (
    <span
      class="backs"
      data-zone={`seat-${place}`}
      role="img"
      aria-label={`${name}: ${t("table.cards", { n: count })}`}
    >
      {Array.from({ length: count }, (_, n) => (
        <span class="back" key={n} />
      ))}
    </span>
  );
}

/** Those who sit this round out. */
export function Idle({ view }: { view: MatchState }) {
  return (
    <p class="idle">
      {view.idle.map((place) => {
        const player = view.players[place];
        return (
          player && (
            <span key={place}>
              <Disc player={player} match={view.match} />
              <span class="name">
                <b>{player.name}</b> <small>{t("table.sits_out")}</small>
              </span>
              <Slip view={view} party={player.party} />
            </span>
          )
        );
      })}
    </p>
  );
}
