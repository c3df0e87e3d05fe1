import courts from "../../../../assets/cards/courts.webp";
import { GLYPHS } from "./glyphs.ts";
import { SUITS, TINTED, WITHOUT_FIGURES } from "./suits.ts";

/** A card as two letters, such as "TD" for the ten of diamonds. */
export type Card = string;

const COURTS = new URL(courts, import.meta.url).href;
const SUIT_ORDER = "CDHS";
const COURT_ORDER = "JQK";
const SUIT_NAMES: Record<string, string> = {
  C: "clubs",
  D: "diamonds",
  H: "hearts",
  S: "spades",
};
/** The first figure in robes of the suit's own colour, by suit. */
const TINTED_FROM: Record<string, number> = { C: 12, D: 15, S: 18 };
const FIGURE = { width: 152, height: 208, columns: 6, rows: 4 };

/** The index as written on the card: "10" for a ten. */
export function rankText(card: Card): string {
  const rank = card[0] ?? "";
  return rank === "T" ? "10" : rank;
}

export function suitOf(card: Card): string {
  return card[1] ?? "";
}

function Index({ card }: { card: Card }) {
  const glyph = GLYPHS[rankText(card)];
  if (!glyph) return null;
  const [x, y, width, height] = glyph.box;
  const scale = Math.min(37.8 / height, 40 / width);
  const left = 6.5 + Math.max(0, (36 - width * scale) / 2);
  // The widest index, "10", is squeezed as in the pictures: as high as the others.
  const high = 37.8 / height;
  return (
    <path
      d={glyph.d}
      transform={`translate(${left} 8.5) scale(${scale} ${high}) translate(${-x} ${-y})`}
    />
  );
}

function Suit({ suit, x, y, size }: { suit: string; x: number; y: number; size: number }) {
  return <path d={SUITS[suit] ?? ""} transform={`translate(${x} ${y}) scale(${size / 100})`} />;
}

function Figure({ card, theme }: { card: Card; theme: string }) {
  const suit = suitOf(card);
  const rank = COURT_ORDER.indexOf(card[0] ?? "");
  const tinted = TINTED.includes(theme) ? TINTED_FROM[suit] : undefined;
  const place = (tinted ?? SUIT_ORDER.indexOf(suit) * 3) + rank;
  const width = 57.5;
  const height = (width * FIGURE.height) / FIGURE.width;
  const column = place % FIGURE.columns;
  const row = Math.floor(place / FIGURE.columns);
  const x = 100 - width - 6;
  const y = 140 - height - 6;
  return (
    <>
      <svg
        x={x}
        y={y}
        width={width}
        height={height}
        viewBox={`${column * FIGURE.width} ${row * FIGURE.height} ${FIGURE.width} ${FIGURE.height}`}
        aria-hidden="true"
      >
        <image
          href={COURTS}
          width={FIGURE.width * FIGURE.columns}
          height={FIGURE.height * FIGURE.rows}
        />
      </svg>
      <rect
        class="rim"
        x={x}
        y={y}
        width={width}
        height={height}
        rx="4"
        fill="none"
        stroke-width="1.6"
      />
    </>
  );
}

/** The face of a card, drawn as in the pictures in chat. */
export function Face({ card, theme }: { card: Card; theme: string }) {
  const suit = suitOf(card);
  const figure = COURT_ORDER.includes(card[0] ?? "?") && !WITHOUT_FIGURES.includes(theme);
  const small = figure ? 27 : 33;
  return (
    <svg class={`face ${SUIT_NAMES[suit] ?? ""}`} viewBox="0 0 100 140" aria-hidden="true">
      <rect class="paper" x=".5" y=".5" width="99" height="139" rx="8.5" />
      <Index card={card} />
      <Suit suit={suit} x={6.5 + (36 - small) / 2} y={50.6} size={small} />
      {figure ? <Figure card={card} theme={theme} /> : <Suit suit={suit} x={33} y={71} size={60} />}
    </svg>
  );
}

/** A card face down. */
export function Back() {
  return <span class="back" aria-hidden="true" />;
}
