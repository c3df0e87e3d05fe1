import assert from "node:assert/strict";
import { test } from "node:test";
import type { MatchMessage } from "../src/protocol.ts";

const nowhere = { addEventListener: () => undefined, setTimeout: () => 0, clearTimeout: () => 0 };
Object.assign(globalThis, { window: nowhere, document: nowhere, location: { hash: "" } });
const state = await import("../src/state.ts");
const touch = await import("../src/table/touch.ts");

/** A table at which these cards are in the hand, and each of them may be discarded. */
function holding(...hand: string[]): void {
  const actions = hand.map((card) => ({ kind: "discard", card, action: `d${card}`, knock: null }));
  const seat = { hand, actions, requests: [], locked: [], revision: hand.length };
  const table = { match: "m", version: 1, view: { tables: [] }, seat } as unknown as MatchMessage;
  state.tables.value = new Map([["m", table]]);
  state.shown.value = "m";
}

function unanswered(...actions: string[]): void {
  state.waiting.value = actions.map((action) => ({
    ...{ type: "act", id: action, match: "m", revision: 1, action },
  })) as typeof state.waiting.value;
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
  state.waiting.value = [{ type: "sort", id: "1", order: "suits" }];
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
  state.tables.value = new Map([["m", { ...table, seat }]]);
  state.notice.value = null;
  assert.equal(touch.discard("2S"), false);
  assert.equal(state.notice.value, null);
  assert.equal(touch.discard("AS"), false);
  assert.ok(state.notice.value);
});
