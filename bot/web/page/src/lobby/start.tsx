import { send } from "../control.ts";
import { browserShelf } from "../link/storage.ts";
import { PersonField } from "../panel/panel.tsx";
import { withCompany } from "../people/client.ts";
import type { LobbyState, Named } from "../protocol.ts";
import { RulesetCards } from "../rules/ruleset_cards.tsx";
import { waiting, welcome } from "../state.ts";
import { Dialog } from "../ui/dialog.tsx";
import { useDraft } from "../ui/draft.ts";
import { t } from "../words.ts";

export type Purpose = "practice" | "challenge" | "open";

/** The rules and the computer that the reader has chosen last. */
export interface Usual {
  preset: string;
  level: string;
}

const USUAL = "gin.usual";

/** What **Play** begins: the last choice, as far as it still exists. */
export function usual(here: LobbyState): Usual {
  const stored = JSON.parse(browserShelf.get(USUAL) ?? "{}") as Partial<Usual>;
  const preset = here.presets.find((one) => one.name === stored.preset && one.players.includes(2));
  const level = here.levels.find((one) => one.name === stored.level);
  return {
    preset: preset?.name ?? here.presets[0]?.name ?? "standard",
    level: level?.name ?? here.levels[0]?.name ?? "casual",
  };
}

/** Begin a game against the computer. */
export function practise({ preset, level }: Usual): void {
  if (waiting.value.length > 0) return;
  browserShelf.set(USUAL, JSON.stringify({ preset, level }));
  void send({
    type: "start",
    what: "practice",
    preset,
    level,
    who: "",
    clock: "",
    rated: null,
    players: 0,
  });
}

interface PickProps {
  label: string;
  value: string;
  all: readonly Named[];
  pick: (value: string) => void;
}

function Pick({ label, value, all, pick }: PickProps) {
  return (
    <label class="field">
      {label}
      <select value={value} onChange={(event) => pick(event.currentTarget.value)}>
        {all.map((one) => (
          <option key={one.name} value={one.name}>
            {one.title}
          </option>
        ))}
      </select>
    </label>
  );
}

const NUMBERS = [2, 3, 4, 5, 6, 7, 8];

const TITLES = {
  practice: "lobby.practice",
  challenge: "lobby.challenge",
  open: "lobby.open",
} as const;

/** The choices for a practice game, a challenge or an open table. */
export function StartForm({
  purpose,
  here,
  close,
}: {
  purpose: Purpose;
  here: LobbyState;
  close: () => void;
}) {
  const before = usual(here);
  const [chosen, choose, drop] = useDraft(`start.${purpose}`, {
    wanted: before.preset,
    players: 0,
    level: before.level,
    clock: here.clocks[0]?.name ?? "",
    isRated: purpose !== "open",
  });
  const { wanted, players, level, clock, isRated } = chosen;
  const number = purpose === "open" ? players : 2;
  const presets = here.presets.filter((one) => number === 0 || one.players.includes(number));
  const preset = (presets.find((one) => one.name === wanted) ?? presets[0])?.name ?? wanted;
  const start = (who: string) => {
    drop();
    close();
    if (purpose === "practice") {
      practise({ preset, level });
      return;
    }
    // A challenge is rated where rules and server allow it, unless it is not to be.
    const rated = isRated && purpose === "challenge" ? null : isRated;
    void send({ type: "start", what: purpose, preset, level, who, clock, rated, players });
  };
  return (
    <Dialog title={t(TITLES[purpose])} close={close} kind="start">
      <RulesetCards
        label={t("lobby.rules")}
        value={preset}
        all={presets}
        pick={(name) => choose({ ...chosen, wanted: name })}
      />
      <div class="setup">
        {purpose === "open" && (
          <Pick
            label={t("lobby.players")}
            value={String(players)}
            all={[
              { name: "0", title: t("lobby.any") },
              ...NUMBERS.map((n) => ({ name: String(n), title: t("lobby.for", { n }) })),
            ]}
            pick={(value) => choose({ ...chosen, players: Number(value) })}
          />
        )}
        {purpose === "practice" && (
          <fieldset class="levels">
            <legend>{t("lobby.level")}</legend>
            {here.levels.map((one) => (
              <button
                type="button"
                key={one.name}
                data-level={one.name}
                aria-pressed={one.name === level}
                onClick={() => choose({ ...chosen, level: one.name })}
              >
                {one.title}
              </button>
            ))}
          </fieldset>
        )}
        {purpose !== "practice" && here.clocks.length > 0 && (
          <Pick
            label={t("lobby.clock")}
            value={clock}
            all={here.clocks}
            pick={(name) => choose({ ...chosen, clock: name })}
          />
        )}
        {purpose !== "practice" && (
          <label class="check">
            <input
              type="checkbox"
              checked={isRated}
              onChange={(event) => choose({ ...chosen, isRated: event.currentTarget.checked })}
            />
            {t("lobby.rated")}
          </label>
        )}
        {purpose === "challenge" ? (
          <PersonField
            label={t("lobby.opponent")}
            known={withCompany(here.people, welcome.value?.user)}
            choose={start}
          />
        ) : (
          <div class="row end">
            <button type="button" class="main" onClick={() => start("")}>
              {t("lobby.start")}
            </button>
          </div>
        )}
      </div>
    </Dialog>
  );
}
