import assert from "node:assert/strict";
import { test } from "node:test";
import { fan, moved, RATIO, rowsOf, slotAt } from "../src/table/fan.ts";

const SCREENS = [
  { width: 304, height: 160, most: 64 },
  { width: 384, height: 250, most: 80 },
  { width: 860, height: 248, most: 105 },
  { width: 2000, height: 520, most: 190 },
];

test("every card of every hand lies within its room and leaves a finger's width", () => {
  for (const room of SCREENS) {
    for (const groups of [[10], [3, 4, 4], [1, 1, 1], [3, 3, 3, 1, 1], [14], [4, 4, 4, 4]]) {
      const laid = fan(groups, room);
      for (const place of laid.places) {
        const turned = Math.abs(place.angle) > 0 ? laid.card * 0.15 : 0;
        assert.ok(place.x >= -turned && place.x + laid.card <= room.width + turned + 1);
        assert.ok(
          place.y + laid.card * RATIO <= room.height * 1.1,
          JSON.stringify({ room, groups }),
        );
      }
      laid.places.slice(1).forEach((place, n) => {
        const before = laid.places[n];
        if (before?.row === place.row) assert.ok(place.x - before.x >= 24);
      });
    }
  }
});

test("rows are cut between melds where that costs little", () => {
  assert.deepEqual(rowsOf([3, 3, 5], 2), [[3, 3], [5]]);
  assert.deepEqual(rowsOf([11], 2), [[6], [5]]);
  assert.deepEqual(rowsOf([3, 4, 4], 1), [[3, 4, 4]]);
});

test("a card that is let go takes the place that it lies over", () => {
  const room = { width: 860, height: 248, most: 105 };
  const laid = fan([10], room);
  laid.places.forEach((place, n) => {
    const y = place.y + laid.card;
    assert.equal(slotAt(laid.places, laid.card, place.x + laid.card / 2, y), n);
  });
  assert.equal(slotAt(laid.places, laid.card, -50, 100), 0);
  assert.equal(slotAt(laid.places, laid.card, 2000, 100), 9);
});

test("a moved card leaves the others in their order", () => {
  assert.deepEqual(moved(["a", "b", "c", "d"], "b", 2), ["a", "c", "b", "d"]);
  assert.deepEqual(moved(["a", "b", "c", "d"], "d", 0), ["d", "a", "b", "c"]);
  assert.deepEqual(moved(["a", "b"], "a", 9), ["b", "a"]);
});
