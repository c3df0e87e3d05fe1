import { show } from "../control.ts";
import { Live } from "../lobby/live_tables.tsx";
import type { EventTable } from "../protocol.ts";
import { lobby } from "../state.ts";
import { Avatar } from "../ui/avatar.tsx";
import { Icon } from "../ui/icon.tsx";
import { t } from "../words.ts";

/** The tables of an event at which others play: felts of those that the lobby follows. */
export function EventTables({ tables }: { tables: readonly EventTable[] }) {
  if (tables.length === 0) return null;
  const watched = new Map(lobby.value?.watch.map((one) => [one.match, one]));
  const felts = tables.flatMap((one) => watched.get(one.match ?? "") ?? []);
  const others = tables.filter((one) => !watched.has(one.match ?? ""));
  return (
    <section class="watch">
      <h2>{t("lobby.live")}</h2>
      {felts.length > 0 && (
        <div class="lives">
          {felts.map((one) => (
            <Live key={one.match} table={one} />
          ))}
        </div>
      )}
      {others.length > 0 && (
        <ul class="lines">
          {others.map((one, n) => (
            <li key={n}>
              <Pair table={one} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Pair({ table }: { table: EventTable }) {
  const { first, second, score, match } = table;
  const words = (
    <>
      <Avatar player={first.disc} />
      <span class="pair">
        <b>{first.name}</b>
        <span>{score || "–"}</span>
        <b>{second.name}</b>
      </span>
      <Avatar player={second.disc} />
    </>
  );
  if (!match) return <div class="line entry pairing">{words}</div>;
  return (
    <button type="button" class="line entry pairing" onClick={() => show(match)}>
      {words}
      <Icon name="eye" />
      <span class="unseen">{t("lobby.watch")}</span>
    </button>
  );
}
