import { openPage } from "../control.ts";
import { pageOf } from "../place.ts";
import type { MatchState, SheetColumnState } from "../protocol.ts";
import { Icon } from "../ui/icon.tsx";
import { t } from "../words.ts";
import { seat } from "./touch.ts";

/** The totals of two parties after a round; the first are those before it was dealt. */
interface Standing {
  round: number;
  totals: readonly [number, number];
}

/** Fewer rounds make no curve. */
const LEAST_ROUNDS = 2;

/** How a match of two parties went: both totals, round by round, and the round that decided. */
export function CourseOfMatch({ view }: { view: MatchState }) {
  const { parties, columns, format } = view.sheet;
  // Hollywood's first column has every round; of several games the last one decided.
  const column = format === "hollywood" ? columns[0] : columns[columns.length - 1];
  if (parties.length !== 2 || !column || column.entries.length < LEAST_ROUNDS) return null;
  const standings = standingsOf(column);
  const own = seat.value ? (view.players[seat.value.seat]?.party ?? 0) : 0;
  const decided = view.outcome?.winner == null ? null : ahead(standings, view.outcome.winner);
  return (
    <section class="course">
      <h3>{t("end.course")}</h3>
      <Lines standings={standings} own={own} />
      <p class="small names">
        {[own, 1 - own].map((party) => (
          <span key={party} class={party === own ? "own" : "other"}>
            {parties[party]}
          </span>
        ))}
      </p>
      {decided !== null && (
        <>
          <p class="small">
            {t("end.led", { name: parties[view.outcome?.winner ?? 0] ?? "", n: decided })}
          </p>
          <button
            type="button"
            onClick={() => openPage(pageOf("replay", `${view.match}.${decided}`))}
          >
            <Icon name="film" />
            {t("end.look", { n: decided })}
          </button>
        </>
      )}
    </section>
  );
}

function standingsOf(column: SheetColumnState): Standing[] {
  const found: Standing[] = [{ round: 0, totals: [0, 0] }];
  let totals: readonly [number, number] = [0, 0];
  for (const { round, party, total } of column.entries) {
    totals = party === 0 ? [total, totals[1]] : [totals[0], total];
    found.push({ round, totals });
  }
  return found;
}

/** The round from which a party was ahead to the end; null if it was not. */
function ahead(standings: readonly Standing[], party: number): number | null {
  let since: number | null = null;
  for (const { round, totals } of standings) {
    const isAhead = (totals[party] ?? 0) > (totals[1 - party] ?? 0);
    since = isAhead ? (since ?? round) : null;
  }
  return since;
}

function Lines({ standings, own }: { standings: readonly Standing[]; own: number }) {
  const last = standings.length - 1;
  const most = Math.max(...standings.flatMap((one) => one.totals), 1);
  const line = (party: number) =>
    standings
      .map(({ totals }, n) => `${(100 * n) / last},${100 - (100 * (totals[party] ?? 0)) / most}`)
      .join(" ");
  return (
    <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
      <polyline class="other" points={line(1 - own)} vector-effect="non-scaling-stroke" />
      <polyline class="own" points={line(own)} vector-effect="non-scaling-stroke" />
    </svg>
  );
}
