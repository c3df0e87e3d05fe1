import type { Card } from "../cards/card.tsx";
import { dragging, over } from "./touch.ts";

/** Dragging a card: it follows the pointer without drawing anything anew. */

export interface Drop {
  card: Card;
  /** The place under the pointer, or null above the hand. */
  zone: string | null;
  /** How far the card has been moved. */
  by: { x: number; y: number };
}

interface Held {
  /** End the press as if it had never been. */
  drop: () => void;
  element: HTMLElement;
  card: Card;
  pointer: number;
  x: number;
  y: number;
  at: { x: number; y: number };
  moving: boolean;
  zones: { name: string; rect: DOMRect }[];
  frame: number;
}

const STILL = 7;
const MARGIN = 14;
let held: Held | null = null;

/** What became of a press on a card; a drag that was broken off is neither. */
export type Ending = { kind: "tap" } | { kind: "drop"; drop: Drop } | { kind: "nothing" };

/**
 * Begin a press on a card; what becomes of it, a tap or a drag, is told later.
 *
 * `rest`: how long a finger has to rest on the card until it is lifted, in milliseconds. Where the
 * page scrolls, a finger that moves at once scrolls it.
 */
export function grab(
  event: PointerEvent,
  element: HTMLElement,
  card: Card,
  hover: (drop: Drop) => void,
  done: (ending: Ending) => void,
  rest = 0,
): void {
  if (event.button !== 0) return;
  // A second finger waits; the same one again means that its release was never told.
  if (held && held.pointer !== event.pointerId) return;
  held?.drop();
  const mine: Held = {
    drop: () => end(new PointerEvent("pointercancel", { pointerId: event.pointerId })),
    element,
    card,
    pointer: event.pointerId,
    x: event.clientX,
    y: event.clientY,
    at: { x: event.clientX, y: event.clientY },
    moving: false,
    zones: [],
    frame: 0,
  };
  held = mine;
  const rests = rest > 0 && event.pointerType === "touch";
  const timer = rests ? window.setTimeout(() => lift(mine), rest) : 0;
  const move = (next: PointerEvent) => {
    if (next.pointerId !== mine.pointer) return;
    mine.at = { x: next.clientX, y: next.clientY };
    if (!mine.moving && Math.hypot(mine.at.x - mine.x, mine.at.y - mine.y) < STILL) return;
    if (!mine.moving && rests) return mine.drop();
    if (!mine.moving) lift(mine);
    next.preventDefault();
    if (mine.frame === 0) mine.frame = requestAnimationFrame(() => draw(mine, hover));
  };
  const end = (next: PointerEvent) => {
    if (next.pointerId !== mine.pointer) return;
    release();
    if (next.type !== "pointerup") done({ kind: "nothing" });
    else done(mine.moving ? { kind: "drop", drop: dropOf(mine) } : { kind: "tap" });
  };
  const breakOff = (key: KeyboardEvent) => {
    if (key.key !== "Escape" || !mine.moving) return;
    // It ends the drag, and neither the choice nor the dialog around it.
    key.preventDefault();
    key.stopPropagation();
    mine.drop();
  };
  // While a card is held, the page must not scroll under it.
  const stay = (next: TouchEvent) => {
    if (mine.moving && next.cancelable) next.preventDefault();
  };
  const release = () => {
    cancelAnimationFrame(mine.frame);
    window.clearTimeout(timer);
    window.removeEventListener("touchmove", stay);
    window.removeEventListener("pointermove", move);
    window.removeEventListener("pointerup", end);
    window.removeEventListener("pointercancel", end);
    window.removeEventListener("keydown", breakOff, true);
    held = null;
    dragging.value = null;
    over.value = null;
  };
  if (rests) window.addEventListener("touchmove", stay, { passive: false });
  window.addEventListener("pointermove", move, { passive: false });
  window.addEventListener("pointerup", end);
  window.addEventListener("pointercancel", end);
  window.addEventListener("keydown", breakOff, true);
}

/** Let a card that was dragged go back to its place. */
export function letGo(element: HTMLElement): void {
  element.style.removeProperty("translate");
}

function lift(mine: Held): void {
  mine.moving = true;
  mine.zones = [...document.querySelectorAll<HTMLElement>("[data-drop]")].map((zone) => ({
    name: zone.dataset.drop ?? "",
    rect: zone.getBoundingClientRect(),
  }));
  dragging.value = mine.card;
}

function draw(mine: Held, hover: (drop: Drop) => void): void {
  mine.frame = 0;
  mine.element.style.setProperty("translate", `${mine.at.x - mine.x}px ${mine.at.y - mine.y}px`);
  const drop = dropOf(mine);
  if (over.peek() !== drop.zone) over.value = drop.zone;
  hover(drop);
}

function dropOf(mine: Held): Drop {
  const { x, y } = mine.at;
  const zone = mine.zones.find(
    ({ rect }) =>
      x > rect.left - MARGIN &&
      x < rect.right + MARGIN &&
      y > rect.top - MARGIN &&
      y < rect.bottom + MARGIN,
  );
  return { card: mine.card, zone: zone?.name ?? null, by: { x: x - mine.x, y: y - mine.y } };
}
