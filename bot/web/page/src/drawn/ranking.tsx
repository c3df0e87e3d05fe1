import type { BoardRow, RankingPart } from "../protocol.ts";
import { Avatar } from "../ui/avatar.tsx";

/** A leaderboard; the reader's own line is marked, wherever it stands. */
export function Ranking({ part }: { part: RankingPart }) {
  return (
    <section class="paper board">
      <h2>{part.title}</h2>
      {part.subtitle && (
        <p class="board-about">
          <small>{part.subtitle}</small>
        </p>
      )}
      <ol class="ranking">
        {part.rows.map((row, number) => (
          <Line key={number} row={row} />
        ))}
        {part.outside && (
          <>
            <li class="ranking-gap" aria-hidden="true">
              ⋯
            </li>
            <Line row={part.outside} />
          </>
        )}
      </ol>
    </section>
  );
}

function Line({ row }: { row: BoardRow }) {
  return (
    <li class={row.own ? "own" : ""}>
      <b class="rank">{row.rank}</b>
      {row.disc && <Avatar player={row.disc} />}
      <span class="who">
        <span class="name">{row.name}</span>
        {row.note && <small>{row.note}</small>}
      </span>
      <b class="value">{row.value}</b>
    </li>
  );
}
