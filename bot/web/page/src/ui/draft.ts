import { useState } from "preact/hooks";
import { tabShelf } from "../link/storage.ts";
import { welcome } from "../state.ts";

/** What a form holds, how it is changed, and how it is thrown away. */
type Draft<T> = [T, (value: T) => void, () => void];

/** The place of a draft: nobody finds what another one has written in the same tab. */
function shelfName(name: string): string {
  return `gin.draft.${welcome.peek()?.user ?? ""}.${name}`;
}

/** What this tab remembers under a name; null if nothing. */
export function draftOf<T>(name: string): T | null {
  const text = tabShelf.get(shelfName(name));
  return text === null ? null : (JSON.parse(text) as T);
}

/**
 * The state of a form, which this tab remembers under a name until it is thrown away: whoever looks
 * elsewhere, goes back or reloads finds what they wrote. A form of another name has another key.
 */
export function useDraft<T>(name: string, first: T): Draft<T> {
  const [written, setWritten] = useState<T | null>(() => draftOf<T>(name));
  const write = (next: T) => {
    tabShelf.set(shelfName(name), JSON.stringify(next));
    setWritten(next);
  };
  const drop = () => {
    tabShelf.remove(shelfName(name));
    setWritten(null);
  };
  return [written ?? first, write, drop];
}
