import { openPage, show } from "../control.ts";
import type { LobbyTable } from "../protocol.ts";
import { lobby } from "../state.ts";
import { Avatar } from "../ui/avatar.tsx";
import { EmptyPlace } from "../ui/empty.tsx";
import { Fan } from "../ui/fan.tsx";
import { Icon } from "../ui/icon.tsx";
import { Line } from "../ui/text.tsx";
import { left, now } from "../ui/time.ts";
import { t } from "../words.ts";

const NEAR_MS = 10 * 60_000;

/** The reader's own matches: where it is their turn with the hand, then those that wait for others. */
export function OwnTables() {
  const tables = lobby.value?.tables ?? [];
  const mine = tables.filter((one) => one.mine);
  const others = tables.filter((one) => !one.mine);
  const last = lobby.value?.last;
  if (last) {
    return (
      <section class="own-tables">
        <h2>{t("lobby.last")}</h2>
        <Waiting table={last} press={() => openPage(`replay.${last.match}.1`)} />
      </section>
    );
  }
  if (tables.length === 0) {
    return (
      <section class="own-tables">
        <h2>{t("lobby.own")}</h2>
        <EmptyPlace picture="hand" title={t("lobby.own_none")} text={t("lobby.own_what")} />
      </section>
    );
  }
  return (
    <>
      {mine.length > 0 && (
        <section class="own-tables">
          <h2>
            {t("lobby.turn")} <b class="count">{mine.length}</b>
          </h2>
          <div class="turns">
            {mine.map((one) => (
              <Turn key={one.match} table={one} />
            ))}
          </div>
        </section>
      )}
      {others.length > 0 && (
        <section class="own-tables">
          <h2>{t("lobby.waits", { n: others.length })}</h2>
          <ul class="lines">
            {others.map((one) => (
              <li key={one.match}>
                <Waiting table={one} press={() => show(one.match)} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

/** Whom one plays, as they are named. */
function rivals(table: LobbyTable) {
  return table.players.filter((_, seat) => seat !== table.seat);
}

export function DeadlineClock({ at }: { at: number }) {
  return (
    <time class={at - now.value < NEAR_MS ? "clock near" : "clock"}>
      <Icon name="clock" />
      {left(at)}
    </time>
  );
}

function Turn({ table }: { table: LobbyTable }) {
  const others = rivals(table);
  const own = table.players[table.seat ?? 0];
  const [rival] = others;
  return (
    <button
      type="button"
      class="turn felt-box entry"
      data-match={table.match}
      onClick={() => show(table.match)}
    >
      <span class="who">
        {rival && <Avatar player={rival} />}
        <span>
          <b>{others.map((one) => one.name).join(", ")}</b> <small>{table.title}</small>
        </span>
      </span>
      <span class="score">
        <b>{own?.score}</b>
        {others.length === 1 && ` : ${rival?.score}`}
      </span>
      {table.deadline === null ? <span /> : <DeadlineClock at={table.deadline} />}
      <Fan cards={table.hand} kind="peek" />
    </button>
  );
}

function Waiting({ table, press }: { table: LobbyTable; press: () => void }) {
  const [rival] = rivals(table);
  return (
    <button type="button" class="line entry" data-match={table.match} onClick={press}>
      {rival && <Avatar player={rival} />}
      <span>
        <b>{table.title}</b>{" "}
        <small>
          <Line text={table.line} />
        </small>
      </span>
      {table.deadline !== null && <DeadlineClock at={table.deadline} />}
    </button>
  );
}
