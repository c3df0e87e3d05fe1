import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { Chat } from "../chat/chat.tsx";
import { chat } from "../chat/unread.ts";
import { PressButtonView } from "../panel/press_button.tsx";
import type { MatchState, MatchMessage as State, TableState } from "../protocol.ts";
import { look, panel, small, waiting } from "../state.ts";
import { useScrollStop } from "../ui/scroll_stop.ts";
import { Line } from "../ui/text.tsx";
import { t } from "../words.ts";
import { Actions } from "./actions.tsx";
import { Bar } from "./bar.tsx";
import { Centre } from "./centre.tsx";
import { CourseOfMatch } from "./course_of_match.tsx";
import { Count, End } from "./end.tsx";
import { Hand } from "./hand.tsx";
import { onKey } from "./keys.ts";
import { perform, skip } from "./motion.ts";
import { Idle, Player } from "./player.tsx";
import { Questions } from "./questions.tsx";
import { Talk } from "./reactions.tsx";
import { Knocked, TableMelds } from "./shown.tsx";
import { Moves, Sheet } from "./side.tsx";
import { Strip } from "./strip.tsx";
import { tableSettings } from "./table_settings.tsx";
import { mine, question, seat, watched } from "./touch.ts";

/** The card table. */
export function Table({ state }: { state: State }) {
  const { view } = state;
  const table = mine.value;
  const focus = useRef<HTMLParagraphElement>(null);
  const within = useRef(false);
  useLayoutEffect(() => {
    perform();
    // What had the focus may be gone: the task is next.
    if (within.current && document.activeElement === document.body) focus.current?.focus();
  });
  // As soon as the table is there: a key that is pressed at once counts.
  useLayoutEffect(() => {
    // What led here has gone; the focus begins with the task.
    if (document.activeElement === document.body) focus.current?.focus({ preventScroll: true });
    document.addEventListener("keydown", onKey);
    document.addEventListener("pointerdown", skip, true);
    return () => {
      question.value = null; // It was about this table.
      document.removeEventListener("keydown", onKey);
      document.removeEventListener("pointerdown", skip, true);
    };
  }, []);
  const isMine = state.seat?.my_turn ?? false;
  useEffect(() => {
    const before = document.title;
    document.title = `${isMine ? "● " : ""}${view.title}`;
    return () => {
      document.title = before;
    };
  }, [isMine, view.title]);
  const { theme, felt, back } = look.value;
  const { cards, spacing, speed } = tableSettings.value;
  const isOpen = table?.result != null || view.phase === "over";
  return (
    <main
      class={`table ${view.phase}${isOpen ? " open" : ""}${state.seat ? "" : " watching"}${small.value ? " small" : ""}${panel.value ? " beside" : ""}`}
      data-theme={theme}
      data-felt={felt}
      data-back={back}
      data-cards={cards}
      data-spacing={spacing}
      data-speed={speed}
      data-version={state.version}
      data-waits={waiting.value.length > 0}
      onFocusIn={() => {
        within.current = true;
      }}
      onFocusOut={(event) => {
        within.current = event.relatedTarget === null;
      }}
    >
      <Bar view={view} table={table} />
      <div class="felt felt-box">
        {view.tables.length > 1 && <Others view={view} table={table} />}
        {view.idle.length > 0 && view.phase !== "over" && <Idle view={view} />}
        {table &&
          (isOpen ? <End view={view} table={table} /> : <Places view={view} table={table} />)}
        <Strip view={view} table={table} focus={focus} key={isOpen ? "open" : "play"} />
        {table && !isOpen && <Own view={view} table={table} />}
        {state.seat?.table != null && !isOpen && <Hand />}
        {state.seat ? <Actions view={view} table={table} /> : <Watching view={view} />}
      </div>
      {!panel.value && (
        <aside class="side">
          <Sheet sheet={view.sheet} />
          {table && <Written view={view} table={table} isOpen={isOpen} />}
          {chat.value && (
            <section class="log">
              <h2>{t("chat")}</h2>
              <Chat />
            </section>
          )}
        </aside>
      )}
      <div id="flights" aria-hidden="true" />
      <Questions view={view} table={table} />
    </main>
  );
}

/** What has been played, or in the same place how it was counted. */
function Written({
  view,
  table,
  isOpen,
}: {
  view: MatchState;
  table: TableState;
  isOpen: boolean;
}) {
  return (
    <section class="log">
      {isOpen ? (
        <>
          <Count view={view} table={table} />
          {view.phase === "over" && <CourseOfMatch view={view} />}
        </>
      ) : (
        <>
          <h2>{t("table.moves")}</h2>
          <Moves view={view} table={table} />
        </>
      )}
    </section>
  );
}

/** At which side of the table the reader sits, who else sits there; a spectator sees from the first. */
function sidesOf(table: TableState): { isMine: boolean; top: number; bottom: number } {
  // An adviser sits behind the captain.
  const own = seat.value?.captain ?? seat.value?.seat;
  const side = own === undefined ? -1 : table.seats.indexOf(own);
  const bottom = Math.max(side, 0);
  return { isMine: side >= 0, top: 1 - bottom, bottom };
}

/** The other player, what lies between the two, and what they say to each other. */
export function Places({ view, table }: { view: MatchState; table: TableState }) {
  const { top } = sidesOf(table);
  return (
    <>
      <Player view={view} table={table} side={top} place="them" backs />
      <div class="board">
        {table.knock ? (
          <Knocked view={view} knock={table.knock} />
        ) : (
          <>
            <Centre view={view} table={table} />
            <TableMelds melds={table.melds} />
          </>
        )}
        <Talk />
      </div>
    </>
  );
}

export function Own({ view, table }: { view: MatchState; table: TableState }) {
  const { isMine, bottom } = sidesOf(table);
  return <Player view={view} table={table} side={bottom} place="own" backs={!isMine} />;
}

/** How the other tables of a team match stand. */
export function Others({ view, table }: { view: MatchState; table: TableState | null }) {
  const box = useScrollStop<HTMLElement>();
  return (
    <nav class="others" ref={box} aria-label={t("table.other_tables")}>
      {view.tables.map((one) => (
        <button
          type="button"
          key={one.number}
          class="quiet"
          aria-current={one.number === table?.number}
          disabled={seat.value !== null && seat.value.table !== null}
          onClick={() => {
            watched.value = one.number;
          }}
        >
          {one.seats.map((place) => view.players[place]?.name).join(" – ")}
          <small>
            <Line text={one.result?.title ?? one.turn} />
          </small>
        </button>
      ))}
    </nav>
  );
}

function Watching({ view }: { view: MatchState }) {
  return (
    <div class="actions">
      <span class="tag">{t("table.watching")}</span>
      {view.buttons.map((button) => (
        <PressButtonView key={button.press} panel={view.panel} button={button} />
      ))}
    </div>
  );
}
