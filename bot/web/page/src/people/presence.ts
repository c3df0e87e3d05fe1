import { computed, effect, signal } from "@preact/signals";
import { notify } from "../moments.ts";
import type { MatchState } from "../protocol.ts";
import { clockOffset, shown, table } from "../state.ts";
import { t } from "../words.ts";
import { type DiscordClient, discordClient, type Presence } from "./client.ts";

/** Discord takes five changes in 20 seconds. */
const PACE_MS = 5_000;

/** Whether the player's profile shows this game; they press for it at each visit. */
export const isPresent = signal(false);

const presence = computed<Presence | null>(() => {
  const view = table.value?.view;
  if (!view || view.private || shown.value === null) return null;
  return presenceOf(view, table.value?.seat?.seat ?? null, clockOffset.value);
});

/** What a profile shows of a match: what everybody at the table sees, and no card. */
export function presenceOf(view: MatchState, own: number | null, offset: number): Presence {
  const others = view.players.filter((one) => one.seat !== own).map((one) => one.name);
  const names = own === null ? view.players.map((one) => one.name) : others;
  const score = view.sheet.totals.join(" : ");
  const due = view.clock.paused ? [] : view.clock.deadlines.map((one) => one.at);
  const until = due.length > 0 ? Math.floor((Math.min(...due) - offset) / 1000) : null;
  return {
    details: own === null ? names.join(" – ") : t("come.against", { names: others.join(", ") }),
    state: view.phase === "over" ? `${t("come.over")} · ${score}` : `${view.title} · ${score}`,
    match: view.match,
    until: view.phase === "playing" ? until : null,
    seated: view.players.length,
    seats: view.players.length,
  };
}

/** Show this game on the player's profile, or no longer. */
export async function setPresent(client: DiscordClient, on: boolean): Promise<void> {
  if (on) await client.allowPresence();
  else await client.show(null);
  sent = NOTHING;
  isPresent.value = on;
}

const NOTHING = "null";
let sent = NOTHING;
let timer: number | undefined;

/** Keep the profile in step with the table. */
effect(() => {
  const wanted = JSON.stringify(isPresent.value ? presence.value : null);
  const client = discordClient.value;
  if (!client || !isPresent.value || wanted === sent || timer !== undefined) return;
  send(client);
});

function send(client: DiscordClient): void {
  const now = isPresent.peek() ? presence.peek() : null;
  sent = JSON.stringify(now);
  timer = window.setTimeout(() => {
    timer = undefined;
    const isBehind = JSON.stringify(presence.peek()) !== sent;
    if (isPresent.peek() && isBehind) send(client);
  }, PACE_MS);
  client.show(now).catch((error: Error) => {
    isPresent.value = false;
    notify(error.message);
  });
}
