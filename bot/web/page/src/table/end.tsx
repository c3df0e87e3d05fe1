import { Fragment } from "preact";
import { meetNext, openPage, press } from "../control.ts";
import { PressButtonView } from "../panel/press_button.tsx";
import type {
  MatchState,
  OutcomeState,
  PressButton,
  ResultState,
  SeatState,
  TableState,
} from "../protocol.ts";
import { beside } from "../state.ts";
import { Fan } from "../ui/fan.tsx";
import { Icon } from "../ui/icon.tsx";
import { useScrollStop } from "../ui/scroll_stop.ts";
import { Line, Markdown } from "../ui/text.tsx";
import { cardShort, t } from "../words.ts";
import { ActionButton, Tool } from "./action_button.tsx";
import { CourseOfMatch } from "./course_of_match.tsx";
import { countOf } from "./offers.ts";
import { Disc } from "./player.tsx";
import { ShownHand } from "./shown.tsx";
import { actions, seat } from "./touch.ts";

interface EndProps {
  view: MatchState;
  table: TableState;
}

/** The end of a round, or of the match: both hands open, and how the points came about. */
export function End({ view, table }: EndProps) {
  const box = useScrollStop<HTMLElement>();
  const { result } = table;
  const { outcome } = view;
  return (
    <section
      class={`shown result${outcome ? " match-end" : ""}`}
      ref={box}
      aria-labelledby="result-title"
    >
      {outcome && <Verdict view={view} outcome={outcome} result={result} />}
      {result && <Headline result={result} isTitle={outcome === null} />}
      {result && <Hands view={view} table={table} result={result} />}
      <Count view={view} table={table} />
      {outcome && (
        <div class="outcome paper">
          <Markdown text={outcome.lines.join("\n")} titled />
        </div>
      )}
      {outcome && <CourseOfMatch view={view} />}
      <Fair view={view} />
    </section>
  );
}

function Headline({ result, isTitle }: { result: ResultState; isTitle: boolean }) {
  const text = <Line text={result.title} />;
  return isTitle ? (
    <h2 class="headline" id="result-title">
      {text}
    </h2>
  ) : (
    <h3 class="headline">{text}</h3>
  );
}

/** The ends of a round after which somebody is marked as its knocker; gin stands in the headline. */
const KNOCKED = new Set(["knock", "undercut", "tie"]);

function Hands({ view, table, result }: EndProps & { result: ResultState }) {
  const own = seat.value?.seat;
  const last = result.knocker ?? own;
  const hands = [...result.hands].sort((one, other) =>
    one.seat === last ? -1 : other.seat === last ? 1 : 0,
  );
  return (
    <div class="hands">
      {hands.map((hand) => (
        <ShownHand
          key={hand.seat}
          view={view}
          hand={hand}
          melds={hand.seat === table.knock?.seat ? table.knock.melds : hand.melds}
          points={result.points[table.seats.indexOf(hand.seat)] ?? 0}
          layoffs={result.layoffs}
          isWinner={hand.seat === result.winner}
          isKnocker={hand.seat === result.knocker && KNOCKED.has(result.kind)}
        />
      ))}
    </div>
  );
}

const worth = (card: string) => {
  const rank = card[0] ?? "";
  return rank === "A" ? 1 : "TJQK".includes(rank) ? 10 : Number(rank);
};

/** How the points came about, line by line on paper. */
export function Count({ view, table }: EndProps) {
  const { result } = table;
  if (!result) return null;
  const { winner, score, layoffs } = result;
  if (winner === null || score.length === 0) return null;
  const rows: { label: string; points: number; less?: boolean }[] = [];
  const loser = result.hands.find((one) => one.seat !== winner);
  const own = result.hands.find((one) => one.seat === winner);
  const laid = layoffs.reduce((sum, one) => sum + worth(one.card), 0);
  let rest = score;
  if (result.kind === "knock" && loser && own && winner === table.knock?.seat) {
    const name = (place: number) => view.players[place]?.name ?? "";
    rows.push({
      label: t("end.deadwood_of", { name: name(loser.seat) }),
      points: loser.deadwood + laid,
    });
    if (laid > 0) {
      const cards = layoffs.map((one) => cardShort(one.card)).join(" ");
      rows.push({ label: `${t("end.laid_off")} ${cards}`, points: laid, less: true });
    }
    rows.push({
      label: t("end.deadwood_of", { name: name(winner) }),
      points: own.deadwood,
      less: true,
    });
    rest = score.slice(1);
  }
  for (const line of rest) {
    rows.push({ label: line.label.replace(/^\d+\s*/, ""), points: line.points });
  }
  return (
    <section class="paper count-up" aria-label={t("table.round", { n: view.round })}>
      <h3>{t("table.round", { n: view.round })}</h3>
      <dl>
        {rows.map(({ label, points, less }, n) => (
          <div key={n} class={less ? "less" : ""}>
            <dt>
              <Line text={label} />
            </dt>
            <dd>{less ? `− ${points}` : points}</dd>
          </div>
        ))}
        <div class="sum">
          <dt>{t("end.for", { name: view.players[winner]?.name ?? "" })}</dt>
          <dd>{Math.max(...result.points)}</dd>
        </div>
      </dl>
    </section>
  );
}

interface VerdictProps {
  view: MatchState;
  outcome: OutcomeState;
  result: ResultState | null;
}

/** Who has won, with how much, and with which hand. */
function Verdict({ view, outcome, result }: VerdictProps) {
  const own = seat.value ? (view.players[seat.value.seat]?.party ?? null) : null;
  const { parties, totals } = view.sheet;
  const order = parties.map((_, party) => party);
  if (own !== null) order.sort((one, other) => Number(other === own) - Number(one === own));
  return (
    <div class="win">
      <h2 class="verdict" id="result-title">
        {verdictOf(view, outcome, own)}
      </h2>
      {parties.length === 2 && (
        <p
          class="final"
          role="img"
          aria-label={order.map((one) => `${parties[one]} ${totals[one]}`).join(", ")}
        >
          {order.map((party, n) => (
            <Fragment key={party}>
              {n > 0 && <i>:</i>}
              <span class={party === outcome.winner ? "won" : ""}>{totals[party]}</span>
            </Fragment>
          ))}
        </p>
      )}
      <p class="names">
        {order.map((party) => (
          <span key={party}>
            {view.players
              .filter((one) => one.party === party)
              .map((one) => (
                <Disc player={one} match={view.match} key={one.seat} />
              ))}
            {parties[party]}
            {parties.length > 2 && <b> {totals[party]}</b>}
          </span>
        ))}
      </p>
      <LastHand result={result} />
      <Facts view={view} outcome={outcome} own={own ?? outcome.winner} order={order} />
    </div>
  );
}

function verdictOf(view: MatchState, outcome: OutcomeState, own: number | null): string {
  const { parties } = view.sheet;
  if (outcome.winner === null) {
    return outcome.reason === "finished" ? t("end.draw") : t("end.of_match");
  }
  const winner = parties[outcome.winner] ?? "";
  if (own === null || parties.length > 2) return t("end.won", { name: winner });
  const other = parties[1 - own] ?? "";
  return outcome.winner === own ? t("end.beat", { name: other }) : t("end.lost", { name: winner });
}

/** The winning hand of the last round. */
function LastHand({ result }: { result: ResultState | null }) {
  const hand = result?.hands.find((one) => one.seat === result.winner);
  if (!hand) return null;
  return <Fan kind="last" cards={[...hand.melds.flat(), ...hand.deadwood_cards]} />;
}

interface FactsProps {
  view: MatchState;
  outcome: OutcomeState;
  own: number | null;
  order: readonly number[];
}

/** Four facts of the match, the reader's own. */
function Facts({ view, outcome, own, order }: FactsProps) {
  const facts = own === null ? undefined : outcome.facts[own];
  if (!facts || view.sheet.parties.length > 2) return null;
  const rounds = order.map((party) => outcome.facts[party]?.rounds ?? 0).join(" : ");
  const change = facts.change ?? 0;
  const signed = change < 0 ? `−${-change}` : `+${change}`;
  return (
    <dl class="facts">
      <Fact name={t("end.rounds")} value={rounds} />
      {view.game === "gin" && <Fact name={t("end.gins")} value={String(facts.gins)} />}
      <Fact name={t("end.best")} value={String(facts.best)} />
      {facts.rating !== null && (
        <Fact name={t("end.rating", { change: signed })} value={String(facts.rating)} />
      )}
    </dl>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

const withRole = (buttons: readonly PressButton[], role: PressButton["role"]) =>
  buttons.find((one) => one.role === role);

/** That the deals were fixed before anybody sat down, and where that is checked. */
function Fair({ view }: { view: MatchState }) {
  const check = withRole(view.buttons, "verify");
  return (
    <p class="fair">
      <Icon name="shield" />
      <span>{t("end.fair")}</span>
      {check && (
        <button type="button" onClick={() => void press(view.panel, check.press)}>
          {t("end.check")}
        </button>
      )}
    </p>
  );
}

/** What comes next, and what there is to look at. */
export function EndActions({ view, own }: { view: MatchState; own: SeatState }) {
  const isOver = view.phase === "over";
  const rematch = withRole(view.buttons, "rematch") ?? withRole(view.buttons, "find");
  const shown = new Set<PressButton["role"]>(["rematch", "find", "verify", "sheet"]);
  const rest = isOver ? view.buttons.filter((one) => !shown.has(one.role)) : [];
  return (
    <div class="actions end-actions">
      {isOver && rematch && (
        <Tool icon="swap" label={t("end.next")} press={() => void meetNext(view.match)} />
      )}
      {own.buttons.map((button) => (
        <PressButtonView key={button.press} panel={own.panel} button={button} kind="tool" />
      ))}
      <div class="choices">
        {actions.value.map((action) => (
          <ActionButton action={action} key={action.action} main />
        ))}
        {isOver && <Again view={view} rematch={rematch} />}
      </div>
      {rest.map((button) => (
        <PressButtonView key={button.press} panel={view.panel} button={button} kind="tool" />
      ))}
    </div>
  );
}

/** The next match with the same people; in an event, the way back to it. */
function Again({ view, rematch }: { view: MatchState; rematch: PressButton | undefined }) {
  const found = beside.value?.match === view.match ? beside.value : null;
  const own = seat.value?.seat ?? null;
  if (found?.event) {
    return (
      <button type="button" class="main" onClick={() => openPage("events")}>
        {t("end.standings")}
      </button>
    );
  }
  if (!rematch) return null;
  const count = countOf(view, own);
  const label = count && rematch.role === "rematch" ? `${rematch.label} ${count}` : rematch.label;
  const isAsked = (found?.rematch?.asked.length ?? 0) > 0;
  // While somebody asks, the answers stand in the strip.
  if (isAsked) {
    return (
      <button type="button" class="wait" disabled>
        {label}
      </button>
    );
  }
  return <PressButtonView panel={view.panel} button={{ ...rematch, label, style: "primary" }} />;
}
