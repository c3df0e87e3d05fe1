import { type Card, Face } from "../cards/card.tsx";
import { look } from "../state.ts";
import { cardName } from "../words.ts";

const TURN_DEG = 2;

interface FanProps {
  cards: readonly Card[];
  kind: "show" | "peek" | "last";
  turn?: number;
}

/** Cards side by side as in a hand; only looked at. */
export function Fan({ cards, kind, turn = TURN_DEG }: FanProps) {
  const middle = (cards.length - 1) / 2;
  return (
    <ol class={`fan ${kind}`} style={`--n:${cards.length}`} aria-hidden={kind !== "peek"}>
      {cards.map((card, n) => (
        <li
          key={card}
          style={`--k:${n};--r:${(n - middle) * turn}deg;--d:${((n - middle) ** 2).toFixed(2)}`}
        >
          {kind === "peek" && <span class="unseen">{cardName(card)} </span>}
          <Face card={card} theme={look.value.theme} />
        </li>
      ))}
    </ol>
  );
}
