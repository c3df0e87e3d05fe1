/** Days and times of the reader's own zone, written `YYYY-MM-DD` and `YYYY-MM-DD HH:MM`. */

const DAY_MS = 86_400_000;
const WEEK = 7;
/** A Monday, at noon. */
const MONDAY = Date.UTC(2024, 0, 1, 12);

/** The name of the reader's zone, as the server reads it. */
export function ownZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** The moment that a written time is here; null for any other text. */
export function instantOf(text: string): number | null {
  const found = text.match(/^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d)$/);
  if (!found) return null;
  const [year, month, day, hour, minute] = found.slice(1).map(Number) as [
    number,
    number,
    number,
    number,
    number,
  ];
  return new Date(year, month - 1, day, hour, minute).getTime();
}

/** A moment as it is written here. */
export function localText(at: number): string {
  const date = new Date(at);
  const two = (value: number) => String(value).padStart(2, "0");
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** The day so many days after another one. */
export function moved(day: string, days: number): string {
  return new Date(Date.parse(`${day}T12:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** The Monday of a day's week. */
export function startOfWeek(day: string): string {
  const weekday = new Date(`${day}T12:00Z`).getUTCDay();
  return moved(day, -((weekday + WEEK - 1) % WEEK));
}

/** So many days from one on. */
export function daysFrom(first: string, count: number): string[] {
  return Array.from({ length: count }, (_, n) => moved(first, n));
}

/** The days of a week from Monday on, in short. */
export function dayNames(language: string): string[] {
  const format = new Intl.DateTimeFormat(language, { weekday: "short", timeZone: "UTC" });
  return Array.from({ length: WEEK }, (_, n) => format.format(MONDAY + n * DAY_MS));
}
