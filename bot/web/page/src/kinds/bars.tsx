import { type Card, Face } from "../cards/card.tsx";
import { PressButtonView } from "../panel/press_button.tsx";
import type { Bar, BarExample, BarsPart } from "../protocol.ts";
import { look } from "../state.ts";
import { Line } from "../ui/text.tsx";
import { cardName } from "../words.ts";

interface BarsProps {
  part: BarsPart;
  panel: string;
}

/** What something costs: each on a sheet of paper, with its bar and examples. */
export function Bars({ part, panel }: BarsProps) {
  return part.bars.map((one) => <OneBar key={one.title} one={one} panel={panel} />);
}

function OneBar({ one, panel }: { one: Bar; panel: string }) {
  return (
    <section class="kind bars box">
      <div class="paper">
        <h2>{one.title}</h2>
        {one.lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
      <p>
        <b>{one.label}</b>
        <i
          class="ask-bar"
          aria-hidden="true"
          style={`--nought:0;--from:0;--to:${one.share};--low:${one.low};--high:${one.high}`}
        >
          <i class="fill" />
          <i class="interval" />
        </i>
      </p>
      <ol>
        {one.examples.map((example) => (
          <Example key={example.button.press} one={example} panel={panel} />
        ))}
      </ol>
      {one.button && <PressButtonView panel={panel} button={one.button} />}
    </section>
  );
}

/** An example: its cards, and over the others the one that is better. */
function Example({ one, panel }: { one: BarExample; panel: string }) {
  const better = one.hand.length > 1 ? one.hand.at(-1) : undefined;
  return (
    <li class={one.hand.length > 0 ? "with-cards" : ""}>
      {one.hand.length > 0 && (
        <span class="example-cards">
          {one.hand.map((card) => (
            <Shown key={card} card={card} isBest={card === better} />
          ))}
        </span>
      )}
      <span>
        <Line text={one.words} />
      </span>
      <PressButtonView panel={panel} button={one.button} />
    </li>
  );
}

function Shown({ card, isBest }: { card: Card; isBest: boolean }) {
  return (
    <span class={isBest ? "card best" : "card"} role="img" aria-label={cardName(card)}>
      <Face card={card} theme={look.value.theme} />
    </span>
  );
}
