import assert from "node:assert/strict";
import { test } from "node:test";
import type { Incoming, MatchMessage, SeatState, SignedIn } from "../src/protocol.ts";
import { clock, pass } from "./clock.ts";

/** Each kind of press after each other kind, on lines of any length, with a small server. */

const ROUND_TRIPS_MS = [0, 300, 1200, 3000];
const BETWEEN_MS = 10;
const HAND = ["2C", "3C", "4C", "9D", "KS"];

// -- the server ---------------------------------------------------------------------------

type Phase = "draw" | "discard" | "wait" | "over";
let server: Server;

class Server {
  static last: Server;
  hand = [...HAND];
  version = 1;
  arrivals: { type: string; at: number }[] = [];
  applied: string[] = [];
  private readonly done = new Set<string>();

  constructor(
    readonly tripMs: number,
    public phase: Phase,
  ) {
    if (phase === "discard") this.hand.push("QH");
  }

  table(): MatchMessage {
    const action = (kind: string, text: string, card: string | null = null) => ({
      ...{ kind, action: text, label: text, card, knock: null, confirm: false, costs: [] },
    });
    const actions = {
      draw: [action("draw", "s"), action("take", "t")],
      discard: this.hand.map((card) => ({
        ...action("discard", `d${card}`, card),
        knock: card === "KS" ? { action: "kKS", label: "", deadwood: 9, layouts: [] } : null,
      })),
      wait: [],
      over: [],
    }[this.phase];
    const requests = this.phase === "over" ? [] : [action("resign", "r"), action("ask_back", "b")];
    const seat = {
      ...{ seat: 0, table: null, captain: null, task: this.phase, drawn: null, locked: [] },
      ...{ hand: this.hand, actions, requests, revision: this.version, melds: [] },
    } as unknown as SeatState;
    return {
      ...{ type: "table", match: "m", version: this.version, now: clock.now(), seat },
      view: { tables: [], players: [], round: 1, outcome: null },
    } as unknown as MatchMessage;
  }

  /** What a message is answered with, in order. */
  take(message: Incoming): object[] {
    if (message.type === "hello")
      return [{ type: "welcome", day: 7, now: clock.now(), locale: "en-US" }];
    if (message.type === "follow") return [this.table()];
    if (message.type === "ping") return [{ type: "pong" }];
    const name = message.type === "act" ? message.action : message.type;
    this.arrivals.push({ type: name, at: clock.now() });
    if (!("id" in message)) {
      this.applied.push(name);
      return [];
    }
    const answer = {
      type: "answer",
      id: message.id,
      outcome: "applied",
      sentence: "",
      match: null,
    };
    if (this.done.has(message.id)) return [{ ...answer, outcome: "repeated" }];
    this.done.add(message.id);
    if (message.type === "act" && message.action !== "r" && message.revision !== this.version) {
      return [this.table(), { ...answer, outcome: "stale", sentence: "stale" }];
    }
    this.applied.push(name);
    if (message.type === "act") this.play(message.action);
    return message.type === "act" || message.type === "arrange" ? [this.table(), answer] : [answer];
  }

  private play(action: string): void {
    this.version += 1;
    if (action === "s" || action === "t") {
      this.hand = [...this.hand, "QH"];
      this.phase = "discard";
    } else if (action === "r") {
      this.phase = "over";
    } else if (action !== "b") {
      this.hand = this.hand.filter((card) => card !== action.slice(1));
      this.phase = "wait";
    }
  }
}

class Line {
  static readonly CONNECTING = 0;
  readyState = 1;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;

  constructor() {
    clock.setTimeout(() => this.onopen?.());
  }
  send(text: string): void {
    const of = server;
    clock.setTimeout(() => {
      for (const one of of.take(JSON.parse(text) as Incoming)) {
        clock.setTimeout(() => this.onmessage?.({ data: JSON.stringify(one) }), of.tripMs / 2);
      }
    }, of.tripMs / 2);
  }
  close(): void {
    this.readyState = 3;
    this.onmessage = null;
  }
}

const nowhere = { addEventListener: () => undefined };
const words = { "page.changed": "changed", "table.locked": "locked", card: "{rank}" };
Object.assign(globalThis, {
  window: {
    ...nowhere,
    setTimeout: clock.setTimeout,
    clearTimeout: clock.clearTimeout,
    matchMedia: () => ({ matches: true }),
  },
  document: {
    ...nowhere,
    ...{ baseURI: "http://x.example/", visibilityState: "visible", documentElement: {} },
    querySelectorAll: () => [],
    querySelector: () => null,
  },
  location: { hash: "#match=m", pathname: "/", search: "" },
  history: { replaceState: () => undefined, pushState: () => undefined },
  matchMedia: () => ({ matches: true }),
  fetch: async () => ({
    ok: true,
    status: 200,
    headers: new Map([["content-type", "application/json"]]),
    json: async () => ({ locale: "en-US", words }),
  }),
  WebSocket: Line,
});

const control = await import("../src/control.ts");
const moments = await import("../src/moments.ts");
const touch = await import("../src/table/touch.ts");

// -- what a person does -------------------------------------------------------------------

interface Press {
  /** What it does at the server. */
  does: string;
  /** Where it is offered; a press without one changes nothing in the match. */
  from?: Phase;
  to?: Phase;
  hands: () => void;
  /** Where it is not offered, a tap only selects, and a button is not there. */
  isSilent?: boolean;
}

function request(kind: "resign" | "ask_back"): void {
  const found = touch.seat.value?.requests.find((one) => one.kind === kind);
  if (found) touch.play(found);
}

const PRESSES: Record<string, Press> = {
  draw: { does: "s", from: "draw", to: "discard", hands: () => void touch.drawStock() },
  take: { does: "t", from: "draw", to: "discard", hands: () => void touch.takePile() },
  "discard by drag or key": {
    ...{ does: "d9D", from: "discard", to: "wait" },
    hands: () => void touch.discard("9D"),
  },
  "discard by two taps": {
    ...{ does: "d2C", from: "discard", to: "wait", isSilent: true },
    hands: () => {
      touch.tap("2C", false);
      touch.tap("2C", false);
    },
  },
  "discard by one tap": {
    ...{ does: "d3C", from: "discard", to: "wait", isSilent: true },
    hands: () => touch.tap("3C", true),
  },
  knock: { does: "kKS", from: "discard", to: "wait", hands: () => void touch.knock("KS") },
  resign: { does: "r", hands: () => request("resign") },
  "ask to take back": { does: "b", isSilent: true, hands: () => request("ask_back") },
  "sort by hand": {
    does: "arrange",
    hands: () => void touch.arrange([...touch.order.value].reverse()),
  },
  "choose an order": {
    does: "sort",
    hands: () => void control.send({ type: "sort", order: "suits" }),
  },
  premoves: {
    does: "plan",
    hands: () =>
      void control.send({
        ...{ type: "plan", match: "m", pass_upcard: true, draw_stock: false, knock_at: null },
      }),
  },
  advise: {
    does: "advise",
    hands: () => void control.send({ type: "advise", match: "m", text: "9D" }),
  },
  hint: { does: "press", hands: () => void control.press("hm", "x") },
  write: { does: "write", hands: () => void control.send({ type: "write", text: "hello" }) },
  react: { does: "react", hands: () => control.react("thanks") },
};

const isMove = ({ does }: Press) => does.length <= 3;

async function sitDown(tripMs: number, phase: Phase): Promise<void> {
  clock.clear();
  server = new Server(tripMs, phase);
  control.showLobby(); // The table of the cell before is forgotten.
  moments.notice.value = null;
  touch.select(null);
  control.enter({ token: "t", locale: "en-US" } as unknown as SignedIn, false);
  await pass(3 * tripMs + 100);
  assert.equal(touch.seat.value?.hand.length, server.hand.length);
}

/** One press shortly after another: the second counts once, at once, or is refused with a word. */
async function cell(first: Press, second: Press, tripMs: number, name: string): Promise<void> {
  await sitDown(tripMs, first.from ?? second.from ?? "discard");
  first.hands();
  await pass(BETWEEN_MS);
  const pressed = clock.now();
  second.hands();
  await pass(3 * tripMs + 1_000);
  const times = (does: string) => server.applied.filter((one) => one === does).length;
  const said = moments.notice.value?.text ?? "";
  if (first === second) {
    // Before its answer the same move again is a double press; all else is done twice.
    const once = first.from !== undefined || (isMove(first) && (tripMs > 0 || first.does === "r"));
    assert.equal(times(first.does), once ? 1 : 2, name);
    return;
  }
  assert.equal(times(first.does), 1, `${name}: the first`);
  // Nobody knows before a draw is answered whether a knock is possible.
  const isBlind = first.to === "discard" && second.does === "kKS" && tripMs > 0;
  const isPossible =
    !isBlind &&
    first.does !== "r" &&
    (second.from === undefined || second.from === (first.to ?? second.from));
  if (isPossible || !isMove(second)) {
    assert.equal(times(second.does), 1, `${name}: lost, and said: ${said}`);
  } else {
    assert.equal(times(second.does), 0, name);
    assert.ok(said !== "" || (second.isSilent && tripMs === 0), `${name}: not a word`);
  }
  if (isMove(first) && isMove(second)) return;
  const arrived = server.arrivals.filter((one) => one.type === second.does).at(-1)?.at;
  assert.equal(arrived, pressed + tripMs / 2, `${name}: held up`);
}

for (const [one, first] of Object.entries(PRESSES)) {
  test(`every press after ${one} counts once, at once, or is refused with a word`, async () => {
    for (const [other, second] of Object.entries(PRESSES)) {
      for (const tripMs of ROUND_TRIPS_MS) {
        await cell(first, second, tripMs, `${one}, ${other}, ${tripMs} ms`);
      }
    }
  });
}
