import { onAddress, placeInAddress, wishInAddress, writeAddress } from "./address.ts";
import { chatArrived } from "./chat/unread.ts";
import { rememberDeal } from "./fair/dealt.ts";
import { loadWords } from "./link/languages.ts";
import { forget, keep, renew } from "./link/session.ts";
import { pressShared } from "./link/shared.ts";
import { Link, type Unnamed } from "./link/socket.ts";
import { tabShelf } from "./link/storage.ts";
import { announce, muted, notify, showReaction } from "./moments.ts";
import type { Asking, Effect } from "./page_state.ts";
import { ASK, LOBBY, type Place } from "./place.ts";
import type {
  ActionState,
  AnswerMessage,
  LessonPart,
  Outgoing,
  PanelState,
  Reacted,
  Reaction,
  SignedIn,
} from "./protocol.ts";
import { sectionOf } from "./room/pages.ts";
import * as state from "./state.ts";
import { dispatch } from "./state.ts";
import { tableArrived } from "./table/happening.ts";
import { capture } from "./table/motion.ts";
import { onPace, paceOfComputers } from "./table/table_settings.tsx";
import { t } from "./words.ts";

let link: Link | null = null;

/** Open the line for a session. */
export function enter(session: SignedIn, kept: boolean): void {
  if (kept) keep(session);
  void loadWords(session.locale);
  link?.close();
  const wish = wishInAddress();
  const place = placeInAddress();
  dispatch({ type: "entered", token: session.token, wish });
  link = new Link(session.token, session.locale, {
    received,
    lineChanged: (up) => dispatch({ type: "line", is: up ? "up" : "down" }),
    waitingChanged: (waiting) => dispatch({ type: "waiting", waiting }),
  });
  go(place);
  if (state.club.value) link.chat();
  link.open();
  if (wish && place) writeAddress(place); // A reload is not another wish for a match.
}

/** Go where the address says; one that is damaged says so. */
function go(place: Place | null): void {
  if (place && sectionOf(place.page)) dispatch({ type: "went", place });
  else dispatch({ type: "astray", sentence: t("session.damaged") });
}

onAddress(
  (place) => {
    if (!link) return;
    closePanel();
    go(place);
  },
  () => state.place.value,
);

/** Connect again after the server has ended the line. */
export function connectAgain(): void {
  dispatch({ type: "line", is: "again" });
  link?.open();
}

function received(message: Outgoing): void {
  if (message.type === "table") rememberDeal(message);
  if (message.type === "chat") chatArrived(message);
  else if (message.type === "reacted") reacted(message);
  else {
    if (message.type === "panel") lessonArrived(message);
    dispatch({ type: "received", message, at: Date.now() });
  }
  if (message.type === "welcome") void loadWords(message.locale);
  if (message.type === "token") renew(message.token, message.expires);
  if (message.type === "bye" && !message.retry) {
    if (message.reason === "session") forget();
    if (message.reason === "protocol") reloadOnce();
  }
}

/** What an answer of a lesson does with the cards is seen: the one taken goes to the hand. */
function lessonArrived({ parts }: PanelState): void {
  const shown = state.lesson.peek()?.part;
  const next = parts.find((one): one is LessonPart => one.type === "lesson");
  if (shown && shown.press === next?.press) capture({ starts: new Map(), flights: [] });
}

function reacted({ match, seat, reaction }: Reacted): void {
  if (muted.value) return;
  showReaction(match, seat, reaction);
  const name = state.tables.value.get(match)?.view.players[seat]?.name ?? "";
  announce(`${name}: ${t(`react.${reaction}`)}`);
}

const RELOADED = "gin.reloaded";
const RELOAD_AGAIN_MS = 60_000;

/** Load the page anew, because the server speaks another protocol; not again and again. */
function reloadOnce(): void {
  const before = Number(tabShelf.get(RELOADED) ?? 0);
  if (Date.now() - before < RELOAD_AGAIN_MS) return;
  // Where that cannot be kept the page would load for ever: there a person presses.
  if (tabShelf.set(RELOADED, String(Date.now()))) location.reload();
}

function follow(match: string): void {
  link?.follow(match, () => state.tables.value.get(match)?.version ?? null, paceOfComputers);
}

// What is chosen at a table holds there at once.
onPace(() => {
  if (state.shown.value) follow(state.shown.value);
});

// -- what is to be done --------------------------------------------------------------------

state.onEffect((effect: Effect) => {
  switch (effect.do) {
    case "follow":
      follow(effect.match);
      break;
    case "unfollow":
      link?.unfollow(effect.match);
      break;
    case "lobby":
      link?.lobby(effect.wanted);
      break;
    case "close_panel":
      link?.closePanel(effect.panel);
      break;
    case "write_address":
      writeAddress(effect.place, effect.replaces);
      break;
    case "ask_for_page":
      void askForPage(effect.asking, effect.panel, effect.press);
      break;
    case "ask_again":
      window.setTimeout(() => dispatch({ type: "page_due", asking: effect.asking }), PAGE_AGAIN_MS);
      break;
    case "settle":
      if (effect.soon) queueMicrotask(settle);
      else settle();
      break;
    case "play_with":
      void playWith(effect.member);
      break;
    case "notify":
      notify(effect.text);
      break;
    case "notify_word":
      notify(t(effect.word));
      break;
    case "show_moves":
      tableArrived(effect.before, effect.after);
      break;
  }
});

const PAGE_AGAIN_MS = 1_000;

async function askForPage(asking: Asking, panel: string, custom: string): Promise<void> {
  // The name of a position is longer than any press.
  const answer = await (panel === ASK
    ? press(ASK, "", [], { address: custom })
    : press(panel, custom));
  dispatch({ type: "page_answered", asking, outcome: answer?.outcome ?? null });
}

const BUSY = "dialog[open], :is(input, textarea, select):focus";

/** No question of this window is open any more that may have begun a match. */
function settle(): void {
  dispatch({ type: "settled", isBusy: document.querySelector(BUSY) !== null });
}

// -- what the reader does ------------------------------------------------------------------

/** Put a match on the screen and follow it. */
export function show(match: string): void {
  dispatch({ type: "went", place: { match, page: null } });
}

/** Leave the table for the lobby. */
export function showLobby(): void {
  dispatch({ type: "went", place: LOBBY });
}

/** Leave the table for a page of its own. */
export function openPage(page: string): void {
  dispatch({ type: "went", place: { match: null, page } });
}

export function closePanel(): void {
  dispatch({ type: "closed", what: "panel" });
}

/** Send something that is answered; it is sent again by itself until it is. */
export async function send(message: Unnamed): Promise<AnswerMessage | null> {
  if (!link) return null;
  const { id, answered } = link.act(message);
  dispatch({ type: "asked", id });
  return answered;
}

/** Show the match of this member of the playground and another one; without one it begins. */
export function playWith(member: string): Promise<AnswerMessage | null> {
  return send({
    type: "start",
    what: "together",
    preset: "standard",
    level: "",
    who: member,
    clock: "",
    rated: false,
  });
}

/** Play the same rules against somebody else: the next computer, or whoever joins an open table. */
export async function meetNext(match: string): Promise<void> {
  const answer = await send({
    type: "start",
    what: "next",
    match,
  });
  // A match that has begun is shown by itself; the invitation stands in the lobby.
  if (answer?.outcome === "applied" && answer.match === null) showLobby();
}

/** Play an action of the seat. */
export function act(action: Pick<ActionState, "action">): Promise<AnswerMessage | null> {
  const taught = state.lesson.value;
  if (taught) return press(taught.panel, taught.part.press, [action.action]);
  const shown = state.table.value;
  if (!shown?.seat) return Promise.resolve(null);
  return send({
    type: "act",
    match: shown.match,
    revision: shown.seat.revision,
    action: action.action,
  });
}

/** Press a control of a panel, of the table or of the lobby. */
export function press(
  panel: string,
  custom: string,
  values: readonly string[] = [],
  fields: Record<string, string> | null = null,
): Promise<AnswerMessage | null> {
  if (state.shared.value) return pressShared(state.shared.value, custom, values[0] ?? "");
  return send({ type: "press", panel, press: custom, values, fields });
}

export function react(reaction: Reaction): void {
  const match = state.shown.value;
  if (match) link?.react(match, reaction);
}

export function findPeople(text: string): void {
  link?.people(text);
}
