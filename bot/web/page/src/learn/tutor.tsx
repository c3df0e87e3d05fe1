import { type Card, Face } from "../cards/card.tsx";
import { PressButtonView } from "../panel/press_button.tsx";
import type { TutoredExample, TutoredFinding, TutorPart } from "../protocol.ts";
import { look } from "../state.ts";
import { Line } from "../ui/text.tsx";
import { cardName } from "../words.ts";

interface TutorProps {
  part: TutorPart;
  panel: string;
}

/** What to work on, each on a sheet of paper with what it costs and two examples. */
export function Tutor({ part, panel }: TutorProps) {
  const isWorking = part.progress !== null;
  return (
    <div class="room tutor">
      <div class="room-main">
        <section class="tutor-head" aria-live="polite">
          <p>
            <Line text={part.sentence} />
          </p>
          {isWorking && <progress value={part.progress ?? 0} aria-label={part.sentence} />}
          {part.following && (
            <PressButtonView panel={panel} button={{ ...part.following, style: "success" }} />
          )}
        </section>
        {part.findings.map((one) => (
          <Finding key={one.title} one={one} panel={panel} />
        ))}
      </div>
      <div class="room-side">{part.note && <p class="small">{part.note}</p>}</div>
    </div>
  );
}

function Finding({ one, panel }: { one: TutoredFinding; panel: string }) {
  return (
    <section class="box tutor-finding">
      <div class="paper lesson-paper">
        <h2>{one.title}</h2>
        <p>{one.advice}</p>
        {one.changed && <p>{one.changed}</p>}
      </div>
      <p class="tutor-loss">
        <b>{one.loss}</b>
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
          <Example key={example.replay.press} one={example} panel={panel} />
        ))}
      </ol>
      {one.puzzles && (
        <PressButtonView panel={panel} button={{ ...one.puzzles, style: "primary" }} />
      )}
    </section>
  );
}

/** A mistake: what was discarded, and over it what should have been. */
function Example({ one, panel }: { one: TutoredExample; panel: string }) {
  const hasCards = one.played !== null || one.best !== null;
  return (
    <li class={hasCards ? "with-cards" : ""}>
      {hasCards && (
        <span class="tutor-cards">
          {one.played && <Shown card={one.played} />}
          {one.best && one.best !== one.played && <Shown card={one.best} isBest />}
        </span>
      )}
      <span class="tutor-words">
        <Line text={one.words} />
      </span>
      <PressButtonView panel={panel} button={one.replay} />
    </li>
  );
}

function Shown({ card, isBest }: { card: Card; isBest?: boolean }) {
  return (
    <span class={isBest ? "card best" : "card"} role="img" aria-label={cardName(card)}>
      <Face card={card} theme={look.value.theme} />
    </span>
  );
}
