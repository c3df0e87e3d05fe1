import type { ComponentChildren } from "preact";
import type { RowsPart } from "../protocol.ts";

export type Ground = RowsPart["ground"];

/** What the parts lie on, by the class that draws it. */
export const GROUNDS: Readonly<Record<Ground, string>> = {
  none: "",
  sheet: "",
  box: "box",
  paper: "paper",
  felt: "felt-box",
};

interface FrameProps {
  part: Pick<RowsPart, "title" | "subtitle" | "place" | "ground">;
  kind: string;
  children: ComponentChildren;
}

/** A part on its ground, with its title and a line about it. */
export function Frame({ part, kind, children }: FrameProps) {
  return (
    <section class={`kind ${kind} ${GROUNDS[part.ground]} at-${part.place}`}>
      {part.title && (
        <header>
          <h2>{part.title}</h2>
          {part.subtitle && <small>{part.subtitle}</small>}
        </header>
      )}
      {children}
    </section>
  );
}
