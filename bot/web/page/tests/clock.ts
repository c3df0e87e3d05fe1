/** The clock of a test: time passes only when it says so, and not for timers of a frozen page. */

let now = 1_000_000;
let keys = 0;
const timers = new Map<number, { at: number; run: () => void }>();

export const clock = {
  now: () => now,
  setTimeout: (run: () => void, ms = 0) => {
    keys += 1;
    timers.set(keys, { at: now + ms, run });
    return keys;
  },
  clearTimeout: (key: number) => timers.delete(key),
  clear: () => timers.clear(),
  /** The page sleeps: the time passes, and what has become due runs afterwards. */
  sleep: (ms: number) => {
    now += ms;
  },
};

async function settle(): Promise<void> {
  for (let n = 0; n < 20; n += 1) await null;
}

/** Let time pass, and everything happen that becomes due. */
export async function pass(ms: number): Promise<void> {
  const end = now + ms;
  await settle();
  for (;;) {
    const due = [...timers].sort((a, b) => a[1].at - b[1].at || a[0] - b[0])[0];
    if (!due || due[1].at > end) break;
    timers.delete(due[0]);
    now = Math.max(now, due[1].at);
    due[1].run();
    await settle();
  }
  now = end;
}

Date.now = () => now;
