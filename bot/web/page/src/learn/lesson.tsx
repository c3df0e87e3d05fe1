import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { press } from "../control.ts";
import { PressButtonView } from "../panel/press_button.tsx";
import type { LessonPart, PressButton } from "../protocol.ts";
import { lesson, look, notice, table } from "../state.ts";
import { Choices } from "../table/actions.tsx";
import { Hand } from "../table/hand.tsx";
import { HintMark } from "../table/hint.tsx";
import { onKey } from "../table/keys.ts";
import { Questions } from "../table/questions.tsx";
import { Others, Own, Places } from "../table/table.tsx";
import { tableSettings } from "../table/table_settings.tsx";
import { mine, question } from "../table/touch.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Icon } from "../ui/icon.tsx";
import { NoticeText } from "../ui/notice.tsx";
import { Line, Markdown } from "../ui/text.tsx";
import { t } from "../words.ts";

/** A step of a lesson, with the cards and the places of a match. */
export function Lesson() {
  const open = lesson.value;
  const shown = table.value;
  const strip = useRef<HTMLParagraphElement>(null);
  const part = open?.part;
  const step = part ? `${part.title} ${part.at} ${part.verdict}` : "";
  // Each step, and each answer to it, begins at its sentence.
  useLayoutEffect(() => {
    if (step) strip.current?.focus({ preventScroll: true });
  }, [step]);
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
  return (
    <main
      class={`table playing lesson${isSolved ? " solved" : ""}`}
      data-theme={theme}
      data-felt={felt}
      data-back={back}
      data-cards={cards}
      data-spacing={spacing}
    >
      <header class="bar">
        <button
          type="button"
          class="icon"
          aria-label={part.back.label}
          onClick={() => void press(open.panel, part.back.press)}
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
            {notice.value && <NoticeText />}
          </div>
        </section>
        {own && <Own view={view} table={own} />}
        <Hand />
        <div class="actions">
          <Dots part={part} />
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
      </aside>
      {question.value?.kind === "lesson" && (
        <Dialog
          title={part.subtitle}
          close={() => {
            question.value = null;
          }}
        >
          <LessonNotes part={part} />
        </Dialog>
      )}
      <div id="flights" aria-hidden="true" />
      <Questions view={view} table={own} />
    </main>
  );
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

/** The idea on paper, and once it is answered why, with the points of every answer. */
function LessonNotes({ part }: { part: LessonPart }) {
  return (
    <>
      <section class="paper lesson-paper">
        <h2>{part.title}</h2>
        <Markdown text={part.idea} />
      </section>
      {part.verdict && (
        <section class="paper lesson-paper" aria-live="polite">
          <h2>{t("learn.why")}</h2>
          <Markdown text={part.verdict} />
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
