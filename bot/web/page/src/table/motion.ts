import { calm } from "../ui/time.ts";
import { pace } from "./table_settings.tsx";

/** Moves of cards as movements: from where they lay to where they lie now. They never hold up play. */

export interface Flight {
  card: string | null;
  from: string;
  to: string;
  delay: number;
}

/** What to show once the new state is drawn. */
export interface Plan {
  /** Cards that come from a place where they were not to be seen. */
  starts: Map<string, { from: string; delay: number; turns: boolean }>;
  /** Cards that go where they are not to be seen any more. */
  flights: Flight[];
  /** When the lines of the count begin to appear, one after the other. */
  counts?: number;
}

const TIME_MS = 240;
const EASE = "cubic-bezier(.25,.8,.35,1)";

const LINE_MS = 170;
/** How long the points wait until they are counted up. */
let countsIn = 0;
let rects = new Map<string, DOMRect>();
let faces = new Map<string, Element>();
let plan: Plan | null = null;
const running = new Set<Animation>();

/** Remember where everything lies, before the new state is drawn. */
export function capture(next: Plan): void {
  skip();
  plan = null;
  countsIn = 0;
  if (calm() || pace() === 0 || document.visibilityState === "hidden") return;
  plan = next;
  rects = new Map();
  faces = new Map();
  for (const element of document.querySelectorAll<HTMLElement>("[data-card]")) {
    rects.set(element.dataset.card ?? "", element.getBoundingClientRect());
    const face = element.querySelector(".face");
    if (face) faces.set(element.dataset.card ?? "", face);
  }
  for (const element of document.querySelectorAll<HTMLElement>("[data-zone]")) {
    rects.set(`zone ${element.dataset.zone}`, element.getBoundingClientRect());
  }
}

/** Move everything from where it lay, after the new state is drawn. */
export function perform(): void {
  const now = plan;
  plan = null;
  if (!now) return;
  for (const element of document.querySelectorAll<HTMLElement>("[data-card]")) {
    const card = element.dataset.card ?? "";
    const start = now.starts.get(card);
    const from = rects.get(card) ?? (start && zone(start.from));
    if (!from || element.classList.contains("dragging")) continue;
    slide(element, from, rects.has(card) ? 0 : (start?.delay ?? 0), start?.turns ?? false);
  }
  for (const flight of now.flights) fly(flight);
  if (now.counts === undefined) return;
  let delay = now.counts;
  for (const line of document.querySelectorAll("[data-reveal]")) {
    const frames = [
      { opacity: 0, translate: "0 6px" },
      { opacity: 1, translate: "0 0" },
    ];
    run(line, frames, delay);
    delay += LINE_MS;
  }
  countsIn = delay * pace();
}

/** How long points that are new on the screen wait until they are counted up, in milliseconds. */
export function waitOfPoints(): number {
  return isMoving() ? countsIn : 0;
}

/** End all movements at once: a player wants to go on. */
export function skip(): void {
  for (const animation of running) animation.finish();
  running.clear();
}

export function isMoving(): boolean {
  return running.size > 0;
}

function zone(name: string): DOMRect | undefined {
  const element = document.querySelector(`[data-zone="${name}"]`);
  return element?.getBoundingClientRect() ?? rects.get(`zone ${name}`);
}

function run(element: Element, frames: Keyframe[], delay: number): Animation {
  const animation = element.animate(frames, {
    duration: TIME_MS * pace(),
    delay: delay * pace(),
    easing: EASE,
    fill: "backwards",
  });
  running.add(animation);
  animation.onfinish = () => running.delete(animation);
  animation.oncancel = () => running.delete(animation);
  return animation;
}

function slide(element: HTMLElement, from: DOMRect, delay: number, turns: boolean): void {
  const to = element.getBoundingClientRect();
  const x = from.x + from.width / 2 - (to.x + to.width / 2);
  const y = from.y + from.height / 2 - (to.y + to.height / 2);
  if (Math.abs(x) + Math.abs(y) < 3 && !turns) return;
  const size = Math.min(1.6, Math.max(0.4, from.height / Math.max(1, to.height)));
  const turned = turns ? { rotate: "y 90deg" } : {};
  const flat = turns ? { rotate: "y 0deg" } : {};
  run(
    element,
    [
      { translate: `${x}px ${y}px`, scale: String(size), zIndex: 60, ...turned },
      { translate: "0 0", scale: "1", zIndex: 60, ...flat },
    ],
    delay,
  );
}

/** Fly a card that is not on the page afterwards: its picture goes along and vanishes. */
function fly({ card, from, to, delay }: Flight): void {
  const start = (card && rects.get(card)) || zone(from);
  const end = zone(to);
  const layer = document.querySelector("#flights");
  if (!start || !end || !layer) return;
  const ghost = document.createElement("span");
  ghost.className = "ghost";
  const face = card ? faces.get(card) : undefined;
  if (face) ghost.append(face.cloneNode(true));
  else ghost.append(Object.assign(document.createElement("span"), { className: "back" }));
  const wide = start.width;
  ghost.style.width = `${wide}px`;
  ghost.style.left = `${start.x}px`;
  ghost.style.top = `${start.y}px`;
  layer.append(ghost);
  const x = end.x + end.width / 2 - (start.x + wide / 2);
  const y = end.y + end.height / 2 - (start.y + start.height / 2);
  const size = Math.min(1, Math.max(0.35, end.height / Math.max(1, start.height)));
  const animation = run(
    ghost,
    [
      { translate: "0 0", scale: "1", opacity: 1 },
      { translate: `${x}px ${y}px`, scale: String(size), opacity: 0.9 },
    ],
    delay,
  );
  const gone = () => ghost.remove();
  animation.finished.then(gone, gone);
}
