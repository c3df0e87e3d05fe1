import { useRef } from "preact/hooks";
import type { MatchState, SheetColumnState, SheetState, TableState } from "../protocol.ts";
import { useEnd } from "../ui/at_end.ts";
import { useScrollStop } from "../ui/scroll_stop.ts";
import { Line } from "../ui/text.tsx";
import { t } from "../words.ts";
import { Disc } from "./player.tsx";

/** All moves of the round. The newest is at the end, so that those before it stay in their places. */
export function Moves({ view, table }: { view: MatchState; table: TableState }) {
  const box = useRef<HTMLOListElement>(null);
  useEnd(box, table.events);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keys, too
    <ol class="moves" aria-label={t("table.moves")} ref={box} tabIndex={0}>
      {table.events.map((event) => (
        <li key={event.n} value={event.n}>
          <Mover view={view} seat={event.seat} /> <Line text={event.text} />
        </li>
      ))}
    </ol>
  );
}

function Mover({ view, seat }: { view: MatchState; seat: number }) {
  const player = view.players[seat];
  return player ? (
    <>
      <Disc player={player} /> <b>{player.name}</b>
    </>
  ) : null;
}

/** The score sheet as on paper: a column for each party, in Hollywood three games side by side. */
export function Sheet({ sheet }: { sheet: SheetState }) {
  const box = useScrollStop<HTMLDivElement>();
  return (
    <div ref={box} class={sheet.columns.length > 2 ? "sheet three" : "sheet"}>
      {sheet.columns.map((column, n) => (
        <Column key={n} sheet={sheet} column={column} />
      ))}
    </div>
  );
}

function Column({ sheet, column }: { sheet: SheetState; column: SheetColumnState }) {
  const rows = Math.max(
    3,
    ...sheet.parties.map((_, party) => column.entries.filter((one) => one.party === party).length),
  );
  const cells = (party: number) => column.entries.filter((one) => one.party === party);
  return (
    <table class={column.winner === null ? "column" : "column won"}>
      {column.title && (
        <caption>
          <Line text={column.title} />
        </caption>
      )}
      <thead>
        <tr>
          {sheet.parties.map((name, party) => (
            <th key={name} scope="col" class={column.winner === party ? "winner" : ""}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {Array.from({ length: rows }, (_, row) => (
          <tr key={row}>
            {sheet.parties.map((name, party) => {
              const entry = cells(party)[row];
              return (
                <td key={name}>
                  {entry ? (
                    <>
                      {entry.total}
                      {/* Of the first points the sum is what they are. */}
                      {entry.total !== entry.points && <small> +{entry.points}</small>}
                    </>
                  ) : (
                    "\u00a0"
                  )}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
      <tfoot>
        {column.boxes.some((count) => count > 0) && (
          <tr>
            {sheet.parties.map((name, party) => (
              <td key={name}>
                <small>
                  {t("table.boxes")} {column.boxes[party]}
                </small>
              </td>
            ))}
          </tr>
        )}
        <tr>
          {sheet.parties.map((name, party) => (
            <td key={name} class={column.winner === party ? "total winner" : "total"}>
              {column.points[party]}
            </td>
          ))}
        </tr>
        {column.settled.map((line) => (
          <tr key={line}>
            <td colSpan={sheet.parties.length} class="settled">
              <Line text={line} />
            </td>
          </tr>
        ))}
      </tfoot>
    </table>
  );
}
