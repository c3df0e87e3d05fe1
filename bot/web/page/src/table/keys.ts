import { press } from "../control.ts";
import type { ActionState } from "../protocol.ts";
import { moved } from "./fan.ts";
import { isMoving, skip } from "./motion.ts";
import {
  actions,
  arrange,
  discard,
  drawStock,
  find,
  knock,
  order,
  play,
  question,
  refuse,
  seat,
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
    case "h":
    case "H":
      return hint();
    case "l":
    case "L":
      return layOffCard(selected.peek() ?? focused);
    case "f":
    case "F":
      return playFirst("auto", "done");
    case "r":
    case "R":
      return playFirst("ready") || pressMain(".end-actions");
    case "Enter":
    case " ":
      // At the sentence, or where nothing has the focus, it is the main button that is meant.
      return (at === document.body || at.matches(".task")) && pressMain(".actions");
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

/** Ask the coach, where the table has such a button. */
function hint(): boolean {
  const own = seat.peek();
  const button = own?.buttons.find((one) => one.role === "hint" && !one.disabled);
  if (!own || !button) return false;
  void press(own.panel, button.press);
  return true;
}

/** Lay off a card, or the only one that may be. */
function layOffCard(card: string | null): boolean {
  const all = actions.peek().filter((one) => one.kind === "lay_off");
  const found = all.filter((one) => one.card === card);
  const [only, ...others] = found.length > 0 ? found : all;
  if (!only || others.length > 0) return false;
  play(only);
  return true;
}

function playFirst(...kinds: ActionState["kind"][]): boolean {
  const found = kinds.map((kind) => find(kind)).find((one) => one !== undefined);
  if (found) play(found);
  return found !== undefined;
}

const MAIN = ":is(.main, .primary, .success, .gold):not(:disabled)";

/** Press the main button, where there is one. */
function pressMain(place: string): boolean {
  const [button, ...others] = document.querySelectorAll<HTMLElement>(`${place} .choices ${MAIN}`);
  if (!button || others.length > 0) return false;
  button.click();
  return true;
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
