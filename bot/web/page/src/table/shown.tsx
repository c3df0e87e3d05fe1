import type { Card } from "../cards/card.tsx";
import type {
  KnockState,
  LaidOffState,
  MatchState,
  ShownHandState,
  TableMeldState,
  TableState,
} from "../protocol.ts";
import { useScrollStop } from "../ui/scroll_stop.ts";
import { Line } from "../ui/text.tsx";
import { t } from "../words.ts";
import { OpenCard } from "./centre.tsx";
import { CountUp } from "./count_up.tsx";
import { Disc } from "./player.tsx";
import { actions, dragging, layOff, over, seat, selected } from "./touch.ts";

interface MeldProps {
  cards: readonly Card[];
  added?: ReadonlySet<Card>;
  /** The number by which a card is laid off here. */
  number?: number;
}

/** A meld on the table; a card that fits can be laid off on it. */
export function Meld({ cards, added, number }: MeldProps) {
  const row = cards.map((card) => (
    <OpenCard card={card} key={card} added={added?.has(card) ?? false} />
  ));
  const card = dragging.value ?? selected.value;
  const takes = actions.value.some((one) => one.kind === "lay_off" && one.meld === number);
  if (number === undefined || !takes) return <span class="meld">{row}</span>;
  const fits = actions.value.some(
    (one) => one.kind === "lay_off" && one.meld === number && one.card === card,
  );
  const zone = `meld-${number}`;
  return (
    <span
      class={`meld takes${fits ? " fits" : ""}${over.value === zone ? " over" : ""}`}
      data-drop={zone}
    >
      {row}
      {fits && (
        <button type="button" class="lay-off" onClick={() => card && layOff(card, number)}>
          {t("page.lay_off_here")}
        </button>
      )}
    </span>
  );
}

/** A knock: the melds on which the other player lays off. */
export function Knocked({ view, knock }: { view: MatchState; knock: KnockState }) {
  const box = useScrollStop<HTMLElement>();
  const own = new Set(knock.own_melds.flat());
  const added = new Set(knock.melds.flat().filter((card) => !own.has(card)));
  return (
    <section class="shown" ref={box} aria-labelledby="knock-title">
      <div class="shown-hand">
        <h2 id="knock-title">
          {view.players[knock.seat]?.name} <span class="tag gold">{t("table.knock")}</span>
        </h2>
        <div class="melds" data-zone={`seat-${knock.seat}`}>
          {knock.melds.map((meld, n) => (
            <Meld cards={meld} added={added} number={n} key={meld[0]} />
          ))}
          {knock.deadwood_cards.length > 0 && (
            <span class="loose">
              <Meld cards={knock.deadwood_cards} />
              <span class="caption">
                {t("table.deadwood")} <b>{knock.deadwood}</b>
              </span>
            </span>
          )}
        </div>
      </div>
    </section>
  );
}

/** The melds on the table of Mahjong gin. */
export function TableMelds({ melds }: { melds: readonly TableMeldState[] }) {
  if (melds.length === 0) return null;
  return (
    <section class="shown-hand laid" aria-label={t("table.melds")}>
      <div class="melds">
        {melds.map((meld, n) => (
          <Meld cards={meld.cards} number={n} key={meld.cards[0]} />
        ))}
      </div>
    </section>
  );
}

/** The ends of a round after which somebody is marked as its knocker; gin stands in the headline. */
const KNOCKED = new Set(["knock", "undercut", "tie"]);

/** The end of a round: both hands open, and how the points came about. */
export function Result({ view, table }: { view: MatchState; table: TableState }) {
  const result = table.result;
  const box = useScrollStop<HTMLElement>();
  if (!result) return null;
  const own = seat.value?.seat;
  const hands = [...result.hands].sort((one, other) =>
    one.seat === own ? 1 : other.seat === own ? -1 : 0,
  );
  const knocked = table.knock;
  return (
    <section class="shown result" ref={box} aria-labelledby="result-title">
      <h2 class="headline" id="result-title">
        <Line text={result.title} />
      </h2>
      {hands.map((hand) => (
        <ShownHand
          key={hand.seat}
          view={view}
          hand={hand}
          melds={hand.seat === knocked?.seat ? knocked.melds : hand.melds}
          points={result.points[table.seats.indexOf(hand.seat)] ?? 0}
          layoffs={result.layoffs}
          isWinner={hand.seat === result.winner}
          isKnocker={hand.seat === result.knocker && KNOCKED.has(result.kind)}
        />
      ))}
      <p class="sums">
        {result.score.map((line, n) => (
          <span key={line.label}>
            {n > 0 && " + "}
            {line.label}
          </span>
        ))}
      </p>
    </section>
  );
}

interface ShownProps {
  view: MatchState;
  hand: ShownHandState;
  /** With the cards that the other player laid off. */
  melds: readonly (readonly Card[])[];
  points: number;
  layoffs: readonly LaidOffState[];
  isWinner: boolean;
  isKnocker: boolean;
}

function ShownHand({ view, hand, melds, points, layoffs, isWinner, isKnocker }: ShownProps) {
  const added = new Set(layoffs.map((one) => one.card));
  const player = view.players[hand.seat];
  return (
    <section class={isWinner ? "shown-hand winner" : "shown-hand"} aria-label={player?.name ?? ""}>
      <h3>
        {player && <Disc player={player} />}
        <span class="name">{player?.name}</span>
        {isKnocker && <span class="tag gold">{t("table.knock")}</span>}
        <span class="space" />
        {points !== 0 && (
          <b class="score">
            {points > 0 ? "+" : ""}
            <CountUp from={0} to={points} />
          </b>
        )}
      </h3>
      <div class="melds" data-zone={`seat-${hand.seat}`}>
        {melds.map((meld) => (
          <Meld cards={meld} added={added} key={meld[0]} />
        ))}
        {hand.deadwood_cards.length > 0 && (
          <span class="loose">
            <Meld cards={hand.deadwood_cards} added={added} />
            <span class="caption">
              {t("table.deadwood")} <b>{hand.deadwood}</b>
            </span>
          </span>
        )}
      </div>
    </section>
  );
}
