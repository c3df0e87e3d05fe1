import { PressButtonView } from "../panel/press_button.tsx";
import type { ActionState, MatchState } from "../protocol.ts";
import { cardShort, t } from "../words.ts";
import {
  actions,
  commit,
  find,
  isUnderWay,
  knockFor,
  play,
  question,
  seat,
  selected,
} from "./touch.ts";

/** Actions with a place of their own on the table. */
const ELSEWHERE = new Set<ActionState["kind"]>(["draw", "discard", "knock", "lay_off"]);
/** More of one kind than this are chosen in a list. */
const MOST = 3;

const MAIN = new Set<ActionState["kind"]>(["ready", "auto", "big_gin", "take_knock"]);

/** Answers to the other side, which wait for the player. */
const ANSWERS = new Set<ActionState["kind"]>([
  "allow_back",
  "refuse_back",
  "give_time",
  "call_off",
  "claim",
]);

/** Whether a request belongs beside the cards; all others are in the menu. */
export function isAnswer(request: ActionState, view: MatchState): boolean {
  const { paused, wants_pause } = view.clock;
  const ofPause = request.kind === "pause" || request.kind === "resume";
  return ANSWERS.has(request.kind) || (ofPause && (paused || wants_pause !== null));
}

/** A button for an action. */
export function ActionButton({ action, main }: { action: ActionState; main?: boolean }) {
  return (
    <button
      type="button"
      class={main || MAIN.has(action.kind) ? "main" : ""}
      aria-disabled={isUnderWay(action)}
      data-action={action.action}
      onClick={() => play(action)}
    >
      {action.label}
    </button>
  );
}

/** What is done by a button: with the selected card, and what is not done by touching cards. */
export function Actions({ view }: { view: MatchState }) {
  const own = seat.value;
  if (!own) return null;
  const kinds = new Map<ActionState["kind"], ActionState[]>();
  for (const action of actions.value) {
    if (ELSEWHERE.has(action.kind)) continue;
    if (action.kind === "take" && actions.value.filter((one) => one.kind === "take").length === 1)
      continue;
    kinds.set(action.kind, [...(kinds.get(action.kind) ?? []), action]);
  }
  return (
    <div class="actions">
      {own.requests
        .filter((request) => isAnswer(request, view))
        .map((request) => (
          <ActionButton action={request} key={request.action} />
        ))}
      <WithCard />
      {[...kinds].map(([kind, all]) => (
        <Kind key={kind} all={all} />
      ))}
      {own.buttons.map((button) => (
        <PressButtonView key={button.press} panel={own.panel} button={button} />
      ))}
      {view.phase === "over" &&
        view.buttons.map((button) => (
          <PressButtonView key={button.press} panel={view.panel} button={button} />
        ))}
    </div>
  );
}

function Kind({ all }: { all: readonly ActionState[] }) {
  const [first] = all;
  if (!first) return null;
  const chosen = all.find((one) => one.card !== null && one.card === selected.value);
  if (chosen) return <ActionButton action={chosen} main />;
  if (all.length <= MOST) {
    return (
      <>
        {all.map((action) => (
          <ActionButton action={action} key={action.action} />
        ))}
      </>
    );
  }
  return (
    <button
      type="button"
      onClick={() => {
        question.value = { kind: "choose", actions: all };
      }}
    >
      {first.kind === "meld" ? t("table.choose_meld") : first.label} …
    </button>
  );
}

/** What may be done with the selected card. */
function WithCard() {
  const card = selected.value;
  if (!card) return null;
  const discard = find("discard", card);
  const knock = knockFor(card);
  return (
    <>
      {discard && (
        <button
          type="button"
          class="main"
          aria-disabled={isUnderWay(discard)}
          data-action={discard.action}
          onClick={() => void commit(discard, card)}
        >
          {t("table.discard", { card: cardShort(card) })}
        </button>
      )}
      {knock && (
        <button
          type="button"
          class="gold"
          aria-disabled={isUnderWay(knock.offer)}
          data-action={knock.offer.action}
          onClick={() => {
            if (knock.offer.layouts.length > 1)
              question.value = { kind: "layout", layouts: knock.offer.layouts };
            else void commit(knock.offer, card);
          }}
        >
          {knock.offer.label}
        </button>
      )}
      {actions.value
        .filter((one) => one.kind === "lay_off" && one.card === card)
        .map((one) => (
          <ActionButton action={one} key={one.action} main />
        ))}
    </>
  );
}
