import { listOf, WATCH } from "../place.ts";
import { PAGES, type WordKey } from "../protocol.ts";
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
  { title: "nav.learn", icon: "learn", pages: PAGES.learn },
  { title: "lobby.watch", icon: "eye", pages: [WATCH] },
  { title: "nav.events", icon: "events", pages: PAGES.events },
  { title: "nav.records", icon: "records", pages: PAGES.records },
  { title: "nav.me", icon: "me", pages: PAGES.me },
];

/** The part of the navigation that a page belongs to. */
export function sectionOf(name: string | null): Section | undefined {
  const shown = listOf(name);
  return SECTIONS.find(({ pages }) =>
    shown === null ? pages.length === 0 : pages.includes(shown),
  );
}
