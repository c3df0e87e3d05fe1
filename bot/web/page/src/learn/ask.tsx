import { useEffect, useRef, useState } from "preact/hooks";
import { type Card, Face } from "../cards/card.tsx";
import { press } from "../control.ts";
import { ChoiceMenu } from "../panel/choice_menu.tsx";
import { PanelButtons } from "../panel/press_button.tsx";
import type { AskedAnswer, AskPart, MenuPart, PanelState, WordKey } from "../protocol.ts";
import { look, panel as openPanel, waiting } from "../state.ts";
import { grab, letGo } from "../table/drag.ts";
import { HintMark } from "../table/hint.tsx";
import { dragging, over } from "../table/touch.ts";
import { useDraft } from "../ui/draft.ts";
import { Icon } from "../ui/icon.tsx";
import { Line } from "../ui/text.tsx";
import { cardName, cardShort, percent, t } from "../words.ts";

const RANKS = "A23456789TJQK";
const SUITS = "CDHS";
export const DECK = [...SUITS].map((suit) => [...RANKS].map((rank) => rank + suit));
/** The button of chat that opens what this page is. */
const FORM = /:ask-form$/;
const MOST_IN_HAND = 11;
const ZONES = ["hand", "pile", "taken"] as const;
type Zone = (typeof ZONES)[number];
/** Where a card goes back to. */
const BACK = "deck";
/** How long a finger rests on a card to lift it; one that moves at once scrolls the page. */
const REST_MS = 220;
const TITLES: Record<Zone, WordKey> = {
  hand: "ask.hand",
  pile: "ask.pile",
  taken: "ask.taken",
};

interface AskProps {
  part: AskPart;
  open: PanelState;
  /** Plays on from the position that was asked about. */
  playOn: MenuPart | undefined;
}

type Laid = Readonly<Record<Zone, readonly Card[]>>;

/**
 * A position as its reader puts it up. `of`: the address of the answer that it was changed after.
 * `written`: its line as it stands in the field; `read`: the one that the cards were read from.
 */
interface Position {
  of: string;
  cards: Laid;
  score: string;
  preset: string;
  written: string;
  read: string;
}

const NOTHING_LAID: Laid = { hand: [], pile: [], taken: [] };
const DRAFT = "ask";

function positionOf({ address, hand, pile, taken, score, preset }: AskPart): Position {
  return { of: address, cards: { hand, pile, taken }, score, preset, written: "", read: "" };
}

/** What the reader has put up; a position that an address names comes before it. */
function usePosition(part: AskPart): [Position, (next: Position) => void] {
  const [kept, change] = useDraft<Position>(DRAFT, positionOf(part));
  // A page that was asked nothing shows what was put up last.
  const isOther = part.address !== "" && kept.of !== part.address;
  return [isOther ? positionOf(part) : kept, change];
}

/** A position that the reader puts up from a deck or writes, and the coach's answer to it. */
export function Ask({ part, open, playOn }: AskProps) {
  const { panel } = open;
  const [position, change] = usePosition(part);
  const { cards, score, preset, written } = position;
  const [zone, setZone] = useState<Zone>("hand");
  const isBusy = waiting.value.length > 0;
  const isFull = cards.hand.length >= MOST_IN_HAND;
  const isAnswered = part.answer !== null && isSame(position, part);
  /** Take a card from where it lies, and lay it into a zone, if it goes to one. */
  const move = (card: Card, into: Zone | null) => {
    const laid = { ...cards };
    for (const one of ZONES) laid[one] = laid[one].filter((other) => other !== card);
    if (into) {
      setZone(into);
      laid[into] = [...laid[into], card];
    }
    change({ ...position, cards: laid, written: "" });
  };
  const ask = async () => {
    const laid = Object.fromEntries(ZONES.map((one) => [one, cards[one].join(" ")]));
    const fields = { ...(written ? { text: written } : laid), score, preset };
    const answer = await press(panel, part.press, [], fields);
    const found = openPanel.peek()?.parts.find((one) => one.type === "ask");
    if (answer?.outcome !== "applied" || found?.type !== "ask" || !found.address) return;
    // What was written stays, to be corrected; the cards are those that the server has read.
    change({ ...positionOf(found), written, read: written });
  };
  const isUsed = (card: Card) => ZONES.some((one) => cards[one].includes(card));
  const put = (card: Card) => {
    if (isUsed(card)) move(card, null);
    else move(card, zone === "hand" && isFull ? "pile" : zone);
  };
  const drop = (card: Card, place: string | null) => {
    const into = ZONES.find((one) => one === place);
    if (into && !cards[into].includes(card)) move(card, into);
    else if (place === BACK && isUsed(card)) move(card, null);
  };
  const handling = usePress(put, drop);
  return (
    <div class="room ask">
      <form
        class="room-main"
        onSubmit={(event) => {
          event.preventDefault();
          void ask();
        }}
      >
        <section class="ask-felt felt-box">
          {ZONES.map((one) => (
            <ZoneBox
              key={one}
              zone={one}
              cards={cards[one]}
              isOpen={zone === one}
              best={one === "hand" && isAnswered ? (part.answer?.choices[0]?.card ?? null) : null}
              takes={one !== "hand" || !isFull}
              open={() => setZone(one)}
              handling={handling}
            />
          ))}
        </section>
        <fieldset class="ask-deck" data-drop={BACK}>
          <legend class="unseen">{t("ask.deck")}</legend>
          {DECK.map((suit) => (
            <div class="ask-suit" key={suit[0]}>
              {suit.map((card) => {
                const isLaid = isUsed(card);
                const held = dragging.value === card ? " held" : "";
                return (
                  <button
                    type="button"
                    key={card}
                    class={`ask-card${isLaid ? " used" : ""}${held}`}
                    data-suit={card[1]}
                    aria-pressed={isLaid}
                    aria-label={`${cardShort(card)}, ${cardName(card)}`}
                    {...handling(card)}
                  >
                    {cardShort(card)}
                  </button>
                );
              })}
            </div>
          ))}
        </fieldset>
        <label class="field">
          {t("ask.write")}
          <input
            value={written}
            placeholder={part.example}
            onInput={(event) => change({ ...position, written: event.currentTarget.value })}
          />
        </label>
        <div class="ask-rules">
          <label class="field">
            {t("ask.score")}
            <input
              value={score}
              placeholder="0 0"
              onInput={(event) => change({ ...position, score: event.currentTarget.value })}
            />
          </label>
          <label class="field">
            {t("ask.rules")}
            <select
              value={preset}
              onChange={(event) => change({ ...position, preset: event.currentTarget.value })}
            >
              {part.presets.map((one) => (
                <option key={one.name} value={one.name}>
                  {one.title}
                </option>
              ))}
            </select>
          </label>
        </div>
        <div class="row ask-press">
          <button
            type="button"
            onClick={() => {
              const empty = { cards: NOTHING_LAID, score: "", written: "", read: "" };
              change({ of: part.address, preset, ...empty });
              setZone("hand");
            }}
          >
            <Icon name="x" />
            {t("ask.clear")}
          </button>
          <button type="submit" class="main" disabled={isBusy}>
            <Icon name="ask" />
            {t("ask.ask")}
          </button>
        </div>
      </form>
      <div class="room-side" aria-live="polite">
        {isAnswered && part.answer && <Answer answer={part.answer} key={part.address} />}
        {isAnswered && playOn && <ChoiceMenu panel={panel} menu={playOn} />}
        {isAnswered && <PanelButtons open={open} without={FORM} />}
      </div>
    </div>
  );
}

type Handling = (card: Card) => {
  onPointerDown: (event: PointerEvent & { currentTarget: HTMLElement }) => void;
  onClick: () => void;
};

/** What a card listens to: a press `puts` it, a drag `drops` it at a place. */
function usePress(put: (card: Card) => void, drop: (card: Card, zone: string | null) => void) {
  /** The card that was dragged, so that the click that may follow means nothing. */
  const dragged = useRef<Card | null>(null);
  // A card is dropped on what lies there then.
  const latest = useRef(drop);
  latest.current = drop;
  const handling: Handling = (card) => ({
    onPointerDown: (event) => {
      const element = event.currentTarget;
      dragged.current = null;
      grab(
        event,
        element,
        card,
        () => undefined,
        (ending) => {
          letGo(element);
          if (ending.kind !== "drop") return;
          dragged.current = card;
          latest.current(card, ending.drop.zone);
        },
        REST_MS,
      );
    },
    onClick: () => {
      if (dragged.current !== card) put(card);
      dragged.current = null;
    },
  });
  return handling;
}

/** Whether a position is the one that was asked about: the answer to another one misleads. */
function isSame({ cards, score, preset, written, read }: Position, part: AskPart): boolean {
  const isLaid = ZONES.every((zone) => cards[zone].join() === part[zone].join());
  const isRead = written === "" || written === read;
  return isLaid && isRead && score === part.score && preset === part.preset;
}

interface ZoneProps {
  zone: Zone;
  cards: readonly Card[];
  isOpen: boolean;
  best: Card | null;
  /** Whether a card can be dropped here. */
  takes: boolean;
  open: () => void;
  handling: Handling;
}

/** A place for cards: a press opens it, a press on one of its cards takes that away. */
function ZoneBox({ zone, cards, isOpen, best, takes, open, handling }: ZoneProps) {
  const count = zone === "hand" ? `${cards.length} / ${MOST_IN_HAND}` : cards.length;
  return (
    <section
      class={`ask-zone of-${zone}${isOpen ? " opened" : ""}${over.value === zone ? " over" : ""}`}
      data-drop={takes ? zone : undefined}
    >
      <button type="button" class="ask-open" aria-pressed={isOpen} onClick={open}>
        <span>{t(TITLES[zone])}</span>
        <small>{count}</small>
      </button>
      <ol style={`--n:${Math.max(cards.length, 2)}`}>
        {cards.map((card) => (
          <li key={card} class={card === best ? "best" : ""} data-card={card}>
            <button
              type="button"
              class={dragging.value === card ? "card held" : "card"}
              aria-label={t("ask.remove", { card: cardName(card) })}
              {...handling(card)}
            >
              <Face card={card} theme={look.value.theme} />
            </button>
            {card === best && <HintMark />}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** What to do and why, every choice with its points, and what the opponent may hold. */
function Answer({ answer }: { answer: AskedAnswer }) {
  const head = useRef<HTMLHeadingElement>(null);
  // It stands below the deck on a phone, and above what is in sight elsewhere.
  useEffect(() => {
    head.current?.focus({ preventScroll: true });
    head.current?.closest("section")?.scrollIntoView({ block: "start" });
  }, []);
  const ends = answer.choices.map((one) => one.points);
  const low = Math.min(0, ...ends);
  const high = Math.max(0, ...ends);
  const at = (points: number) => ((points - low) / Math.max(0.1, high - low)).toFixed(4);
  const nought = `--nought:${at(0)}`;
  return (
    <>
      <section class="paper lesson-paper">
        <h2 ref={head} tabIndex={-1}>
          <Line text={answer.best} />
        </h2>
        <p>
          <Line text={answer.reason} />
        </p>
      </section>
      <section class="ask-choices">
        <h2>{t("ask.points")}</h2>
        <ol>
          {answer.choices.map((one, n) => (
            <li key={one.label} class={n === 0 ? "best" : ""}>
              <span>{one.label}</span>
              <b>{one.worth}</b>
              <i
                class="ask-bar"
                aria-hidden="true"
                style={`${nought};--from:${at(Math.min(0, one.points))};--to:${at(Math.max(0, one.points))}`}
              >
                <i class="fill" />
              </i>
            </li>
          ))}
        </ol>
      </section>
      {answer.chances.length > 0 && (
        <section class="ask-chances">
          <h2>{answer.chances_title}</h2>
          <ol>
            {answer.chances.map(({ card, chance }) => (
              <li key={card}>
                <span class="card" role="img" aria-label={cardName(card)}>
                  <Face card={card} theme={look.value.theme} />
                </span>
                <small>{percent(chance)}</small>
              </li>
            ))}
          </ol>
        </section>
      )}
    </>
  );
}
