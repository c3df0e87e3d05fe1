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

/** The place that the address names. */
export function placeInAddress(): Place {
  const found = fragment();
  return { match: found.get("match"), page: found.get("page") };
}

/** Let the address name a place; a new place is one that Back leaves. */
export function writeAddress(place: Place): void {
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
  const isSame = here.match === place.match && here.page === place.page;
  if (isSame) history.replaceState(null, "", address);
  else history.pushState(null, "", address);
}

/** Go where the address says whenever Back, Forward or the reader has changed it. */
export function onAddress(go: (place: Place) => void): void {
  window.addEventListener("popstate", () => go(placeInAddress()));
}
