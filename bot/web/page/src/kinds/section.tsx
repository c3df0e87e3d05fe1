import { press } from "../control.ts";
import { PressButtonView } from "../panel/press_button.tsx";
import type { PressButton, SectionPart, Versus } from "../protocol.ts";
import { lobby } from "../state.ts";
import { Fan } from "../ui/fan.tsx";
import { Icon } from "../ui/icon.tsx";
import { Line } from "../ui/text.tsx";
import { clockTime } from "../ui/time.ts";
import { t } from "../words.ts";
import { Coming } from "./cards.tsx";
import { SignedFact } from "./facts.tsx";
import { GROUNDS } from "./frame.tsx";
import { Row, Who } from "./rows.tsx";
import { go } from "./way.tsx";

const TURN_DEG = 9;

interface SectionProps {
  part: SectionPart;
  panel: string;
}

/** Words with what goes with them: on felt what comes next, on paper notes, or the page's head. */
export function Section({ part, panel }: SectionProps) {
  if (part.hand.length > 0) return <Hero part={part} panel={panel} />;
  const { way, progress, versus } = part;
  const [first] = part.lines;
  return (
    <section
      class={`kind section ${GROUNDS[part.ground]} at-${part.place} ${part.is_own ? "mine" : ""}`}
      aria-live={progress === null ? undefined : "polite"}
    >
      {part.title && (
        <h2>
          <span class="name">{part.title}</span>
          {part.back && <Back panel={panel} button={part.back} />}
        </h2>
      )}
      {part.notice && (
        <p class="notice-line" role="status">
          <Line text={part.notice} />
        </p>
      )}
      {part.facts.length > 0 && (
        <p class="facts-line">
          {part.facts.map((one) => (
            <SignedFact key={one.value} fact={one} />
          ))}
        </p>
      )}
      {versus && <Sides versus={versus} match={way?.match ?? null} />}
      {part.starts !== null && (
        <p class="starts">
          <small>{t("event.start")}</small>
          <b>
            <Coming starts={part.starts} far="R" />
          </b>
          <small>{clockTime(part.starts, "F")}</small>
        </p>
      )}
      {(part.main || part.lines.length > 0) && (
        <div class={part.main ? "lines-of beside-value" : "lines-of"}>
          {part.main && (
            <p class="value-of">
              <b>{part.main.value}</b> <small>{part.main.label}</small>
            </p>
          )}
          {part.lines.map((line) => (
            <p key={line}>
              <Line text={line} />
            </p>
          ))}
        </div>
      )}
      {part.row && <Row row={part.row} panel={panel} />}
      {progress !== null && <progress value={progress} aria-label={first ?? ""} />}
      {(way || part.buttons.length > 0) && (
        <div class="row">
          {way && (
            <button type="button" class="main" onClick={() => go(way, panel)}>
              {way.label}
            </button>
          )}
          {part.buttons.map((button) => (
            <PressButtonView key={button.press} panel={panel} button={button} />
          ))}
        </div>
      )}
    </section>
  );
}

/** What comes next, with its cards beside it and one large button. */
function Hero({ part, panel }: SectionProps) {
  return (
    <section class="hero felt-box" aria-label={part.title}>
      <div class="hero-words">
        <p class="hero-what">{part.title}</p>
        <p class="hero-who">{part.subtitle}</p>
        {part.lines.map((line) => (
          <p key={line} class="hero-idea">
            <Line text={line} />
          </p>
        ))}
        <div class="hero-press">
          {part.buttons.map((button) => (
            <PressButtonView key={button.press} panel={panel} button={button} kind="play" />
          ))}
        </div>
      </div>
      <Fan cards={part.hand} kind="show" turn={TURN_DEG} />
    </section>
  );
}

/** Leads to the list that the page belongs to. */
function Back({ panel, button }: { panel: string; button: PressButton }) {
  return (
    <button type="button" class="all" onClick={() => void press(panel, button.press)}>
      {button.label}
      <Icon name="right" />
    </button>
  );
}

/** The reader and the opponent; of a match that goes on with its score. */
function Sides({ versus, match }: { versus: Versus; match: string | null }) {
  const table = lobby.value?.tables.find((one) => one.match === match);
  const own = table?.players[table.seat ?? 0];
  const rival = table?.players.find((_, seat) => seat !== table.seat);
  const score = versus.score || (own && rival ? `${own.score} : ${rival.score}` : "–");
  return (
    <div class="versus">
      {versus.own && <Side row={versus.own} />}
      <p class="starts">
        <small>{versus.title}</small>
        <b>{score}</b>
        <small>{table?.mine ? t("lobby.turn") : ""}</small>
      </p>
      {versus.rival && <Side row={versus.rival} />}
    </div>
  );
}

function Side({ row }: { row: Versus["own"] & object }) {
  return (
    <div class="side-of">
      <Who row={row}>
        <small>{row.note}</small>
      </Who>
    </div>
  );
}
