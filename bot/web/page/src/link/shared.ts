import type { SharedReplay } from "../protocol.ts";
import { panel, tell, waiting } from "../state.ts";
import { locale } from "../words.ts";

/** Show the replay of a match that somebody shares; this needs no session. */
export async function openShared(id: string, pressed = "", value = ""): Promise<void> {
  const query = new URLSearchParams({ locale: locale.value });
  if (pressed) query.set("press", pressed);
  if (value) query.set("value", value);
  const response = await fetch(`api/shared/${encodeURIComponent(id)}?${query}`);
  const found = (await response.json()) as SharedReplay & { error?: string };
  if (!response.ok) throw new Error(found.error ?? response.statusText);
  panel.value = found.panel;
}

/** Go to another step of the replay. */
export async function pressShared(id: string, pressed: string, value: string): Promise<null> {
  waiting.value = new Set([pressed]);
  try {
    await openShared(id, pressed, value);
  } catch (error) {
    tell(error instanceof Error ? error.message : String(error));
  } finally {
    waiting.value = new Set();
  }
  return null;
}
