import { signal } from "@preact/signals";
import { browserShelf } from "./link/storage.ts";
import type { Reaction } from "./protocol.ts";
import { spokenText } from "./speech.ts";

// What is shown or said for a moment.

/** A sentence for a moment: a refusal, or what else the server says. */
export const notice = signal<{ text: string; key: number } | null>(null);
/** The newest sentences for screen readers, each with a number of its own. */
export const announcements = signal<readonly { text: string; key: number }[]>([]);
export const reactions = signal<readonly ShownReaction[]>([]);
export const muted = signal(browserShelf.get("gin.muted") === "yes");

export interface ShownReaction {
  key: number;
  match: string;
  seat: number;
  reaction: Reaction;
}

const MOST_ANNOUNCED = 4;
const REACTION_MS = 4_000;
let keys = 0;

/** A new number for something that is shown for a moment. */
function nextKey(): number {
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

/** Show what somebody lets the table know; the next one of the same seat takes its place. */
export function showReaction(match: string, seat: number, reaction: Reaction): void {
  const one = { key: nextKey(), match, seat, reaction };
  const others = reactions.value.filter((shown) => shown.seat !== seat);
  reactions.value = [...others, one];
  window.setTimeout(() => {
    reactions.value = reactions.value.filter((shown) => shown.key !== one.key);
  }, REACTION_MS);
}

export function mute(quiet: boolean): void {
  muted.value = quiet;
  browserShelf.set("gin.muted", quiet ? "yes" : "no");
}
