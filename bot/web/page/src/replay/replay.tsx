import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { Back, Face } from "../cards/card.tsx";
import { press } from "../control.ts";
import { ChoiceMenu } from "../panel/choice_menu.tsx";
import { PressButtonView } from "../panel/press_button.tsx";
import type { GraphPart, MenuPart, PanelState, PlaybackPart, PlayedStep } from "../protocol.ts";
import { look, welcome } from "../state.ts";
import { Avatar } from "../ui/avatar.tsx";
import { Icon } from "../ui/icon.tsx";
import { Line, Markdown } from "../ui/text.tsx";
import { cardName, t } from "../words.ts";
import { Curve } from "./curve.tsx";
import { PlayOn } from "./play_on.tsx";
import { type Stepping, useStepping } from "./stepping.ts";

/** The actions that a touch asks about, as the server writes them. */
const DISCARD = "d";
const DRAW = "s";
const TAKE = "t";
/** The controls of the chat's replay that this one has its own for. */
const OWN = /:replay-.*-(back|next|play|jump)$/;
const QUESTION = /:replay-.*-whatif$/;
const STUDY = /:studyround-\d+$/;
const ROUNDS = /:replay-.*-round$/;

/** A round of a match, played on the table. */
export function Replay({ part: sent, open }: { part: PlaybackPart; open: PanelState }) {
  const part = useMemo(() => ownBelow(sent), [sent]);
  const steps = useStepping(`${part.match}.${part.number}`, part.at, part.steps.length - 1);
  const step = part.steps[steps.at];
  const graph = open.parts.find((one): one is GraphPart => one.type === "graph");
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      if (target.closest("dialog, textarea, select, input:not([type=range])")) return;
      if (event.key === "ArrowRight") steps.by(1);
      else if (event.key === "ArrowLeft") steps.by(-1);
      else if (event.key === "Home") steps.go(0);
      else if (event.key === "End") steps.go(steps.last);
      else if (event.key === " " && !target.closest("button, a")) steps.toggle();
      else return;
      event.preventDefault();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  });
  const [asked, setAsked] = useState("");
  if (!step) return null;
  const here = `${part.match}.${part.number}.${steps.at}`;
  /** What asks the coach about an action of this step, where that can be asked. */
  const asks = (action: string) => {
    const { ask_press } = step;
    if (ask_press === null || !step.others.includes(action)) return undefined;
    return () => {
      setAsked(`${here} ${action}`);
      void press(open.panel, ask_press, [action]);
    };
  };
  const isAsked = (action: string) => asked === `${here} ${action}`;
  const answer = steps.at === part.at ? answerIn(open) : "";
  const hand = { step, asks, isAsked };
  const moves = part.steps.slice(0, steps.at + 1);
  return (
    <div class="replay" data-step={steps.at}>
      <div class="replay-grid">
        <div class="replay-main">
          <div class="replay-felt felt-box">
            <Seat part={part} step={step} side={0} />
            <Hand {...hand} side={0} />
            <Piles step={step} asks={asks} />
            <Strip part={part} step={step} at={steps.at} answer={answer} />
            <Hand {...hand} side={1} />
            <Seat part={part} step={step} side={1} />
          </div>
          {graph && graph.values.length === part.steps.length && (
            <Curve graph={graph} at={steps.at} />
          )}
          <div class="replay-controls">
            <Slider steps={steps} label={moveText(part, step)} />
            <Controls steps={steps}>
              <PlayOn open={open} part={part} at={steps.at} />
            </Controls>
          </div>
        </div>
        <div class="replay-side">
          <Options open={open} part={part} at={steps.at} />
          <ol class="replay-moves" aria-label={t("table.moves")}>
            {moves.map((one, n) => (
              <li key={n} aria-current={n === steps.at ? "step" : undefined}>
                <button type="button" class="step" onClick={() => steps.go(n)}>
                  {one.mover !== null && (
                    <Avatar
                      player={{
                        initials: part.initials[one.mover] ?? "",
                        tone: part.tones[one.mover] ?? 0,
                      }}
                    />
                  )}
                  <span>
                    <Line text={one.move} />
                  </span>
                  {isPoor(one) && <b class="loss">−{one.cost?.toFixed(1)}</b>}
                </button>
              </li>
            ))}
          </ol>
        </div>
      </div>
    </div>
  );
}

/** The round with the reader's own cards below. */
function ownBelow(part: PlaybackPart): PlaybackPart {
  const me = welcome.value?.name;
  if (part.names[0] !== me || part.names[1] === me) return part;
  const turned = <T,>([upper, lower]: readonly [T, T]): [T, T] => [lower, upper];
  const other = (side: number | null) => (side === null ? null : 1 - side);
  return {
    ...part,
    names: turned(part.names),
    initials: turned(part.initials),
    tones: turned(part.tones),
    scores: turned(part.scores),
    steps: part.steps.map((one) => ({
      ...one,
      mover: other(one.mover),
      acts: other(one.acts),
      sides: turned(one.sides),
    })),
  };
}

const POOR = 0.5;

function isPoor(step: PlayedStep): boolean {
  return (step.cost ?? 0) >= POOR;
}

function moveText(part: PlaybackPart, step: PlayedStep): string {
  const move = step.move.replace(/[*_]/g, "");
  return step.mover === null ? move : `${part.names[step.mover] ?? ""}: ${move}`;
}

interface StepProps {
  part: PlaybackPart;
  step: PlayedStep;
}

function Seat({ part, step, side }: StepProps & { side: 0 | 1 }) {
  const { deadwood } = step.sides[side];
  return (
    <div class={`replay-seat ${side === 0 ? "far" : "near"}${step.acts === side ? " acts" : ""}`}>
      <Avatar player={{ initials: part.initials[side], tone: part.tones[side] }} />
      <b>{part.names[side]}</b>
      <span class="points">{part.scores[side]}</span>
      {deadwood !== null && (
        <span class="dead">
          {t("table.deadwood")} <b>{deadwood}</b>
        </span>
      )}
    </div>
  );
}

/** The coach's answer about another choice. */
function answerIn({ parts }: PanelState): string {
  const found = parts.find((one) => one.type === "text" && one.markdown.startsWith("🤔"));
  return found?.type === "text" ? found.markdown : "";
}

type Asks = (action: string) => (() => void) | undefined;

interface HandProps {
  step: PlayedStep;
  side: 0 | 1;
  asks: Asks;
  isAsked: (action: string) => boolean;
}

function Hand({ step, side, asks, isAsked }: HandProps) {
  const { cards, melds, count } = step.sides[side];
  const kindOf = (card: string) => {
    const meld = melds.find((one) => one.includes(card));
    if (!meld) return "";
    return meld.every((one) => one[0] === meld[0]?.[0]) ? " set" : " run";
  };
  const signOf = (card: string) => {
    if (step.acts === side && card === step.moved) return " fresh";
    return step.mover === side && card === step.better_card ? " better" : "";
  };
  return (
    <ol class={`replay-hand ${side === 0 ? "far" : "near"}`} style={`--n:${Math.max(count, 2)}`}>
      {cards === null
        ? Array.from({ length: count }, (_, n) => (
            <li key={n}>
              <Back />
            </li>
          ))
        : cards.map((card) => (
            <li key={card}>
              <Touched
                kind={`card${kindOf(card)}${signOf(card)}${isAsked(DISCARD + card) ? " asked" : ""}`}
                name={cardName(card)}
                ask={step.acts === side ? asks(DISCARD + card) : undefined}
              >
                <Face card={card} theme={look.value.theme} />
              </Touched>
            </li>
          ))}
    </ol>
  );
}

interface TouchedProps {
  kind: string;
  name: string;
  ask: (() => void) | undefined;
  children: ComponentChildren;
}

/** A card, or what is in its place; a touch asks the coach about it where that can be asked. */
function Touched({ kind, name, ask, children }: TouchedProps) {
  return ask ? (
    <button
      type="button"
      class={`${kind} asks`}
      aria-label={`${t("replay.what_if")} ${name}`}
      onClick={ask}
    >
      {children}
    </button>
  ) : (
    <span class={kind} role="img" aria-label={name}>
      {children}
    </span>
  );
}

function Piles({ step, asks }: { step: PlayedStep; asks: Asks }) {
  const top = step.discards.at(-1);
  const beneath = step.discards.at(-2);
  const { theme } = look.value;
  return (
    <div class="replay-piles">
      <Touched
        kind="replay-spot"
        name={`${t("table.stock")} ${step.stock}`}
        ask={step.stock > 0 ? asks(DRAW) : undefined}
      >
        {step.stock > 0 ? <Back /> : <span class="slot" />}
        <small>
          {t("table.stock")} {step.stock}
        </small>
      </Touched>
      <Touched
        kind="replay-spot"
        name={top ? t("table.pile_top", { card: cardName(top) }) : t("table.pile_empty")}
        ask={top ? asks(TAKE) : undefined}
      >
        <span class="replay-pile">
          {beneath && (
            <span class="under">
              <Face card={beneath} theme={theme} />
            </span>
          )}
          {top ? (
            <span class={top === step.moved ? "top fresh" : "top"}>
              <Face card={top} theme={theme} />
            </span>
          ) : (
            <span class="slot" />
          )}
        </span>
        <small>{t("table.pile")}</small>
      </Touched>
    </div>
  );
}

/** What was done, and what the coach thinks of it. */
function Strip({ part, step, at, answer }: StepProps & { at: number; answer: string }) {
  return (
    <div class="replay-strip" aria-live="polite">
      <div>
        {answer ? (
          <Markdown text={answer} />
        ) : step.result.length > 0 ? (
          <Markdown text={step.result.join("\n")} />
        ) : (
          <p>
            {step.mover !== null && <b>{part.names[step.mover]} </b>}
            <Line text={step.move} />
          </p>
        )}
        {answer ? null : step.better ? (
          <p class="small">
            <Line text={step.better} />
          </p>
        ) : (
          step.verdict &&
          at > 0 && (
            <p class="small">
              <Line text={step.verdict} />
            </p>
          )
        )}
      </div>
      {isPoor(step) && !answer && <b class="loss">−{step.cost?.toFixed(1)}</b>}
    </div>
  );
}

function Slider({ steps, label }: { steps: Stepping; label: string }) {
  return (
    <label class="scrubber">
      <input
        type="range"
        min={0}
        max={steps.last}
        value={steps.at}
        aria-label={t("replay.move")}
        aria-valuetext={`${steps.at}. ${label}`}
        onInput={(event) => steps.go(Number(event.currentTarget.value))}
      />
      <span class="small" aria-hidden="true">
        {steps.at} / {steps.last}
      </span>
    </label>
  );
}

function Controls({ steps, children }: { steps: Stepping; children: ComponentChildren }) {
  return (
    <div class="row replay-buttons">
      <button
        type="button"
        class="icon"
        aria-label={t("replay.back")}
        disabled={steps.at === 0}
        onClick={() => steps.by(-1)}
      >
        <Icon name="prev" />
      </button>
      <button
        type="button"
        class="main"
        aria-label={steps.isPlaying ? t("replay.pause") : t("replay.play")}
        onClick={steps.toggle}
      >
        <Icon name={steps.isPlaying ? "pause" : "run"} />
      </button>
      <button
        type="button"
        class="icon"
        aria-label={t("replay.next")}
        disabled={steps.at === steps.last}
        onClick={() => steps.by(1)}
      >
        <Icon name="next" />
      </button>
      <button
        type="button"
        aria-label={`${t("replay.speed")}: ${steps.speed}×`}
        onClick={steps.faster}
      >
        {steps.speed}×
      </button>
      {children}
    </div>
  );
}

interface OptionsProps {
  open: PanelState;
  part: PlaybackPart;
  at: number;
}

/** Whose hands are seen, the rounds, and what can be asked and kept. */
function Options({ open, part, at }: OptionsProps) {
  return (
    <div class="replay-options">
      {open.parts.map((one, n) => {
        if (one.type === "row") {
          const buttons = one.buttons.filter(
            ({ press: custom }) => !OWN.test(custom) && !STUDY.test(custom),
          );
          return buttons.length > 0 ? (
            <div class="row" key={n}>
              {buttons.map((button) => (
                <PressButtonView key={button.press} panel={open.panel} button={button} />
              ))}
            </div>
          ) : null;
        }
        if (one.type === "menu" && ROUNDS.test(one.press)) {
          return <Rounds key={n} menu={one} open={open} />;
        }
        return null;
      })}
      <Question open={open} part={part} at={at} />
      <SaveStudy open={open} part={part} at={at} />
    </div>
  );
}

/** The rounds of the match, without how they ended. */
function Rounds({ menu, open }: { menu: MenuPart; open: PanelState }) {
  return (
    <nav class="row rounds" aria-label={menu.placeholder}>
      {menu.choices.map((one) => (
        <button
          type="button"
          key={one.value}
          aria-current={one.chosen}
          onClick={() => void press(open.panel, menu.press, [one.value])}
        >
          {one.label}
        </button>
      ))}
    </nav>
  );
}

/** Make a study of the round from a step on; the server offers that of one step. */
function SaveStudy({ open, part, at }: OptionsProps) {
  const [wanted, setWanted] = useState<number | null>(null);
  const rows = open.parts.flatMap((one) => (one.type === "row" ? one.buttons : []));
  const button = rows.find((one) => STUDY.test(one.press));
  const isHere = at === part.at;
  const last = part.steps.length - 1;
  // The step that was asked for has come, and with it what makes the study.
  useEffect(() => {
    if (wanted === null || (wanted === at && !isHere)) return;
    setWanted(null);
    if (wanted === at && button) void press(open.panel, button.press);
  }, [wanted, at, isHere, button, open.panel]);
  if (isHere && button) return <PressButtonView panel={open.panel} button={button} />;
  if (isHere || at >= last || (!button && part.at < last)) return null;
  return (
    <button
      type="button"
      onClick={() => {
        setWanted(at);
        void press(open.panel, part.press, [String(at)]);
      }}
    >
      <Icon name="sheet" />
      {t("replay.study")}
    </button>
  );
}

/** Ask the coach about another choice; in a menu the server offers those of one step. */
function Question({ open, part, at }: OptionsProps) {
  const menu = open.parts.find(
    (one): one is MenuPart => one.type === "menu" && QUESTION.test(one.press),
  );
  if (!part.steps[at]?.others.length) return null;
  return (
    <>
      <p class="small">{t("replay.touch")}</p>
      {at === part.at && menu ? (
        <ChoiceMenu panel={open.panel} menu={menu} />
      ) : (
        <button type="button" onClick={() => void press(open.panel, part.press, [String(at)])}>
          <Icon name="thinking" />
          {t("replay.what_if")}
        </button>
      )}
    </>
  );
}
