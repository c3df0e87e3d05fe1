/** The browser's storage, which it may refuse: then nothing outlasts the page, and all else works. */
class Shelf {
  constructor(private readonly open: () => Storage) {}

  get(key: string): string | null {
    try {
      return this.open().getItem(key);
    } catch {
      return null;
    }
  }

  /** Whether it is kept. */
  set(key: string, value: string): boolean {
    try {
      this.open().setItem(key, value);
      return true;
    } catch {
      return false;
    }
  }

  remove(key: string): void {
    try {
      this.open().removeItem(key);
    } catch {
      // Nothing was kept.
    }
  }
}

/** What this browser remembers. */
export const browserShelf = new Shelf(() => window.localStorage);
/** What this tab remembers until it is closed. */
export const tabShelf = new Shelf(() => window.sessionStorage);
