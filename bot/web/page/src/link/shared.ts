import { notify } from "../moments.ts";
import type { SharedReplay } from "../protocol.ts";
import { dispatch, waiting } from "../state.ts";
import { locale } from "../words.ts";
import { fetchJson, withRetry } from "./requests.ts";

/** The server answers a request that waits for the coach well before that, with the graph or not. */
const GRAPH_MS = 40_000;

/** The number of the newest step that was asked for. */
let newest = 0;

/** Show the replay of a match that somebody shares; this needs no session. */
export async function openShared(id: string, pressed = "", value = ""): Promise<void> {
  const number = ++newest;
  const query = new URLSearchParams({ locale: locale.value });
  if (pressed) query.set("press", pressed);
  if (value) query.set("value", value);
  const found = await load(id, query);
  if (number !== newest) return;
  dispatch({ type: "shared", panel: found.panel });
  if (found.thinking) void addGraph(id, query, number);
}

/** Show the same step once more when the coach has evaluated its round. */
async function addGraph(id: string, query: URLSearchParams, number: number): Promise<void> {
  query.set("wait", "1");
  try {
    for (let thinking = true; thinking && number === newest; ) {
      const found = await load(id, query, AbortSignal.timeout(GRAPH_MS));
      thinking = found.thinking;
      if (number === newest && !thinking) dispatch({ type: "shared", panel: found.panel });
    }
  } catch {
    // The cards are there; the next step asks for the graph again.
  }
}

function load(
  id: string,
  query: URLSearchParams,
  signal: AbortSignal | null = null,
): Promise<SharedReplay> {
  const options = signal ? { signal } : {};
  return withRetry(() => fetchJson(`api/shared/${encodeURIComponent(id)}?${query}`, options));
}

/** Go to another step of the replay. */
export async function pressShared(id: string, pressed: string, value: string): Promise<null> {
  const mine = [
    { type: "press", id: "", panel: "", press: pressed, values: [value], fields: null },
  ] as const;
  dispatch({ type: "waiting", waiting: mine });
  try {
    await openShared(id, pressed, value);
  } catch (error) {
    notify(error instanceof Error ? error.message : String(error));
  } finally {
    if (waiting.peek() === mine) dispatch({ type: "waiting", waiting: [] });
  }
  return null;
}
