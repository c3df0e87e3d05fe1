import { EVENTS, listOf, STUDIES, WATCH } from "../place.ts";
import type { WordKey } from "../protocol.ts";
import type { IconName } from "../ui/icon.tsx";

/** A place of the navigation, and the pages that are reached from it, the first one at once. */
export interface Section {
  title: WordKey;
  icon: IconName;
  pages: readonly string[];
}

/** The navigation. Pages without an entry in the lobby's menu are drawn by this page itself. */
export const SECTIONS: readonly Section[] = [
  { title: "nav.play", icon: "play", pages: [] },
  {
    title: "nav.learn",
    icon: "learn",
    pages: ["learn", "trainer", "race", "tutor", "ask", STUDIES, "daily", "rules"],
  },
  { title: "lobby.watch", icon: "eye", pages: [WATCH] },
  { title: "nav.events", icon: "events", pages: [EVENTS] },
  {
    title: "nav.records",
    icon: "records",
    pages: ["profile", "history", "leaderboard", "rewards"],
  },
  { title: "nav.me", icon: "me", pages: ["settings", "friends", "about"] },
];

/** The part of the navigation that a page belongs to. */
export function sectionOf(name: string | null): Section | undefined {
  const shown = listOf(name);
  return SECTIONS.find(({ pages }) =>
    shown === null ? pages.length === 0 : pages.includes(shown),
  );
}
