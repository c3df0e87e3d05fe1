import { useLayoutEffect, useRef } from "preact/hooks";

/**
 * What lies over the page, such as a dialog, is an entry of the browser's history: Back closes the
 * newest one, and only then leaves the page.
 */

/** How many lay over the page when this entry of the history was made. */
interface Entry {
  layers: number;
}

const open: (() => void)[] = [];
/** A step through the history that is under way, because something was closed on the page. */
let isGoing = false;

const depth = () => (history.state as Entry | null)?.layers ?? 0;

/** Lay something over the page; returns how it is taken away otherwise than by Back. */
function layOver(close: () => void): () => void {
  const layer = () => close();
  open.push(layer);
  queueMicrotask(settle);
  return () => {
    const at = open.indexOf(layer);
    if (at < 0) return;
    open.splice(at, 1);
    queueMicrotask(settle);
  };
}

/** Let the history have one entry for each layer; one that follows another takes its entry over. */
export function settle(): void {
  if (isGoing) return;
  const more = open.length - depth();
  if (more > 0) {
    history.pushState({ layers: depth() + 1 } satisfies Entry, "");
    settle();
  } else if (more < 0) {
    isGoing = true;
    history.go(more);
  }
}

/** Whether a step through the history has been about layers, and not about the place. */
export function hasClosed(): boolean {
  if (isGoing) {
    isGoing = false;
    settle();
    return true;
  }
  if (depth() >= open.length) return false;
  while (open.length > depth()) open.pop()?.();
  return true;
}

/** Whether the entry of the history is that of a layer, which a new place takes over. */
export function isOnLayer(): boolean {
  return depth() > 0;
}

/** Let Back close what is open. */
export function useLayer(isOpen: boolean, close: () => void): void {
  const latest = useRef(close);
  latest.current = close;
  useLayoutEffect(() => (isOpen ? layOver(() => latest.current()) : undefined), [isOpen]);
}
