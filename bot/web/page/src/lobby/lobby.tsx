import { useEffect, useRef, useState } from "preact/hooks";
import { Chat, ClubLinks } from "../chat/chat.tsx";
import { send, show } from "../control.ts";
import { PersonField } from "../panel/panel.tsx";
import { PressButtonView } from "../panel/press_button.tsx";
import type { LobbyInvitation, LobbyState, LobbyTable, Named, PresetChoice } from "../protocol.ts";
import { chat, club, lobby, panel, waiting, welcome } from "../state.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Line, Markdown } from "../ui/text.tsx";
import { left } from "../ui/time.ts";
import { t } from "../words.ts";

type Wish = "practice" | "challenge" | "open";

/** What this person may do now: own tables first, those that wait before the others. */
export function Lobby() {
  const here = lobby.value;
  const [wish, setWish] = useState<Wish | null>(null);
  const head = useRef<HTMLHeadingElement>(null);
  const isHere = here !== null;
  useEffect(() => {
    if (isHere && document.activeElement === document.body) head.current?.focus();
  }, [isHere]);
  if (!here) return <p class="loading">{t("loading")}</p>;
  return (
    <main
      class={panel.value ? "lobby beside" : "lobby"}
      data-felt={welcome.value?.felt}
      data-theme={welcome.value?.theme}
    >
      <header class="bar">
        <h1 ref={head} tabIndex={-1}>
          {t("title")} <small>{here.place}</small>
        </h1>
        <span class="me">{welcome.value?.name}</span>
      </header>
      {here.can_start && <Begin here={here} wish={setWish} />}
      <div class="lobby-columns">
        <Section title={t("lobby.mine")}>
          {here.tables.length === 0 && <p class="small">{t("lobby.none")}</p>}
          {here.tables.map((table) => (
            <Entry key={table.match} table={table} />
          ))}
        </Section>
        <Section title={t("lobby.invitations")}>
          {here.invitations.length === 0 && <p class="small">{t("lobby.no_invitations")}</p>}
          {here.invitations.map((one) => (
            <Invitation key={one.lobby} one={one} />
          ))}
        </Section>
        <Section title={t("lobby.watch")}>
          {here.watch.length === 0 && <p class="small">{t("lobby.nobody")}</p>}
          {here.watch.map((table) => (
            <Entry key={table.match} table={table} />
          ))}
        </Section>
        <Section title={t("lobby.more")}>
          <div class="row">
            {here.menu.map((button) => (
              <PressButtonView key={button.press} panel={here.panel} button={button} />
            ))}
          </div>
        </Section>
        {club.value && (
          <Section title={here.place}>
            <ClubLinks members={club.value.members} />
          </Section>
        )}
      </div>
      {chat.value && (
        <aside class="lobby-chat">
          <h2>{t("chat")}</h2>
          <Chat />
        </aside>
      )}
      {wish && <StartForm wish={wish} here={here} close={() => setWish(null)} />}
    </main>
  );
}

function Section({ title, children }: { title: string; children: preact.ComponentChildren }) {
  return (
    <section>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

function Entry({ table }: { table: LobbyTable }) {
  return (
    <button
      type="button"
      class={table.mine ? "entry waits" : "entry"}
      data-match={table.match}
      onClick={() => show(table.match)}
    >
      <span>
        <b>{table.title}</b>
        <small>
          <Line text={table.line} />
        </small>
      </span>
      {table.mine && <span class="tag gold">{t("lobby.turn")}</span>}
      {table.deadline !== null && <time class="clock">{left(table.deadline)}</time>}
    </button>
  );
}

function Invitation({ one }: { one: LobbyInvitation }) {
  return (
    <div class={one.to_me ? "entry invitation waits" : "entry invitation"}>
      <div class="markdown">
        <Markdown text={one.markdown} names={one.names} />
      </div>
      {one.buttons.length > 0 && (
        <div class="row">
          {one.buttons.map((button) => (
            <PressButtonView key={button.press} panel={one.panel} button={button} />
          ))}
        </div>
      )}
    </div>
  );
}

/** One press to a first game. */
function Begin({ here, wish }: { here: LobbyState; wish: (one: Wish) => void }) {
  return (
    <section class="begin">
      <h2>{t("lobby.practice")}</h2>
      <div class="row">
        {here.levels.map((level) => (
          <button
            type="button"
            class="main"
            key={level.name}
            data-level={level.name}
            disabled={waiting.value.length > 0}
            onClick={() =>
              void send({
                type: "start",
                what: "practice",
                preset: "standard",
                level: level.name,
                who: "",
                clock: "",
                rated: null,
              })
            }
          >
            {level.title}
          </button>
        ))}
      </div>
      <div class="row">
        <button type="button" onClick={() => wish("practice")}>
          {t("lobby.rules")} …
        </button>
        <button type="button" onClick={() => wish("challenge")}>
          {t("lobby.challenge")}
        </button>
        <button type="button" onClick={() => wish("open")}>
          {t("lobby.open")}
        </button>
      </div>
    </section>
  );
}

interface PickProps<Choice extends Named = Named> {
  label: string;
  value: string;
  all: readonly Choice[];
  pick: (value: string) => void;
}

function Pick({ label, value, all, pick }: PickProps) {
  return (
    <label class="field">
      {label}
      <select value={value} onChange={(event) => pick(event.currentTarget.value)}>
        <Options all={all} />
      </select>
    </label>
  );
}

const NUMBERS = [2, 3, 4, 5, 6, 7, 8];

/** Rules to choose from, grouped by their numbers of players. */
function RulesPick({ label, value, all, pick }: PickProps<PresetChoice>) {
  const groups = new Map<string, PresetChoice[]>();
  for (const one of all) {
    const numbers = one.players.join(", ");
    groups.set(numbers, [...(groups.get(numbers) ?? []), one]);
  }
  return (
    <label class="field">
      {label}
      <select value={value} onChange={(event) => pick(event.currentTarget.value)}>
        {[...groups].map(([numbers, rules]) => (
          <optgroup key={numbers} label={t("lobby.for", { n: numbers })}>
            <Options all={rules} />
          </optgroup>
        ))}
      </select>
    </label>
  );
}

function Options({ all }: { all: readonly Named[] }) {
  return (
    <>
      {all.map((one) => (
        <option key={one.name} value={one.name}>
          {one.title}
        </option>
      ))}
    </>
  );
}

const TITLES = {
  practice: "lobby.practice",
  challenge: "lobby.challenge",
  open: "lobby.open",
} as const;

/** The choices for a practice game, a challenge or an open table. */
function StartForm({ wish, here, close }: { wish: Wish; here: LobbyState; close: () => void }) {
  const [wanted, setPreset] = useState(here.presets[0]?.name ?? "standard");
  const [players, setPlayers] = useState(0);
  const [level, setLevel] = useState(here.levels[0]?.name ?? "casual");
  const [clock, setClock] = useState(here.clocks[0]?.name ?? "");
  const [isRated, setRated] = useState(wish !== "open");
  const number = wish === "open" ? players : 2;
  const presets = here.presets.filter((one) => number === 0 || one.players.includes(number));
  const preset = (presets.find((one) => one.name === wanted) ?? presets[0])?.name ?? wanted;
  const start = (who: string) => {
    close();
    const timed = wish === "practice" ? "" : clock;
    // A challenge is rated where rules and server allow it, unless it is not to be.
    const rated = isRated && wish === "challenge" ? null : isRated;
    void send({ type: "start", what: wish, preset, level, who, clock: timed, rated, players });
  };
  return (
    <Dialog title={t(TITLES[wish])} close={close}>
      {wish === "open" && (
        <Pick
          label={t("lobby.players")}
          value={String(players)}
          all={[
            { name: "0", title: t("lobby.any") },
            ...NUMBERS.map((n) => ({ name: String(n), title: t("lobby.for", { n }) })),
          ]}
          pick={(value) => setPlayers(Number(value))}
        />
      )}
      <RulesPick label={t("lobby.rules")} value={preset} all={presets} pick={setPreset} />
      {wish === "practice" && (
        <Pick label={t("lobby.level")} value={level} all={here.levels} pick={setLevel} />
      )}
      {wish !== "practice" && here.clocks.length > 0 && (
        <Pick label={t("lobby.clock")} value={clock} all={here.clocks} pick={setClock} />
      )}
      {wish !== "practice" && (
        <label class="check">
          <input
            type="checkbox"
            checked={isRated}
            onChange={(event) => setRated(event.currentTarget.checked)}
          />
          {t("lobby.rated")}
        </label>
      )}
      {wish === "challenge" ? (
        <PersonField label={t("lobby.opponent")} known={here.people} choose={start} />
      ) : (
        <div class="row end">
          <button type="button" class="main" onClick={() => start("")}>
            {t("lobby.start")}
          </button>
        </div>
      )}
    </Dialog>
  );
}
