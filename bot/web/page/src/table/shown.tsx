import type { ComponentChildren } from "preact";
import { type Card, Face } from "../cards/card.tsx";
import type {
  KnockState,
  LaidOffState,
  MatchState,
  ShownHandState,
  TableMeldState,
} from "../protocol.ts";
import { look } from "../state.ts";
import { Icon } from "../ui/icon.tsx";
import { useScrollStop } from "../ui/scroll_stop.ts";
import { cardName, t } from "../words.ts";
import { OpenCard } from "./centre.tsx";
import { isRun } from "./melds.ts";
import { Disc } from "./player.tsx";
import { actions, dragging, layOff, over, selected } from "./touch.ts";

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
            <Group kind="rest" name={t("end.points", { n: knock.deadwood })}>
              <Meld cards={knock.deadwood_cards} />
            </Group>
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

interface ShownProps {
  view: MatchState;
  hand: ShownHandState;
  /** With the cards that the other player laid off. */
  melds: readonly (readonly Card[])[];
  layoffs: readonly LaidOffState[];
  /** Whether the reader's side has won with it. */
  isOwnWin: boolean;
  isKnocker: boolean;
}

/** The open hand of one player: melds with what was laid off on them, deadwood, what went away. */
export function ShownHand(props: ShownProps) {
  const { view, hand, melds, layoffs, isOwnWin, isKnocker } = props;
  const added = new Set(layoffs.map((one) => one.card));
  const player = view.players[hand.seat];
  const isOnTable = melds.flat().some((card) => added.has(card));
  const gone = isOnTable ? [] : layoffs.map((one) => one.card);
  const groups = [...melds, hand.deadwood_cards, gone].filter((one) => one.length > 0);
  return (
    <section class={isOwnWin ? "shown-hand winner" : "shown-hand"} aria-label={player?.name ?? ""}>
      <h3>
        {player && <Disc player={player} match={view.match} />}
        <span class="name">{player?.name}</span>
        {isKnocker && <span class="tag">{t("table.knock")}</span>}
        {view.phase === "between" && view.ready.includes(hand.seat) && (
          <span class="tag is-ready">
            <Icon name="check" />
            {t("page.ready")}
          </span>
        )}
        <span class="space" />
        <span class="deadwood">
          {t("table.deadwood")} <b>{hand.deadwood}</b>
        </span>
      </h3>
      <div class="melds" data-zone={`seat-${hand.seat}`} style={`--wide:${widthOf(groups)}`}>
        {melds.map((meld) => (
          <Group kind={isRun(meld) ? "run" : "set"} name={nameOf(meld)} key={meld[0]}>
            <Meld cards={meld} added={added} />
          </Group>
        ))}
        {hand.deadwood_cards.length > 0 && (
          <Group kind="rest" name={t("end.points", { n: hand.deadwood })}>
            <Meld cards={hand.deadwood_cards} />
          </Group>
        )}
        {gone.length > 0 && (
          <Group kind="gone" name={t("end.laid_off")}>
            <span class="meld">
              {gone.map((card) => (
                <span class="card" key={card} role="img" aria-label={cardName(card)}>
                  <Face card={card} theme={look.value.theme} />
                </span>
              ))}
            </span>
          </Group>
        )}
      </div>
    </section>
  );
}

/** How far a card of a meld lies over the one before it. */
const OVERLAP = 0.48;
/** Between two groups, in widths of a card. */
const GAP = 0.3;

/** How wide a hand is that lies in one row, in widths of a card. */
function widthOf(groups: readonly (readonly Card[])[]): number {
  const cards = groups.reduce((sum, one) => sum + 1 + (one.length - 1) * (1 - OVERLAP), 0);
  return cards + GAP * (groups.length - 1);
}

const nameOf = (meld: readonly Card[]) => t(isRun(meld) ? "page.run" : "page.set");

interface GroupProps {
  kind: "run" | "set" | "rest" | "gone";
  name: string;
  children: ComponentChildren;
}

/** Cards that belong together, under what they are. */
function Group({ kind, name, children }: GroupProps) {
  return (
    <span class={`group ${kind}`}>
      <small>{name}</small>
      {children}
    </span>
  );
}
