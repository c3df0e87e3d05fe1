import { press } from "../control.ts";
import { Bracket } from "../drawn/bracket.tsx";
import { Cross } from "../drawn/cross.tsx";
import { PressButtonView } from "../panel/press_button.tsx";
import type { EventPart, PanelState, PressButton } from "../protocol.ts";
import { Avatar } from "../ui/avatar.tsx";
import { Icon, type IconName } from "../ui/icon.tsx";
import { Line } from "../ui/text.tsx";
import { t } from "../words.ts";
import { buttonsOf } from "./event_cards.tsx";
import { EventTables } from "./event_tables.tsx";
import { NextRound } from "./next_round.tsx";
import { OwnRounds } from "./own_rounds.tsx";

interface EventSheetProps {
  part: EventPart;
  open: PanelState;
}

/** An event: what it means for the reader, who is playing, and how everybody stands. */
export function EventSheet({ part, open }: EventSheetProps) {
  const buttons = open.parts.flatMap((one) => (one.type === "row" ? one.buttons : []));
  const back = buttons.find((one) => one.press === part.back);
  const tools = buttons.filter((one) => one !== back && !part.actions.includes(one.press));
  const [rest, later] = [part.to_play.slice(1), part.played];
  const notice = open.parts[0];
  const hasSide = part.standings !== null || part.stage === "next";
  return (
    <article class="event-sheet">
      <h2>
        <Icon name="events" />
        <span class="name">{part.title}</span>
        {back && <Back panel={open.panel} button={back} />}
      </h2>
      {notice?.type === "text" && !notice.markdown.startsWith("#") && (
        <p class="event-notice" role="status">
          <Line text={notice.markdown} />
        </p>
      )}
      <p class="event-facts">
        <Fact icon="users" text={t("event.entrants", { n: part.entered })} />
        {part.round && <Fact icon="events" text={part.round} />}
        <Fact icon="sheet" text={part.plan} />
      </p>
      <div class={hasSide ? "event-room" : "event-room whole"}>
        <div class="event-main">
          <NextRound part={part} open={open} actions={buttonsOf(open, part.actions)} />
          <EventTables tables={part.tables} />
          <OwnRounds rounds={[...rest, ...later]} />
          {part.bracket && (
            <section class="box later">
              <Bracket part={{ ...part.bracket, title: t("event.bracket") }} />
            </section>
          )}
          {part.boards && (
            <section class="paper boards later">
              <h2>{t("event.boards")}</h2>
              <Cross part={{ ...part.boards, title: t("event.boards") }} />
            </section>
          )}
        </div>
        {hasSide && (
          <div class="event-side">
            {part.standings && (
              <section class="box">
                <Cross part={{ ...part.standings, title: t("event.standings") }} />
              </section>
            )}
            {part.stage === "next" && <Entrants part={part} />}
          </div>
        )}
      </div>
      <div class="row">
        {tools.map((button) => (
          <PressButtonView key={button.press} panel={open.panel} button={button} />
        ))}
      </div>
    </article>
  );
}

/** Leads to the list of events. */
function Back({ panel, button }: { panel: string; button: PressButton }) {
  return (
    <button type="button" class="all" onClick={() => void press(panel, button.press)}>
      {button.label}
      <Icon name="right" />
    </button>
  );
}

function Fact({ icon, text }: { icon: IconName; text: string }) {
  return (
    <span class="event-fact">
      <Icon name={icon} />
      <span>
        <Line text={text} />
      </span>
    </span>
  );
}

/** Who has entered, as places at a table: a few of them are drawn empty. */
function Entrants({ part }: { part: EventPart }) {
  const free = Math.max(0, SEATS - part.entrants.length);
  return (
    <section class="box entrants">
      <h2>
        {t("event.entries")} <span class="count-of">{part.entered}</span>
      </h2>
      <ul>
        {part.entrants.map((one, n) => (
          <li key={n}>
            <Avatar player={one.disc} />
            <span class="name">{one.name}</span>
          </li>
        ))}
        {Array.from({ length: free }, (_, n) => (
          <li key={`free${n}`} class="free" aria-hidden="true">
            <span class="disc seat" />
            <span class="name" />
          </li>
        ))}
      </ul>
      {part.entrants.length === 0 && <p class="small">{t("event.no_entries")}</p>}
    </section>
  );
}

/** The places that an event shows at least. */
const SEATS = 4;
