import type { Ref } from "preact";
import { useEffect } from "preact/hooks";
import { announce, notice } from "../moments.ts";
import { PressButtonView } from "../panel/press_button.tsx";
import type { HappenedState, MatchState, TableState } from "../protocol.ts";
import { dispatch, small } from "../state.ts";
import { Icon } from "../ui/icon.tsx";
import { NoticeText } from "../ui/notice.tsx";
import { Line } from "../ui/text.tsx";
import { relative } from "../ui/time.ts";
import { t } from "../words.ts";
import { adviceLine } from "./advice.tsx";
import { HintMark, hinted } from "./hint.tsx";
import { offerOf } from "./offers.ts";
import { commit, isUnderWay, play, question, seat } from "./touch.ts";

interface StripProps {
  view: MatchState;
  table: TableState | null;
  focus: Ref<HTMLParagraphElement>;
}

/** The strip that always holds one sentence: the task, a hint, or an offer on paper. */
export function Strip({ view, table, focus }: StripProps) {
  const own = seat.value;
  const offer = small.value ? null : offerOf(view, table);
  const hint = offer ? null : hinted.value;
  const task = own?.task ?? table?.turn ?? "";
  const more = offer ? offer.detail : detail(view, table);
  const spoken = offer?.text ?? hint?.text ?? "";
  useEffect(() => {
    if (spoken) announce(spoken);
  }, [spoken]);
  return (
    <section
      class={`strip${offer ? " paper-strip" : hint ? " hint" : ""}`}
      data-offer={offer?.kind}
    >
      {hint && <HintMark />}
      <div class="say">
        {/* The task keeps the focus that a press has lost, also while an offer covers it. */}
        <p class={offer || hint ? "task unseen" : "task"} ref={focus} tabIndex={-1}>
          <Line text={task} />
        </p>
        {offer && (
          <p class="sentence">
            <Line text={offer.text} />
          </p>
        )}
        {hint && (
          <p class="sentence">
            <Line text={hint.text} />
          </p>
        )}
        {notice.value ? (
          <NoticeText />
        ) : (
          !hint && (
            <small key={more}>
              <Line text={more} />
            </small>
          )
        )}
      </div>
      {offer && (
        <span class="pair">
          {offer.kind === "begun" && <Call />}
          {offer.presses.map(({ panel, button }) => (
            <PressButtonView key={button.press} panel={panel} button={button} />
          ))}
          {offer.actions.length > 2 ? (
            <button
              type="button"
              class="yes"
              onClick={() => {
                question.value = { kind: "decide", actions: offer.actions, title: offer.text };
              }}
            >
              {t("offer.decide")}
            </button>
          ) : (
            offer.actions.map((action, n) => (
              <button
                type="button"
                key={action.action}
                class={n === offer.actions.length - 1 && offer.asks ? "yes" : ""}
                data-action={action.action}
                aria-disabled={isUnderWay(action)}
                onClick={() => (action.confirm ? play(action) : void commit(action))}
              >
                {action.label}
              </button>
            ))
          )}
        </span>
      )}
    </section>
  );
}

/** To the table at which somebody waits, or not yet. */
function Call() {
  return (
    <>
      <button
        type="button"
        class="later"
        aria-label={t("offer.later")}
        onClick={() => dispatch({ type: "closed", what: "begun" })}
      >
        <span>{t("offer.later")}</span>
        <Icon name="x" />
      </button>
      <button type="button" class="yes" onClick={() => dispatch({ type: "went_to_begun" })}>
        {t("lobby.go")}
      </button>
    </>
  );
}

const LAST = 3;

/** What else is to be known: what is special about the turn, or the last moves. */
function detail(view: MatchState, table: TableState | null): string {
  const own = seat.value;
  const said = own ? [...own.remarks, adviceLine(own)].filter(Boolean) : [];
  if (said.length > 0) return said.join(" · ");
  if (view.phase === "between" && view.clock.deals_at !== null) {
    return t("page.deals", { when: relative(view.clock.deals_at) });
  }
  if (!table || table.result) return "";
  return movesInShort(view, table.events.slice(-LAST));
}

/** Moves in one line; whoever moves twice is named once. */
function movesInShort(view: MatchState, events: readonly HappenedState[]): string {
  let last = -1;
  return events
    .map((event) => {
      const name = event.seat === last ? "" : `${view.players[event.seat]?.name} `;
      last = event.seat;
      return name + event.text;
    })
    .join(" · ");
}
