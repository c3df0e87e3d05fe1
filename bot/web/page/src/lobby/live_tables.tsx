import { Back, Face } from "../cards/card.tsx";
import { openPage, show, showLobby } from "../control.ts";
import { WATCH } from "../place.ts";
import type { LobbyTable } from "../protocol.ts";
import { lobby, look } from "../state.ts";
import { Avatar } from "../ui/avatar.tsx";
import { EmptyPlace } from "../ui/empty.tsx";
import { Icon } from "../ui/icon.tsx";
import { t } from "../words.ts";

const FEW = 3;

interface LiveTablesProps {
  all?: boolean;
  /** Opens a table, where that is possible. */
  open?: (() => void) | undefined;
}

/** Tables at which others play, as small felts. */
export function LiveTables({ all, open }: LiveTablesProps) {
  const tables = lobby.value?.watch ?? [];
  const shown = all ? tables : tables.slice(0, FEW);
  return (
    <section class="watch">
      <h2>
        {t("lobby.live")}
        {shown.length < tables.length && (
          <button type="button" class="all" onClick={() => openPage(WATCH)}>
            {t("lobby.all", { n: tables.length })}
            <Icon name="right" />
          </button>
        )}
      </h2>
      {tables.length === 0 && (
        <EmptyPlace picture="table" title={t("lobby.nobody")} text={t("lobby.live_what")}>
          <button type="button" class="main" onClick={open ?? showLobby}>
            {t(open ? "lobby.open" : "nav.play")}
          </button>
        </EmptyPlace>
      )}
      <div class="lives">
        {shown.map((table) => (
          <Live key={table.match} table={table} />
        ))}
      </div>
    </section>
  );
}

/** A table at which others play. */
export function Live({ table }: { table: LobbyTable }) {
  const [first, last] = [table.players[0], table.players.at(-1)];
  if (!first || !last) return null;
  const isDuel = table.players.length === 2;
  return (
    <button
      type="button"
      class="live entry"
      data-match={table.match}
      onClick={() => show(table.match)}
    >
      <span class="small-felt">
        <Avatar player={first} />
        <span class="middle">
          <Back />
          {table.upcard ? (
            <Face card={table.upcard} theme={look.value.theme} />
          ) : (
            <span class="slot" />
          )}
        </span>
        <Avatar player={last} />
      </span>
      <span class="live-words">
        <b>{first.name}</b>
        <span class="points">
          {isDuel
            ? `${first.score} : ${last.score}`
            : table.players.map((one) => one.score).join(" : ")}
        </span>
        <b>{last.name}</b>
      </span>
      <small>
        <span>{table.title}</span>
        {table.stock !== null && (
          <span>
            {t("table.stock")} {table.stock}
          </span>
        )}
      </small>
    </button>
  );
}
