import { cardName } from "./words.ts";

const RANKS: Record<string, string> = { "10": "T" };
const SUITS: Record<string, string> = { "♣": "C", "♦": "D", "♥": "H", "♠": "S" };
const CARD = /(10|[2-9AJQK])([♣♦♥♠])\ufe0e?/g;

/** A text as it is heard: without marks, cards by their names. */
export function spokenText(text: string): string {
  return text
    .replace(/<t:\d+(?::\w)?>/g, "")
    .replace(/^(?:#{1,3}|-#|>) /gm, "")
    .replace(/(?<!\\)[*_`]+/g, "")
    .replace(/\\(.)/g, "$1")
    .replace(CARD, (_, rank: string, suit: string) =>
      cardName(`${RANKS[rank] ?? rank}${SUITS[suit] ?? ""}`),
    );
}

/** Several sentences one after the other, each with an end. */
export function spokenTexts(texts: readonly string[]): string {
  return texts
    .map((text) => spokenText(text).trim())
    .filter((text) => text !== "")
    .map((text) => (/[.!?:…]$/.test(text) ? text : `${text}.`))
    .join(" ");
}
