import type { ComponentChildren } from "preact";
import { showLobby } from "../control.ts";
import type { EmptyPart } from "../protocol.ts";
import { t } from "../words.ts";
import { Icon } from "./icon.tsx";
import { Line } from "./text.tsx";

type Picture = EmptyPart["picture"];

/** A part of a panel that has nothing to show yet. */
export function Empty({ part }: { part: EmptyPart }) {
  return (
    <EmptyPlace picture={part.picture} title={part.title} text={part.text}>
      {part.play && (
        <button type="button" class="main" onClick={showLobby}>
          <Icon name="play" />
          {t("nav.play")}
        </button>
      )}
    </EmptyPlace>
  );
}

interface EmptyPlaceProps {
  picture: Picture;
  title: string;
  text?: string;
  children?: ComponentChildren;
}

/** A place as it will look, drawn empty, with what one can do about that. */
export function EmptyPlace({ picture, title, text, children }: EmptyPlaceProps) {
  return (
    <div class="empty-place">
      <Drawing picture={picture} />
      <p>
        <b>
          <Line text={title} />
        </b>
        {text && (
          <small>
            <Line text={text} />
          </small>
        )}
      </p>
      {children && <span class="empty-press">{children}</span>}
    </div>
  );
}

const SPADE =
  "M50 4C43 24 10 40 10 63a19 19 0 0 0 33 13c-1 8-4 14-10 20h34c-6-6-9-12-10-20a19 19 0 0 0 33-13C90 40 57 24 50 4Z";

function Drawing({ picture }: { picture: Picture }) {
  if (picture === "table") {
    return (
      <span class="small-felt" aria-hidden="true">
        <span class="disc seat" />
        <span class="middle">
          <span class="slot" />
          <span class="slot" />
        </span>
        <span class="disc seat" />
      </span>
    );
  }
  return (
    <svg class="empty-picture" viewBox="0 0 168 96" aria-hidden="true">
      <g class="dashes">{DRAWINGS[picture]}</g>
      {picture === "hand" && <path transform="translate(73 39) scale(.22)" d={SPADE} />}
    </svg>
  );
}

const DAYS = [0, 1, 2, 3, 4, 5, 6];
const LINES = [30, 48, 66, 84];
const DISCS = [16, 48, 80];

const DRAWINGS = {
  hand: (
    <>
      <rect x="18" y="26" width="46" height="64" rx="5" transform="rotate(-12 41 58)" />
      <rect x="61" y="18" width="46" height="64" rx="5" />
      <rect x="104" y="26" width="46" height="64" rx="5" transform="rotate(12 127 58)" />
    </>
  ),
  paper: (
    <>
      <rect x="28" y="6" width="112" height="86" rx="5" />
      {LINES.map((y) => (
        <path key={y} d={`M40 ${y}h88`} />
      ))}
    </>
  ),
  people: (
    <>
      {DISCS.map((y) => (
        <g key={y}>
          <circle cx="34" cy={y} r="13" />
          <path d={`M60 ${y}h74`} />
        </g>
      ))}
    </>
  ),
  week: (
    <>
      {DAYS.map((day) => (
        <rect key={day} x={5 + 23 * day} y="24" width="18" height="48" rx="5" />
      ))}
    </>
  ),
} as const;
