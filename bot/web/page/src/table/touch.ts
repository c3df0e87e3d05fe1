import { computed, signal } from "@preact/signals";
import type { Card } from "../cards/card.tsx";
import { act, send } from "../control.ts";
import { notify } from "../moments.ts";
import type { ActionState, KnockOffer, LayoutState, SeatState, TableState } from "../protocol.ts";
import { lesson, table, waiting } from "../state.ts";
import { cardName, t } from "../words.ts";

/** What the player's hands are doing; the server knows nothing of it. */
const picked = signal<Card | null>(null);
/** The selected card, while it is in the hand. */
export const selected = computed(() => {
  const card = picked.value;
  return card !== null && order.value.includes(card) ? card : null;
});
/** The order the player has just made, until the server has stored it. */
export const ownOrder = signal<readonly Card[] | null>(null);
/** The card that stays where it was dropped until the server has answered. */
export const dropped = signal<Card | null>(null);
export const dragging = signal<Card | null>(null);
/** The place that would take the card being dragged. */
export const over = signal<string | null>(null);

/** A question to the player, before anything is sent. */
export type Question =
  | { kind: "confirm"; action: ActionState }
  | { kind: "layout"; layouts: readonly LayoutState[] }
  | { kind: "choose"; actions: readonly ActionState[] }
  | { kind: "decide"; actions: readonly ActionState[]; title: string }
  | { kind: "lesson" }
  | Plain;
/** What is only shown. */
export interface Plain {
  kind: "help" | "sheet" | "moves" | "chat" | "come" | "menu" | "settings" | "share";
}
export const question = signal<Question | null>(null);

export const seat = computed<SeatState | null>(() => table.value?.seat ?? null);

/** Which of several tables a spectator looks at. */
export const watched = signal(0);

/** The table on the screen. */
export const mine = computed<TableState | null>(() => {
  const all = table.value?.view.tables ?? [];
  const own = seat.value?.table;
  return all.find((one) => one.number === (own ?? watched.value)) ?? all[0] ?? null;
});

/** The action that is not answered yet; what else is done meanwhile holds up no action. */
const underWay = computed(() => waiting.value.find((one) => one.type === "act")?.action ?? null);

/** Whether this is the action that is not answered yet. */
export function isUnderWay({ action }: Pick<ActionState, "action">): boolean {
  return underWay.value === action;
}

/** What was done while an action was not answered yet, by what it is about, in its order. */
const next = new Map<string, () => Promise<void>>();

const NONE: readonly ActionState[] = [];
export const actions = computed(() => seat.value?.actions ?? NONE);

export function find(kind: ActionState["kind"], card?: Card): ActionState | undefined {
  return actions.value.find(
    (one) => one.kind === kind && (card === undefined || one.card === card),
  );
}

/** The knock that discards this card, or else the one that leaves the least deadwood. */
export function knockFor(card: Card | null): { card: Card; offer: KnockOffer } | null {
  const all = actions.value.filter((one) => one.knock);
  const fitting = card === null ? all : all.filter((one) => one.card === card);
  const least = fitting.reduce<ActionState | null>(
    (best, one) =>
      best === null || (one.knock?.deadwood ?? 99) < (best.knock?.deadwood ?? 99) ? one : best,
    null,
  );
  return least?.knock && least.card ? { card: least.card, offer: least.knock } : null;
}

/** The cards of the hand in the order in which they are shown. */
export const order = computed<readonly Card[]>(() => {
  const hand = seat.value?.hand ?? [];
  const own = ownOrder.value;
  if (!own) return hand;
  const held = new Set(hand);
  const kept = own.filter((card) => held.has(card));
  return [...kept, ...hand.filter((card) => !kept.includes(card))];
});

export function select(card: Card | null): void {
  picked.value = card;
}

/** Send an action, asking before if it cannot be undone. */
export function play(action: ActionState): void {
  if (action.confirm) {
    question.value = { kind: "confirm", action };
    return;
  }
  void commit(action);
}

/** Send an action without asking, after the one that is not answered yet. */
export async function commit(action: Pick<ActionState, "action">, card?: Card): Promise<void> {
  question.value = null;
  if (underWay.peek() !== null) {
    // The same again is a double press.
    if (!isUnderWay(action)) {
      afterwards(action.action, () => (isOffered(action.action) ? action : undefined), card);
    }
    return;
  }
  if (card) dropped.value = card;
  const chosen = picked.peek();
  try {
    await act(action);
  } finally {
    if (dropped.peek() === (card ?? null)) dropped.value = null;
    // What was selected since then is meant for what comes.
    if (picked.peek() === chosen) picked.value = null;
    const follows = [...next.values()];
    next.clear();
    for (const follow of follows) void follow();
  }
}

/** Send an action that is offered at the same table by then, or say that it is not. */
function afterwards(
  name: string,
  offered: () => Pick<ActionState, "action"> | undefined,
  card?: Card,
): void {
  const match = table.peek()?.match;
  next.set(name, async () => {
    const found = table.peek()?.match === match ? offered() : undefined;
    if (found) await commit(found, card);
    else notify(t("page.changed"));
  });
}

/** Say what is to be done instead of something that is not offered. */
export function refuse(name: string): void {
  if (underWay.peek() !== null) afterwards(name, () => undefined);
  else notify(seat.peek()?.task ?? "");
}

function isOffered(action: string): boolean {
  const own = seat.peek();
  const offers = [...(own?.actions ?? []), ...(own?.requests ?? [])];
  const knocks = offers.flatMap((one) => (one.knock ? [one.knock, ...one.knock.layouts] : []));
  return [...offers, ...knocks].some((one) => one.action === action);
}

/** Discard a card, if that is what the player may do. */
export function discard(card: Card): boolean {
  const found = find("discard", card);
  if (found) void commit(found, card);
  else if (seat.peek()?.locked.includes(card)) notify(`${cardName(card)}: ${t("table.locked")}`);
  else if (isDrawing()) afterwards(`d${card}`, () => find("discard", card), card);
  else refuse(`d${card}`);
  return found !== undefined;
}

/** Whether a draw is not answered yet, after which a card may be discarded. */
function isDrawing(): boolean {
  const action = underWay.peek();
  return actions
    .peek()
    .some((one) => one.action === action && ["draw", "take", "take_deep"].includes(one.kind));
}

/** Knock with this card, or select the card that a knock would leave the least with. */
export function knock(card: Card | null): boolean {
  const alone = actions.value.find((one) => one.kind === "big_gin");
  const found = knockFor(card) ?? knockFor(null);
  if (!found) {
    if (alone) play(alone);
    else refuse("k");
    return alone !== undefined;
  }
  if (found.card !== card) {
    select(found.card);
  } else if (found.offer.layouts.length > 1) {
    question.value = { kind: "layout", layouts: found.offer.layouts };
  } else {
    void commit(found.offer, found.card);
  }
  return true;
}

/** Take from the pile; where several cards may be taken, ask how many. */
export function takePile(): boolean {
  const takes = actions.value.filter((one) => one.kind === "take" || one.kind === "take_deep");
  const [first] = takes;
  if (!first) {
    refuse("t");
    return false;
  }
  if (takes.length > 1) question.value = { kind: "choose", actions: takes };
  else play(first);
  return true;
}

export function drawStock(): boolean {
  const found = find("draw");
  if (found) play(found);
  else refuse("s");
  return found !== undefined;
}

/** Lay a card off on a meld of the table. */
export function layOff(card: Card, meld: number): boolean {
  const found = actions.value.find(
    (one) => one.kind === "lay_off" && one.card === card && one.meld === meld,
  );
  if (found) void commit(found, card);
  else refuse("l");
  return found !== undefined;
}

/** A tap on a card: the first selects it, the second discards it. */
export function tap(card: Card, oneTap: boolean): void {
  if (selected.value === card || (oneTap && (find("discard", card) || isDrawing()))) {
    const isMeant = find("discard", card) !== undefined || underWay.peek() !== null;
    const isLocked = seat.peek()?.locked.includes(card) ?? false;
    if ((isMeant || isLocked) && discard(card)) return;
    select(selected.value === card ? null : card);
    return;
  }
  select(card);
}

/** Keep the cards in this order. */
export async function arrange(cards: readonly Card[]): Promise<void> {
  const match = table.value?.match;
  if (!match) return;
  ownOrder.value = cards;
  if (lesson.value) return;
  await send({ type: "arrange", match, cards });
  if (ownOrder.peek() === cards) ownOrder.value = null;
}
