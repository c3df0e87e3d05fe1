import { useEffect, useRef, useState } from "preact/hooks";
import { press } from "../control.ts";
import type { NamedSetting, TextEntry } from "../protocol.ts";
import { Icon } from "../ui/icon.tsx";
import { Line } from "../ui/text.tsx";
import { clockTime, now, relative } from "../ui/time.ts";
import { locale, t } from "../words.ts";
import {
  dayNames,
  daysFrom,
  instantOf,
  localText,
  moved,
  ownZone,
  startOfWeek,
} from "./calendar.ts";

interface EntryProps {
  one: NamedSetting;
  entry: TextEntry;
  panel: string;
}

/** How long after the last letter a text is sent. */
const PAUSE_MS = 400;

/** A text, which is kept as it is written. */
export function WrittenEntry({ one, entry, panel }: EntryProps) {
  const [text, setText] = useState<string | null>(null);
  const pause = useRef(0);
  const newest = useRef(entry);
  newest.current = entry;
  const send = (value: string) => {
    window.clearTimeout(pause.current);
    if (value !== newest.current.text) void write(panel, newest.current, value);
  };
  useEffect(() => () => window.clearTimeout(pause.current), []);
  return (
    <label class="choice-of">
      <span class="choice-name">{one.title}</span>
      <input
        type="text"
        value={text ?? entry.text}
        maxLength={entry.length}
        placeholder={entry.example}
        onInput={({ currentTarget: { value } }) => {
          setText(value);
          window.clearTimeout(pause.current);
          pause.current = window.setTimeout(() => send(value), PAUSE_MS);
        }}
        onBlur={({ currentTarget: { value } }) => {
          send(value);
          setText(null);
        }}
      />
    </label>
  );
}

const WEEKS = 3;
const QUARTER = 15;
const EVENINGS = ["18:00", "19:00", "20:00", "21:00"];

/** When something begins: usual times, a calendar, a clock, or words. */
export function StartEntry({ one, entry, panel }: EntryProps) {
  const send = (text: string) => void write(panel, entry, `${text} ${ownZone()}`);
  return (
    <div class="choice-of start-entry" data-drawn="">
      <fieldset>
        <legend class="unseen">{one.title}</legend>
        <div class="values described">
          {one.values.map((value) => (
            <button
              type="button"
              key={value.label}
              aria-pressed={entry.at === null ? value.chosen : entry.at === instantOf(value.value)}
              onClick={() => send(value.value)}
            >
              <b>{value.label}</b>
              {value.note && <span>{noteOf(value.note)}</span>}
            </button>
          ))}
        </div>
      </fieldset>
      <Calendar at={entry.at} send={send} />
      <StartWords entry={entry} send={send} />
    </div>
  );
}

/** A note; a moment in it as the reader writes it. */
function noteOf(note: string): string {
  const at = instantOf(note);
  return at === null ? note : clockTime(at, "s");
}

interface CalendarProps {
  at: number | null;
  send: (text: string) => void;
}

/** Three weeks with the chosen day, and its time of day. */
function Calendar({ at, send }: CalendarProps) {
  const [ahead, setAhead] = useState(0);
  const today = localText(now.value).slice(0, 10);
  const shown = at === null ? null : localText(at);
  const [day, time] = shown?.split(" ") ?? [null, "20:00"];
  const first = moved(startOfWeek(today), ahead * WEEKS * 7);
  const move = (minutes: number) => {
    const from = instantOf(`${day ?? today} ${time}`);
    if (from !== null) send(localText(from + minutes * 60_000));
  };
  return (
    <div class="when">
      <div>
        <p class="month">
          <button
            type="button"
            class="icon"
            disabled={ahead === 0}
            aria-label={t("calendar.earlier")}
            onClick={() => setAhead(ahead - 1)}
          >
            <Icon name="back" />
          </button>
          <b>{monthOf(first)}</b>
          <button
            type="button"
            class="icon"
            aria-label={t("calendar.later")}
            onClick={() => setAhead(ahead + 1)}
          >
            <Icon name="right" />
          </button>
        </p>
        <div class="days">
          {dayNames(locale.value).map((name) => (
            <span key={name} aria-hidden="true">
              {name}
            </span>
          ))}
          {daysFrom(first, WEEKS * 7).map((one) => (
            <button
              type="button"
              key={one}
              class={one === today ? "today" : ""}
              disabled={one < today}
              aria-pressed={one === day}
              aria-label={clockTime(instantOf(`${one} 12:00`) ?? 0, "D")}
              onClick={() => send(`${one} ${time}`)}
            >
              {Number(one.slice(8))}
            </button>
          ))}
        </div>
      </div>
      <div class="time-of-day">
        <div class="dial">
          <button
            type="button"
            class="icon"
            aria-label={t("calendar.before")}
            onClick={() => move(-QUARTER)}
          >
            <Icon name="minus" />
          </button>
          <b>{at === null ? "–" : clockTime(at, "t")}</b>
          <button
            type="button"
            class="icon"
            aria-label={t("calendar.after")}
            onClick={() => move(QUARTER)}
          >
            <Icon name="plus" />
          </button>
        </div>
        <div class="evenings">
          {EVENINGS.map((one) => (
            <button
              type="button"
              key={one}
              aria-pressed={shown !== null && one === time}
              onClick={() => send(`${day ?? today} ${one}`)}
            >
              {clockTime(instantOf(`${today} ${one}`) ?? 0, "t")}
            </button>
          ))}
        </div>
        {at !== null && (
          <p class="small">
            {clockTime(at, "F")}, {relative(at)}.
          </p>
        )}
        <p class="small">{t("calendar.zone", { zone: ownZone().replace(/^.*\//, "") })}</p>
      </div>
    </div>
  );
}

function monthOf(first: string): string {
  const at = instantOf(`${moved(first, 10)} 12:00`) ?? 0;
  return new Intl.DateTimeFormat(locale.value, { month: "long", year: "numeric" }).format(at);
}

/** A start in words; what is wrong with it stands below, and it stays as it was written. */
function StartWords({ entry, send }: { entry: TextEntry; send: (text: string) => void }) {
  const [text, setText] = useState("");
  const { at, wrong } = entry;
  // What was read has become the chosen day.
  useEffect(() => {
    if (at !== null && !wrong) setText("");
  }, [at, wrong]);
  return (
    <form
      class="start-words"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim()) send(text.trim());
      }}
    >
      <label class="field">
        {t("calendar.words")}
        <input
          type="text"
          value={text}
          maxLength={entry.length - ownZone().length - 1}
          placeholder={entry.example}
          aria-invalid={wrong !== ""}
          aria-describedby={wrong ? "start-wrong" : undefined}
          onInput={({ currentTarget: { value } }) => setText(value)}
        />
      </label>
      <button type="submit">{t("calendar.set")}</button>
      {wrong && (
        <p class="wrong" id="start-wrong" role="alert">
          <Line text={wrong} />
        </p>
      )}
    </form>
  );
}

/** Submit the form of a text. */
function write(panel: string, entry: TextEntry, text: string) {
  return press(panel, entry.press, [], { text });
}
