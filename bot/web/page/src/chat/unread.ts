import { computed, signal } from "@preact/signals";
import { announce } from "../moments.ts";
import type { Chat } from "../protocol.ts";
import { table, welcome } from "../state.ts";

/** The chat of the channel, where the page shows it. */
export const chat = signal<Chat | null>(null);
/** The newest message that was on the screen. */
const read = signal<string | null>(null);

/** How many messages of the people at this table have come since somebody looked at the chat. */
export const unread = computed(() => {
  const lines = chat.value?.lines ?? [];
  const at = lines.findIndex((line) => line.id === read.value);
  const me = welcome.value?.user;
  const here = new Set(table.value?.view.players.map((one) => one.name));
  return lines
    .slice(at + 1)
    .filter((line) => !line.gin && line.author !== me && here.has(line.name)).length;
});

/** Everything that is written now has been seen. */
export function readAll(): void {
  read.value = chat.value?.lines.at(-1)?.id ?? null;
}

/** Take over what is written now, and say what other people have added. */
export function chatArrived(now: Chat): void {
  const before = chat.peek();
  chat.value = now;
  if (!before) {
    readAll();
    return;
  }
  const known = new Set(before.lines.map((line) => line.id));
  const me = welcome.peek()?.user;
  const added = now.lines.filter((line) => !line.gin && line.author !== me && !known.has(line.id));
  if (added.length > 0) announce(added.map((line) => `${line.name}: ${line.text}`).join("\n"));
}
