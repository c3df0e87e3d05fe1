import assert from "node:assert/strict";
import { test } from "node:test";
import { Link } from "../src/link/socket.ts";
import type { AnswerMessage, Incoming, Outgoing } from "../src/protocol.ts";

/** The browser's line, with the test as the server. */
class Line {
  static readonly CONNECTING = 0;
  static all: Line[] = [];
  static get last(): Line {
    return Line.all.at(-1) as Line;
  }
  sent: Incoming[] = [];
  readyState = 1;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;

  constructor(readonly address: URL) {
    Line.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Incoming);
  }
  close(): void {
    this.readyState = 3;
  }
  says(message: Partial<Outgoing>): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  opens(): void {
    this.onopen?.();
    this.says({ type: "welcome", day: 7 } as Partial<Outgoing>);
  }
  types(): string[] {
    return this.sent.map((one) => one.type);
  }
}

const timers = new Map<number, () => void>();
let timerKeys = 0;
const nowhere = { addEventListener: () => undefined };
Object.assign(globalThis, {
  window: {
    ...nowhere,
    setTimeout: (run: () => void) => {
      timerKeys += 1;
      timers.set(timerKeys, run);
      return timerKeys;
    },
    clearTimeout: (key: number) => timers.delete(key),
  },
  document: { ...nowhere, baseURI: "http://x.example/", visibilityState: "visible" },
  WebSocket: Line,
});

function runTimers(): void {
  const due = [...timers.values()];
  timers.clear();
  for (const run of due) run();
}

function link(): { line: Link; heard: string[]; ups: boolean[]; waiting: number[] } {
  const heard: string[] = [];
  const ups: boolean[] = [];
  const waiting: number[] = [];
  timers.clear();
  Line.all = [];
  const line = new Link("token", {
    heard: (message) => heard.push(message.type),
    lineChanged: (up) => ups.push(up),
    waitingChanged: (all) => waiting.push(all.length),
  });
  line.open();
  return { line, heard, ups, waiting };
}

const ACT = { type: "act", match: "m", revision: 3, action: "s" } as const;

function answer(id: string, outcome: AnswerMessage["outcome"]): Partial<Outgoing> {
  return { type: "answer", id, outcome, sentence: "", match: null };
}

function idOf(message: Incoming | undefined): string {
  assert.ok(message && "id" in message);
  return message.id;
}

test("what was not answered is sent again under the same id after the line came back", async () => {
  const { line, ups, waiting } = link();
  line.follow("m", () => 5);
  Line.last.opens();
  const done = line.act(ACT);
  const first = Line.last;
  assert.deepEqual(first.types(), ["hello", "follow", "act"]);
  const id = idOf(first.sent[2]);
  assert.ok(/^7-[0-9A-Za-z_-]{16,40}$/.test(id), id);
  first.onclose?.();
  assert.deepEqual(ups, [true, false]);
  runTimers();
  assert.ok(Line.last !== first);
  Line.last.opens();
  assert.deepEqual(Line.last.types(), ["hello", "follow", "act"]);
  assert.deepEqual(Line.last.sent[1], { type: "follow", match: "m", have: 5 });
  assert.equal(idOf(Line.last.sent[2]), id);
  Line.last.says(answer(id, "repeated"));
  assert.equal((await done).outcome, "repeated");
  assert.deepEqual(waiting, [1, 0]);
});

test("what is done while the line is down is sent when it is up", () => {
  const { line } = link();
  void line.act(ACT);
  assert.deepEqual(Line.last.types(), []);
  Line.last.opens();
  assert.deepEqual(Line.last.types(), ["hello", "act"]);
});

test("an action of which nobody knows whether it was done is sent again, a stale one is not", async () => {
  const { line } = link();
  Line.last.opens();
  const done = line.act(ACT);
  const id = idOf(Line.last.sent[1]);
  Line.last.says(answer(id, "unsure"));
  runTimers();
  assert.deepEqual(Line.last.types().slice(0, 3), ["hello", "act", "act"]);
  Line.last.says(answer(id, "stale"));
  assert.equal((await done).outcome, "stale");
  Line.last.onclose?.();
  runTimers();
  Line.last.opens();
  assert.deepEqual(Line.last.types(), ["hello"]);
});

test("a new token is used for the next line, and a session that has ended stays so", () => {
  const { heard } = link();
  Line.last.opens();
  Line.last.says({ type: "token", token: "newer", expires: 1 });
  Line.last.onclose?.();
  runTimers();
  Line.last.onopen?.();
  assert.deepEqual(Line.last.sent[0], { type: "hello", protocol: 1, token: "newer" });
  Line.last.says({ type: "bye", reason: "session", sentence: "", retry: false });
  const last = Line.last;
  last.onclose?.();
  runTimers();
  assert.ok(Line.last === last);
  assert.ok(heard.includes("bye"));
});
