import { computed, signal } from "@preact/signals";
import { browserShelf } from "../link/storage.ts";
import { mute, muted } from "../moments.ts";
import { Dialog } from "../ui/dialog.tsx";
import { t } from "../words.ts";

/** How the table looks and feels in this browser. */
export interface TableSettings {
  cards: "small" | "medium" | "large";
  spacing: "narrow" | "wide";
  /** How the hand lies where it is too narrow for one roomy row. */
  rows: "two" | "one";
  speed: "slow" | "normal" | "fast" | "none";
  /** How long computers think in practice. */
  pace: "own" | "second" | "none";
  sound: boolean;
  vibration: boolean;
}

const NAME = "gin.table";
const FIRST: TableSettings = {
  cards: "medium",
  spacing: "narrow",
  rows: "two",
  speed: "normal",
  pace: "second",
  sound: true,
  vibration: true,
};
const CHOICES = {
  cards: ["small", "medium", "large"],
  spacing: ["narrow", "wide"],
  rows: ["two", "one"],
  speed: ["slow", "normal", "fast", "none"],
  pace: ["own", "second", "none"],
} as const;

/** What the browser remembers, without what it does not know any more. */
function remembered(): TableSettings {
  let found: Partial<TableSettings> = {};
  try {
    found = JSON.parse(browserShelf.get(NAME) ?? "{}");
  } catch {
    // Something else has been written there: begin anew.
  }
  const known = { ...FIRST };
  for (const key of ["sound", "vibration"] as const) {
    if (typeof found[key] === "boolean") known[key] = found[key];
  }
  for (const key of ["cards", "spacing", "rows", "speed", "pace"] as const) {
    const choices: readonly string[] = CHOICES[key];
    if (choices.includes(found[key] ?? "")) Object.assign(known, { [key]: found[key] });
  }
  return known;
}

export const tableSettings = signal<TableSettings>(remembered());
export const hasSound = computed(() => tableSettings.value.sound);

let paceChanged: () => void = () => undefined;

/** Call something whenever another pace is chosen. */
export function onPace(changed: () => void): void {
  paceChanged = changed;
}

export function setTable(change: Partial<TableSettings>): void {
  tableSettings.value = { ...tableSettings.peek(), ...change };
  browserShelf.set(NAME, JSON.stringify(tableSettings.peek()));
  if (change.pace) paceChanged();
}

/** The longest time that computers think in the reader's practice, in milliseconds. */
export function paceOfComputers(): number {
  return { own: 10_000, second: 1_000, none: 0 }[tableSettings.peek().pace];
}

/** How much longer movements take than usual; 0 for none. */
export function pace(): number {
  return { slow: 1.8, normal: 1, fast: 0.5, none: 0 }[tableSettings.peek().speed];
}

/** The sizes, sounds and movements of the table, kept in this browser. */
export function TableSettingsDialog({ close }: { close: () => void }) {
  const now = tableSettings.value;
  return (
    <Dialog title={t("table.settings")} close={close}>
      {(["cards", "spacing", "rows", "speed", "pace"] as const).map((key) => (
        <fieldset class="choice-row" key={key}>
          <legend>{t(`settings.${key}`)}</legend>
          {CHOICES[key].map((choice) => (
            <button
              type="button"
              key={choice}
              aria-pressed={now[key] === choice}
              onClick={() => setTable({ [key]: choice })}
            >
              {t(`settings.${key}_${choice}` as Parameters<typeof t>[0])}
            </button>
          ))}
        </fieldset>
      ))}
      <div class="switches">
        <Switch name={t("table.sound")} on={now.sound} set={(sound) => setTable({ sound })} />
        <Switch
          name={t("settings.vibration")}
          on={now.vibration}
          set={(vibration) => setTable({ vibration })}
        />
        <Switch name={t("react.mute")} on={muted.value} set={mute} />
      </div>
      <p class="small">{t("settings.where")}</p>
    </Dialog>
  );
}

function Switch({ name, on, set }: { name: string; on: boolean; set: (on: boolean) => void }) {
  return (
    <label class="check">
      <input type="checkbox" checked={on} onChange={(event) => set(event.currentTarget.checked)} />
      {name}
    </label>
  );
}
