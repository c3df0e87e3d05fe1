import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { deckOf, handFrom, isCommitted } from "../src/fair/deal.ts";

interface Case {
  label: string;
  commitment: string;
  secret: string;
  round: number;
  contributions: string[];
  deck?: string;
  top?: string;
}

const page = readFileSync("../../../docs/play/fair-deals.md", "utf8");
const block = /<!-- vectors -->\n```json\n(.*?)```/s.exec(page);
const cases = JSON.parse(block?.[1] ?? "[]") as Case[];

test("every test vector of the page about fair deals", async () => {
  assert.ok(cases.length >= 5);
  for (const one of cases) {
    assert.equal(await isCommitted(one), true, one.label);
    const deck = await deckOf(one, one.label);
    if (one.deck) assert.equal(deck.join(" "), one.deck);
    if (one.top) assert.equal(deck[0], one.top);
  }
});

test("another secret, round or contribution is found out", async () => {
  const [one] = cases;
  assert.ok(one);
  const other = `${one.secret.startsWith("0") ? "1" : "0"}${one.secret.slice(1)}`;
  assert.equal(await isCommitted({ ...one, secret: other }), false);
  assert.equal(await isCommitted({ ...one, round: one.round + 1 }), false);
  const deck = await deckOf({ ...one, contributions: ["blue", "red"] }, one.label);
  assert.equal(deck.join(" ") === one.deck, false);
});

test("hands come from the top of the deck by turns", () => {
  const deck = ["AC", "2C", "3C", "4C", "5C", "6C"];
  assert.deepEqual(handFrom(deck, 0, 2, false), ["AC", "3C"]);
  assert.deepEqual(handFrom(deck, 1, 2, false), ["2C", "4C"]);
  assert.deepEqual(handFrom(deck, 0, 2, true), ["AC", "3C", "5C"]);
});
