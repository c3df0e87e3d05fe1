import { signal } from "@preact/signals";

/** Where the reader is: at a match, on a page of its own, or in the lobby. */
export interface Place {
  match: string | null;
  page: string | null;
}

/** The page of its own that is open; the lobby or a table otherwise. */
export const page = signal<string | null>(null);

const NAMES = ["match", "page"] as const;

function fragment(): URLSearchParams {
  return new URLSearchParams(location.hash.slice(1));
}

/** Where a chat makes a link of an address, the sentence may end in it. */
const END_OF_SENTENCE = /[\s.,;:!?…)\]}>'"»”’]+$/;
const MATCH = /^[0-9a-z]{0,13}$/;

/** The place that the address names; null if what should name a match does not. */
export function placeInAddress(): Place | null {
  const found = fragment();
  const match = (found.get("match") ?? "").replace(END_OF_SENTENCE, "");
  const name = (found.get("page") ?? "").replace(END_OF_SENTENCE, "");
  return MATCH.test(match) ? { match: match || null, page: name || null } : null;
}

const REPLAY = "replay.";

/** The page that plays a round of a match. */
export function replayPage(match: string, round: number): string {
  return `${REPLAY}${match}.${round}`;
}

/** The match and the round that a page plays, as the server reads them; null for other pages. */
export function replayOn(name: string | null): string | null {
  return name?.startsWith(REPLAY) ? name.slice(REPLAY.length) : null;
}

const EVENT = "event.";

/** The page of an event. */
export function eventPage(event: string): string {
  return `${EVENT}${event}`;
}

/** The event that a page shows, as the server reads it; null for other pages. */
export function eventOn(name: string | null): string | null {
  return name?.startsWith(EVENT) ? name.slice(EVENT.length) : null;
}

const STUDY = "study.";

/** The page of a study of the reader's own. */
export function studyPage(study: string): string {
  return `${STUDY}${study}`;
}

/** The study that a page shows, as the server reads it; null for other pages. */
export function studyOn(name: string | null): string | null {
  return name?.startsWith(STUDY) ? name.slice(STUDY.length) : null;
}

/** Let the address name a place; a new place is one that Back leaves, unless it `replaces` one. */
export function writeAddress(place: Place, replaces = false): void {
  const wanted = fragment();
  wanted.delete("with");
  for (const name of NAMES) {
    const value = place[name];
    if (value) wanted.set(name, value);
    else wanted.delete(name);
  }
  const text = wanted.toString();
  const address = `${location.pathname}${location.search}${text ? `#${text}` : ""}`;
  const here = placeInAddress();
  const isSame = here?.match === place.match && here.page === place.page;
  if (isSame || replaces) history.replaceState(null, "", address);
  else history.pushState(null, "", address);
}

type Go = (place: Place | null) => void;
let follow: Go = () => undefined;

/** Go where the address says whenever Back, Forward, the reader or another program changes it. */
export function onAddress(go: Go): void {
  follow = go;
  window.addEventListener("popstate", () => go(placeInAddress()));
}

/** Go to a place that another program names. */
export function goTo(place: Place): void {
  writeAddress(place);
  follow(placeInAddress());
}
