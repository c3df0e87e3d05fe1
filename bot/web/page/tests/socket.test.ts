import assert from "node:assert/strict";
import { test } from "node:test";
import { Link } from "../src/link/socket.ts";
import { type AnswerMessage, type Incoming, type Outgoing, PROTOCOL } from "../src/protocol.ts";
import { clock, pass } from "./clock.ts";

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

const listeners = new Map<string, (() => void)[]>();
const target = {
  addEventListener: (name: string, listen: () => void) =>
    listeners.set(name, [...(listeners.get(name) ?? []), listen]),
};
Object.assign(globalThis, {
  window: { ...target, setTimeout: clock.setTimeout, clearTimeout: clock.clearTimeout },
  document: { ...target, baseURI: "http://x.example/", visibilityState: "visible" },
  WebSocket: Line,
});

function happens(name: string): void {
  for (const listen of listeners.get(name) ?? []) listen();
}

/** The first waits for another connection are shorter, those for a sign of life longer. */
const MOMENT_MS = 1_500;

function link(): { line: Link; received: string[]; ups: boolean[]; waiting: number[] } {
  const received: string[] = [];
  const ups: boolean[] = [];
  const waiting: number[] = [];
  clock.clear();
  listeners.clear();
  Line.all = [];
  const line = new Link("token", "en-US", {
    received: (message) => received.push(message.type),
    lineChanged: (up) => ups.push(up),
    waitingChanged: (all) => waiting.push(all.length),
  });
  line.open();
  return { line, received, ups, waiting };
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
  const done = line.act(ACT).answered;
  const first = Line.last;
  assert.deepEqual(first.types(), ["hello", "follow", "act"]);
  const id = idOf(first.sent[2]);
  assert.ok(/^7-[0-9A-Za-z_-]{16,40}$/.test(id), id);
  first.onclose?.();
  assert.deepEqual(ups, [true, false]);
  await pass(MOMENT_MS);
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
  line.act(ACT);
  assert.deepEqual(Line.last.types(), []);
  Line.last.opens();
  assert.deepEqual(Line.last.types(), ["hello", "act"]);
});

test("an action of which nobody knows whether it was done is sent again, a stale one is not", async () => {
  const { line } = link();
  Line.last.opens();
  const done = line.act(ACT).answered;
  const id = idOf(Line.last.sent[1]);
  Line.last.says(answer(id, "unsure"));
  await pass(MOMENT_MS);
  assert.deepEqual(Line.last.types().slice(0, 3), ["hello", "act", "act"]);
  Line.last.says(answer(id, "stale"));
  assert.equal((await done).outcome, "stale");
  Line.last.onclose?.();
  await pass(MOMENT_MS);
  Line.last.opens();
  assert.deepEqual(Line.last.types(), ["hello"]);
});

test("a new token is used for the next line, and a session that has ended stays so", async () => {
  const { received } = link();
  Line.last.opens();
  Line.last.says({ type: "token", token: "newer", expires: 1 });
  Line.last.onclose?.();
  await pass(MOMENT_MS);
  Line.last.onopen?.();
  assert.deepEqual(Line.last.sent[0], {
    type: "hello",
    protocol: PROTOCOL,
    token: "newer",
    locale: "en-US",
  });
  Line.last.says({ type: "bye", reason: "session", sentence: "", retry: false });
  const last = Line.last;
  last.onclose?.();
  await pass(MOMENT_MS);
  assert.ok(Line.last === last);
  assert.ok(received.includes("bye"));
});

const PONG = { type: "pong" } as Partial<Outgoing>;

/** The milliseconds until the page gives a line up that passes nothing. */
async function lostAfter(ups: boolean[], most = 60_000): Promise<number> {
  const start = clock.now();
  while (ups.at(-1) !== false && clock.now() - start < most) await pass(100);
  return clock.now() - start;
}

test("a line that passes nothing is given up within 20 s, and one that answers is not", async () => {
  const { ups } = link();
  Line.last.opens();
  const first = Line.last;
  for (let n = 0; n < 5; n += 1) {
    await pass(11_500);
    assert.equal(first.types().at(-1), "ping");
    first.says(PONG);
  }
  assert.deepEqual(ups, [true]);
  assert.equal(first.types().length, 6, "hello, and a question for each quiet time");
  assert.ok((await lostAfter(ups)) < 20_000);
  await pass(MOMENT_MS);
  assert.ok(Line.last !== first, "another connection");
  Line.last.opens();
  assert.deepEqual(ups, [true, false, true]);
});

for (const name of ["visibilitychange", "online", "pageshow", "pointerdown", "keydown"]) {
  test(`a dead line is noticed at once on ${name}`, async () => {
    const { ups } = link();
    Line.last.opens();
    happens(name);
    assert.deepEqual(Line.last.types(), ["hello"], "what was just there needs no question");
    await pass(5_000);
    happens(name);
    happens(name);
    assert.deepEqual(Line.last.types(), ["hello", "ping"]);
    assert.ok((await lostAfter(ups)) < 3_500);
  });
}

test("a tab that was frozen for 40 s asks first, and keeps a line that stands", async () => {
  const { ups } = link();
  Line.last.opens();
  clock.sleep(40_000);
  await pass(100);
  assert.deepEqual(Line.last.types(), ["hello", "ping"]);
  Line.last.says(PONG);
  await pass(5_000);
  assert.deepEqual(ups, [true]);
  clock.sleep(40_000);
  assert.ok((await lostAfter(ups)) < 3_500, "and one that does not stand is given up");
});

test("a slow line is given twice its round trip", async () => {
  const { ups } = link();
  Line.last.onopen?.();
  await pass(4_000);
  Line.last.says({ type: "welcome", day: 7 } as Partial<Outgoing>);
  await pass(3_000);
  happens("online");
  await pass(5_000);
  Line.last.says(PONG);
  assert.deepEqual(ups, [true]);
});

test("a welcome that comes again makes no line slow", async () => {
  const { ups } = link();
  Line.last.opens();
  await pass(9_000);
  Line.last.says({ type: "welcome", day: 7 } as Partial<Outgoing>);
  await pass(5_000);
  happens("online");
  assert.ok((await lostAfter(ups)) < 3_500);
});

test("attempts that hang are ended, and the next comes within 20 s", async () => {
  link();
  for (let n = 0; n < 6; n += 1) {
    const before = Line.all.length;
    // Whatever comes back during this attempt is found by the next one.
    await pass(14_000);
    assert.ok(Line.all.length > before);
  }
  const before = Line.all.length;
  Line.last.onclose?.();
  happens("online");
  happens("keydown");
  await pass(MOMENT_MS);
  happens("online");
  assert.equal(Line.all.length, before + 1, "who looks does not wait");
});

test("presses on a slow line end no attempt", async () => {
  link();
  for (let n = 0; n < 7; n += 1) {
    await pass(1_000);
    happens("keydown");
  }
  assert.equal(Line.all.length, 1);
});

test("what was pressed on a dead line is sent once more on the next, under the same id", async () => {
  const { line, ups } = link();
  Line.last.opens();
  await pass(1_000);
  line.act(ACT);
  assert.ok((await lostAfter(ups)) < 8_000, "an answer that is due is not waited for longer");
  const id = idOf(Line.last.sent[1]);
  await pass(MOMENT_MS);
  Line.last.opens();
  assert.deepEqual(Line.last.types(), ["hello", "act"]);
  assert.equal(idOf(Line.last.sent[1]), id);
});

test("an answer that never comes on a line that stands is asked for on another one", async () => {
  const { line, ups } = link();
  Line.last.opens();
  const first = Line.last;
  line.act(ACT);
  for (let n = 0; n < 25 && first === Line.last; n += 1) {
    await pass(1_000);
    if (first.types().at(-1) === "ping") first.says(PONG);
  }
  assert.deepEqual(ups, [true, false]);
  Line.last.opens();
  assert.deepEqual(Line.last.types(), ["hello", "act"]);
});

for (const outcome of ["busy", "too_fast"] as const) {
  test(`${outcome} is not said to be undone after an earlier sending that may count`, async () => {
    const { line } = link();
    line.follow("m", () => 5);
    Line.last.opens();
    const done = line.act(ACT).answered;
    const id = idOf(Line.last.sent[2]);
    Line.last.onclose?.();
    await pass(MOMENT_MS);
    Line.last.opens();
    for (let n = 0; n < 5; n += 1) {
      Line.last.says(answer(id, outcome));
      await pass(MOMENT_MS);
    }
    assert.equal((await done).outcome, "unsure");
    assert.deepEqual(Line.last.sent.at(-1), { type: "follow", match: "m", have: null });
  });
}

test("busy at the first sending is an answer", async () => {
  const { line } = link();
  Line.last.opens();
  const done = line.act(ACT).answered;
  Line.last.says(answer(idOf(Line.last.sent[1]), "busy"));
  assert.equal((await done).outcome, "busy");
});
