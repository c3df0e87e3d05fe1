import { batch, computed, type ReadonlySignal, signal } from "@preact/signals";
import { type Effect, FIRST, type Happening, type State } from "./page_state.ts";
import type { LessonPart, MatchMessage, Member, MenuPart } from "./protocol.ts";
import { reduce } from "./reducer.ts";

const all = signal<State>(FIRST);
let run: (effect: Effect) => void = () => undefined;

/** Let what is to be done be done. */
export function onEffect(todo: (effect: Effect) => void): void {
  run = todo;
}

/** Tell the page that something has happened: the only way in which its state changes. */
export function dispatch(happening: Happening): void {
  batch(() => {
    const { state, effects } = reduce(all.peek(), happening);
    all.value = state;
    for (const effect of effects) run(effect);
  });
}

function part<Key extends keyof State>(name: Key): ReadonlySignal<State[Key]> {
  return computed(() => all.value[name]);
}

export const line = part("line");
export const lineSentence = part("lineSentence");
export const sessionToken = part("token");
export const welcome = part("welcome");
export const clockOffset = part("clockOffset");
export const goneSentence = part("gone");
export const tables = part("tables");
export const beside = part("beside");
export const hint = part("hint");
export const lobby = part("lobby");
export const people = part("people");
export const panel = part("panel");
export const form = part("form");
export const waiting = part("waiting");
export const begun = part("begun");
export const place = part("place");
/** The match on the screen; without one a page or the lobby is. */
export const shown = computed(() => all.value.place.match);
/** The page of its own that is open; the lobby or a table otherwise. */
export const page = computed(() => all.value.place.page);

// How the page was opened.

/** Where browsers outside Discord reach this page, if not at its own address. */
export const outside = signal("");
/** The playground: its members, and the address of its simulated chat. */
export const club = signal<{ members: readonly Member[]; chat: string | null } | null>(null);
/** The finished match that somebody shares, if that is all the page shows. */
export const shared = signal<string | null>(null);
/** Whether only the table and whose turn it is fit: Discord's picture in picture. */
export const small = signal(false);

/** The step of a lesson or the puzzle that is open in place of a match, with its menu. */
export const lesson = computed(() => {
  const open = shown.value === null ? panel.value : null;
  const found = open?.parts.find((one): one is LessonPart => one.type === "lesson");
  const menu = open?.parts.find((one): one is MenuPart => one.type === "menu");
  return open && found ? { panel: open.panel, part: found, menu } : null;
});

/** The table on the screen: of a match, or of a lesson. */
export const table = computed<MatchMessage | null>(() => {
  const match = shown.value;
  if (match !== null) return tables.value.get(match) ?? null;
  const step = lesson.value?.part;
  if (!step) return null;
  const { view, seat } = step;
  return { type: "table", match: view.match, version: 0, now: 0, view, seat };
});

export const look = computed(() => ({
  theme: welcome.value?.theme ?? "four_colour",
  felt: welcome.value?.felt ?? "green",
  back: welcome.value?.back ?? "lattice",
}));
