import { LOBBY, type Place } from "./place.ts";

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
