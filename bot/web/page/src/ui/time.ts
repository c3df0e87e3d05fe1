import { effect, signal } from "@preact/signals";
import { clockOffset, small } from "../state.ts";
import { locale } from "../words.ts";

/** This moment by the server's clock, each second. */
export const now = signal(Date.now());

function tick(): void {
  now.value = Date.now() + clockOffset.value;
  window.setTimeout(tick, 1000 - (now.peek() % 1000) + 5);
}
effect(() => {
  now.value = Date.now() + clockOffset.value;
});
tick();

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const UNITS: readonly [number, Intl.RelativeTimeFormatUnit][] = [
  [DAY, "day"],
  [HOUR, "hour"],
  [MINUTE, "minute"],
  [SECOND, "second"],
];

const STYLES: Record<string, Intl.DateTimeFormatOptions> = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
  s: { dateStyle: "short", timeStyle: "short" },
  S: { dateStyle: "short", timeStyle: "medium" },
};

/** The last moment that a clock knows, in milliseconds from 1970 on; the first is as far back. */
const LAST = 8_640_000_000_000_000;

/** A moment as Discord shows it; the relative style counts. One that no clock knows is its number. */
export function clockTime(at: number, style: string): string {
  if (Math.abs(at) > LAST) return String(at / SECOND);
  if (style === "R") return relative(at);
  return new Intl.DateTimeFormat(locale.value, STYLES[style] ?? STYLES.f).format(at);
}

/** A moment as seen from now: "in 5 minutes". */
export function relative(at: number): string {
  const left = at - now.value;
  const format = new Intl.RelativeTimeFormat(locale.value, { numeric: "auto" });
  for (const [size, unit] of UNITS) {
    if (Math.abs(left) >= size || unit === "second") {
      return format.format(Math.trunc(left / size), unit);
    }
  }
  return "";
}

/** What is left of a turn: "4:05" within the hour, days and hours before. */
export function left(at: number): string {
  const rest = Math.max(0, at - now.value);
  if (rest < HOUR) {
    const seconds = Math.ceil(rest / SECOND);
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  }
  const short = (value: number, unit: string) =>
    new Intl.NumberFormat(locale.value, { style: "unit", unit, unitDisplay: "narrow" }).format(
      value,
    );
  const days = Math.floor(rest / DAY);
  const hours = Math.floor((rest % DAY) / HOUR);
  if (days > 0) return `${short(days, "day")} ${short(hours, "hour")}`;
  return `${short(hours, "hour")} ${short(Math.floor((rest % HOUR) / MINUTE), "minute")}`;
}

export const calm = () =>
  small.value || window.matchMedia("(prefers-reduced-motion: reduce)").matches;
