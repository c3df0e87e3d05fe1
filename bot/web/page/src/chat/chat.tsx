import { useEffect } from "preact/hooks";
import { playWith, send } from "../control.ts";
import { otherMember } from "../link/session.ts";
import type { ChatLine, Member } from "../protocol.ts";
import { club, shown, welcome } from "../state.ts";
import { useEnd } from "../ui/at_end.ts";
import { draftOf, useDraft } from "../ui/draft.ts";
import { useScrollStop } from "../ui/scroll_stop.ts";
import { Markdown } from "../ui/text.tsx";
import { clockTime } from "../ui/time.ts";
import { t } from "../words.ts";
import { chat, readAll } from "./unread.ts";

const MOST_LETTERS = 1_000;

/** The channel's messages beside the table, and a field to write one. */
export function Chat() {
  const { said, news } = sorted(chat.value?.lines ?? []);
  const names = chat.value?.names ?? {};
  const box = useScrollStop<HTMLDivElement>();
  const stay = useEnd(box, chat.value);
  useEffect(() => {
    // On a narrow screen the column beside the table is there, but not shown.
    const look = () => {
      stay();
      if (box.current?.checkVisibility()) readAll();
    };
    look();
    window.addEventListener("resize", look);
    return () => window.removeEventListener("resize", look);
  }, [chat.value]);
  return (
    <section class="chat" aria-label={t("chat")}>
      {/* New messages are spoken by the page's own live region: an edited one would be said again. */}
      <div class="chat-lines" role="log" aria-live="off" aria-label={t("chat")} ref={box}>
        <div class="chat-all">
          {news.length > 0 && (
            <details class="chat-news">
              <summary>{t("chat.news", { n: news.length })}</summary>
              {news.map((line) => (
                <Said key={line.id} line={line} names={names} />
              ))}
            </details>
          )}
          {said.length === 0 && <p class="small">{t("chat.none")}</p>}
          {said.map((line) => (
            <Said key={line.id} line={line} names={names} />
          ))}
        </div>
      </div>
      <Writing />
    </section>
  );
}

/** What people say and what Gin says here; what it says of other tables, but not of others' practice. */
function sorted(lines: readonly ChatLine[]): { said: ChatLine[]; news: ChatLine[] } {
  const isElsewhere = (line: ChatLine) => line.match !== null && line.match !== shown.value;
  return {
    said: lines.filter((line) => !isElsewhere(line)),
    news: lines.filter((line) => isElsewhere(line) && !line.practice),
  };
}

function Said({ line, names }: { line: ChatLine; names: Readonly<Record<string, string>> }) {
  const whose = line.gin ? "gin" : line.author === welcome.value?.user ? "own" : "other";
  return (
    <article class={`said ${whose}`} data-message={line.id}>
      <p class="said-by">
        <b>{line.name}</b> <time>{clockTime(line.at, "t")}</time>
      </p>
      <div class="markdown" dir="auto">
        <Markdown text={line.text} names={names} />
      </div>
    </article>
  );
}

function Writing() {
  const [text, setText, drop] = useDraft("chat", "");
  const write = () => {
    const written = text.trim();
    if (!written) return;
    drop();
    void send({ type: "write", text: written }).then((answer) => {
      const isThere = answer?.outcome === "applied" || answer?.outcome === "repeated";
      // What could not be sent is not lost.
      if (!isThere && !draftOf("chat")) setText(written);
    });
  };
  return (
    <form
      class="chat-form"
      onSubmit={(event) => {
        event.preventDefault();
        write();
      }}
    >
      <input
        value={text}
        maxLength={MOST_LETTERS}
        aria-label={t("chat.write")}
        placeholder={t("chat.write")}
        autocomplete="off"
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <button type="submit" class="main">
        {t("table.send")}
      </button>
    </form>
  );
}

/** The other members of the club in windows of their own, and the channel with its buttons. */
export function ClubLinks({ members }: { members: readonly Member[] }) {
  const me = welcome.value?.user;
  return (
    <div class="row club">
      {members
        .filter((one) => one.id !== me)
        .map((one) => (
          <a
            class="button"
            key={one.id}
            href={otherMember(one.id, me ?? "")}
            target="_blank"
            rel="noreferrer"
            onClick={() => void playWith(one.id)}
          >
            {t("lobby.second", { name: one.name })}
          </a>
        ))}
      {club.value?.chat && (
        <a class="button" href={club.value.chat} target="_blank" rel="noreferrer">
          {t("lobby.chat")}
        </a>
      )}
    </div>
  );
}
