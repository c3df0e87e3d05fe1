import { computed, signal } from "@preact/signals";
import type { Named } from "./link/socket.ts";
import { browserShelf } from "./link/storage.ts";
import type {
  BesideMatch,
  Chat,
  FormPanel,
  LessonPart,
  LobbyState,
  LobbyTable,
  MatchMessage,
  Member,
  MenuPart,
  PanelState,
  PeopleState,
  Reaction,
  Welcome,
} from "./protocol.ts";
import { spokenText } from "./speech.ts";

export type Line = "connecting" | "up" | "lost" | "ended";

/** The whole of what the server has said, as signals; views only read it. */
export const line = signal<Line>("connecting");
export const lineSentence = signal("");
/** Where browsers outside Discord reach this page, if not at its own address. */
export const outside = signal("");
/** Proves who sits here, in requests beside the line. */
export const sessionToken = signal("");
export const welcome = signal<Welcome | null>(null);
export const tables = signal<ReadonlyMap<string, MatchMessage>>(new Map());
/** The match on the screen; without one the lobby is. */
export const shown = signal<string | null>(null);
/** Why the match on the screen cannot be shown. */
export const goneSentence = signal("");
/** The people that a name was asked for. */
export const people = signal<PeopleState | null>(null);
export const lobby = signal<LobbyState | null>(null);
/** The chat of the channel, where the page shows it. */
export const chat = signal<Chat | null>(null);
/** The playground: its members, and the address of its simulated chat. */
export const club = signal<{ members: readonly Member[]; chat: string | null } | null>(null);
export const panel = signal<PanelState | null>(null);
export const form = signal<FormPanel | null>(null);
/** A sentence for a moment: a refusal, or what else the server says. */
export const notice = signal<{ text: string; key: number } | null>(null);
/** An own match that has begun while its player sits at another table. */
export const begun = signal<LobbyTable | null>(null);
/** The newest sentences for screen readers, each with a number of its own. */
export const announcements = signal<readonly { text: string; key: number }[]>([]);
/** What was done and is not answered yet. */
export const waiting = signal<readonly Named[]>([]);
export const reactions = signal<readonly ShownReaction[]>([]);
export const muted = signal(browserShelf.get("gin.muted") === "yes");
/** What belongs to the match on the screen and is no part of it. */
export const beside = signal<BesideMatch | null>(null);
/** The coach's last proposal, for one revision of a seat. */
export const hint = signal<{
  match: string;
  revision: number;
  text: string;
  action: string;
} | null>(null);
/** What is added to this device's clock to have the server's. */
export const clockOffset = signal(0);
/** The finished match that somebody shares, if that is all the page shows. */
export const shared = signal<string | null>(null);
/** Whether only the table and whose turn it is fit: Discord's picture in picture. */
export const small = signal(false);

export interface ShownReaction {
  key: number;
  match: string;
  seat: number;
  reaction: Reaction;
}

/** The step of a lesson or the puzzle that is open in place of a match, with its menu. */
export const lesson = computed(() => {
  const open = shown.value === null ? panel.value : null;
  const part = open?.parts.find((one): one is LessonPart => one.type === "lesson");
  const menu = open?.parts.find((one): one is MenuPart => one.type === "menu");
  return open && part ? { panel: open.panel, part, menu } : null;
});

/** The table on the screen: of a match, or of a lesson. */
export const table = computed<MatchMessage | null>(() => {
  const match = shown.value;
  if (match !== null) return tables.value.get(match) ?? null;
  const part = lesson.value?.part;
  if (!part) return null;
  const { view, seat } = part;
  return { type: "table", match: view.match, version: 0, now: 0, view, seat };
});

export const look = computed(() => ({
  theme: welcome.value?.theme ?? "four_colour",
  felt: welcome.value?.felt ?? "green",
  back: welcome.value?.back ?? "lattice",
}));

const MOST_ANNOUNCED = 4;
let keys = 0;

/** A new number for something that is shown for a moment. */
export function nextKey(): number {
  keys += 1;
  return keys;
}

/** Show a sentence, and announce it. */
export function notify(text: string): void {
  if (!text) return;
  notice.value = { text, key: nextKey() };
  announce(text);
}

/**
 * Announce a sentence to screen readers. Each is an element of its own, which the next sentence does
 * not replace: a reader that is still busy would lose it.
 */
export function announce(text: string): void {
  const next = { text: spokenText(text), key: nextKey() };
  announcements.value = [...announcements.value, next].slice(-MOST_ANNOUNCED);
}

export function mute(quiet: boolean): void {
  muted.value = quiet;
  browserShelf.set("gin.muted", quiet ? "yes" : "no");
}
