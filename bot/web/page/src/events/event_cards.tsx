import { openPage } from "../control.ts";
import { PressButtonView } from "../panel/press_button.tsx";
import { pageOf } from "../place.ts";
import type { EventCard, EventCardsPart, PanelState, WordKey } from "../protocol.ts";
import { Icon } from "../ui/icon.tsx";
import { Line } from "../ui/text.tsx";
import { clockTime, left, now } from "../ui/time.ts";
import { t } from "../words.ts";

const STAGES: readonly [EventCard["stage"], WordKey][] = [
  ["running", "event.running"],
  ["next", "event.next"],
  ["past", "event.past"],
];

interface EventCardsProps {
  part: EventCardsPart;
  open: PanelState;
}

/** The buttons of a panel that a part names. */
export function buttonsOf({ parts }: PanelState, presses: readonly string[]) {
  const all = parts.flatMap((one) => (one.type === "row" ? one.buttons : []));
  return all.filter((one) => presses.includes(one.press));
}

/** The buttons of the list of events; what plans a new one stands at the head of the page. */
function listButtons(open: PanelState, isNew: boolean) {
  const part = open.parts.find((one): one is EventCardsPart => one.type === "event_cards");
  return buttonsOf(open, part?.actions ?? []).filter((one) => (one.style === "success") === isNew);
}

/** Plans a new event, for those who may. */
export function NewEvent({ open }: { open: PanelState }) {
  return (
    <>
      {listButtons(open, true).map((button) => (
        <PressButtonView key={button.press} panel={open.panel} button={button} />
      ))}
    </>
  );
}

/** The events of a server: felts for those that run, paper for those to come, lines for the past. */
export function EventCards({ part, open }: EventCardsProps) {
  return (
    <div class="events-list">
      {STAGES.map(([stage, title]) => {
        const cards = part.cards.filter((one) => one.stage === stage);
        if (cards.length === 0) return null;
        return (
          <section key={stage}>
            <h2>{t(title)}</h2>
            <ul class={`event-cards ${stage}`}>
              {cards.map((one) => (
                <li key={one.event}>
                  <Card card={one} />
                </li>
              ))}
            </ul>
          </section>
        );
      })}
      <div class="row">
        {listButtons(open, false).map((button) => (
          <PressButtonView key={button.press} panel={open.panel} button={button} />
        ))}
      </div>
    </div>
  );
}

const KINDS = { running: "felt-box", next: "paper", past: "box" } as const;

function Card({ card }: { card: EventCard }) {
  const kind = `event-card ${KINDS[card.stage]} ${card.entered ? "mine" : ""}`;
  return (
    <button
      type="button"
      class={kind}
      data-event={card.event}
      onClick={() => openPage(pageOf("event", card.event))}
    >
      <b>{card.title}</b>
      <small>{card.kind}</small>
      <span class="status">
        {card.stage === "next" ? (
          <Coming starts={card.starts} />
        ) : (
          <span>
            <Line text={card.status} />
          </span>
        )}
        {card.stage === "past" ? (
          <small>{clockTime(card.starts, "d")}</small>
        ) : (
          <span class="event-fact">
            <Icon name="users" />
            <span class="unseen">{t("event.entries")}: </span>
            {card.entrants}
          </span>
        )}
      </span>
      {card.own && (
        <span class="own">
          <Line text={card.own} />
        </span>
      )}
    </button>
  );
}

const SOON_MS = 3_600_000;

/** When an event begins: the last hour counts. `far`: how an earlier moment is shown. */
export function Coming({ starts, far = "s" }: { starts: number; far?: string }) {
  const rest = starts - now.value;
  return <time>{rest < SOON_MS && rest > 0 ? left(starts) : clockTime(starts, far)}</time>;
}
