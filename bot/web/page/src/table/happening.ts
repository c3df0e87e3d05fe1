import type { Card } from "../cards/card.tsx";
import { announce } from "../moments.ts";
import type { HappenedState, MatchMessage, TableState } from "../protocol.ts";
import { spokenTexts } from "../speech.ts";
import { cardName, t } from "../words.ts";
import { capture, type Plan } from "./motion.ts";
import { play } from "./sounds.ts";

const STEP_MS = 230;
const DEAL_MS = 26;
const TURN_MS = 55;
/** More moves than these at once are not shown one after the other. */
const MOST = 5;

/** What has happened since the state before: it is said, and shown as movements. */
export function tableArrived(before: MatchMessage | null, after: MatchMessage): void {
  const own = after.seat?.seat ?? null;
  const number = after.seat?.table ?? null;
  const plan: Plan = { starts: new Map(), flights: [] };
  const sentences: string[] = [];
  for (const table of after.view.tables) {
    if (number !== null && table.number !== number) continue;
    const fresh = newEvents(before, after, table);
    for (const event of fresh) {
      if (event.seat === own && event.kind === "drew") continue;
      sentences.push(`${after.view.players[event.seat]?.name ?? ""} ${event.spoken}`);
    }
    if (before) {
      const after = moves(plan, fresh.slice(-MOST), table, own);
      const old = before.view.tables.find((one) => one.number === table.number);
      if (table.result && !old?.result) ends(plan, table, own, after);
      sounds(fresh, old ?? null, table);
    }
  }
  if (before) {
    ownCards(plan, before, after);
    if (before.view.round !== after.view.round) play("shuffle");
    if (after.seat?.my_turn && !before.seat?.my_turn) play("turn");
  }
  sentences.push(...news(before, after));
  capture(plan);
  if (sentences.length > 0) announce(spokenTexts(sentences));
}

const LOUD = new Set(["gin", "big_gin", "mahjong_gin"]);

/** What is heard of new moves. */
function sounds(
  fresh: readonly HappenedState[],
  before: TableState | null,
  table: TableState,
): void {
  if (table.result && !before?.result && LOUD.has(table.result.kind)) play("gin");
  else if (fresh.some((event) => event.kind === "knocked")) play("knock");
  else if (fresh.some((event) => event.kind !== "passed" && event.kind !== "finished"))
    play("card");
}

/** The moves that the state before did not have. */
export function newEvents(
  before: MatchMessage | null,
  after: MatchMessage,
  table: TableState,
): readonly HappenedState[] {
  if (!before) return [];
  const old = before.view.tables.find((one) => one.number === table.number);
  const same = before.view.round === after.view.round;
  const seen = same ? (old?.events.at(-1)?.n ?? 0) : 0;
  return table.events.filter((event) => event.n > seen);
}

function moves(
  plan: Plan,
  fresh: readonly HappenedState[],
  table: TableState,
  own: number | null,
): number {
  let delay = 0;
  for (const event of fresh) {
    if (event.seat === own) continue;
    const place = `seat-${event.seat}`;
    switch (event.kind) {
      case "drew":
        plan.flights.push({ card: null, from: "stock", to: place, delay });
        break;
      case "took":
      case "took_deep":
        plan.flights.push({ card: event.card, from: "pile", to: place, delay });
        break;
      case "discarded":
      case "laid_off":
        if (event.card) plan.starts.set(event.card, { from: place, delay, turns: false });
        break;
      case "knocked":
      case "big_gin":
        delay = shown(plan, event, table, place, delay);
        break;
      case "melded":
        for (const card of event.melds.flat()) {
          plan.starts.set(card, { from: place, delay, turns: true });
        }
        break;
      default:
        continue;
    }
    delay += STEP_MS;
  }
  return delay;
}

/** A knock turns the cards over one after the other, meld by meld, then the deadwood. */
function shown(
  plan: Plan,
  event: HappenedState,
  table: TableState,
  place: string,
  begin: number,
): number {
  const delay = begin;
  if (event.card) plan.starts.set(event.card, { from: place, delay, turns: false });
  const hand = table.result?.hands.find((one) => one.seat === event.seat);
  const deadwood = hand?.deadwood_cards ?? table.knock?.deadwood_cards ?? [];
  return turnOver(plan, [...event.melds, deadwood], place, delay);
}

/** Cards are turned over one after the other and go to their melds. */
function turnOver(
  plan: Plan,
  groups: readonly (readonly Card[])[],
  place: string,
  begin: number,
): number {
  let delay = begin;
  for (const cards of groups) {
    for (const card of cards) {
      plan.starts.set(card, { from: place, delay, turns: true });
      delay += TURN_MS;
    }
    if (cards.length > 0) delay += TURN_MS;
  }
  return delay;
}

/** The end of a round: the other hand is turned over, what was laid off flies, the count runs. */
function ends(plan: Plan, table: TableState, own: number | null, begin: number): void {
  const { result } = table;
  if (!result) return;
  const off = new Set(result.layoffs.map((one) => one.card));
  let delay = begin;
  for (const hand of result.hands) {
    if (hand.seat === own) continue;
    const place = `seat-${hand.seat}`;
    const isShown = (card: Card) => !plan.starts.has(card) && !off.has(card);
    const groups = [...hand.melds, hand.deadwood_cards].map((cards) => cards.filter(isShown));
    delay = turnOver(plan, groups, place, delay);
  }
  for (const { card } of result.layoffs) {
    const loser = result.hands.find((one) => one.seat !== result.knocker)?.seat;
    plan.starts.set(card, { from: `seat-${loser}`, delay, turns: false });
    delay += STEP_MS;
  }
  plan.counts = delay;
}

/** The own cards: dealt one after the other, or drawn from the stock. */
function ownCards(plan: Plan, before: MatchMessage, after: MatchMessage): void {
  const seat = after.seat;
  if (!seat) return;
  const held = new Set(before.seat?.hand ?? []);
  const fresh = seat.hand.filter((card) => !held.has(card));
  fresh.forEach((card, n) => {
    const delay = fresh.length > 3 ? n * DEAL_MS : 0;
    plan.starts.set(card, { from: "stock", delay, turns: fresh.length > 3 });
  });
}

/** What the player has to know beside the moves: the drawn card, the task, the end of a round. */
function news(before: MatchMessage | null, after: MatchMessage): string[] {
  const found: string[] = [];
  const seat = after.seat;
  if (seat?.drawn && seat.drawn !== before?.seat?.drawn) {
    found.push(`${t("table.drawn")}: ${cardName(seat.drawn)}`);
  }
  for (const table of after.view.tables) {
    const old = before?.view.tables.find((one) => one.number === table.number);
    if (table.result && !old?.result) {
      found.push(table.result.title, ...table.result.lines);
    }
  }
  if (after.view.outcome && !before?.view.outcome) found.push(...after.view.outcome.lines);
  if (seat?.task && seat.task !== before?.seat?.task) found.push(seat.task);
  return found;
}
