import type { Asking, Effect, Happening, State } from "./page_state.ts";
import {
  ASK,
  EVENTS,
  LOBBY,
  listFor,
  listOf,
  matchOn,
  type Place,
  pageOf,
  STUDIES,
  thingOn,
  WATCH,
} from "./place.ts";
import type {
  AnswerMessage,
  BesideMatch,
  LobbyState,
  MatchMessage,
  OwnTables,
  PanelState,
} from "./protocol.ts";

type Received = Extract<Happening, { type: "received" }>["message"];

/** Return the state after something has happened, and what is to be done, in its order. */
export function reduce(
  state: State,
  happening: Happening,
): { state: State; effects: readonly Effect[] } {
  const step = new Step(state);
  happened(step, happening);
  return step;
}

/** A state that is changed, as long as one thing happens. */
class Step {
  readonly effects: Effect[] = [];

  constructor(public state: State) {}

  set(change: Partial<State>): void {
    this.state = { ...this.state, ...change };
  }

  due(...effects: Effect[]): void {
    this.effects.push(...effects);
  }
}

function happened(step: Step, one: Happening): void {
  const { state } = step;
  switch (one.type) {
    case "received":
      received(step, one.message, one.at);
      break;
    case "line":
      lineChanged(step, one.is);
      break;
    case "reached":
      if (!one.yes) step.set({ line: "lost" });
      else if (state.line === "lost") step.set({ line: "connecting" });
      break;
    case "entered":
      step.set({ token: one.token, wish: one.wish, asking: null });
      break;
    case "went":
      go(step, one.place);
      break;
    case "astray":
      go(step, LOBBY);
      step.set({ gone: one.sentence });
      break;
    case "went_to_begun":
      if (!state.begun) break;
      closePanel(step);
      show(step, state.begun.match);
      break;
    case "closed":
      if (one.what === "panel") closePanel(step);
      else step.set({ [one.what]: null });
      break;
    case "waiting":
      step.set({ waiting: one.waiting });
      // The answer itself comes next: it may lead to the table that has begun.
      if (one.waiting.length === 0 && (state.begunHere || state.begunElsewhere)) {
        step.due({ do: "settle", soon: true });
      }
      break;
    case "settled":
      openBegun(step, one.isBusy);
      tellBegun(step);
      break;
    case "asked":
      step.set({ wanted: new Set(state.wanted).add(one.id) });
      break;
    case "page_answered":
      if (state.asking === one.asking) pageAnswered(step, one.outcome);
      break;
    case "page_due":
      if (state.asking !== one.asking) break;
      step.set({ asking: null });
      askForPage(step);
      break;
    case "shared":
      step.set({ panel: one.panel });
      break;
  }
}

function received(step: Step, message: Received, at: number): void {
  const { state } = step;
  switch (message.type) {
    case "welcome":
      step.set({ welcome: message, clockOffset: message.now - at, wish: null });
      if (state.wish) step.due({ do: "play_with", member: state.wish });
      break;
    case "table":
      tableArrived(step, message, at);
      break;
    case "gone":
      if (message.match === state.place.match) step.set({ gone: message.sentence });
      break;
    case "answer":
      answered(step, message);
      break;
    case "panel":
      if (message.asked && !state.wanted.has(message.asked)) {
        step.due({ do: "close_panel", panel: message.panel });
      } else if (message.asked || state.panel?.panel === message.panel) {
        panelArrived(step, message);
      }
      break;
    case "panel_closed":
      if (state.panel?.panel === message.panel) step.set({ panel: null });
      break;
    case "form":
      if (state.wanted.has(message.asked)) step.set({ form: message });
      break;
    case "lobby":
      lobbyArrived(step, message);
      break;
    case "own_tables":
      ownTablesArrived(step, message);
      break;
    case "people":
      step.set({ people: message });
      break;
    case "beside":
      besideArrived(step, message);
      break;
    case "token":
      step.set({ token: message.token });
      break;
    case "bye":
      step.set({ lineSentence: message.sentence });
      if (!message.retry) step.set({ line: "ended" });
      break;
    case "same":
    case "pong":
      break;
  }
}

function lineChanged(step: Step, is: "up" | "down" | "again"): void {
  const { line } = step.state;
  if (is === "up" && line === "lost") step.due({ do: "notify_word", word: "line.back" });
  if (is === "up") step.set({ line: "up" });
  else if (is === "again") step.set({ line: "connecting" });
  else if (line !== "ended") step.set({ line: "lost" });
}

function tableArrived(step: Step, message: MatchMessage, at: number): void {
  const { tables, place } = step.state;
  step.set({ clockOffset: message.now - at });
  const before = tables.get(message.match) ?? null;
  if (before && before.version > message.version) return;
  if (message.match === place.match) {
    step.set({ gone: "" });
    step.due({ do: "show_moves", before, after: message });
  }
  step.set({ tables: new Map(tables).set(message.match, message) });
}

function answered(step: Step, answer: AnswerMessage): void {
  const { wanted, place } = step.state;
  const rest = new Set(wanted);
  if (rest.delete(answer.id)) step.set({ wanted: rest });
  const { match, revision, sentence, proposal } = answer;
  if (proposal && match) {
    const text = sentence.replace(/^\p{Extended_Pictographic}\s*/u, "");
    step.set({ hint: { match, revision, text, action: proposal } });
  } else if (answer.outcome === "unsure") step.due({ do: "notify_word", word: "page.unsure" });
  else if (sentence) step.due({ do: "notify", text: sentence });
  if (!match || match === place.match) return;
  closePanel(step); // On a phone it would cover the table that it has led to.
  show(step, match);
}

// -- matches that begin --------------------------------------------------------------------

/** Go to a table that begins while its player waits in the lobby, as a challenge accepted does. */
function lobbyArrived(step: Step, message: LobbyState): void {
  const { lobby, seesLobby, place, waiting } = step.state;
  const known = new Set(lobby?.tables.map((one) => one.match));
  const begun = message.tables.find((one) => !known.has(one.match));
  step.set({ lobby: message, seesLobby: true });
  if (!seesLobby) askForPage(step);
  if (!begun || !seesLobby || place.match !== null) return;
  step.set({ begunHere: begun });
  // What this window has asked for itself is answered with the table, if all goes well.
  if (waiting.length === 0) step.due({ do: "settle", soon: false });
}

/** Tell who sits at a table that a match of theirs begins at another one; they decide when to go. */
function ownTablesArrived(step: Step, message: OwnTables): void {
  const { own: before, begun, begunElsewhere, waiting } = step.state;
  const own = new Set(message.tables.map((one) => one.match));
  step.set({ own });
  if (begun && !own.has(begun.match)) step.set({ begun: null });
  const added = before && message.tables.findLast((one) => !before.has(one.match));
  step.set({ begunElsewhere: added ?? begunElsewhere });
  if (waiting.length === 0) tellBegun(step);
}

function openBegun(step: Step, isBusy: boolean): void {
  const { begunHere: table, place } = step.state;
  step.set({ begunHere: null });
  if (!table || place.match !== null) return;
  step.due({ do: "notify_word", word: "lobby.begun" });
  // Nobody is torn from what they read, write or choose.
  if (place.page !== null) step.set({ begun: table });
  else if (!isBusy) {
    closePanel(step);
    show(step, table.match);
  }
}

function tellBegun(step: Step): void {
  const { begunElsewhere: table, own, place } = step.state;
  step.set({ begunElsewhere: null });
  // In the lobby it stands in the list, and opens by itself.
  if (!table || place.match === null || place.match === table.match) return;
  if (!own?.has(table.match)) return;
  step.set({ begun: table });
}

/** Who sits at a table that is over sits down at its rematch as soon as it begins. */
function besideArrived(step: Step, message: BesideMatch): void {
  const { beside: before, place, tables } = step.state;
  if (message.match !== place.match) return;
  const plays = tables.get(message.match)?.seat != null;
  const known = before?.match === message.match ? before : null;
  step.set({ beside: message });
  const next = message.rematch?.match;
  // What began before this page looked moves nobody: they have come back to the old table.
  if (!next || !plays || !known || known.rematch?.match === next) return;
  closePanel(step);
  show(step, next);
}

// -- places --------------------------------------------------------------------------------

function go(step: Step, { match, page }: Place): void {
  if (match !== null) {
    show(step, match);
    return;
  }
  // What a page has shown is no drawer over the lobby.
  if (page !== null || step.state.place.page !== null) closePanel(step);
  leaveTable(step, page);
  writeAddress(step);
  if (page !== null) askForPage(step);
}

/** Put a match on the screen and follow it. */
function show(step: Step, match: string): void {
  if (step.state.place.page !== null) closePanel(step);
  const { place: before, begun } = step.state;
  if (before.match && before.match !== match) step.due({ do: "unfollow", match: before.match });
  step.due({ do: "lobby", wanted: false });
  step.set({
    place: { match, page: null },
    gone: "",
    seesLobby: false,
    begun: begun?.match === match ? null : begun,
  });
  step.due({ do: "follow", match });
  writeAddress(step);
}

/** Go to the lobby or a page, whose table is followed no longer. */
function leaveTable(step: Step, page: string | null): void {
  const { match } = step.state.place;
  if (match) {
    step.due({ do: "unfollow", match });
    const tables = new Map(step.state.tables);
    tables.delete(match);
    step.set({ tables });
  }
  step.set({ place: placeOf(page), gone: "", begun: null });
  step.due({ do: "lobby", wanted: true });
}

function placeOf(page: string | null): Place {
  return page === null ? LOBBY : { match: null, page };
}

function writeAddress({ state, effects }: Step, replaces = false): void {
  effects.push({ do: "write_address", place: state.place, replaces });
}

// -- panels --------------------------------------------------------------------------------

/** Close what the server shows: what was asked for before opens nothing any more. */
function closePanel(step: Step): void {
  const { panel } = step.state;
  if (panel) step.due({ do: "close_panel", panel: panel.panel });
  step.set({ panel: null, form: null, wanted: new Set(), asking: null });
}

/** Show a screen of the server's; a round that is played has a page of its own. */
function panelArrived(step: Step, message: PanelState): void {
  step.set({ panel: message });
  followEvents(step, message);
  followLearning(step, message);
  const name = pageAboutMatch(message);
  const { page } = step.state.place;
  if (name === null || page === name) return;
  // Another round of the same match is the same page, as far as Back goes.
  const isNext = page !== null && matchOn(page) === matchOn(name);
  leaveTable(step, name);
  writeAddress(step, isNext);
}

/** The page of a match that is over, or of a round that is played. */
function pageAboutMatch({ parts }: PanelState): string | null {
  for (const part of parts) {
    if (part.type === "match_pages") return part.page;
    if (part.type !== "playback" || part.match === null) continue;
    return pageOf("replay", `${part.match}.${part.number}`);
  }
  return null;
}

/** Go to the page of a study or a position that has come, or to the list of studies. */
function followLearning(step: Step, { parts }: PanelState): void {
  const name = parts.map(learningPage).find((one) => one !== null);
  const { page } = step.state.place;
  if (!name || page === name) return;
  leaveTable(step, name);
  // Another move of a study, or another position, is the same page, as far as Back goes.
  writeAddress(step, themeOf(page) !== null && themeOf(page) === themeOf(name));
}

function learningPage(part: PanelState["parts"][number]): string | null {
  switch (part.type) {
    case "study":
      return pageOf("study", part.node ? `${part.study}.${part.node}` : part.study);
    case "cards":
    case "empty":
      return part.page === STUDIES ? STUDIES : null;
    case "ask":
      return part.address ? pageOf("ask", part.address) : null;
    default:
      return null;
  }
}

/** What a page stays about while its reader goes on: a study, or the positions asked about. */
function themeOf(page: string | null): string | null {
  const open = thingOn(page);
  if (open?.thing === "study") return `study ${open.name.split(".")[0]}`;
  return listOf(page) === ASK ? ASK : null;
}

/** Let the address name the event, or the list of events, that an events page shows now. */
function followEvents(step: Step, { parts }: PanelState): void {
  const { page } = step.state.place;
  if (page !== EVENTS && thingOn(page)?.thing !== "event") return;
  for (const part of parts) {
    const name = "page" in part ? part.page : "";
    if (listOf(name) !== EVENTS || step.state.place.page === name) continue;
    step.set({ place: placeOf(name) });
    writeAddress(step);
  }
}

/** Ask for what the open page shows, once the lobby has named its control. */
function askForPage(step: Step): void {
  const { place, lobby, panel, asking } = step.state;
  const { page } = place;
  if (!lobby || panel || asking || page === null) return;
  const open = thingOn(page);
  const found = lobby.menu.find((one) => one.name === page);
  if (!open && !found) {
    // The navigation knows it, this server does not offer it.
    if (page === WATCH) return;
    step.due({ do: "notify_word", word: "page.not_here" });
    leadTo(step, null);
    return;
  }
  const next: Asking = { page };
  step.set({ asking: next });
  // The panel that opens a thing by its name is called as its kind.
  const asked = open
    ? { panel: open.thing, press: open.name }
    : { panel: lobby.panel, press: found?.press ?? "" };
  step.due({ do: "ask_for_page", asking: next, ...asked });
}

/** Go to a list of what there is, or the lobby, in place of what cannot be shown. */
function leadTo(step: Step, page: string | null): void {
  step.set({ place: placeOf(page) });
  writeAddress(step, true);
  if (page !== null) askForPage(step);
}

function pageAnswered(step: Step, outcome: AnswerMessage["outcome"] | null): void {
  const { asking, panel } = step.state;
  const open = thingOn(asking?.page ?? null);
  if (outcome === "refused" && !panel) {
    step.set({ asking: null });
    // What is gone, or is held elsewhere, leads to what there is; its sentence has come already.
    leadTo(step, open ? listFor(open.thing) : null);
  } else if (asking && (outcome === "too_fast" || outcome === "busy")) {
    // Whoever looks at many pages in a row is asked to wait: the last one is worth it.
    step.due({ do: "ask_again", asking });
  } else step.set({ asking: null });
}
