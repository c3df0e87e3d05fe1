import { moved } from "./fan.ts";
import { isMoving, skip } from "./motion.ts";
import {
  arrange,
  discard,
  drawStock,
  find,
  knock,
  order,
  play,
  question,
  refuse,
  select,
  selected,
  takePile,
} from "./touch.ts";

/** The keyboard: everything that a finger does. */
export function onKey(event: KeyboardEvent): void {
  const moving = isMoving();
  skip();
  if (event.ctrlKey || event.metaKey || event.altKey || question.peek()) return;
  const at = event.target as HTMLElement;
  if (at.closest("input, select, textarea, dialog, .panel")) return;
  if (does(event.key, event.shiftKey, at, moving)) event.preventDefault();
}

function does(key: string, shift: boolean, at: HTMLElement, moving: boolean): boolean {
  const focused = at.closest<HTMLElement>(".hand [data-card]")?.dataset.card ?? null;
  switch (key) {
    case "ArrowLeft":
      return step(focused, -1, shift);
    case "ArrowRight":
      return step(focused, 1, shift);
    case "d":
    case "D": {
      const card = selected.peek() ?? focused;
      if (card !== null) return discard(card);
      refuse("d");
      return false;
    }
    case "k":
    case "K":
      return knock(selected.peek() ?? focused);
    case "s":
    case "S":
      return drawStock();
    case "p":
    case "P":
      return takePile();
    case "x":
    case "X": {
      const pass = find("pass");
      if (pass) play(pass);
      else refuse("x");
      return pass !== undefined;
    }
    case "Escape":
      if (!moving) select(null);
      return true;
    case "?":
      question.value = { kind: "help" };
      return true;
    default:
      return false;
  }
}

/** Go to the next card, or with Shift move the card there. */
function step(focused: string | null, by: number, shift: boolean): boolean {
  const cards = order.peek();
  if (cards.length === 0) return false;
  const index = focused === null ? -1 : cards.indexOf(focused);
  if (shift && focused !== null) {
    const to = Math.max(0, Math.min(cards.length - 1, index + by));
    if (to !== index) void arrange(moved(cards, focused, to));
    return true;
  }
  const next = focused === null ? (by > 0 ? 0 : cards.length - 1) : index + by;
  const card = cards[(next + cards.length) % cards.length];
  document.querySelector<HTMLElement>(`.hand [data-card="${card}"] button`)?.focus();
  return true;
}
