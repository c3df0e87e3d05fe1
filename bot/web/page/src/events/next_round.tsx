import { show } from "../control.ts";
import { PressButtonView } from "../panel/press_button.tsx";
import type { EventPart, EventPerson, PanelState, PressButton } from "../protocol.ts";
import { lobby } from "../state.ts";
import { Avatar } from "../ui/avatar.tsx";
import { Line } from "../ui/text.tsx";
import { clockTime } from "../ui/time.ts";
import { t } from "../words.ts";
import { Coming } from "./event_cards.tsx";

interface NextRoundProps {
  part: EventPart;
  open: PanelState;
  actions: readonly PressButton[];
}

/** What comes next for the reader, on felt: the match to play, the start, or how it ended. */
export function NextRound({ part, open, actions }: NextRoundProps) {
  const match = part.to_play[0]?.match ?? null;
  return (
    <section class={part.own ? "next-round felt-box mine" : "next-round felt-box"}>
      <Versus part={part} />
      {part.lines.length > 0 && (
        <ul class="next-lines">
          {part.lines.map((line) => (
            <li key={line}>
              <Line text={line} />
            </li>
          ))}
        </ul>
      )}
      {(match !== null || actions.length > 0) && (
        <div class="row">
          {match !== null && (
            <button type="button" class="main" onClick={() => show(match)}>
              {t("lobby.go")}
            </button>
          )}
          {actions.map((button) => (
            <PressButtonView key={button.press} panel={open.panel} button={button} />
          ))}
        </div>
      )}
    </section>
  );
}

/** The reader and the next opponent with the score, or the time until the start. */
function Versus({ part }: { part: EventPart }) {
  const [next] = part.to_play;
  const table = lobby.value?.tables.find((one) => one.match === next?.match);
  const own = table?.players[table.seat ?? 0];
  const rival = table?.players.find((_, seat) => seat !== table.seat);
  const score = next?.score || (own && rival ? `${own.score} : ${rival.score}` : "–");
  if (next) {
    return (
      <div class="versus">
        {part.own && <Side person={part.own} />}
        <p class="starts">
          <small>{next.title}</small>
          <b>{score}</b>
          <small>{table?.mine ? t("lobby.turn") : ""}</small>
        </p>
        {next.rival && <Side person={next.rival} />}
      </div>
    );
  }
  if (part.stage !== "next") return null;
  return (
    <p class="starts">
      <small>{t("event.start")}</small>
      <b>
        <Coming starts={part.starts} far="R" />
      </b>
      <small>{clockTime(part.starts, "F")}</small>
    </p>
  );
}

function Side({ person }: { person: EventPerson }) {
  return (
    <div class="side-of">
      <Avatar player={person.disc} />
      <span>
        <b>{person.name}</b>
        <small>{person.note}</small>
      </span>
    </div>
  );
}
