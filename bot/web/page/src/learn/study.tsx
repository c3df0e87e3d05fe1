import { useEffect, useRef, useState } from "preact/hooks";
import { Back, type Card, Face } from "../cards/card.tsx";
import { press } from "../control.ts";
import { PanelButtons } from "../panel/press_button.tsx";
import type { PanelState, StudyPart, StudyStep, WordKey } from "../protocol.ts";
import { look, panel as openPanel, waiting } from "../state.ts";
import { useDraft } from "../ui/draft.ts";
import { Icon } from "../ui/icon.tsx";
import { cardName, cardShort, t } from "../words.ts";
import { DECK } from "./ask.tsx";

/** The buttons of chat that this page has its own controls for. */
const OWN = /:study-(note|list)/;
/** The moves that draw or discard a card of the deck, by their first letters. */
const KINDS: Readonly<Record<string, WordKey>> = {
  s: "study.draw",
  o: "study.they_draw",
  x: "study.they_take",
};
const TAKE = "t";
const DRAW = "s";
const IN_A_HAND = 10;

interface StudyProps {
  part: StudyPart;
  open: PanelState;
}

/** A position with a note, and the line that leads to it: one steps through the lines. */
export function Study({ part, open }: StudyProps) {
  const head = useRef<HTMLHeadingElement>(null);
  const here = part.line.at(-1);
  const at = `${part.study} ${part.line.map((one) => one.label).join()}`;
  const shown = useRef(at);
  /** The kind of move that was asked for on the table, at the place that it was asked for at. */
  const [asked, setAsked] = useState({ at: "", kind: "" });
  const kind = asked.at === at ? asked.kind : "";
  const setKind = (next: string) => setAsked({ at, kind: next });
  useEffect(() => {
    if (shown.current === at) return;
    shown.current = at;
    // What was pressed may be gone with the step before; the cards stay in sight.
    if (document.activeElement === document.body) head.current?.focus({ preventScroll: true });
  }, [at]);
  return (
    <div class="room study" aria-busy={waiting.value.length > 0}>
      <div class="room-main">
        <Cards part={part} panel={open.panel} draw={() => setKind(DRAW)} />
        <nav class="study-line" aria-label={t("study.line")}>
          {part.line.map((one) => (
            <button
              type="button"
              key={one.press}
              aria-current={one === here ? "step" : undefined}
              onClick={() => void press(open.panel, one.press)}
            >
              {one.label}
            </button>
          ))}
        </nav>
        {part.add_press && (
          <NewMove key={`${at} ${kind}`} part={part} panel={open.panel} kind={kind} />
        )}
      </div>
      <div class="room-side">
        <section class="paper lesson-paper">
          <h2 ref={head} tabIndex={-1}>
            {part.title}
          </h2>
          {part.by && <p class="small">{part.by}</p>}
          {part.note_press ? (
            <Note key={at} part={part} panel={open.panel} sends={part.note_press} />
          ) : (
            part.note && <p class="study-note">{part.note}</p>
          )}
        </section>
        <section class="study-following">
          <h2>{t("study.following")}</h2>
          {part.following.length > 0 ? (
            <ol>
              {part.following.map((one) => (
                <Following key={one.press} one={one} panel={open.panel} />
              ))}
            </ol>
          ) : (
            <p class="small">{t("study.none")}</p>
          )}
        </section>
        <PanelButtons open={open} without={OWN} />
      </div>
    </div>
  );
}

function Following({ one, panel }: { one: StudyStep; panel: string }) {
  return (
    <li>
      <button type="button" onClick={() => void press(panel, one.press)}>
        <Icon name="right" />
        <span>
          {one.label}
          {one.note && <small>{one.note}</small>}
        </span>
      </button>
    </li>
  );
}

interface PartProps {
  part: StudyPart;
  panel: string;
}

/** Add a move of a line. */
function add({ part, panel }: PartProps, move: string) {
  if (part.add_press) void press(panel, part.add_press, [], { text: move });
}

/** The table of a position: the opponent's hand as far as it is known, the piles, the own hand. */
function Cards({ part, panel, draw }: PartProps & { draw: () => void }) {
  const [knocks, setKnocks] = useState(false);
  const mayKnock = part.moves.some((move) => move[0] === "k");
  const moveOf = (card: Card) => {
    const wanted = (knocks && mayKnock ? "k" : "d") + card;
    return part.moves.includes(wanted) ? wanted : null;
  };
  const groups = [...part.melds, part.loose];
  const here = part.line.at(-1);
  const mayDraw = part.add_press !== null && part.moves.some((move) => move[0] === DRAW);
  const mayTake = part.add_press !== null && part.moves.includes(TAKE);
  return (
    <section class="ask-felt felt-box study-felt replay-felt">
      <Opponent taken={part.taken} acts={part.turn === "theirs"} />
      <div class="study-middle">
        <Stock may={mayDraw} draw={draw} />
        <Pile cards={part.pile} take={mayTake ? () => add({ part, panel }, TAKE) : null} />
      </div>
      <div class="replay-strip" aria-live="polite">
        <div>
          <p class="study-here">{here?.label}</p>
          {mayDraw && <p class="small">{t("study.touch")}</p>}
          {part.turn === "discard" && part.add_press && <p class="small">{t("study.tap")}</p>}
        </div>
      </div>
      <div class="ask-zone of-hand">
        <ol style={`--n:${groups.flat().length}`}>
          {groups.map((group, n) =>
            group.map((card, place) => {
              const move = moveOf(card);
              const isFirst = n > 0 && place === 0;
              const isMeld = n < part.melds.length;
              return (
                <li
                  key={card}
                  data-card={card}
                  class={`${isFirst ? "apart" : ""}${card === part.fresh ? " best" : ""}${isMeld ? " melded" : ""}`}
                >
                  {move ? (
                    <button
                      type="button"
                      class="card"
                      aria-label={t("study.discard", { card: cardName(card) })}
                      onClick={() => add({ part, panel }, move)}
                    >
                      <Face card={card} theme={look.value.theme} />
                    </button>
                  ) : (
                    <span class="card" role="img" aria-label={cardName(card)}>
                      <Face card={card} theme={look.value.theme} />
                    </span>
                  )}
                </li>
              );
            }),
          )}
        </ol>
        {mayKnock && (
          <label class="study-knock">
            <input
              type="checkbox"
              checked={knocks}
              onChange={(event) => setKnocks(event.currentTarget.checked)}
            />
            {t("study.knock")}
          </label>
        )}
        <p class={seatKind(part.turn === "draw" || part.turn === "discard")}>
          <span>{t("ask.hand")}</span>
          <span>
            {t("table.deadwood")} <b>{part.deadwood}</b>
          </span>
        </p>
      </div>
    </section>
  );
}

const seatKind = (acts: boolean) => `study-title replay-seat${acts ? " acts" : ""}`;

/** The opponent's hand: the cards taken lie open, the others are not known. */
function Opponent({ taken, acts }: { taken: readonly Card[]; acts: boolean }) {
  return (
    <div class="ask-zone of-taken">
      <p class={seatKind(acts)}>
        <span>{t("lobby.opponent")}</span>
        <small>{taken.length > 0 && t("ask.taken")}</small>
      </p>
      <div class="study-theirs">
        <ol>
          {taken.map((card) => (
            <li key={card} data-card={card}>
              <span class="card" role="img" aria-label={cardName(card)}>
                <Face card={card} theme={look.value.theme} />
              </span>
            </li>
          ))}
        </ol>
        <span class="study-backs" aria-hidden="true">
          {Array.from({ length: Math.max(0, IN_A_HAND - taken.length) }, (_, n) => (
            <Back key={n} />
          ))}
        </span>
      </div>
    </div>
  );
}

function Stock({ may, draw }: { may: boolean; draw: () => void }) {
  const inside = (
    <>
      <Back />
      <small>{t("table.stock")}</small>
    </>
  );
  return may ? (
    <button
      type="button"
      class="replay-spot asks study-spot"
      aria-label={`${t("table.stock")}: ${t("study.draw")}`}
      onClick={draw}
    >
      {inside}
    </button>
  ) : (
    <span class="replay-spot study-spot">{inside}</span>
  );
}

/** The whole pile, the upcard last; a touch takes it where that is a move. */
function Pile({ cards, take }: { cards: readonly Card[]; take: (() => void) | null }) {
  return (
    <div class="ask-zone of-pile">
      <ol style={`--n:${Math.max(cards.length, 2)}`}>
        {cards.map((card, n) => {
          const face = <Face card={card} theme={look.value.theme} />;
          return (
            <li key={card} data-card={card}>
              {take && n === cards.length - 1 ? (
                <button
                  type="button"
                  class="card asks may"
                  aria-label={`${t("study.take")}, ${cardName(card)}`}
                  onClick={take}
                >
                  {face}
                </button>
              ) : (
                <span class="card" role="img" aria-label={cardName(card)}>
                  {face}
                </span>
              )}
            </li>
          );
        })}
      </ol>
      <p class="study-title">
        <small>{t("table.pile")}</small>
        <small>{cards.length}</small>
      </p>
    </div>
  );
}

/** A move that takes the upcard, or draws or discards a card that nobody has seen. */
function NewMove({ part, panel, kind: wanted }: PartProps & { kind: string }) {
  const kinds = Object.keys(KINDS).filter((kind) => part.moves.some((move) => move[0] === kind));
  const [chosen, setChosen] = useState(wanted || (kinds[0] ?? ""));
  const box = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (wanted) box.current?.scrollIntoView({ block: "nearest" });
  }, [wanted]);
  if (kinds.length === 0) return null;
  return (
    <details class="box study-add" ref={box} open={wanted !== "" || part.following.length === 0}>
      <summary>{t("study.add")}</summary>
      {part.moves.includes(TAKE) && (
        <button type="button" onClick={() => add({ part, panel }, TAKE)}>
          {t("study.take")}
        </button>
      )}
      <div class="chips">
        {kinds.map((kind) => (
          <button
            type="button"
            key={kind}
            aria-pressed={kind === chosen}
            onClick={() => setChosen(kind)}
          >
            {t(KINDS[kind] ?? "study.draw")}
          </button>
        ))}
      </div>
      <div class="ask-deck">
        {DECK.map((suit) => (
          <div class="ask-suit" key={suit[0]}>
            {suit.map((card) => {
              const move = chosen + card;
              const isOffered = part.moves.includes(move);
              return (
                <button
                  type="button"
                  key={card}
                  class={`ask-card${isOffered ? "" : " used"}`}
                  data-suit={card[1]}
                  disabled={!isOffered}
                  aria-label={`${cardShort(card)}, ${cardName(card)}`}
                  onClick={() => add({ part, panel }, move)}
                >
                  {cardShort(card)}
                </button>
              );
            })}
          </div>
        ))}
      </div>
    </details>
  );
}

/** The note, which stays as it is written until it is saved. */
function Note({ part, panel, sends }: PartProps & { sends: string }) {
  const name = `note.${part.study} ${part.line.map((one) => one.label).join()}`;
  const [text, setText, drop] = useDraft(name, part.note);
  return (
    <form
      class="study-form"
      onSubmit={(event) => {
        event.preventDefault();
        void press(panel, sends, [], { text }).then(() => {
          const shown = openPanel.peek()?.parts.find((one) => one.type === "study");
          // A study that somebody else has changed stays as it is, and the note with its writer.
          if (shown?.type === "study" && shown.note !== part.note) drop();
        });
      }}
    >
      <label class="field">
        {t("study.note")}
        <textarea
          rows={4}
          value={text}
          maxLength={part.note_length}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>
      <div class="row">
        <button type="submit" class="main" disabled={text === part.note}>
          <Icon name="save" />
          {t("study.save")}
        </button>
        {text !== part.note && (
          <button type="button" onClick={drop}>
            {t("cancel")}
          </button>
        )}
      </div>
    </form>
  );
}
