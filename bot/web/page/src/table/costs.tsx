import { computed } from "@preact/signals";
import type { Card } from "../cards/card.tsx";
import type { WorthState } from "../protocol.ts";
import { lesson } from "../state.ts";

/** What every answer to a solved puzzle costs, by its card or its place on the table. */
export const costs = computed<ReadonlyMap<Card | WorthState["place"], WorthState>>(
  () => new Map(lesson.value?.part.worths.map((one) => [one.card ?? one.place, one])),
);

/** The name of a card or a place with what its answer costs. */
export function named(name: string, of: Card | NonNullable<WorthState["place"]>): string {
  const found = costs.value.get(of);
  return found ? `${name}, ${found.cost}` : name;
}

/** What the answer with this card or place costs, as a tag on it. */
export function CostTag({ of }: { of: Card | NonNullable<WorthState["place"]> }) {
  const found = costs.value.get(of);
  if (!found) return null;
  const kind = found.best ? " best" : found.dear ? " dear" : "";
  return (
    <span class={`cost-tag${kind}${found.own ? " own" : ""}`} aria-hidden="true">
      {found.cost}
    </span>
  );
}
