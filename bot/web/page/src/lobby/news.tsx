import { Back } from "../cards/card.tsx";
import { openPage } from "../control.ts";
import { EVENTS } from "../place.ts";
import type { DailyState, EventTeaser } from "../protocol.ts";
import { clockTime, now, relative } from "../ui/time.ts";
import { locale, t } from "../words.ts";

/** The lines that the board has at least. */
const EMPTY_LINES = [1, 2, 3];

/** Today's deals with the server's board, on paper. */
export function TodaysDeals({ daily }: { daily: DailyState }) {
  return (
    <section class="paper deals">
      <h2>
        {t("daily.title")}
        <small>{t("daily.same", { n: daily.deals })}</small>
      </h2>
      <div class="three-deals" aria-hidden="true">
        {Array.from({ length: daily.deals }, (_, n) => (
          <Back key={n} />
        ))}
        {daily.points !== null && <b>{daily.points}</b>}
      </div>
      <table>
        <tbody>
          {daily.lines.map((one) => (
            <tr key={one.rank + one.name} class={one.mine ? "mine" : ""}>
              <td>{one.rank}</td>
              <th scope="row">{one.name}</th>
              <td>{one.points}</td>
            </tr>
          ))}
          {EMPTY_LINES.slice(daily.lines.length).map((rank) => (
            <tr key={`empty${rank}`}>
              <td>{rank}</td>
              <td>{rank === 1 && t("daily.nobody")}</td>
              <td />
            </tr>
          ))}
        </tbody>
      </table>
      <button type="button" class="ink" onClick={() => openPage("daily")}>
        {daily.points !== null ? t("daily.look") : daily.begun ? t("daily.go_on") : t("daily.play")}
      </button>
    </section>
  );
}

const WEEK = [0, 1, 2, 3, 4, 5, 6];
const DAY_MS = 86_400_000;
/** A Monday. */
const MONDAY_MS = 4 * DAY_MS;
const SUNDAY = 6;

/** A week without an event, with its usual evening. */
export function NoEvent() {
  return (
    <section class="box event-next">
      <h2>{t("event.none")}</h2>
      <p class="week" aria-hidden="true">
        {WEEK.map((day) => (
          <span key={day} class={day === SUNDAY ? "on" : ""}>
            {new Intl.DateTimeFormat(locale.value, { weekday: "narrow", timeZone: "UTC" }).format(
              MONDAY_MS + day * DAY_MS,
            )}
            {day === SUNDAY && <b>20:00</b>}
          </span>
        ))}
      </p>
      <p class="small">{t("event.what")}</p>
      <div class="row">
        <button type="button" onClick={() => openPage(EVENTS)}>
          {t("nav.events")}
        </button>
      </div>
    </section>
  );
}

const HOUR_MS = 3_600_000;

/** The event that runs or that comes next. */
export function NextEvent({ event }: { event: EventTeaser }) {
  const soon = event.starts - now.value < HOUR_MS;
  return (
    <section class="box event-next">
      <h2>{event.title}</h2>
      <p class="when">
        {event.running
          ? t("event.running")
          : soon
            ? relative(event.starts)
            : clockTime(event.starts, "f")}
      </p>
      <div class="bottom-line">
        <small>{t("event.entrants", { n: event.entrants })}</small>
        <button type="button" class="main" onClick={() => openPage("events")}>
          {event.entered || event.running ? t("event.open") : t("event.enter")}
        </button>
      </div>
    </section>
  );
}
