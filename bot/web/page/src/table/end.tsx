import { Fragment } from "preact";
import { useState } from "preact/hooks";
import { meetNext, openPage, press } from "../control.ts";
import { PressButtonView } from "../panel/press_button.tsx";
import { discordClient } from "../people/client.ts";
import { pageOf } from "../place.ts";
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
import { signOf } from "../ui/signs.ts";
import { Line, Markdown } from "../ui/text.tsx";
import { relative } from "../ui/time.ts";
import { cardShort, t } from "../words.ts";
import { ActionButton, Tool } from "./action_button.tsx";
import { CountUp } from "./count_up.tsx";
import { CourseOfMatch } from "./course_of_match.tsx";
import { eventOf, NextRound } from "./event.tsx";
import { countOf } from "./offers.ts";
import { Disc } from "./player.tsx";
import { Talk } from "./reactions.tsx";
import { ShownHand } from "./shown.tsx";
import { actions, question, seat } from "./touch.ts";

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
      {outcome && <More view={view} />}
      {result && <Headline view={view} table={table} result={result} />}
      {result && <Hands view={view} table={table} result={result} />}
      <Count view={view} table={table} />
      {outcome && (
        <div class="outcome paper">
          <Markdown text={outcomeLines(view, outcome).join("\n")} titled />
        </div>
      )}
      {outcome && <CourseOfMatch view={view} />}
      <Fair view={view} />
    </section>
  );
}

const GINS = new Set(["gin", "big_gin", "mahjong_gin"]);

/** How the round ended, what it brought, and when the next one begins. */
function Headline({ view, table, result }: EndProps & { result: ResultState }) {
  const Title = view.outcome === null ? "h2" : "h3";
  const { deals_at } = view.clock;
  const points = Math.max(...result.points);
  const isOwn = result.winner !== null && isOnOwnSide(view, result.winner);
  return (
    <header class={`headline${GINS.has(result.kind) ? " gin" : ""}${isOwn ? " own" : ""}`}>
      <div>
        <Title id={view.outcome === null ? "result-title" : undefined}>
          <Line text={result.title} />
        </Title>
        {view.phase === "between" && deals_at !== null && (
          <small>{t("page.deals", { when: relative(deals_at) })}</small>
        )}
      </div>
      {result.winner !== null && points > 0 && (
        <b class="plus">
          +<CountUp from={0} to={points} key={`${table.number} ${view.round}`} />
        </b>
      )}
    </header>
  );
}

/** Whether somebody plays on the reader's side, or is the reader: gold means them. */
function isOnOwnSide(view: MatchState, place: number): boolean {
  const own = seat.value;
  return own !== null && view.players[place]?.party === view.players[own.seat]?.party;
}

/** The ends of a round after which somebody is marked as its knocker; gin stands in the headline. */
const KNOCKED = new Set(["knock", "undercut", "tie"]);

function Hands({ view, table, result }: EndProps & { result: ResultState }) {
  const box = useScrollStop<HTMLDivElement>();
  const own = seat.value?.seat;
  const last = result.knocker ?? own;
  const hands = [...result.hands].sort((one, other) =>
    one.seat === last ? -1 : other.seat === last ? 1 : 0,
  );
  return (
    <div class="hands" ref={box}>
      {hands.map((hand) => (
        <ShownHand
          key={hand.seat}
          view={view}
          hand={hand}
          melds={hand.seat === table.knock?.seat ? table.knock.melds : hand.melds}
          layoffs={result.layoffs}
          isOwnWin={hand.seat === result.winner && isOnOwnSide(view, hand.seat)}
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
          <div key={n} class={less ? "less" : ""} data-reveal>
            <dt>
              <Line text={label} />
            </dt>
            <dd>{less ? `− ${points}` : points}</dd>
          </div>
        ))}
        <div class="sum" data-reveal>
          <dt>{t("end.for", { name: view.players[winner]?.name ?? "" })}</dt>
          <dd>{Math.max(...result.points)}</dd>
        </div>
        <SoFar view={view} />
      </dl>
    </section>
  );
}

/** How a match of two stands, the reader's points first. */
function SoFar({ view }: { view: MatchState }) {
  const { parties, totals, format } = view.sheet;
  if (view.outcome || parties.length !== 2 || format === "hollywood") return null;
  const [first, second] = inOrder(view);
  return (
    <div class="so-far" data-reveal>
      <dt>{t("end.so_far")}</dt>
      <dd>
        <b>{totals[first ?? 0]}</b> : {totals[second ?? 1]}
      </dd>
    </div>
  );
}

/** The parties, the reader's first. */
function inOrder(view: MatchState): number[] {
  const own = seat.value ? (view.players[seat.value.seat]?.party ?? null) : null;
  const order = view.sheet.parties.map((_, party) => party);
  if (own !== null) order.sort((one, other) => Number(other === own) - Number(one === own));
  return order;
}

interface VerdictProps {
  view: MatchState;
  outcome: OutcomeState;
  result: ResultState | null;
}

/** The ends of a match that one of two brought about, in place of the last card. */
const LEFT = {
  resigned: ["end.resigned", "end.resigned_own"],
  forfeited: ["end.late", "end.late_own"],
} as const;

/** Who has won, with how much, and with which hand. */
function Verdict({ view, outcome, result }: VerdictProps) {
  const own = seat.value ? (view.players[seat.value.seat]?.party ?? null) : null;
  const { parties, totals } = view.sheet;
  const order = inOrder(view);
  const left = leaver(view, outcome);
  // Nobody has scored: a score would be made up.
  const hasScore = left === null || totals.some((one) => one > 0);
  const isWon = own !== null && own === outcome.winner;
  return (
    <div class={`win${left ? " left" : ""}`}>
      {isWon && !left && <Joy />}
      {left && (
        <span class="flag" aria-hidden="true">
          <Icon name={outcome.reason === "resigned" ? "flag" : "clock"} />
        </span>
      )}
      <h2 class="verdict" id="result-title">
        {left ?? verdictOf(view, outcome, own)}
      </h2>
      {left && (
        <p>
          {isWon ? t("end.yours") : t("end.theirs", { name: parties[outcome.winner ?? 0] ?? "" })}{" "}
          {!hasScore && t("end.no_score")}
        </p>
      )}
      {parties.length === 2 && hasScore && (
        <p
          class="final"
          role="img"
          aria-label={order.map((one) => `${parties[one]} ${totals[one]}`).join(", ")}
        >
          {order.map((party, n) => (
            <Fragment key={party}>
              {n > 0 && <i>:</i>}
              <span class={isWon && !left && party === own ? "won" : ""}>{totals[party]}</span>
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
      {!left && <LastHand result={result} />}
      {left ? (
        <Costs outcome={outcome} order={order} parties={parties} />
      ) : (
        <Facts view={view} outcome={outcome} own={own ?? outcome.winner} order={order} />
      )}
      <NextRound view={view} />
    </div>
  );
}

/** What else is to be said about the end; that somebody has left is the headline. */
function outcomeLines(view: MatchState, outcome: OutcomeState): readonly string[] {
  return leaver(view, outcome) === null ? outcome.lines : outcome.lines.slice(1);
}

/** Who has left a match that somebody else wins by that, in words. */
function leaver(view: MatchState, { reason, by, winner }: OutcomeState): string | null {
  if (by === null || winner === null || !(reason in LEFT)) return null;
  const [other, own] = LEFT[reason as keyof typeof LEFT];
  return seat.value?.seat === by ? t(own) : t(other, { name: view.players[by]?.name ?? "" });
}

const PIECES = 18;

/** A match won has a moment of its own: rays and confetti, which lie still where nothing moves. */
function Joy() {
  return (
    <span class="joy" aria-hidden="true">
      {Array.from({ length: PIECES }, (_, n) => (
        <i key={n} style={`--n:${n}`} />
      ))}
    </span>
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
  const hasRounds = outcome.facts.some((one) => one.rounds > 0);
  if (!hasRounds && facts.rating === null) return null;
  const rounds = order.map((party) => outcome.facts[party]?.rounds ?? 0).join(" : ");
  return (
    <dl class="facts">
      {hasRounds && (
        <>
          <Fact name={t("end.rounds")} value={rounds} />
          {view.game === "gin" && <Fact name={t("end.gins")} value={String(facts.gins)} />}
          <Fact name={t("end.best")} value={String(facts.best)} />
        </>
      )}
      {facts.rating !== null && (
        <Fact
          name={t("end.rating", { change: signed(facts.change ?? 0) })}
          value={String(facts.rating)}
        />
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

interface CostsProps {
  outcome: OutcomeState;
  order: readonly number[];
  parties: readonly string[];
}

/** What it has cost and brought that one of two has left. */
function Costs({ outcome, order, parties }: CostsProps) {
  const rated = order.filter((party) => outcome.facts[party]?.rating != null);
  if (rated.length === 0) return null;
  return (
    <dl class="facts">
      {rated.map((party) => {
        const { rating, change } = outcome.facts[party] ?? {};
        return (
          <div key={party}>
            <dt>
              {parties[party]}: {t("end.rating", { change: signed(change ?? 0) })}
            </dt>
            <dd>{rating}</dd>
          </div>
        );
      })}
    </dl>
  );
}

const signed = (change: number) => (change < 0 ? `−${-change}` : `+${change}`);

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

/** What has a place of its own at the end. */
const PLACED = new Set<PressButton["role"]>([
  "rematch",
  "find",
  "verify",
  "sheet",
  "replay",
  "share",
]);

/** What else can be done after a match. */
function More({ view }: { view: MatchState }) {
  const own = seat.value;
  if (!own) return null;
  const others = view.buttons.filter((one) => !PLACED.has(one.role));
  const isRematch = againOf(view) !== undefined;
  return (
    <nav class="more" aria-label={t("end.more")}>
      {isRematch && (
        <button type="button" onClick={() => void meetNext(view.match)}>
          <Icon name="swap" />
          {t("end.next")}
        </button>
      )}
      {own.buttons.map((button) => (
        <AboutMatch key={button.press} view={view} own={own} button={button} />
      ))}
      {others.map((button) => (
        <PressButtonView key={button.press} panel={view.panel} button={button} />
      ))}
    </nav>
  );
}

interface AboutProps {
  view: MatchState;
  own: SeatState;
  button: PressButton;
}

/** What has a page beside the replay opens it at once, and waits there for the coach. */
function AboutMatch({ view, own, button }: AboutProps) {
  const { role } = button;
  if (role !== "coach" && role !== "luck") {
    return <PressButtonView panel={own.panel} button={button} />;
  }
  const sign = button.emoji && signOf(button.emoji);
  return (
    <button type="button" onClick={() => openPage(pageOf(role, `${view.match}.${view.round}`))}>
      {sign && <Icon name={sign} />}
      {button.label}
    </button>
  );
}

const againOf = (view: MatchState) =>
  withRole(view.buttons, "rematch") ?? withRole(view.buttons, "find");

/** What comes next, with a tool at each side. */
export function EndActions({ view, own }: { view: MatchState; own: SeatState }) {
  const isOver = view.phase === "over";
  const replay = withRole(view.buttons, "replay");
  const tools = isOver ? [] : own.buttons;
  return (
    <div class="actions end-actions">
      {isOver && replay && <PressButtonView panel={view.panel} button={replay} kind="tool" />}
      {isOver && !replay && <Say />}
      {tools.map((button) => (
        <PressButtonView key={button.press} panel={own.panel} button={button} kind="tool" />
      ))}
      <div class="choices">
        {actions.value.map((action) => (
          <ActionButton action={action} key={action.action} main />
        ))}
        {isOver && <Again view={view} rematch={againOf(view)} />}
      </div>
      {isOver && !view.private ? <ShareTool /> : <Say />}
    </div>
  );
}

function ShareTool() {
  return (
    <Tool
      icon="share"
      label={t("end.share")}
      press={() => {
        question.value = { kind: discordClient.value ? "come" : "share" };
      }}
    />
  );
}

/** The six reactions, where there is no table to show them on. */
function Say() {
  const [isOpen, setOpen] = useState(false);
  return (
    <span class="tool-place say-place">
      <Tool icon="chat" label={t("end.say")} isOpen={isOpen} press={() => setOpen(!isOpen)} />
      {isOpen && <Talk said={() => setOpen(false)} />}
    </span>
  );
}

/** The next match with the same people; in an event, the way back to it. */
function Again({ view, rematch }: { view: MatchState; rematch: PressButton | undefined }) {
  const found = beside.value?.match === view.match ? beside.value : null;
  const own = seat.value?.seat ?? null;
  const event = eventOf(view);
  if (event) {
    return (
      <button type="button" class="main" onClick={() => openPage(event.page)}>
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
