/** Where the reader is: at a match, on a page of its own, or in the lobby. */
export type Place =
  | { readonly match: string; readonly page: null }
  | { readonly match: null; readonly page: string }
  | { readonly match: null; readonly page: null };

export const LOBBY: Place = { match: null, page: null };
export const WATCH = "watch";
export const EVENTS = "events";
export const STUDIES = "studies";
export const ASK = "ask";

/** What has a page for each of its kind, and the page with the list of all of them. */
const LISTS = {
  replay: "history",
  coach: "history",
  luck: "history",
  deal: "history",
  event: EVENTS,
  study: STUDIES,
  ask: ASK,
} as const;
/** A kind of thing with pages; the panel that opens one by its name is called the same. */
export type Thing = keyof typeof LISTS;

/**
 * The page of one thing: of a round `MATCH.ROUND` the replay, the coach …, an event by its number, a study by its own and that
 * of a move, a position by its cards.
 */
export function pageOf(thing: Thing, name: string): string {
  return `${thing}.${name}`;
}

/** The thing that a page shows, by the name that the server reads; null for other pages. */
export function thingOn(page: string | null): { thing: Thing; name: string } | null {
  const [, thing, name] = page?.match(/^(replay|coach|luck|deal|event|study|ask)\.(.+)$/) ?? [];
  return thing === undefined || name === undefined ? null : { thing: thing as Thing, name };
}

/** The page with the list of a kind of thing. */
export function listFor(thing: Thing): string {
  return LISTS[thing];
}

/** The page with the list that a page of one thing belongs to; another page is its own. */
export function listOf(page: string | null): string | null {
  const shown = thingOn(page);
  return shown ? LISTS[shown.thing] : page;
}

/** The match that a page is about. */
export function matchOn(page: string | null): string | null {
  const open = thingOn(page);
  return open && LISTS[open.thing] === "history" ? (open.name.split(".")[0] ?? null) : null;
}
