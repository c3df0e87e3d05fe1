import type { BracketPart, BracketSlot } from "../protocol.ts";
import { useScrollStop } from "../ui/scroll_stop.ts";
import { PartHead } from "./part_head.tsx";

type Pair = readonly [BracketSlot, BracketSlot];

/** A knockout from left to right; on a narrow screen it is pushed sideways. */
export function Bracket({ part }: { part: BracketPart }) {
  const box = useScrollStop<HTMLDivElement>();
  return (
    <section class="drawn">
      <PartHead title={part.title} subtitle={part.subtitle} />
      <div class="bracket" ref={box}>
        {part.rounds.map((round, number) => (
          <div class="bracket-round" key={number}>
            <h3>{round.title}</h3>
            <ol>
              {round.pairs.map((pair, place) => (
                <li key={place} class="bracket-cell">
                  <PairBox pair={pair} />
                </li>
              ))}
            </ol>
          </div>
        ))}
      </div>
      {part.third && (
        <div class="bracket-third">
          <h3>{part.third_label}</h3>
          <ol>
            <li>
              <PairBox pair={part.third} />
            </li>
          </ol>
        </div>
      )}
    </section>
  );
}

function PairBox({ pair }: { pair: Pair }) {
  return (
    <div class={pair.some((slot) => slot.own) ? "bracket-pair mine" : "bracket-pair"}>
      {pair.map((slot, side) => (
        <p
          key={side}
          class={`bracket-slot ${slot.won ? "won" : ""} ${slot.out ? "out" : ""} ${slot.name ? "" : "open"}`}
        >
          {slot.seed && <small>{slot.seed}</small>}
          <span>{slot.name || "–"}</span>
          <b>{slot.score}</b>
        </p>
      ))}
    </div>
  );
}
