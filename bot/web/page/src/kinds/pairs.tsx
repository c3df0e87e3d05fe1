import { Live } from "../lobby/live_tables.tsx";
import type { ListedRow, PairColumn, PairsPart, RowPair } from "../protocol.ts";
import { lobby } from "../state.ts";
import { Avatar } from "../ui/avatar.tsx";
import { useScrollStop } from "../ui/scroll_stop.ts";
import { Frame } from "./frame.tsx";
import { go, WaySign } from "./way.tsx";

interface PairsProps {
  part: PairsPart;
  panel: string;
}

/** A bracket from left to right, pushed sideways on a narrow screen; or tables. */
export function Pairs({ part, panel }: PairsProps) {
  const box = useScrollStop<HTMLDivElement>();
  if (!part.is_bracket) {
    return part.columns.map((one) => <Tables key={one.title} column={one} panel={panel} />);
  }
  return (
    <Frame part={part} kind="pairs">
      <div class="bracket" ref={box}>
        {part.columns.map((one, n) => (
          <Column key={n} column={one} />
        ))}
      </div>
      {part.apart && (
        <div class="apart">
          <Column column={part.apart} />
        </div>
      )}
    </Frame>
  );
}

function Column({ column }: { column: PairColumn }) {
  return (
    <div class="bracket-round">
      <h3>{column.title}</h3>
      <ol>
        {column.pairs.map((pair, n) => (
          <li key={n}>
            <div class={pair.first.own || pair.second.own ? "bracket-pair mine" : "bracket-pair"}>
              <Slot row={pair.first} />
              <Slot row={pair.second} />
            </div>
          </li>
        ))}
      </ol>
    </div>
  );
}

function Slot({ row }: { row: ListedRow }) {
  return (
    <p class={`bracket-slot is-${row.name ? row.mark : "open"}`}>
      {row.rank && <small>{row.rank}</small>}
      <span>{row.name || "–"}</span>
      <b>{row.value}</b>
    </p>
  );
}

interface TablesProps {
  column: PairColumn;
  panel: string;
}

/** Tables at which others play: felts of those that the lobby follows, lines of the others. */
function Tables({ column, panel }: TablesProps) {
  const watched = new Map(lobby.value?.watch.map((one) => [one.match, one]));
  const felts = column.pairs.flatMap((one) => watched.get(one.way?.match ?? "") ?? []);
  const others = column.pairs.filter((one) => !watched.has(one.way?.match ?? ""));
  return (
    <section class="kind tables">
      <h2>{column.title}</h2>
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
              <Line pair={one} panel={panel} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Line({ pair, panel }: { pair: RowPair; panel: string }) {
  const { first, second, score, way } = pair;
  const words = (
    <>
      {first.disc && <Avatar player={first.disc} />}
      <span class="pair">
        <b>{first.name}</b>
        <span>{score || "–"}</span>
        <b>{second.name}</b>
      </span>
      {second.disc && <Avatar player={second.disc} />}
    </>
  );
  if (!way) return <div class="line entry pairing">{words}</div>;
  return (
    <button type="button" class="line entry pairing" onClick={() => go(way, panel)}>
      {words}
      <WaySign way={way} />
    </button>
  );
}
