import { chat, unread } from "../chat/unread.ts";
import { showLobby } from "../control.ts";
import { discordClient } from "../people/client.ts";
import type { MatchState, TableState } from "../protocol.ts";
import { panel } from "../state.ts";
import { Icon, type IconName } from "../ui/icon.tsx";
import { Line } from "../ui/text.tsx";
import { t } from "../words.ts";
import { eventOf, eventRound } from "./event.tsx";
import { hasSound, setTable } from "./table_settings.tsx";
import { type Plain, question } from "./touch.ts";

/** What stands above the table: the way back, what is played, and what is seldom needed. */
export function Bar({ view, table }: { view: MatchState; table: TableState | null }) {
  const found = eventOf(view);
  const event = found ? eventRound(found) : "";
  const result = view.phase === "between" ? table?.result : null;
  return (
    <header class="bar">
      <button type="button" class="icon" aria-label={t("table.leave")} onClick={showLobby}>
        <Icon name="back" />
      </button>
      <h1>
        {/* On a low screen the end of a round has its headline here. */}
        {result && (
          <span class="in-bar">
            <Line text={result.title} />
          </span>
        )}
        <span class={result ? "not-bar" : undefined}>{view.title}</span>
        <small class={result ? "not-bar" : undefined}>
          <Line
            text={[event, t(event ? "table.hand_number" : "table.round", { n: view.round })]
              .filter(Boolean)
              .join(" · ")}
          />{" "}
          · <Line text={view.summary} />
        </small>
      </h1>
      <button
        type="button"
        class="icon for-wide"
        aria-label={t("table.sound")}
        aria-pressed={hasSound.value}
        onClick={() => setTable({ sound: !hasSound.value })}
      >
        <Icon name={hasSound.value ? "sound" : "quiet"} />
      </button>
      <Opens icon="tuner" label={t("table.settings")} kind="settings" wide />
      <Opens icon="sheet" label={t("table.sheet")} kind="sheet" narrow />
      {discordClient.value && <Opens icon="users" label={t("come")} kind="come" wide />}
      {chat.value && <ChatButton />}
      <Opens icon="more" label={t("menu")} kind="menu" />
    </header>
  );
}

interface OpensProps {
  icon: IconName;
  label: string;
  kind: Plain["kind"];
  narrow?: boolean;
  wide?: boolean;
}

function Opens({ icon, label, kind, narrow, wide }: OpensProps) {
  return (
    <button
      type="button"
      class={`icon${narrow ? " for-narrow" : ""}${wide ? " for-wide" : ""}`}
      aria-label={label}
      onClick={() => {
        question.value = { kind };
      }}
    >
      <Icon name={icon} />
    </button>
  );
}

/** The chat, where it has no room beside the table. */
function ChatButton() {
  const count = unread.value;
  return (
    <button
      type="button"
      class={panel.value ? "icon chat-open" : "icon chat-open for-narrow"}
      aria-label={count > 0 ? t("chat.unread", { n: count }) : t("chat")}
      onClick={() => {
        question.value = { kind: "chat" };
      }}
    >
      <Icon name="chat" />
      {count > 0 && (
        <span class="unread" aria-hidden="true">
          {count}
        </span>
      )}
    </button>
  );
}
