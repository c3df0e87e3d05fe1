import { batch } from "@preact/signals";
import { chatArrived } from "./chat/unread.ts";
import { rememberDeal } from "./fair/dealt.ts";
import { enterActivity } from "./link/load_discord.ts";
import { forget, keep, renew } from "./link/session.ts";
import { pressShared } from "./link/shared.ts";
import { Link, type Named, type Unnamed } from "./link/socket.ts";
import { tabShelf } from "./link/storage.ts";
import type {
  ActionState,
  AnswerMessage,
  BesideMatch,
  LobbyState,
  LobbyTable,
  MatchMessage,
  Outgoing,
  OwnTables,
  PanelState,
  Reaction,
  SignedIn,
} from "./protocol.ts";
import { EVENTS, STUDIES, sectionOf } from "./room/pages.ts";
import {
  eventOn,
  eventPage,
  onAddress,
  type Place,
  page,
  placeInAddress,
  replayOn,
  replayPage,
  studyOn,
  studyPage,
  writeAddress,
} from "./route.ts";
import * as state from "./state.ts";
import { tableArrived } from "./table/happening.ts";
import { loadWords, t } from "./words.ts";

let link: Link | null = null;
/** The panel that opens the replay of a match by its name. */
const REPLAY_PANEL = "replay";
/** The panel that opens an event by its number. */
const EVENT_PANEL = "event";
/** The panel that opens a study of the reader's own by its number. */
const STUDY_PANEL = "study";
const REACTION_MS = 4_000;
/** How often a panel was closed, by its reader or because they went elsewhere. */
let closings = 0;
/** The same when each question was sent that is not answered yet, by its id. */
const askedSince = new Map<string, number>();
/** The same when the question was sent that is open for a page. */
let askingSince: number | null = null;
/** The member to play with as soon as the line is up. */
let wished: string | null = null;

export { enterActivity };

/** Open the line for a session. */
export function enter(session: SignedIn, kept: boolean): void {
  if (kept) keep(session);
  void loadWords(session.locale);
  link?.close();
  askingSince = null;
  state.sessionToken.value = session.token;
  link = new Link(session.token, session.locale, { received, lineChanged, waitingChanged });
  const place = placeInAddress();
  wished = new URLSearchParams(location.hash.slice(1)).get("with");
  go(place);
  if (state.club.value) link.chat();
  link.open();
  if (wished && place) writeAddress(place); // A reload is not another wish for a match.
}

/** Go where the address says; one that is damaged says so. */
function go(place: Place | null): void {
  if (!place || !sectionOf(place.page)) {
    showLobby();
    state.goneSentence.value = t("session.damaged");
  } else if (place.match) show(place.match);
  else if (place.page) openPage(place.page);
  else showLobby();
}

onAddress((place) => {
  if (!link) return;
  closePanel();
  go(place);
});

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

/** Connect again after the server has ended the line. */
export function connectAgain(): void {
  state.line.value = "connecting";
  link?.open();
}

function lineChanged(up: boolean): void {
  if (up) {
    if (state.line.value === "lost") state.notify(t("line.back"));
    state.line.value = "up";
  } else if (state.line.value !== "ended") {
    state.line.value = "lost";
  }
}

function waitingChanged(waiting: readonly Named[]): void {
  state.waiting.value = waiting;
  // The answer itself comes next: it may lead to the table that has begun.
  if (waiting.length > 0) return;
  queueMicrotask(openBegun);
  queueMicrotask(tellBegun);
}

function received(message: Outgoing): void {
  batch(() => {
    switch (message.type) {
      case "welcome":
        state.welcome.value = message;
        state.clockOffset.value = message.now - Date.now();
        void loadWords(message.locale);
        if (wished) void playWith(wished);
        wished = null;
        break;
      case "table":
        arrived(message);
        break;
      case "gone":
        if (message.match === state.shown.value) state.goneSentence.value = message.sentence;
        break;
      case "answer":
        answered(message);
        break;
      case "panel":
        if (message.asked && !isWanted(message.asked)) link?.closePanel(message.panel);
        else if (message.asked || state.panel.value?.panel === message.panel) panelArrived(message);
        break;
      case "panel_closed":
        if (state.panel.value?.panel === message.panel) state.panel.value = null;
        break;
      case "form":
        if (isWanted(message.asked)) state.form.value = message;
        break;
      case "lobby":
        lobbyArrived(message);
        break;
      case "own_tables":
        ownTablesArrived(message);
        break;
      case "chat":
        chatArrived(message);
        break;
      case "people":
        state.people.value = message;
        break;
      case "beside":
        besideArrived(message);
        break;
      case "reacted":
        reacted(message.match, message.seat, message.reaction);
        break;
      case "token":
        state.sessionToken.value = message.token;
        renew(message.token, message.expires);
        break;
      case "bye":
        state.lineSentence.value = message.sentence;
        if (!message.retry) {
          state.line.value = "ended";
          if (message.reason === "session") forget();
          if (message.reason === "protocol") reloadOnce();
        }
        break;
      default:
        break;
    }
  });
}

/** Whether a change of the lobby is one that its reader has waited for. */
let watchesLobby = false;

/** Go to a table that begins while its player waits in the lobby, as a challenge accepted does. */
function lobbyArrived(message: LobbyState): void {
  const known = new Set(state.lobby.value?.tables.map((one) => one.match));
  const begun = message.tables.find((one) => !known.has(one.match));
  const waited = watchesLobby && state.shown.value === null;
  const isFirst = !watchesLobby;
  state.lobby.value = message;
  watchesLobby = true;
  if (isFirst) void askForPage();
  if (!begun || !waited) return;
  begunHere = begun;
  // What this window has asked for itself is answered with the table, if all goes well.
  if (state.waiting.value.length === 0) openBegun();
}

/** The table that has begun for the lobby's reader, until no question of this window is open. */
let begunHere: LobbyTable | null = null;

function openBegun(): void {
  const table = begunHere;
  begunHere = null;
  if (!table || state.shown.value !== null) return;
  state.notify(t("lobby.begun"));
  // Nobody is torn from what they read, write or choose.
  if (page.value !== null) {
    state.begun.value = table;
    return;
  }
  if (document.querySelector("dialog[open], :is(input, textarea, select):focus")) return;
  closePanel();
  show(table.match);
}

/** The own matches that this page knows of, from the first list on. */
let ownMatches: ReadonlySet<string> | null = null;
/** What has begun, until this window has no question of its own open that may have begun it. */
let untold: LobbyTable | null = null;

/** Tell who sits at a table that a match of theirs begins at another one; they decide when to go. */
function ownTablesArrived(message: OwnTables): void {
  const before = ownMatches;
  ownMatches = new Set(message.tables.map((one) => one.match));
  const { begun } = state;
  if (begun.value && !ownMatches.has(begun.value.match)) begun.value = null;
  if (before) untold = message.tables.findLast((one) => !before.has(one.match)) ?? untold;
  if (state.waiting.value.length === 0) tellBegun();
}

function tellBegun(): void {
  const table = untold;
  untold = null;
  const at = state.shown.value;
  // In the lobby it stands in the list, and opens by itself.
  if (!table || at === null || at === table.match || !ownMatches?.has(table.match)) return;
  state.begun.value = table;
  state.announce(t("lobby.begun"));
}

/** Go to the table that has begun. */
export function goToBegun(): void {
  const table = state.begun.value;
  if (!table) return;
  closePanel();
  show(table.match);
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

function arrived(message: MatchMessage): void {
  rememberDeal(message);
  state.clockOffset.value = message.now - Date.now();
  const before = state.tables.value.get(message.match);
  if (before && before.version > message.version) return;
  if (message.match === state.shown.value) {
    state.goneSentence.value = "";
    tableArrived(before ?? null, message);
  }
  state.tables.value = new Map(state.tables.value).set(message.match, message);
}

/** Who waits for a rematch sits down at it as soon as it has begun. */
function besideArrived(message: BesideMatch): void {
  if (message.match !== state.shown.value) return;
  const before = state.beside.value;
  const own = state.table.value?.seat?.seat;
  const waits = before?.match === message.match && before.rematch?.asked.includes(own ?? -1);
  state.beside.value = message;
  const next = message.rematch?.match;
  if (!next || !waits) return;
  closePanel();
  show(next);
}

function answered(answer: AnswerMessage): void {
  if (answer.proposal && answer.match) {
    state.hint.value = {
      match: answer.match,
      revision: answer.revision,
      text: answer.sentence.replace(/^\p{Extended_Pictographic}\s*/u, ""),
      action: answer.proposal,
    };
  } else if (answer.outcome === "unsure") state.notify(t("page.unsure"));
  else if (answer.sentence) state.notify(answer.sentence);
  if (answer.match && answer.match !== state.shown.value) {
    closePanel(); // On a phone it would cover the table that it has led to.
    show(answer.match);
  }
}

function reacted(match: string, seat: number, reaction: Reaction): void {
  if (state.muted.value) return;
  const one = { key: state.nextKey(), match, seat, reaction };
  const others = state.reactions.value.filter((shown) => shown.seat !== seat);
  state.reactions.value = [...others, one];
  const name = state.tables.value.get(match)?.view.players[seat]?.name ?? "";
  state.announce(`${name}: ${t(`react.${reaction}`)}`);
  window.setTimeout(() => {
    state.reactions.value = state.reactions.value.filter((shown) => shown.key !== one.key);
  }, REACTION_MS);
}

/** Put a match on the screen and follow it. */
export function show(match: string): void {
  if (page.value !== null) closePanel();
  const before = state.shown.value;
  if (before && before !== match) link?.unfollow(before);
  link?.lobby(false);
  watchesLobby = false;
  batch(() => {
    page.value = null;
    state.shown.value = match;
    state.goneSentence.value = "";
    if (state.begun.value?.match === match) state.begun.value = null;
  });
  link?.follow(match, () => state.tables.value.get(match)?.version ?? null);
  writeAddress({ match, page: null });
}

/** Leave the table for the lobby. */
export function showLobby(): void {
  // What a page has shown is no drawer over the lobby.
  if (page.value !== null) closePanel();
  leaveTable(null);
  writeAddress({ match: null, page: null });
}

/** Leave the table for a page of its own. */
export function openPage(name: string): void {
  closePanel();
  leaveTable(name);
  writeAddress({ match: null, page: name });
  void askForPage();
}

function leaveTable(name: string | null): void {
  const before = state.shown.value;
  if (before) link?.unfollow(before);
  batch(() => {
    page.value = name;
    state.shown.value = null;
    state.goneSentence.value = "";
    state.begun.value = null;
    if (before) {
      const rest = new Map(state.tables.value);
      rest.delete(before);
      state.tables.value = rest;
    }
  });
  link?.lobby(true);
}

/** Show a screen of the server's; a round that is played has a page of its own. */
function panelArrived(message: PanelState): void {
  state.panel.value = message;
  followEvents(message);
  followStudies(message);
  const played = message.parts.find((part) => part.type === "playback");
  if (played?.type !== "playback" || played.match === null) return;
  const name = replayPage(played.match, played.number);
  if (page.value === name) return;
  // Another round of the same match is the same page, as far as Back goes.
  const isNext = replayOn(page.value)?.split(".")[0] === played.match;
  leaveTable(name);
  writeAddress({ match: null, page: name }, isNext);
}

/** Go to the page of a study that has come, or to the list of studies. */
function followStudies({ parts }: PanelState): void {
  const study = parts.find((part) => part.type === "study");
  const isList = parts.some((part) => part.type === "studies");
  const name = study?.type === "study" ? studyPage(study.study) : isList ? STUDIES : null;
  if (name === null || page.value === name) return;
  leaveTable(name);
  writeAddress({ match: null, page: name });
}

/** Let the address name the event, or the list of events, that an events page shows now. */
function followEvents({ parts }: PanelState): void {
  if (page.value !== EVENTS && !eventOn(page.value)) return;
  for (const part of parts) {
    const isList = part.type === "event_cards";
    if (!isList && part.type !== "event") continue;
    const name = isList ? EVENTS : eventPage(part.event);
    if (page.value === name) continue;
    page.value = name;
    writeAddress({ match: null, page: name });
  }
}

const PAGE_AGAIN_MS = 1_000;

/** Ask for what the open page shows, once the lobby has named its control. */
async function askForPage(): Promise<void> {
  const name = page.value;
  const here = state.lobby.value;
  if (!here || state.panel.value) return;
  const [replay, event, study] = [replayOn(name), eventOn(name), studyOn(name)];
  const found = here.menu.find((one) => one.name === name);
  if (!replay && !event && !study && !found) return;
  if (askingSince === closings) return;
  const since = closings;
  askingSince = since;
  const answer = await (replay
    ? press(REPLAY_PANEL, replay)
    : event
      ? press(EVENT_PANEL, event)
      : study
        ? press(STUDY_PANEL, study)
        : press(here.panel, found?.press ?? ""));
  if (since !== closings) return;
  askingSince = null;
  // An event that is gone, or is held elsewhere, leads to those that there are, as does a study.
  if ((event || study) && answer?.outcome === "refused") {
    const list = event ? EVENTS : STUDIES;
    page.value = list;
    writeAddress({ match: null, page: list }, true);
    return askForPage();
  }
  // Whoever looks at many pages in a row is asked to wait: the last one is worth it.
  if (answer?.outcome !== "too_fast" && answer?.outcome !== "busy") return;
  await new Promise((done) => window.setTimeout(done, PAGE_AGAIN_MS));
  if (since === closings) await askForPage();
}

/** Send something that is answered; it is sent again by itself until it is. */
export async function send(message: Unnamed): Promise<AnswerMessage | null> {
  if (!link) return null;
  const { id, answered } = link.act(message);
  askedSince.set(id, closings);
  const answer = await answered;
  askedSince.delete(id);
  return answer;
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

/** Whether the reader still waits for what they asked for, and has closed or left nothing since. */
function isWanted(asked: string): boolean {
  return askedSince.get(asked) === closings;
}

export function closePanel(): void {
  closings += 1;
  const open = state.panel.value;
  if (open) link?.closePanel(open.panel);
  batch(() => {
    state.panel.value = null;
    state.form.value = null;
  });
}
