import type { CrossPart, CrossRow } from "../protocol.ts";
import { Avatar } from "../ui/avatar.tsx";
import { useScrollStop } from "../ui/scroll_stop.ts";
import { PartHead } from "./part_head.tsx";

/** Standings with a cross table; names stay where they are while the cells are pushed sideways. */
export function Cross({ part }: { part: CrossPart }) {
  const box = useScrollStop<HTMLDivElement>();
  return (
    <section class="drawn">
      <PartHead title={part.title} subtitle={part.subtitle} />
      <div class="cross" ref={box}>
        <table>
          <thead>
            <tr>
              <th scope="col" colSpan={2}>
                <span class="spoken">{part.title}</span>
              </th>
              <th scope="col" class="total">
                {part.total_label}
              </th>
              {part.columns.map((head, number) => (
                <th scope="col" key={number}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {part.rows.map((row, number) => (
              <Line key={number} row={row} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Line({ row }: { row: CrossRow }) {
  return (
    <tr class={row.own ? "own" : ""}>
      <td class="rank">{row.rank}</td>
      <th scope="row" class="who">
        <span>
          {row.disc && <Avatar player={row.disc} />}
          <span class="name">{row.name}</span>
          {row.note && <small>{row.note}</small>}
        </span>
      </th>
      <td class="total">{row.total}</td>
      {row.cells.map((cell, number) => (
        <td key={number} class={`cell is-${cell.mark}`}>
          <span>{cell.text}</span>
        </td>
      ))}
    </tr>
  );
}
