import type { Card } from "../cards/card.tsx";

/** Melds as they are held: the number of the meld of each card. */
export function meldsOf(melds: readonly (readonly Card[])[]): Map<Card, number> {
  return new Map(melds.flatMap((meld, n) => meld.map((card) => [card, n] as const)));
}

export function isRun(meld: readonly Card[]): boolean {
  return new Set(meld.map((card) => card[1])).size === 1;
}

/** Cards side by side that belong together: a whole meld, or what stands in none. */
export function groupsOf(cards: readonly Card[], melds: readonly (readonly Card[])[]): number[] {
  const meld = meldsOf(melds);
  const sizes: number[] = [];
  let last: number | undefined | null = null;
  for (const card of cards) {
    const own = meld.get(card);
    if (own === last) sizes[sizes.length - 1] = (sizes.at(-1) ?? 0) + 1;
    else sizes.push(1);
    last = own;
  }
  return sizes;
}
