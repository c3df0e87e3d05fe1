import { Back } from "../cards/card.tsx";
import { openPage } from "../control.ts";
import type { DailyState, EventTeaser } from "../protocol.ts";
import { clockTime, now, relative } from "../ui/time.ts";
import { t } from "../words.ts";

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
        </tbody>
      </table>
      {daily.lines.length === 0 && <p>{t("daily.nobody")}</p>}
      <button type="button" class="ink" onClick={() => openPage("daily")}>
        {daily.points !== null ? t("daily.look") : daily.begun ? t("daily.go_on") : t("daily.play")}
      </button>
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
