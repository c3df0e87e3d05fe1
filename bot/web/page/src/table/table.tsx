import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { Bubble, Chat } from "../chat/chat.tsx";
import { unread } from "../chat/unread.ts";
import { showLobby } from "../control.ts";
import { PressButtonView } from "../panel/press_button.tsx";
import type { MatchState, MatchMessage as State, TableState } from "../protocol.ts";
import { chat, look, panel, small, waiting } from "../state.ts";
import { useScrollStop } from "../ui/scroll_stop.ts";
import { Line, Markdown } from "../ui/text.tsx";
import { relative } from "../ui/time.ts";
import { t } from "../words.ts";
import { Actions } from "./actions.tsx";
import { Centre, Figures } from "./centre.tsx";
import { Hand } from "./hand.tsx";
import { onKey } from "./keys.ts";
import { perform, skip } from "./motion.ts";
import { Backs, Disc, Player } from "./player.tsx";
import { Advice, Questions } from "./questions.tsx";
import { Knocked, Result, TableMelds } from "./shown.tsx";
import { Moves, Sheet } from "./side.tsx";
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
  return (
    <main
      class={`table ${view.phase}${state.seat ? "" : " watching"}${small.value ? " small" : ""}${panel.value ? " beside" : ""}`}
      data-theme={theme}
      data-felt={felt}
      data-back={back}
      data-version={state.version}
      data-waits={waiting.value.length > 0}
      onFocusIn={() => {
        within.current = true;
      }}
      onFocusOut={(event) => {
        within.current = event.relatedTarget === null;
      }}
    >
      <Bar view={view} />
      <div class="felt">
        {view.tables.length > 1 && <Others view={view} table={table} />}
        {table ? <Places view={view} table={table} /> : null}
        <div class="bottom">
          <p class="task" ref={focus} tabIndex={-1}>
            <Line text={state.seat?.task ?? table?.turn ?? ""} />
          </p>
          {table && <Figures table={table} />}
        </div>
        {state.seat?.remarks.map((remark) => (
          <p class="remark" key={remark}>
            <Line text={remark} />
          </p>
        ))}
        {view.clock.deals_at !== null && view.phase === "between" && (
          <p class="remark">{t("page.deals", { when: relative(view.clock.deals_at) })}</p>
        )}
        {state.seat && state.seat.hand.length > 0 && !table?.result && <Hand />}
        {state.seat && <Advice view={view} own={state.seat} />}
        {state.seat ? <Actions view={view} /> : <Watching view={view} />}
      </div>
      {!panel.value && (
        <aside class="side">
          <Sheet sheet={view.sheet} />
          {table && <Moves view={view} table={table} />}
          {chat.value && (
            <>
              <h2>{t("chat")}</h2>
              <Chat />
            </>
          )}
        </aside>
      )}
      <div id="flights" aria-hidden="true" />
      <Questions view={view} table={table} />
    </main>
  );
}

function Bar({ view }: { view: MatchState }) {
  return (
    <header class="bar">
      <button type="button" class="icon" aria-label={t("table.leave")} onClick={showLobby}>
        ‹
      </button>
      <h1>
        {view.title} <small>{t("table.round", { n: view.round })}</small>
      </h1>
      <button
        type="button"
        class="quiet for-narrow"
        aria-label={t("table.sheet")}
        onClick={() => {
          question.value = { kind: "sheet" };
        }}
      >
        <svg class="bubble for-phone" viewBox="0 0 24 24" aria-hidden="true">
          <path d="M4 3h16v18H4zM4 8h16M12 8v13M4 13h16M4 17h16" />
        </svg>
        <span class="for-room">{t("table.sheet")}</span>
      </button>
      {chat.value && <ChatButton />}
      <button
        type="button"
        class="icon"
        aria-label={t("menu")}
        onClick={() => {
          question.value = { kind: "menu" };
        }}
      >
        ☰
      </button>
    </header>
  );
}

/** The chat, where it has no room beside the table. */
function ChatButton() {
  const count = unread.value;
  return (
    <button
      type="button"
      class={panel.value ? "icon chat-open" : "icon chat-open for-narrow"}
      aria-label={count > 0 ? t("chat.unread", { n: count }) : t("chat")}
      onClick={() => {
        question.value = { kind: "chat" };
      }}
    >
      <Bubble />
      {count > 0 && (
        <span class="unread" aria-hidden="true">
          {count}
        </span>
      )}
    </button>
  );
}

/** The players of one table, and what lies between them. */
function Places({ view, table }: { view: MatchState; table: TableState }) {
  // An adviser sits behind the captain.
  const own = seat.value?.captain ?? seat.value?.seat;
  const side = own !== undefined ? table.seats.indexOf(own) : -1;
  const bottom = Math.max(side, 0);
  const top = 1 - bottom;
  const [first, second] = [table.seats[top] ?? 0, table.seats[bottom] ?? 0];
  const open = table.result !== null;
  const knock = table.knock;
  const backs = (place: number, number: number) =>
    !open &&
    knock?.seat !== place && (
      <Backs
        count={table.hand_sizes[number] ?? 0}
        seat={place}
        name={view.players[place]?.name ?? ""}
      />
    );
  return (
    <>
      <div class="top-row">
        <Player view={view} table={table} seat={first} />
        {backs(first, top)}
      </div>
      {view.idle.length > 0 && <Idle view={view} />}
      {table.result ? (
        <Result view={view} table={table} />
      ) : knock ? (
        <Knocked view={view} knock={knock} />
      ) : (
        <>
          <Centre view={view} table={table} />
          <TableMelds melds={table.melds} />
        </>
      )}
      {view.outcome && (
        <div class="outcome">
          <Markdown text={view.outcome.lines.join("\n")} titled />
        </div>
      )}
      <div class="own-row">
        {side < 0 && backs(second, bottom)}
        <Player view={view} table={table} seat={second} />
      </div>
    </>
  );
}

/** Those who sit this round out. */
function Idle({ view }: { view: MatchState }) {
  return (
    <p class="idle">
      {view.idle.map((place) => {
        const player = view.players[place];
        return (
          player && (
            <span key={place}>
              <Disc player={player} /> {player.name} <b>{view.sheet.totals[player.party] ?? 0}</b>
            </span>
          )
        );
      })}
    </p>
  );
}

/** How the other tables of a team match stand. */
function Others({ view, table }: { view: MatchState; table: TableState | null }) {
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
