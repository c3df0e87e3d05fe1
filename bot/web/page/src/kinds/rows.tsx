import { PressButtonView } from "../panel/press_button.tsx";
import type { ListedRow, RowsPart } from "../protocol.ts";
import { Avatar } from "../ui/avatar.tsx";
import { useScrollStop } from "../ui/scroll_stop.ts";
import { clockTime } from "../ui/time.ts";
import { Frame } from "./frame.tsx";
import { go, WaySign } from "./way.tsx";

interface RowsProps {
  part: RowsPart;
  panel: string;
}

/** Lines of people or results; the reader's own is marked, wherever it stands. */
export function Rows({ part, panel }: RowsProps) {
  if (part.columns.length > 0) return <Table part={part} />;
  if (part.is_podium) return <Podium part={part} />;
  const hasWay = part.rows.some((one) => one.way);
  return (
    <Frame part={part} kind="rows">
      <ol>
        {part.rows.map((row, n) => (
          <li key={n} class={row.own ? "own" : ""}>
            <Row row={row} panel={panel} hasWay={hasWay} />
          </li>
        ))}
        {part.outside && (
          <>
            <li class="gap" aria-hidden="true">
              ⋯
            </li>
            <li class={part.outside.own ? "own" : ""}>
              <Row row={part.outside} panel={panel} hasWay={hasWay} />
            </li>
          </>
        )}
      </ol>
      {part.nobody && <p class="small">{part.nobody}</p>}
    </Frame>
  );
}

/** The first three, each on a step as high as the rank. */
function Podium({ part }: { part: RowsPart }) {
  return (
    <Frame part={part} kind="podium">
      <ol>
        {part.rows.map((row, n) => (
          <li key={n} class={`rank-${row.rank} ${row.own ? "own" : ""}`}>
            {row.disc && <Avatar player={row.disc} />}
            <b class="medal-of">{row.rank}</b>
            <b class="name">{row.name}</b>
            <span class="step">
              {row.value && (
                <>
                  {row.value}
                  <small>{part.total_label}</small>
                </>
              )}
            </span>
          </li>
        ))}
      </ol>
    </Frame>
  );
}

interface RowProps {
  row: ListedRow;
  panel: string;
  hasWay?: boolean;
}

/** A line; it is pressed as a whole, but for a table that is named. */
export function Row({ row, panel, hasWay = false }: RowProps) {
  const { way, rank, mark, value, note, moment } = row;
  const when = moment === null ? "" : `, ${clockTime(moment, "d")}`;
  const inside = (
    <>
      {rank && <b class="rank">{rank}</b>}
      {mark !== "plain" && <ResultMark mark={mark} />}
      <Who row={row}>{note && <small>{note + when}</small>}</Who>
      {value && <b class="value">{value}</b>}
    </>
  );
  if (way && !way.match) {
    return (
      <button type="button" class="row-of" onClick={() => go(way, panel)}>
        {inside}
        <WaySign way={way} />
      </button>
    );
  }
  const { buttons } = row;
  return (
    <div class="row-of" aria-hidden={!row.name}>
      {inside}
      {(way || buttons.length > 0) && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would name each button twice
        <span class="row-buttons" role="group" aria-label={row.name}>
          {way && (
            <button type="button" class="quiet" onClick={() => go(way, panel)}>
              {way.label}
            </button>
          )}
          {buttons.map((button) => (
            <PressButtonView key={button.press} panel={panel} button={button} />
          ))}
        </span>
      )}
      {!way && hasWay && buttons.length === 0 && <span class="no-way" />}
    </div>
  );
}

interface WhoProps {
  row: ListedRow;
  children?: preact.ComponentChildren;
}

/** Who a line is about: the disc, and beside it the name with what belongs to it. */
export function Who({ row, children }: WhoProps) {
  return (
    <>
      {row.disc ? (
        <span class={`presence is-${row.presence}`}>
          <Avatar player={row.disc} />
        </span>
      ) : (
        !row.name && <span class="disc seat" />
      )}
      <span class="person">
        <span class="name">{row.name}</span> {children}
      </span>
    </>
  );
}

const MARKS: Readonly<Record<ListedRow["mark"], string>> = {
  won: "1",
  drawn: "½",
  lost: "0",
  open: "…",
  plain: "",
  self: "",
};

/** How a match ended for its player. */
function ResultMark({ mark }: { mark: ListedRow["mark"] }) {
  return <span class={`cell is-${mark}`}>{MARKS[mark]}</span>;
}

/** Standings; names stay where they are while the cells are pushed sideways. */
function Table({ part }: { part: RowsPart }) {
  const box = useScrollStop<HTMLDivElement>();
  return (
    <Frame part={part} kind="rows">
      <div class="cross" ref={box}>
        <table>
          <thead>
            <tr>
              <th scope="col" colSpan={2}>
                <span class="unseen">{part.title}</span>
              </th>
              <th scope="col">{part.total_label}</th>
              {part.columns.map((head, n) => (
                <th scope="col" key={n}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {part.rows.map((row, n) => (
              <tr key={n} class={row.own ? "own" : ""}>
                <td class="rank">{row.rank}</td>
                <th scope="row">
                  <span class="row-of">
                    <Who row={row}>{row.note && <small>{row.note}</small>}</Who>
                  </span>
                </th>
                <td class="value">{row.value}</td>
                {row.cells.map((cell, place) => (
                  <td key={place}>
                    <span class={`cell is-${cell.mark}`}>{cell.text}</span>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Frame>
  );
}
