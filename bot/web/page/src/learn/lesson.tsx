import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { openPage, press } from "../control.ts";
import { announce, notice } from "../moments.ts";
import { PressButtonView } from "../panel/press_button.tsx";
import type { LessonPart, MenuPart, PressButton } from "../protocol.ts";
import { lesson, lobby, look, page, table } from "../state.ts";
import { Choices } from "../table/actions.tsx";
import { Hand } from "../table/hand.tsx";
import { HintMark } from "../table/hint.tsx";
import { onKey } from "../table/keys.ts";
import { Questions } from "../table/questions.tsx";
import { Others, Own, Places } from "../table/table.tsx";
import { tableSettings } from "../table/table_settings.tsx";
import { mine, ownOrder, question } from "../table/touch.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Icon } from "../ui/icon.tsx";
import { NoticeText } from "../ui/notice.tsx";
import { Line, Markdown } from "../ui/text.tsx";
import { t } from "../words.ts";
import { RaceClockView } from "./race.tsx";

const RACE = "race";

/** A step of a lesson or a puzzle, with the cards and the places of a match. */
export function Lesson() {
  const open = lesson.value;
  const shown = table.value;
  const strip = useRef<HTMLParagraphElement>(null);
  const part = open?.part;
  const last = part?.race ? part.seat.remarks[0] : "";
  const dealt = part ? `${part.press} ${part.seat.hand}` : "";
  const step = part ? `${dealt} ${part.verdict}` : "";
  useLayoutEffect(() => {
    if (dealt) ownOrder.value = null;
  }, [dealt]);
  // Each step, and each answer to it, begins at its sentence.
  useLayoutEffect(() => {
    if (step) strip.current?.focus({ preventScroll: true });
  }, [step]);
  // In a race what became of the last answer is gone from sight with the next one.
  useEffect(() => {
    if (dealt && last) announce(last);
  }, [dealt, last]);
  useEffect(() => {
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
  if (!open || !part || !shown) return null;
  const { view } = shown;
  const own = mine.value;
  const { theme, felt, back } = look.value;
  const { cards, spacing } = tableSettings.value;
  const isSolved = part.worths.length > 0;
  const kind = part.race ? " puzzle race" : part.back ? "" : " puzzle";
  const detail = part.back ? "" : detailOf(part);
  return (
    <main
      class={`table playing lesson${kind}${isSolved ? " solved" : ""}`}
      data-theme={theme}
      data-felt={felt}
      data-back={back}
      data-cards={cards}
      data-spacing={spacing}
      data-press={part.press}
    >
      <header class="bar">
        <button
          type="button"
          class="icon"
          aria-label={part.back?.label ?? t("back")}
          onClick={() => leave(open.panel, part.back)}
        >
          <Icon name="back" />
        </button>
        <h1>
          {part.title}
          <small>{part.subtitle}</small>
        </h1>
        <button
          type="button"
          class="icon for-narrow"
          aria-label={t("learn.why")}
          onClick={() => {
            question.value = { kind: "lesson" };
          }}
        >
          <Icon name="ask" />
        </button>
      </header>
      <div class="felt felt-box">
        {part.race && <RaceClockView panel={open.panel} race={part.race} />}
        {view.tables.length > 1 && <Others view={view} table={own} />}
        {own && <Places view={view} table={own} />}
        <section class={`strip${isSolved ? " paper-strip" : part.hint === null ? "" : " hint"}`}>
          {part.hint !== null && <HintMark />}
          <div class="say">
            <p
              class={isSolved || part.hint !== null ? "sentence" : "task"}
              ref={strip}
              tabIndex={-1}
            >
              <Line text={sentenceOf(part)} />
            </p>
            {notice.value ? (
              <NoticeText />
            ) : (
              detail && (
                <small>
                  <Line text={detail} />
                </small>
              )
            )}
          </div>
        </section>
        {own && <Own view={view} table={own} />}
        <Hand />
        <div class="actions">
          {part.steps.length > 0 && <Dots part={part} />}
          {part.race &&
            part.tools.map((button) => (
              <PressButtonView
                key={button.press}
                panel={open.panel}
                button={{ ...button, emoji: "❌" }}
                kind="tool"
              />
            ))}
          <div class="choices">
            {isSolved ? (
              part.next && <Next panel={open.panel} button={part.next} />
            ) : (
              <Choices all />
            )}
          </div>
        </div>
      </div>
      <aside class="side">
        <LessonNotes part={part} />
        <Themes panel={open.panel} menu={open.menu} />
        <Tools panel={open.panel} part={part} />
      </aside>
      {question.value?.kind === "lesson" && (
        <Dialog
          title={part.subtitle}
          close={() => {
            question.value = null;
          }}
        >
          <LessonNotes part={part} />
          <Themes panel={open.panel} menu={open.menu} />
          <Tools panel={open.panel} part={part} />
        </Dialog>
      )}
      <div id="flights" aria-hidden="true" />
      <Questions view={view} table={own} />
    </main>
  );
}

/** Go to the map, or to the page that leads to what is no lesson. */
function leave(panel: string, back: PressButton | null): void {
  if (back) void press(panel, back.press);
  else openPage(page.value === "daily" ? "daily" : "learn");
}

/** Below the sentence of a puzzle: what is known of the opponent, or why the best answer is best. */
function detailOf({ verdict, seat }: LessonPart): string {
  return verdict ? (verdict.split("\n")[1] ?? "") : seat.remarks.join(" · ");
}

/** What is to do, or what became of the answer. */
function sentenceOf({ verdict, seat }: LessonPart): string {
  return verdict.split("\n")[0] || seat.task;
}

function Next({ panel, button }: { panel: string; button: PressButton }) {
  return <PressButtonView panel={panel} button={{ ...button, style: "success" }} />;
}

/** How many steps the lesson has, and what became of each. */
function Dots({ part }: { part: LessonPart }) {
  const done = part.steps.filter((one) => one !== null).length;
  return (
    <ol class="dots" aria-label={t("learn.steps", { n: done, all: part.steps.length })}>
      {part.steps.map((one, n) => (
        <li
          key={n}
          class={one === null ? "" : one ? "right" : "wrong"}
          aria-current={n === part.at ? "step" : undefined}
        >
          <span class="unseen">
            {one === null ? n + 1 : t(one ? "learn.right" : "learn.wrong")}
          </span>
        </li>
      ))}
    </ol>
  );
}

/** The themes that puzzles are chosen by. */
function Themes({ panel, menu }: { panel: string; menu: MenuPart | undefined }) {
  if (!menu) return null;
  const choose = (value: string) => {
    question.value = null;
    void press(panel, menu.press, [value]);
  };
  return (
    <section class="themes">
      <h2>{menu.placeholder}</h2>
      <div class="row">
        {menu.choices.map((one) => (
          <button
            type="button"
            class="chip"
            key={one.value}
            aria-pressed={one.chosen}
            onClick={() => choose(one.value)}
          >
            {one.label}
          </button>
        ))}
      </div>
    </section>
  );
}

/** What else can be done, and the race. A press closes the dialog that it may stand in. */
function Tools({ panel, part }: { panel: string; part: LessonPart }) {
  const race = lobby.value?.menu.find((one) => one.name === RACE);
  if (part.back || part.race) return null;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the buttons inside are what is pressed
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons inside are what is pressed
    <div
      class="row tools"
      onClick={() => {
        question.value = null;
      }}
    >
      {race && (
        <button type="button" onClick={() => openPage(RACE)}>
          <Icon name="clock" />
          {race.label}
        </button>
      )}
      {part.tools.map((button) => (
        <PressButtonView key={button.press} panel={panel} button={button} />
      ))}
    </div>
  );
}

/** The idea on paper, and once it is answered why, with the points of every answer. */
function LessonNotes({ part }: { part: LessonPart }) {
  return (
    <>
      <section class="paper lesson-paper">
        <h2>{part.back ? part.title : part.subtitle}</h2>
        <Markdown text={part.idea} />
      </section>
      {part.why.length > 0 && (
        <section class="paper lesson-paper why">
          <h2>{t("learn.why")}</h2>
          <Markdown text={part.why.join("\n")} />
        </section>
      )}
      {part.worths.length > 0 && <Worths part={part} />}
    </>
  );
}

/** A bar for each answer, from nought to the right or to the left. */
function Worths({ part }: { part: LessonPart }) {
  const most = Math.max(1, ...part.worths.map((one) => Math.abs(one.points)));
  return (
    <section class="worths">
      <h2>{part.worth_title}</h2>
      <ol>
        {part.worths.map((one) => (
          <li key={one.label} class={one.best ? "best" : one.own ? "own" : ""}>
            <span>
              {one.label}
              {one.own && <small> {t("learn.yours")}</small>}
            </span>
            <i class="bar-box" aria-hidden="true">
              <i
                class={one.points < 0 ? "minus" : ""}
                style={`--share:${(Math.abs(one.points) / most).toFixed(3)}`}
              />
            </i>
            <b>{one.worth}</b>
          </li>
        ))}
      </ol>
    </section>
  );
}
