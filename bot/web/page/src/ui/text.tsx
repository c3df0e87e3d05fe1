import { Fragment } from "preact";
import { useMemo } from "preact/hooks";
import { type Block, blocks, inline, type Inline as Piece } from "../panel/markdown.ts";
import { Icon } from "./icon.tsx";
import { signed } from "./signs.ts";
import { clockTime } from "./time.ts";

interface Names {
  names?: Readonly<Record<string, string>>;
}

const BLACK = /([♣♠])\ufe0e?/g;
const CARD = /(10|[2-9AJQK])([♣♦♥♠])\ufe0e?/g;
const SUIT_CLASSES: Record<string, string> = {
  "♣": "clubs",
  "♦": "diamonds",
  "♥": "hearts",
  "♠": "spades",
};

/** Plain text, with drawn signs for emojis and the suits of cards in their colours. */
function Plain({ text }: { text: string }) {
  return (
    <>
      {signed(text).map((piece, n) => (
        <Fragment key={n}>
          {piece.sign && <Icon name={piece.sign} />}
          <Suited text={piece.text} />
        </Fragment>
      ))}
    </>
  );
}

function Suited({ text }: { text: string }) {
  const parts = [];
  let at = 0;
  for (const found of text.matchAll(CARD)) {
    parts.push(text.slice(at, found.index).replace(BLACK, "$1\ufe0e"));
    const suit = found[2] ?? "";
    parts.push(
      <span class={`sign ${SUIT_CLASSES[suit] ?? ""}`} key={found.index}>
        {found[1]}
        {suit}
        {"\ufe0e"}
      </span>,
    );
    at = found.index + found[0].length;
  }
  parts.push(text.slice(at).replace(BLACK, "$1\ufe0e"));
  return <>{parts}</>;
}

function Pieces({ pieces, names }: { pieces: readonly Piece[] } & Names) {
  return (
    <>
      {pieces.map((piece, n) => (
        <One key={n} piece={piece} names={names ?? {}} />
      ))}
    </>
  );
}

function One({ piece, names }: { piece: Piece } & Required<Names>) {
  switch (piece.kind) {
    case "text":
      return <Plain text={piece.text} />;
    case "code":
      return <code>{piece.text}</code>;
    case "bold":
      return (
        <strong>
          <Pieces pieces={piece.inner} names={names} />
        </strong>
      );
    case "italic":
      return (
        <em>
          <Pieces pieces={piece.inner} names={names} />
        </em>
      );
    case "underline":
      return (
        <u>
          <Pieces pieces={piece.inner} names={names} />
        </u>
      );
    case "strike":
      return (
        <s>
          <Pieces pieces={piece.inner} names={names} />
        </s>
      );
    case "spoiler":
      return <Pieces pieces={piece.inner} names={names} />;
    case "link":
      return (
        <a href={piece.href} target="_blank" rel="noreferrer">
          <Pieces pieces={piece.inner} names={names} />
        </a>
      );
    case "time":
      return <time>{clockTime(piece.at * 1000, piece.style)}</time>;
    case "mention":
      return <span class="mention">@{names[piece.id] ?? "…"}</span>;
    case "emoji":
      return <span>:{piece.name}:</span>;
  }
}

/** One line of marked text. */
export function Line({ text, names }: { text: string } & Names) {
  const pieces = useMemo(() => inline(text), [text]);
  return <Pieces pieces={pieces} names={names ?? {}} />;
}

/** A whole text in Discord's markdown. `titled`: its first heading is that of the screen. */
export function Markdown({ text, names, titled }: { text: string; titled?: boolean } & Names) {
  const found = useMemo(() => blocks(text), [text]);
  return <Blocks found={found} names={names ?? {}} titled={titled ?? false} />;
}

interface BlocksProps extends Required<Names> {
  found: readonly Block[];
  titled: boolean;
}

function Blocks({ found, names, titled }: BlocksProps) {
  const title = titled ? found.find((block) => block.kind === "heading") : undefined;
  return (
    <>
      {found.map((block, n) => (
        <OneBlock key={n} block={block} names={names} isTitle={block === title} />
      ))}
    </>
  );
}

function OneBlock({ block, names, isTitle }: { block: Block; isTitle: boolean } & Required<Names>) {
  switch (block.kind) {
    case "heading": {
      // How large a heading is says little about its place among the others.
      const Heading = isTitle ? "h2" : "h3";
      return (
        <Heading class={`heading-${block.level}`}>
          <Pieces pieces={block.inner} names={names} />
        </Heading>
      );
    }
    case "small":
      return (
        <p class="small">
          <Pieces pieces={block.inner} names={names} />
        </p>
      );
    case "paragraph":
      return (
        <p>
          {block.lines.map((line, n) => (
            <span class="line" key={n}>
              <Pieces pieces={line} names={names} />
            </span>
          ))}
        </p>
      );
    case "quote":
      return (
        <blockquote>
          <Blocks found={block.inner} names={names} titled={false} />
        </blockquote>
      );
    case "code":
      return <pre>{block.text}</pre>;
    case "list": {
      const items = block.items.map((item, n) => (
        <li key={n} class={item.depth > 0 ? "deep" : ""}>
          <Pieces pieces={item.inner} names={names} />
        </li>
      ));
      return block.ordered ? <ol start={block.start}>{items}</ol> : <ul>{items}</ul>;
    }
  }
}
