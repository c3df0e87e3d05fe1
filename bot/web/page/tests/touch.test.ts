import assert from "node:assert/strict";
import { test } from "node:test";
import type { MatchMessage } from "../src/protocol.ts";

const nowhere = { addEventListener: () => undefined, setTimeout: () => 0, clearTimeout: () => 0 };
Object.assign(globalThis, {
  window: { ...nowhere, matchMedia: () => ({ matches: true }) },
  document: nowhere,
  location: { hash: "#match=m" },
  history: { replaceState: () => undefined },
});
const state = await import("../src/state.ts");
const moments = await import("../src/moments.ts");
const touch = await import("../src/table/touch.ts");

/** The newest state of the match on the screen. */
function arrives(message: MatchMessage): void {
  state.dispatch({ type: "went", place: { match: "m", page: null } });
  state.dispatch({ type: "received", message, at: 0 });
}

/** A table at which these cards are in the hand, and each of them may be discarded. */
function holding(...hand: string[]): void {
  const actions = hand.map((card) => ({ kind: "discard", card, action: `d${card}`, knock: null }));
  const seat = { hand, actions, requests: [], locked: [], revision: hand.length };
  const table = {
    type: "table",
    match: "m",
    version: 1,
    view: { tables: [] },
    seat,
  } as unknown as MatchMessage;
  arrives(table);
}

function unanswered(...actions: string[]): void {
  const waiting = actions.map((action) => ({
    ...{ type: "act" as const, id: action, match: "m", revision: 1, action },
  }));
  state.dispatch({ type: "waiting", waiting });
}

test("a selected card that is not in the hand any more is not selected", () => {
  holding("AS", "2S");
  touch.select("AS");
  assert.equal(touch.selected.value, "AS");
  holding("2S", "3S");
  assert.equal(touch.selected.value, null);
  touch.select(null);
});

test("only an unanswered action is under way, and the same again is that one", () => {
  holding("AS", "2S");
  state.dispatch({ type: "waiting", waiting: [{ type: "sort", id: "1", order: "suits" }] });
  assert.equal(touch.isUnderWay({ action: "dAS" }), false);
  unanswered("dAS");
  assert.equal(touch.isUnderWay({ action: "dAS" }), true);
  assert.equal(touch.isUnderWay({ action: "d2S" }), false);
  unanswered();
});

test("a card that must stay says so", () => {
  holding("AS", "2S");
  const table = state.tables.value.get("m") as MatchMessage;
  const seat = { ...table.seat, actions: [], locked: ["AS"] } as unknown as MatchMessage["seat"];
  arrives({ ...table, seat });
  moments.notice.value = null;
  assert.equal(touch.discard("2S"), false);
  assert.equal(moments.notice.value, null);
  assert.equal(touch.discard("AS"), false);
  assert.ok(moments.notice.value);
});
