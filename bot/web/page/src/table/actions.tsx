import { send } from "../control.ts";
import { PressButtonView } from "../panel/press_button.tsx";
import type { ActionState, MatchState, TableState } from "../protocol.ts";
import { cardShort, t } from "../words.ts";
import { ActionButton, MAIN, Tool } from "./action_button.tsx";
import { Advise } from "./advice.tsx";
import { EndActions } from "./end.tsx";
import { hinted } from "./hint.tsx";
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

/** Actions with a place of their own on the table, or that need a card first. */
const ELSEWHERE = new Set<ActionState["kind"]>(["discard", "knock", "lay_off"]);
/** More of one kind than this are chosen in a list. */
const MOST = 2;
/** What is done by a button: tools at the sides, what the turn asks for between them. */
export function Actions({ view, table }: { view: MatchState; table: TableState | null }) {
  const own = seat.value;
  if (!own) return null;
  if (table?.result || view.phase === "over") return <EndActions view={view} own={own} />;
  if (own.may_advise) return <Advise match={view.match} />;
  const back = own.requests.find((one) => one.kind === "ask_back");
  const isPractice = view.players.every((one) => one.seat === own.seat || one.computer !== null);
  const hint = own.buttons.find((one) => one.role === "hint");
  return (
    <div class="actions">
      <Tool icon="sort" label={t("table.sort")} press={sortNext} disabled={own.hand.length === 0} />
      {isPractice && !view.private && (
        <span class="tool-place">
          {hint && !hinted.value ? (
            <PressButtonView panel={own.panel} button={hint} kind="tool" />
          ) : (
            <Tool icon="bulb" label={t("table.hint")} disabled />
          )}
        </span>
      )}
      <div class="choices">
        <Choices />
      </div>
      <Tool
        icon="undo"
        label={t("table.undo")}
        action={back?.action}
        press={() => back && play(back)}
        disabled={!back}
      />
    </div>
  );
}

const ORDERS = ["melds", "suits", "ranks"] as const;

/** Sort the hand, in the next of three ways. */
function sortNext(): void {
  const now = ORDERS.indexOf(seat.peek()?.order as (typeof ORDERS)[number]);
  void send({ type: "sort", order: ORDERS[(now + 1) % ORDERS.length] ?? "melds" });
}

/** What the turn asks for; `all`: a button for each, however many. */
export function Choices({ all: isWhole = false }: { all?: boolean }) {
  const kinds = new Map<ActionState["kind"], ActionState[]>();
  for (const action of actions.value) {
    if (ELSEWHERE.has(action.kind)) continue;
    kinds.set(action.kind, [...(kinds.get(action.kind) ?? []), action]);
  }
  const asksForCard = actions.value.some((one) => one.kind === "discard");
  const withCard = isWhole && !selected.value ? fewChoices() : cardChoices();
  if (kinds.size === 0 && withCard.length === 0) {
    return (
      <button type="button" class="wait" disabled>
        {asksForCard ? t("table.choose_card") : t("table.wait")}
      </button>
    );
  }
  return (
    <>
      {withCard}
      {[...kinds].map(([kind, all]) => (
        <Kind key={kind} all={all} most={isWhole ? all.length : MOST} />
      ))}
    </>
  );
}

function Kind({ all, most }: { all: readonly ActionState[]; most: number }) {
  const [first] = all;
  if (!first) return null;
  const chosen = all.find((one) => one.card !== null && one.card === selected.value);
  if (chosen) return <ActionButton action={chosen} main />;
  if (all.length <= most) {
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
      class={MAIN.has(first.kind) ? "main" : ""}
      onClick={() => {
        question.value = { kind: "choose", actions: all };
      }}
    >
      {first.kind === "meld" ? t("table.choose_meld") : first.label} …
    </button>
  );
}

/** What may be done with a card, while that are so few that each can have a button. */
function fewChoices() {
  const all = actions.value.filter((one) => one.kind === "discard" || one.kind === "knock");
  if (all.length > MOST) return [];
  return all.map((one) => <ActionButton action={one} key={one.action} main />);
}

/** What may be done with the selected card. */
function cardChoices() {
  const card = selected.value;
  if (!card) return [];
  const found = [];
  const discard = find("discard", card);
  if (discard) {
    found.push(
      <button
        type="button"
        class="main"
        key="discard"
        aria-disabled={isUnderWay(discard)}
        data-action={discard.action}
        onClick={() => void commit(discard, card)}
      >
        {t("table.discard", { card: cardShort(card) })}
      </button>,
    );
  }
  const knock = knockFor(card);
  if (knock) {
    const { deadwood, layouts } = knock.offer;
    found.push(
      <button
        type="button"
        class="gold"
        key="knock"
        aria-disabled={isUnderWay(knock.offer)}
        aria-label={knock.offer.label}
        data-action={knock.offer.action}
        onClick={() => {
          if (layouts.length > 1) question.value = { kind: "layout", layouts };
          else void commit(knock.offer, card);
        }}
      >
        {deadwood === 0 ? t("table.gin") : t("table.knock_with", { n: deadwood })}
      </button>,
    );
  }
  for (const one of actions.value) {
    if (one.kind === "lay_off" && one.card === card) {
      found.push(<ActionButton action={one} key={one.action} main />);
    }
  }
  return found;
}
