import assert from "node:assert/strict";
import { test } from "node:test";
import { clock, pass } from "./clock.ts";

const asked: string[] = [];
Object.assign(globalThis, {
  window: { setTimeout: clock.setTimeout, clearTimeout: clock.clearTimeout },
  fetch: async (path: string) => {
    asked.push(path);
    return {
      ...{ ok: true, status: 200, headers: new Map([["content-type", "application/json"]]) },
      json: async () => ({ panel: { panel: `${asked.length}` }, thinking: asked.length < 4 }),
    };
  },
});

const { openShared } = await import("../src/link/shared.ts");
const { panel } = await import("../src/state.ts");

test("the graph is asked for until the coach has it, though that takes longer than a request", async () => {
  await openShared("name");
  await pass(1_000);
  assert.equal(asked.length, 4);
  assert.equal(asked.filter((path) => path.includes("wait=1")).length, 3);
  assert.equal(panel.value?.panel, "4");
});
