import { signal } from "@preact/signals";
import { rankText } from "./cards/card.tsx";
import type { WordKey, Words } from "./protocol.ts";

/** What is said before any words have come. */
const FIRST_WORDS: Partial<Record<WordKey, string>> = {
  title: "Gin rummy",
  loading: "Loading…",
  "line.lost": "Connection lost. Reconnecting…",
  "session.odd":
    "Gin can't be reached (error {status}). Try again. If this keeps happening, tell whoever runs Gin here.",
  retry: "Try again",
};
const words = signal<Partial<Record<string, string>>>(FIRST_WORDS);
export const locale = signal("en-US");

/** The page's own sentence in the reader's language. */
export function t(key: WordKey, fields: Record<string, string | number> = {}): string {
  const text = words.value[key] ?? "";
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(fields[name] ?? whole));
}

/** A card in words, for those who hear the page. */
export function cardName(card: string): string {
  const rank = t(`rank.${card[0]}` as WordKey);
  return t("card", { rank, suit: t(`suit.${card[1]}` as WordKey) });
}

const SIGNS: Record<string, string> = { C: "♣", D: "♦", H: "♥", S: "♠" };

/** A card with its sign; the selector keeps black suits in the colour of the text. */
export function cardShort(card: string): string {
  return `${rankText(card)}${SIGNS[card[1] ?? ""] ?? ""}\ufe0e`;
}

/** A share from 0 to 1 as a percentage, as the language writes it. */
export function percent(share: number): string {
  return new Intl.NumberFormat(locale.value, { style: "percent" }).format(share);
}

/** Whether the sentences of a language have come. */
export function hasWords(): boolean {
  return words.value !== FIRST_WORDS;
}

/** Speak a language from now on. */
export function speak(found: Words): void {
  words.value = found.words;
  locale.value = found.locale;
  document.documentElement.lang = found.locale;
  document.title = found.words.title ?? "Gin";
}
