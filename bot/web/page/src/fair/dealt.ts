import { tabShelf } from "../link/storage.ts";
import type { MatchMessage } from "../protocol.ts";

/** The cards that this browser has seen at the beginning of a round. */
export interface Dealt {
  round: number;
  table: number;
  side: number;
  size: number;
  cards: readonly string[];
}

const MOST = 60;

function shelf(match: string): string {
  return `gin.dealt.${match}`;
}

function allOf(match: string): Dealt[] {
  return JSON.parse(tabShelf.get(shelf(match)) ?? "[]") as Dealt[];
}

/** Moves after which the hands still show how many cards were dealt. */
const OPENING = new Set(["passed", "took", "drew", "discarded"]);

/** Remember the own hand as it was dealt: before the own first draw of a round. */
export function rememberDeal({ match, view, seat }: MatchMessage): void {
  if (seat?.role !== "player" || view.phase !== "playing") return;
  const table = view.tables.find((one) => one.number === seat.table);
  if (!table || table.first_event > 1) return;
  const isDealt = table.events.every(
    ({ seat: mover, kind }) => OPENING.has(kind) && (mover !== seat.seat || kind === "passed"),
  );
  if (!isDealt) return;
  const known = allOf(match);
  const { round } = view;
  if (known.some((one) => one.round === round)) return;
  const dealt = {
    round,
    table: table.number,
    side: table.seats.indexOf(seat.seat),
    size: Math.min(...table.hand_sizes),
    cards: seat.hand,
  };
  tabShelf.set(shelf(match), JSON.stringify([...known, dealt].slice(-MOST)));
}

/** What was seen at the beginning of a round, if this tab was there. */
export function dealtIn(match: string, round: number): Dealt | undefined {
  return allOf(match).find((one) => one.round === round);
}
