import { useEffect, useRef, useState } from "preact/hooks";
import { Chat, ClubLinks } from "../chat/chat.tsx";
import { chat } from "../chat/unread.ts";
import { openPage } from "../control.ts";
import { PressButtonView } from "../panel/press_button.tsx";
import { Company } from "../people/come.tsx";
import type { LobbyInvitation, LobbyState } from "../protocol.ts";
import { Room, Top } from "../room/room.tsx";
import { club, lobby, waiting, welcome } from "../state.ts";
import { Fan } from "../ui/fan.tsx";
import { Icon } from "../ui/icon.tsx";
import { Markdown } from "../ui/text.tsx";
import { t } from "../words.ts";
import { LiveTables } from "./live_tables.tsx";
import { NextEvent, NoEvent, TodaysDeals } from "./news.tsx";
import { OwnTables } from "./own_tables.tsx";
import { type Purpose, practise, StartForm, usual } from "./start.tsx";

/** The first page: a game in one press, what waits for the reader, and what goes on. */
export function Lobby() {
  const here = lobby.value;
  const [purpose, setPurpose] = useState<Purpose | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const isHere = here !== null;
  useEffect(() => {
    if (isHere && document.activeElement === document.body) {
      box.current?.querySelector("h1")?.focus();
    }
  }, [isHere]);
  if (!here) return <p class="loading">{t("loading")}</p>;
  return (
    <Room kind="lobby">
      <div ref={box}>
        <Top title={t("lobby.hello", { name: welcome.value?.name ?? "" })} />
      </div>
      <div class="room">
        <div class="room-main">
          {here.can_start && <Hero here={here} purpose={setPurpose} />}
          <OwnTables />
          <Invitations all={here.invitations} />
          <LiveTables open={here.can_start ? () => setPurpose("open") : undefined} />
        </div>
        <div class="room-side">
          {here.daily && <TodaysDeals daily={here.daily} />}
          {here.event ? <NextEvent event={here.event} /> : <NoEvent />}
          <Company />
          {club.value && (
            <section class="box">
              <ClubLinks members={club.value.members} />
            </section>
          )}
          {chat.value && (
            <aside class="box lobby-chat">
              <h2>{t("chat")}</h2>
              <Chat />
            </aside>
          )}
        </div>
      </div>
      {purpose && <StartForm purpose={purpose} here={here} close={() => setPurpose(null)} />}
    </Room>
  );
}

const SHOWN = ["9H", "TH", "JH", "QS", "QD"];
const SHOWN_TURN_DEG = 9;

/** One press to the game that the reader plays most. */
function Hero({ here, purpose }: { here: LobbyState; purpose: (one: Purpose) => void }) {
  const chosen = usual(here);
  const preset = here.presets.find((one) => one.name === chosen.preset);
  const level = here.levels.find((one) => one.name === chosen.level);
  const isNew = here.last === null && here.tables.length === 0;
  return (
    <section class="hero felt-box" aria-label={t("lobby.play")}>
      <div class="hero-words">
        <p class="hero-what">{preset?.title}</p>
        <p class="hero-who">{t("lobby.against", { level: level?.title ?? "" })}</p>
        <div class="hero-press">
          <button
            type="button"
            class="play"
            data-level={chosen.level}
            disabled={waiting.value.length > 0}
            onClick={() => practise(chosen)}
          >
            <Icon name="play" />
            {t("lobby.play")}
          </button>
          <button type="button" onClick={() => purpose("practice")}>
            {t("lobby.change")}
          </button>
        </div>
        <div class="hero-people">
          <button type="button" onClick={() => purpose("challenge")}>
            <Icon name="users" />
            {t("lobby.challenge")}
          </button>
          <button type="button" onClick={() => purpose("open")}>
            <Icon name="plus" />
            {t("lobby.open")}
          </button>
          {isNew && (
            <button type="button" onClick={() => openPage("learn")}>
              <Icon name="learn" />
              {t("lobby.learn_first")}
            </button>
          )}
        </div>
      </div>
      <Fan cards={SHOWN} kind="show" turn={SHOWN_TURN_DEG} />
    </section>
  );
}

function Invitations({ all }: { all: readonly LobbyInvitation[] }) {
  if (all.length === 0) return null;
  return (
    <section class="invitations">
      <h2>{t("lobby.invitations")}</h2>
      <ul class="lines">
        {all.map((one) => (
          <li key={one.lobby}>
            <Invitation one={one} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Invitation({ one }: { one: LobbyInvitation }) {
  return (
    <div class={one.to_me ? "line entry invitation waits" : "line entry invitation"}>
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
