import { signal } from "@preact/signals";
import { connectAgain, enter, showLobby } from "./control.ts";
import { loadWords } from "./link/languages.ts";
import { enterActivity } from "./link/load_discord.ts";
import { fetchJson, withRetry } from "./link/requests.ts";
import { type Entry, findEntry, signIn, sitDown } from "./link/session.ts";
import { openShared } from "./link/shared.ts";
import { Lobby } from "./lobby/lobby.tsx";
import { announcements, notify } from "./moments.ts";
import { Form, Panel, PanelBody } from "./panel/panel.tsx";
import { keepPage } from "./people/install.ts";
import { WATCH } from "./place.ts";
import type { About } from "./protocol.ts";
import { Lesson } from "./room/later_pages.ts";
import { Mark } from "./room/room.tsx";
import { RoomPage } from "./room/room_page.tsx";
import * as state from "./state.ts";
import { Table } from "./table/table.tsx";
import { Fan } from "./ui/fan.tsx";
import { Icon } from "./ui/icon.tsx";
import { NoticeText } from "./ui/notice.tsx";
import { Line } from "./ui/text.tsx";
import { t } from "./words.ts";

/** What needs nothing but the server itself is answered sooner. */
const LATE_MS = 1_500;
const about = signal<About | null>(null);
const entry = signal<Entry | null>(null);
const trouble = signal("");

/** Find out who sits here, and open the line. */
export async function begin(): Promise<void> {
  try {
    about.value = await withRetry(() => fetchJson<About>("api/about"), LATE_MS);
    const { mode, members, chat } = about.value;
    if (about.value.url) state.outside.value = `${about.value.url}/`;
    if (mode === "discord") void keepPage();
    if (mode === "playground") state.club.value = { members, chat };
    const { value } = about;
    await withRetry(() => loadWords(preferred(value)));
    const found = await (mode === "playground"
      ? withRetry(() => findEntry(value))
      : findEntry(value));
    if (found.kind === "activity") {
      enter(await enterActivity(found.clientId), false);
      entry.value = null;
    } else if (found.kind === "open") {
      enter(found.session, about.value.mode === "discord");
      const { roles } = found.session;
      if (roles !== null) notify(t(roles ? "roles.done" : "roles.failed"));
    } else if (found.kind === "shared") {
      state.shared.value = found.id;
      await openShared(found.id);
    } else {
      entry.value = found;
    }
  } catch (error) {
    trouble.value = error instanceof Error ? error.message : String(error);
  }
}

/** The browser's language, if the page speaks it. */
function preferred({ languages }: About): string {
  for (const wanted of navigator.languages) {
    const short = wanted.slice(0, 2);
    const found = languages.find((one) => one.name === wanted || one.name.startsWith(short));
    if (found) return found.name;
  }
  return "en-US";
}

export function App() {
  return (
    <>
      <Banner />
      <Begun />
      <Content />
      {!state.shared.value && !hasPage() && <Panel />}
      <Form />
      <Notice />
      <div class="unseen" role="status" aria-live="polite" aria-atomic="false" id="announcements">
        {announcements.value.map((one) => (
          <p key={one.key}>{one.text}</p>
        ))}
      </div>
    </>
  );
}

/** Whether what the server shows has a page of its own, and not a place beside something else. */
function hasPage(): boolean {
  return state.page.value !== null && state.page.value !== WATCH && state.shown.value === null;
}

function Content() {
  if (trouble.value) return <Trouble />;
  if (state.shared.value) return <Shared />;
  if (entry.value) return <Entrance entry={entry.value} />;
  if (state.goneSentence.value) return <Gone />;
  if (state.lesson.value) return <Lesson />;
  const table = state.table.value;
  if (table) return <Table key={table.match} state={table} />;
  if (state.welcome.value && state.shown.value === null) {
    return state.page.value === null ? <Lobby /> : <RoomPage name={state.page.value} />;
  }
  return <p class="loading">{t("loading")}</p>;
}

/** Says when the line is down, and nothing that is not certain. */
function Banner() {
  const line = state.line.value;
  if (line === "ended") {
    return (
      <div class="banner" role="alert">
        {state.lineSentence.value || t("line.ended")}{" "}
        <button type="button" onClick={() => location.reload()}>
          {t("line.again")}
        </button>
      </div>
    );
  }
  if (line !== "lost") return null;
  return (
    <div class="banner" role="alert">
      {t("line.lost")}{" "}
      <button type="button" onClick={connectAgain}>
        {t("retry")}
      </button>
    </div>
  );
}

/** A match that begins elsewhere waits for a press: nobody is torn from where they play. */
function Begun() {
  const table = state.begun.value;
  // A table has it in its strip, where it lies on nothing.
  if (!table || state.table.value) return null;
  return (
    <aside class="banner begun" aria-label={t("lobby.begun")}>
      <p>
        <b>{t("lobby.begun")}</b>{" "}
        <small>
          <Line text={table.line} />
        </small>
      </p>
      <button type="button" onClick={() => state.dispatch({ type: "went_to_begun" })}>
        {t("lobby.go")}
      </button>
      <button
        type="button"
        class="icon"
        aria-label={t("close")}
        onClick={() => state.dispatch({ type: "closed", what: "begun" })}
      >
        <Icon name="x" />
      </button>
    </aside>
  );
}

/** A table shows it in its strip, where it lies on no card. */
function Notice() {
  return state.table.value && !state.small.value ? null : <NoticeText />;
}

function Trouble() {
  return (
    <main class="entrance">
      <Mark />
      <h1>{t("title") || "Gin"}</h1>
      <p role="alert">{trouble.value}</p>
      <button type="button" class="main" onClick={() => location.reload()}>
        {t("retry") || "Try again"}
      </button>
      {state.shared.value && (
        <a class="button" href={location.pathname}>
          {t("lobby.leads")}
        </a>
      )}
    </main>
  );
}

/** A finished match that somebody shares: its replay, for everyone who has the address. */
function Shared() {
  const open = state.panel.value;
  if (!open) return <p class="loading">{t("loading")}</p>;
  return (
    <main class="shared">
      <header class="bar">
        <h1>{t("title")}</h1>
      </header>
      <PanelBody open={open} />
    </main>
  );
}

function Gone() {
  return (
    <main class="entrance">
      <Mark />
      <h1>{t("title")}</h1>
      <p role="alert">{state.goneSentence.value}</p>
      <button type="button" class="main" onClick={showLobby}>
        {t("lobby")}
      </button>
    </main>
  );
}

const SHOWN = ["7H", "8H", "9H", "KS", "KD", "KC"];
const SHOWN_TURN_DEG = 8;

/** Before anyone sits here: choose a member, or sign in. */
function Entrance({ entry: found }: { entry: Entry }) {
  return (
    <main class="entrance">
      <div class="entrance-felt felt-box" data-theme="four_colour" data-felt="green">
        <Fan cards={SHOWN} kind="show" turn={SHOWN_TURN_DEG} />
      </div>
      <h1>{t("title")}</h1>
      <p>{t("session.what")}</p>
      {found.kind === "no_key" && <p>{t("session.no_key")}</p>}
      {found.kind === "elsewhere" && (
        <p>{t("session.elsewhere", { button: t("session.open_table") })}</p>
      )}
      {found.kind === "sign_in" && found.why && <p role="alert">{found.why}</p>}
      {found.kind === "sign_in" && found.roles && <p>{t("roles.what")}</p>}
      {found.kind === "sign_in" && (
        <button
          type="button"
          class="main"
          onClick={() => {
            withRetry(() => signIn(found.roles)).catch((error: Error) => {
              trouble.value = error.message;
            });
          }}
        >
          {t(found.roles ? "roles.connect" : "session.sign_in")}
        </button>
      )}
      {found.kind === "members" && (
        <>
          <p>{t("session.who")}</p>
          <div class="row">
            {found.members.map((member) => (
              <button
                type="button"
                class="main"
                key={member.id}
                onClick={() => {
                  withRetry(() => sitDown(found.key, member.id))
                    .then((session) => {
                      entry.value = null;
                      enter(session, false);
                    })
                    .catch((error: Error) => {
                      trouble.value = error.message;
                    });
                }}
              >
                {member.name}
              </button>
            ))}
          </div>
        </>
      )}
    </main>
  );
}
