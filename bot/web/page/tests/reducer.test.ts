import assert from "node:assert/strict";
import { test } from "node:test";
import { type Effect, FIRST, type Happening, type State } from "../src/page_state.ts";
import { LOBBY, type Place } from "../src/place.ts";
import type { LobbyState, LobbyTable, MatchMessage, PanelState } from "../src/protocol.ts";
import { reduce } from "../src/reducer.ts";

/** A page to which things happen one after the other, and what was to be done since the last look. */
class Page {
  private effects: Effect[] = [];

  constructor(public state: State = FIRST) {}

  happens(...all: readonly Happening[]): this {
    for (const one of all) {
      const { state, effects } = reduce(this.state, one);
      this.state = state;
      this.effects.push(...effects);
    }
    return this;
  }

  hears(...all: readonly object[]): this {
    const messages = all as Extract<Happening, { type: "received" }>["message"][];
    return this.happens(...messages.map((message) => received(message)));
  }

  /** What was to be done since it was asked for the last time. */
  done(): readonly Effect[] {
    const { effects } = this;
    this.effects = [];
    return effects;
  }

  /** The same in short. */
  names(): readonly string[] {
    return this.done().map((one) => one.do);
  }
}

const AT = 1_000;
const TABLE: Place = { match: "m", page: null };
const OTHER: Place = { match: "n", page: null };

function received(message: Extract<Happening, { type: "received" }>["message"]): Happening {
  return { type: "received", message, at: AT };
}

const went = (place: Place): Happening => ({ type: "went", place });
const pageAt = (page: string): Place => ({ match: null, page });
const close: Happening = { type: "closed", what: "panel" };
const asked = (id: string): Happening => ({ type: "asked", id });
const nothingWaits: Happening = { type: "waiting", waiting: [] };
const somethingWaits: Happening = {
  type: "waiting",
  waiting: [{ type: "sort", id: "1", order: "suits" }],
};
const settled = (isBusy = false): Happening => ({ type: "settled", isBusy });

const tableOf = (match: string, version = 1, seat: number | null = 0): MatchMessage => {
  const own = seat === null ? null : { seat };
  return { type: "table", match, version, now: AT + 5, view: {}, seat: own } as never;
};
const linkTo = (match: string): LobbyTable => ({ match, line: match, mine: true }) as never;
const lobbyWith = (...matches: readonly string[]): LobbyState =>
  ({
    ...{ type: "lobby", panel: "hl", tables: matches.map(linkTo) },
    menu: [
      { name: "settings", press: "set", label: "Settings" },
      { name: "events", press: "ev", label: "Events" },
      { name: "studies", press: "st", label: "Studies" },
      { name: "history", press: "hi", label: "Past matches" },
      { name: "rules", press: "ru", label: "Rules" },
      { name: "ask", press: "as", label: "Ask" },
    ],
  }) as never;
const own = (...matches: readonly string[]) => ({
  type: "own_tables",
  tables: matches.map(linkTo),
});
const panelOf = (panel: string, question: string, ...parts: readonly object[]): PanelState =>
  ({ type: "panel", panel, asked: question, parts }) as never;
const answer = (id: string, more: object = {}) => ({
  ...{ type: "answer", id, outcome: "applied", sentence: "", match: null, proposal: null },
  ...more,
});

// -- places ---------------------------------------------------------------------------------

test("a table is followed, and left for another one, for a page and for the lobby", () => {
  const page = new Page().happens(went(TABLE));
  assert.deepEqual(page.done(), [
    { do: "lobby", wanted: false },
    { do: "follow", match: "m" },
    { do: "write_address", place: TABLE, replaces: false },
  ]);
  page.hears(tableOf("m")).done();
  page.happens(went(OTHER));
  assert.deepEqual(page.done(), [
    { do: "unfollow", match: "m" },
    { do: "lobby", wanted: false },
    { do: "follow", match: "n" },
    { do: "write_address", place: OTHER, replaces: false },
  ]);
  assert.ok(page.state.tables.has("m"), "the way back shows it at once");
  page.hears(tableOf("n")).happens(went(pageAt("rules")));
  assert.equal(page.state.tables.has("n"), false);
  assert.deepEqual(page.names(), ["show_moves", "unfollow", "lobby", "write_address"]);
  page.happens(went(LOBBY));
  assert.deepEqual(page.state.place, LOBBY);
  assert.deepEqual(page.names(), ["lobby", "write_address"]);
});

test("a place that there is not says so in the lobby, until its reader goes somewhere", () => {
  const page = new Page().happens({ type: "astray", sentence: "damaged" });
  assert.deepEqual([page.state.place, page.state.gone], [LOBBY, "damaged"]);
  page.happens(went(LOBBY));
  assert.equal(page.state.gone, "");
  page.happens(went(TABLE)).hears({ type: "gone", match: "n", sentence: "no" });
  assert.equal(page.state.gone, "", "that was about another one");
  page.hears({ type: "gone", match: "m", sentence: "no" });
  assert.equal(page.state.gone, "no");
  page.hears(tableOf("m"));
  assert.equal(page.state.gone, "");
});

test("a state of a table that is older than the one on the screen changes nothing", () => {
  const page = new Page().happens(went(TABLE)).hears(tableOf("m", 2)).hears(tableOf("m", 1));
  assert.equal(page.state.tables.get("m")?.version, 2);
  assert.equal(page.names().filter((one) => one === "show_moves").length, 1);
  page.hears(tableOf("n"));
  assert.deepEqual(page.done(), [], "what moves elsewhere is not shown here");
});

// -- panels ---------------------------------------------------------------------------------

test("only what was asked for since the last closing opens", () => {
  const page = new Page().happens(asked("1")).hears(panelOf("p1", "1"));
  assert.equal(page.state.panel?.panel, "p1");
  page.happens(asked("2"), close).done();
  page.hears(panelOf("p2", "2"), { type: "form", panel: "p2", asked: "2" });
  assert.deepEqual([page.state.panel, page.state.form], [null, null]);
  assert.deepEqual(page.done(), [{ do: "close_panel", panel: "p2" }]);
  page.happens(asked("3")).hears({ type: "form", panel: "p3", asked: "3" }, answer("3"));
  assert.ok(page.state.form, "its answer does not close it");
  page.hears(panelOf("p3", "3"));
  assert.equal(page.state.panel, null, "an answered question opens nothing more");
});

test("a panel changes by itself only while it is the one on the screen", () => {
  const page = new Page().happens(asked("1")).hears(panelOf("p", "1")).hears(panelOf("q", ""));
  assert.equal(page.state.panel?.panel, "p");
  page.hears({ type: "panel_closed", panel: "q", sentence: "" });
  assert.equal(page.state.panel?.panel, "p");
  page.hears({ type: "panel_closed", panel: "p", sentence: "" });
  assert.equal(page.state.panel, null);
});

test("what the server shows is closed by going to a page and away from one, not by a table", () => {
  const open = [asked("1"), received(panelOf("p", "1"))];
  const atTable = new Page().happens(went(TABLE), ...open, went(OTHER));
  assert.equal(atTable.state.panel?.panel, "p");
  for (const place of [pageAt("rules"), LOBBY, OTHER]) {
    const page = new Page().happens(went(pageAt("about")), ...open);
    page.done();
    page.happens(went(place));
    assert.equal(page.state.panel, null);
    assert.deepEqual(page.done()[0], { do: "close_panel", panel: "p" });
  }
});

// -- the question for a page ----------------------------------------------------------------

test("a page is asked for once, when the lobby has named its control", () => {
  const page = new Page().happens(went(pageAt("settings")));
  assert.ok(!page.names().includes("ask_for_page"));
  page.hears(lobbyWith(), lobbyWith("m"));
  const [question, ...others] = page.done().filter((one) => one.do === "ask_for_page");
  assert.deepEqual(others, []);
  assert.ok(question?.do === "ask_for_page");
  assert.deepEqual([question.panel, question.press], ["hl", "set"]);
});

test("a page that is asked for at once is not asked for again by the lobby that follows", () => {
  const page = new Page().hears(lobbyWith("m")).happens(went(TABLE), went(pageAt("settings")));
  page.hears(lobbyWith("m"));
  assert.equal(page.names().filter((one) => one === "ask_for_page").length, 1);
});

test("a page whose panel the server has closed is not asked for by itself", () => {
  const page = new Page().hears(lobbyWith()).happens(went(pageAt("settings")), asked("1"));
  const { asking } = page.state;
  assert.ok(asking);
  page.hears(panelOf("p", "1")).happens({ type: "page_answered", asking, outcome: "applied" });
  page.hears({ type: "panel_closed", panel: "p", sentence: "" }).done();
  page.hears(lobbyWith());
  assert.deepEqual(page.done(), []);
});

test("a thing is asked for by its name", () => {
  for (const thing of ["event", "study", "replay", "ask"]) {
    const page = new Page().hears(lobbyWith()).happens(went(pageAt(`${thing}.7.1`)));
    const question = page.done().find((one) => one.do === "ask_for_page");
    assert.ok(question?.do === "ask_for_page");
    assert.deepEqual([question.panel, question.press], [thing, "7.1"]);
  }
});

test("what is gone leads to the list of its kind", () => {
  for (const [thing, list] of [
    ["event", "events"],
    ["study", "studies"],
    ["replay", "history"],
    ["ask", "ask"],
  ] as const) {
    const page = new Page().hears(lobbyWith()).happens(went(pageAt(`${thing}.7`)));
    page.done();
    const { asking } = page.state;
    assert.ok(asking);
    page.happens({ type: "page_answered", asking, outcome: "refused" });
    assert.equal(page.state.place.page, list);
    assert.deepEqual(page.names(), ["write_address", "ask_for_page"]);
  }
});

test("a page that is refused or not offered leads to the lobby, and none waits for ever", () => {
  const page = new Page().hears(lobbyWith()).happens(went(pageAt("settings")));
  const { asking } = page.state;
  assert.ok(asking);
  page.happens({ type: "page_answered", asking, outcome: "refused" });
  assert.deepEqual(page.state.place, LOBBY);
  page.done();
  page.happens(went(pageAt("rewards")));
  assert.deepEqual(page.state.place, LOBBY);
  assert.ok(page.done().some((one) => one.do === "notify_word" && one.word === "page.not_here"));
  page.happens(went(pageAt("watch")));
  assert.deepEqual(page.state.place, pageAt("watch"), "this page draws it itself");
});

test("who turns pages fast gets the last one, and no page that was left", () => {
  const page = new Page().hears(lobbyWith()).happens(went(pageAt("settings")));
  const { asking: first } = page.state;
  page.happens(went(pageAt("events")));
  const { asking: last } = page.state;
  assert.ok(first && last && first !== last);
  page.done();
  page.happens(
    { type: "page_answered", asking: first, outcome: "too_fast" },
    { type: "page_due", asking: first },
  );
  assert.deepEqual(page.done(), []);
  page.happens({ type: "page_answered", asking: last, outcome: "too_fast" });
  assert.deepEqual(page.done(), [{ do: "ask_again", asking: last }]);
  page.happens({ type: "page_due", asking: last });
  assert.deepEqual(page.names(), ["ask_for_page"]);
});

test("the address follows what a page of the server's shows", () => {
  const page = new Page().happens(went(pageAt("events")), asked("1")).hears(lobbyWith());
  page.done();
  page.hears(panelOf("p", "1", { type: "section", page: "event.7" }));
  assert.deepEqual(page.done(), [
    { do: "write_address", place: pageAt("event.7"), replaces: false },
  ]);
  page.hears(panelOf("p", "1", { type: "cards", page: "events" }));
  assert.equal(page.state.place.page, "events");
  page.hears(panelOf("p", "1", { type: "study", study: "3" }));
  assert.equal(page.state.place.page, "study.3");
  page.done();
  page.hears(panelOf("p", "1", { type: "study", study: "3", node: 5 }));
  page.hears(panelOf("p", "1", { type: "ask", address: "" }));
  page.hears(panelOf("p", "1", { type: "ask", address: "2C---0.0-standard" }));
  page.hears(panelOf("p", "1", { type: "ask", address: "3C---0.0-standard" }));
  assert.deepEqual(
    page.done().filter((one) => one.do === "write_address"),
    [
      { do: "write_address", place: pageAt("study.3.5"), replaces: true },
      { do: "write_address", place: pageAt("ask.2C---0.0-standard"), replaces: false },
      { do: "write_address", place: pageAt("ask.3C---0.0-standard"), replaces: true },
    ],
    "a move and a position have an address, and Back does not go through them",
  );
  const step = (number: number) => ({ type: "playback", match: "m", number });
  page.hears(panelOf("p", "1", step(1)), panelOf("p", "1", step(1)), panelOf("p", "1", step(2)));
  const written = page.done().filter((one) => one.do === "write_address");
  assert.deepEqual(written, [
    { do: "write_address", place: pageAt("replay.m.1"), replaces: false },
    { do: "write_address", place: pageAt("replay.m.2"), replaces: true },
  ]);
});

test("an event that comes while its reader is elsewhere does not move them", () => {
  const page = new Page().happens(went(TABLE), asked("1"));
  page.hears(panelOf("p", "1", { type: "section", page: "event.7" }));
  assert.deepEqual(page.state.place, TABLE);
});

// -- matches that begin ---------------------------------------------------------------------

test("a table that begins opens for who waits in the lobby, and no table that was there", () => {
  const page = new Page().happens(went(LOBBY)).hears(lobbyWith("m"));
  assert.deepEqual(page.state.place, LOBBY);
  page.done();
  page.hears(lobbyWith("m", "n"));
  assert.deepEqual(page.done(), [{ do: "settle", soon: false }]);
  page.happens(settled());
  assert.deepEqual(page.state.place, OTHER);
  assert.equal(page.state.begunHere, null);
});

test("what began while its player sat at a table takes nobody there from the lobby", () => {
  const page = new Page().hears(lobbyWith()).happens(went(TABLE), went(LOBBY));
  page.done();
  page.hears(lobbyWith("n")).happens(settled());
  assert.deepEqual([page.state.place, page.done()], [LOBBY, []]);
});

test("a table that begins is only told to who writes, reads or has a page open", () => {
  const busy = new Page().happens(went(LOBBY)).hears(lobbyWith(), lobbyWith("n"));
  busy.happens(settled(true));
  assert.deepEqual(busy.state.place, LOBBY);
  assert.ok(busy.names().includes("notify_word"));
  const reading = new Page().happens(went(pageAt("rules"))).hears(lobbyWith(), lobbyWith("n"));
  reading.happens(settled());
  assert.equal(reading.state.begun?.match, "n");
  reading.happens({ type: "went_to_begun" });
  assert.deepEqual([reading.state.place, reading.state.begun], [OTHER, null]);
});

test("a table of one's own question opens with its answer, not before", () => {
  const page = new Page().happens(went(LOBBY)).hears(lobbyWith());
  page.happens(somethingWaits, asked("1")).done();
  page.hears(lobbyWith("n"));
  assert.deepEqual(page.done(), []);
  page.happens(nothingWaits);
  assert.deepEqual(page.done(), [{ do: "settle", soon: true }]);
  page.hears(answer("1", { match: "m" })).happens(settled());
  assert.deepEqual(page.state.place, TABLE, "the answer leads to its own table");
  assert.equal(page.state.begunHere, null);
});

test("a match that begins elsewhere is offered at a table, until it is over", () => {
  const page = new Page().happens(went(TABLE)).hears(own("m"));
  assert.equal(page.state.begun, null, "what was there has not begun");
  page.hears(own("m", "n"));
  assert.equal(page.state.begun?.match, "n");
  page.hears(own("m"));
  assert.equal(page.state.begun, null);
  page.happens(somethingWaits).hears(own("m", "k"));
  assert.equal(page.state.begun, null, "it may be this window's own");
  page.happens(nothingWaits, settled());
  assert.equal(page.state.begun?.match, "k");
  page.happens({ type: "closed", what: "begun" });
  assert.equal(page.state.begun, null);
});

test("whoever sits at a table goes on at its rematch, a spectator does not", () => {
  const beside = (match: string | null) => ({
    ...{ type: "beside", match: "m", event: null },
    // The request itself may not have come: what is newer replaces it on a slow line.
    rematch: { asked: [], match },
  });
  for (const seat of [0, 1, null]) {
    const page = new Page().happens(went(TABLE)).hears(tableOf("m", 1, seat));
    page.hears(beside(null), beside("n"));
    assert.deepEqual(page.state.place, seat === null ? TABLE : OTHER);
  }
});

test("who comes back to a table that was gone on with stays there", () => {
  const beside = (match: string) => ({
    ...{ type: "beside", match: "m", event: null },
    rematch: { asked: [], match },
  });
  const page = new Page().happens(went(TABLE)).hears(tableOf("m", 1, 0));
  page.hears(beside("n"), beside("n"));
  assert.deepEqual(page.state.place, TABLE);
});

// -- the line and answers -------------------------------------------------------------------

test("a line that comes back says so, and one that has ended stays ended", () => {
  const page = new Page().happens({ type: "line", is: "up" });
  assert.deepEqual([page.state.line, page.names()], ["up", []]);
  page.happens({ type: "line", is: "down" }, { type: "line", is: "up" });
  assert.deepEqual(page.done(), [{ do: "notify_word", word: "line.back" }]);
  page.hears({ type: "bye", reason: "restart", sentence: "soon", retry: true });
  assert.deepEqual([page.state.line, page.state.lineSentence], ["up", "soon"]);
  page.hears({ type: "bye", reason: "session", sentence: "over", retry: false });
  page.happens({ type: "line", is: "down" });
  assert.equal(page.state.line, "ended");
  page.happens({ type: "line", is: "again" });
  assert.equal(page.state.line, "connecting");
});

test("a wish is played once, with the first welcome", () => {
  const welcome = { type: "welcome", now: AT + 40, locale: "en-US" };
  const page = new Page().happens({ type: "entered", token: "t", wish: "bob" });
  page.hears(welcome, welcome);
  assert.deepEqual(page.done(), [{ do: "play_with", member: "bob" }]);
  assert.equal(page.state.clockOffset, 40);
});

test("an answer is a proposal, a sentence, or that nobody knows", () => {
  const page = new Page().happens(went(TABLE));
  page.done();
  page.hears(
    answer("1", { match: "m", revision: 3, proposal: "d9S", sentence: "🎓 Discard 9♠." }),
    answer("2", { outcome: "refused", sentence: "Not now." }),
    answer("3", { outcome: "unsure", sentence: "?" }),
  );
  const hint = { match: "m", revision: 3, text: "Discard 9♠.", action: "d9S" };
  assert.deepEqual(page.state.hint, hint);
  assert.deepEqual(page.done(), [
    { do: "notify", text: "Not now." },
    { do: "notify_word", word: "page.unsure" },
  ]);
});

test("nothing that happens changes a state that was there before", () => {
  const page = new Page().happens(went(TABLE), asked("1")).hears(tableOf("m"), lobbyWith("m"));
  const { state } = page;
  const copy = { ...state, tables: new Map(state.tables), wanted: new Set(state.wanted) };
  page.happens(went(LOBBY), asked("2"), close).hears(tableOf("n"), answer("1"), own("k"));
  assert.deepEqual(state, copy);
});
