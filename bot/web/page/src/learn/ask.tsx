import { useEffect, useRef, useState } from "preact/hooks";
import { type Card, Face } from "../cards/card.tsx";
import { press } from "../control.ts";
import { ChoiceMenu } from "../panel/choice_menu.tsx";
import type { AskedAnswerState, AskPart, MenuPart, WordKey } from "../protocol.ts";
import { look, waiting } from "../state.ts";
import { HintMark } from "../table/hint.tsx";
import { Icon } from "../ui/icon.tsx";
import { Line } from "../ui/text.tsx";
import { cardName, cardShort, t } from "../words.ts";

const RANKS = "A23456789TJQK";
const SUITS = "CDHS";
const DECK = [...SUITS].map((suit) => [...RANKS].map((rank) => rank + suit));
const MOST_IN_HAND = 11;
const ZONES = ["hand", "pile", "taken"] as const;
type Zone = (typeof ZONES)[number];
const TITLES: Record<Zone, WordKey> = {
  hand: "ask.hand",
  pile: "ask.pile",
  taken: "ask.taken",
};

interface AskProps {
  part: AskPart;
  panel: string;
  /** Plays on from the position that was asked about. */
  playOn: MenuPart | undefined;
}

/** A position that the reader puts up from a deck or writes, and the coach's answer to it. */
export function Ask({ part, panel, playOn }: AskProps) {
  const [cards, setCards] = useState<Record<Zone, readonly Card[]>>({
    hand: part.hand,
    pile: part.pile,
    taken: part.taken,
  });
  const [zone, setZone] = useState<Zone>("hand");
  const [score, setScore] = useState(part.score);
  const [preset, setPreset] = useState(part.preset);
  const [written, setWritten] = useState("");
  const all = ZONES.map((one) => cards[one].join(" "));
  const [hand, pile = "", taken = "", ownScore = score] = written ? written.split("/") : all;
  const text = [hand, pile, taken, ownScore, preset].join(" / ");
  const isBusy = waiting.value.length > 0;
  const isFull = cards.hand.length >= MOST_IN_HAND;
  const put = (card: Card) => {
    const held = ZONES.find((one) => cards[one].includes(card));
    setWritten("");
    if (held) setCards({ ...cards, [held]: cards[held].filter((one) => one !== card) });
    else {
      const into = zone === "hand" && isFull ? "pile" : zone;
      setZone(into);
      setCards({ ...cards, [into]: [...cards[into], card] });
    }
  };
  return (
    <div class="room ask">
      <form
        class="room-main"
        onSubmit={(event) => {
          event.preventDefault();
          void press(panel, part.press, [], { text: text.slice(0, part.length) });
        }}
      >
        <section class="ask-felt felt-box">
          {ZONES.map((one) => (
            <ZoneBox
              key={one}
              zone={one}
              cards={cards[one]}
              isOpen={zone === one}
              best={one === "hand" ? bestOf(part, cards.hand) : null}
              open={() => setZone(one)}
              put={put}
            />
          ))}
        </section>
        <fieldset class="ask-deck">
          <legend class="unseen">{t("ask.deck")}</legend>
          {DECK.map((suit) => (
            <div class="ask-suit" key={suit[0]}>
              {suit.map((card) => {
                const isUsed = ZONES.some((one) => cards[one].includes(card));
                return (
                  <button
                    type="button"
                    key={card}
                    class={isUsed ? "ask-card used" : "ask-card"}
                    data-suit={card[1]}
                    aria-pressed={isUsed}
                    aria-label={`${cardShort(card)}, ${cardName(card)}`}
                    onClick={() => put(card)}
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
            maxLength={part.length}
            placeholder={part.example}
            onInput={(event) => setWritten(event.currentTarget.value)}
          />
        </label>
        <div class="ask-rules">
          <label class="field">
            {t("ask.score")}
            <input
              value={score}
              maxLength={9}
              placeholder="0 0"
              onInput={(event) => setScore(event.currentTarget.value)}
            />
          </label>
          <label class="field">
            {t("ask.rules")}
            <select value={preset} onChange={(event) => setPreset(event.currentTarget.value)}>
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
              setCards({ hand: [], pile: [], taken: [] });
              setWritten("");
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
        {part.answer && <Answer answer={part.answer} />}
        {playOn && <ChoiceMenu panel={panel} menu={playOn} />}
      </div>
    </div>
  );
}

/** The card of the best choice, as long as the hand is the one that was asked about. */
function bestOf(part: AskPart, hand: readonly Card[]): Card | null {
  const isSame = hand.length === part.hand.length && part.hand.every((one) => hand.includes(one));
  return isSame ? (part.answer?.choices[0]?.card ?? null) : null;
}

interface ZoneProps {
  zone: Zone;
  cards: readonly Card[];
  isOpen: boolean;
  best: Card | null;
  open: () => void;
  put: (card: Card) => void;
}

/** A place for cards: a press opens it, a press on one of its cards takes that away. */
function ZoneBox({ zone, cards, isOpen, best, open, put }: ZoneProps) {
  const count = zone === "hand" ? `${cards.length} / ${MOST_IN_HAND}` : cards.length;
  return (
    <section class={`ask-zone of-${zone}${isOpen ? " opened" : ""}`}>
      <button type="button" class="ask-open" aria-pressed={isOpen} onClick={open}>
        <span>{t(TITLES[zone])}</span>
        <small>{count}</small>
      </button>
      <ol style={`--n:${Math.max(cards.length, 2)}`}>
        {cards.map((card) => (
          <li key={card} class={card === best ? "best" : ""}>
            <button
              type="button"
              class="card"
              aria-label={t("ask.remove", { card: cardName(card) })}
              onClick={() => put(card)}
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

/** What to do and why, every choice with its interval, and what the opponent may hold. */
function Answer({ answer }: { answer: AskedAnswerState }) {
  const head = useRef<HTMLHeadingElement>(null);
  // It stands below the deck on a phone, and above what is in sight elsewhere.
  useEffect(() => head.current?.focus(), []);
  const ends = answer.choices.flatMap((one) => [one.points - one.margin, one.points + one.margin]);
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
                style={`${nought};--from:${at(Math.min(0, one.points))};--to:${at(Math.max(0, one.points))};--low:${at(one.points - one.margin)};--high:${at(one.points + one.margin)}`}
              >
                <i class="fill" />
                {one.margin > 0 && <i class="interval" />}
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
                <small>{Math.round(chance * 100)} %</small>
              </li>
            ))}
          </ol>
        </section>
      )}
    </>
  );
}
