import type { OwnRound } from "../protocol.ts";

type Mark = OwnRound["mark"];

const MARKS: Readonly<Record<Mark, string>> = {
  won: "1",
  drawn: "½",
  lost: "0",
  open: "…",
  plain: "",
  self: "",
};

/** How a match ended for its player. */
export function ResultMark({ mark }: { mark: Mark }) {
  return <span class={`wl is-${mark}`}>{MARKS[mark]}</span>;
}
