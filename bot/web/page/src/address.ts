import { LOBBY, type Place } from "./place.ts";
import { hasClosed, isOnLayer, settle } from "./ui/layers.ts";

const NAMES = ["match", "page"] as const;

function fragment(): URLSearchParams {
  return new URLSearchParams(location.hash.slice(1));
}

/** Where a chat makes a link of an address, the sentence may end in it. */
const END_OF_SENTENCE = /[\s.,;:!?…)\]}>'"»”’]+$/;
const MATCH = /^[0-9a-z]{0,13}$/;

/** A name in an address, without the end of the sentence that it stands in. */
export function nameIn(text: string | null): string {
  return (text ?? "").replace(END_OF_SENTENCE, "");
}

/** The place that the address names; null if what should name a match does not. */
export function placeInAddress(): Place | null {
  const found = fragment();
  const match = nameIn(found.get("match"));
  const page = nameIn(found.get("page"));
  if (!MATCH.test(match)) return null;
  if (match) return { match, page: null };
  return page ? { match: null, page } : LOBBY;
}

/** The member of the playground that the address names to play with. */
export function wishInAddress(): string | null {
  return nameIn(fragment().get("with")) || null;
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
  const isSame = isAt(place);
  // The entry of what lies over the page keeps its number until that is closed.
  if (isSame) history.replaceState(history.state, "", address);
  else if (replaces || isOnLayer()) history.replaceState(null, "", address);
  else history.pushState(null, "", address);
}

function isAt(place: Place | null): boolean {
  const here = placeInAddress();
  return here?.match === place?.match && here?.page === place?.page;
}

type Go = (place: Place | null) => void;
let follow: Go = () => undefined;

/**
 * Go where the address says whenever Back, Forward, the reader or another program changes it; `at`
 * is where the page is until then.
 */
export function onAddress(go: Go, at: () => Place): void {
  follow = go;
  window.addEventListener("popstate", () => {
    const isOfLayers = hasClosed();
    if (!isOfLayers || !isAt(at())) go(placeInAddress());
  });
  settle(); // A reload has closed what lay over the page.
}

/** Go to a place that another program names. */
export function goTo(place: Place): void {
  writeAddress(place);
  follow(placeInAddress());
}
