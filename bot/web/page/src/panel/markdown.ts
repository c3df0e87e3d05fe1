/** Discord's markdown as a tree; the page draws it with text nodes only. */

export type Inline =
  | { kind: "text"; text: string }
  | { kind: "code"; text: string }
  | { kind: "bold" | "italic" | "underline" | "strike" | "spoiler"; inner: Inline[] }
  | { kind: "link"; href: string; inner: Inline[] }
  | { kind: "time"; at: number; style: string }
  | { kind: "mention"; id: string }
  | { kind: "emoji"; name: string };

export type Block =
  | { kind: "heading"; level: 1 | 2 | 3; inner: Inline[] }
  | { kind: "small"; inner: Inline[] }
  | { kind: "paragraph"; lines: Inline[][] }
  | { kind: "quote"; inner: Block[] }
  | { kind: "list"; ordered: boolean; start: number; items: ListItem[] }
  | { kind: "code"; text: string };

export interface ListItem {
  depth: number;
  inner: Inline[];
}

const SPECIAL =
  /<t:(-?\d{1,13})(?::([tTdDfFRsS]))?>|<@!?(\d{1,20})>|<\/([^:>]{1,64}):\d{1,20}>|<a?:(\w{2,32}):\d{1,20}>|<#(\d{1,20})>|<(https?:\/\/[^\s>]+)>/y;
const LINK = /\[([^\]\n]{1,300})\]\(<?(https?:\/\/[^\s)>]+)>?\)/y;
const PAIRS: readonly [string, "bold" | "italic" | "underline" | "strike" | "spoiler"][] = [
  ["**", "bold"],
  ["__", "underline"],
  ["~~", "strike"],
  ["||", "spoiler"],
  ["*", "italic"],
  ["_", "italic"],
];

/** Read the marks within a line. */
export function inline(text: string): Inline[] {
  const found: Inline[] = [];
  let plain = "";
  let at = 0;
  const flush = () => {
    if (plain) found.push({ kind: "text", text: plain });
    plain = "";
  };
  const take = (next: Inline, length: number) => {
    flush();
    found.push(next);
    at += length;
  };
  while (at < text.length) {
    const letter = text[at] ?? "";
    if (letter === "\\" && /[\\*_~|`<>#[\]().:-]/.test(text[at + 1] ?? "")) {
      plain += text[at + 1];
      at += 2;
      continue;
    }
    const special = letter === "<" ? specialAt(text, at) : null;
    if (special) {
      take(special.inline, special.length);
      continue;
    }
    if (letter === "`") {
      const end = text.indexOf("`", at + 1);
      if (end > at) {
        take({ kind: "code", text: text.slice(at + 1, end) }, end + 1 - at);
        continue;
      }
    }
    if (letter === "[") {
      LINK.lastIndex = at;
      const link = LINK.exec(text);
      if (link) {
        take({ kind: "link", href: link[2] ?? "", inner: inline(link[1] ?? "") }, link[0].length);
        continue;
      }
    }
    const pair = pairAt(text, at);
    if (pair) {
      take({ kind: pair.kind, inner: inline(pair.text) }, pair.length);
      continue;
    }
    plain += letter;
    at += 1;
  }
  flush();
  return found;
}

function specialAt(text: string, at: number): { inline: Inline; length: number } | null {
  SPECIAL.lastIndex = at;
  const found = SPECIAL.exec(text);
  if (!found) return null;
  const [whole, moment, style, user, command, emoji, channel, address] = found;
  const length = whole.length;
  if (moment) return { inline: { kind: "time", at: Number(moment), style: style ?? "f" }, length };
  if (user) return { inline: { kind: "mention", id: user }, length };
  if (command) return { inline: { kind: "code", text: `/${command}` }, length };
  if (emoji) return { inline: { kind: "emoji", name: emoji }, length };
  if (channel) return { inline: { kind: "text", text: "#…" }, length };
  return {
    inline: { kind: "link", href: address ?? "", inner: [{ kind: "text", text: address ?? "" }] },
    length,
  };
}

function pairAt(text: string, at: number) {
  for (const [mark, kind] of PAIRS) {
    if (!text.startsWith(mark, at)) continue;
    // An underscore within a word is a letter.
    if (mark === "_" && /\w/.test(text[at - 1] ?? " ")) continue;
    let end = text.indexOf(mark, at + mark.length);
    while (end > 0 && mark.length === 1 && text[end + 1] === mark) {
      end = text.indexOf(mark, end + 2);
    }
    if (end <= at + mark.length - 1 || end === at + mark.length) continue;
    const body = text.slice(at + mark.length, end);
    if (/^\s|\s$/.test(body) && mark.length === 1) continue;
    return { kind, text: body, length: end + mark.length - at };
  }
  return null;
}

const HEADING = /^(#{1,3}) +(.*)$/;
const ITEM = /^( *)(?:[-*]|(\d{1,9})\.) +(.*)$/;

/** Read a text block by block. */
export function blocks(source: string): Block[] {
  const found: Block[] = [];
  const lines = source.replace(/\r\n?/g, "\n").split("\n");
  let at = 0;
  while (at < lines.length) {
    const line = lines[at] ?? "";
    if (line.startsWith("```")) {
      const end = fenceEnd(lines, at);
      found.push({ kind: "code", text: fenced(lines, at, end) });
      at = end + 1;
    } else if (line.startsWith("> ")) {
      const quoted: string[] = [];
      while (at < lines.length && (lines[at] ?? "").startsWith("> ")) {
        quoted.push((lines[at] ?? "").slice(2));
        at += 1;
      }
      found.push({ kind: "quote", inner: blocks(quoted.join("\n")) });
    } else {
      lineBlock(found, line);
      at += 1;
    }
  }
  return found;
}

function fenceEnd(lines: string[], at: number): number {
  const first = lines[at] ?? "";
  if (first.length > 3 && first.endsWith("```") && first !== "```") return at;
  const end = lines.findIndex((line, n) => n > at && line.trimEnd().endsWith("```"));
  return end < 0 ? lines.length - 1 : end;
}

function fenced(lines: string[], at: number, end: number): string {
  const text = lines.slice(at, end + 1).join("\n");
  const body = text.slice(3).replace(/```\s*$/, "");
  return body.replace(/^\w*\n/, "").replace(/\n$/, "");
}

function lineBlock(found: Block[], line: string): void {
  const heading = HEADING.exec(line);
  const item = ITEM.exec(line);
  const last = found.at(-1);
  if (heading) {
    const level = (heading[1] ?? "#").length as 1 | 2 | 3;
    found.push({ kind: "heading", level, inner: inline(heading[2] ?? "") });
  } else if (line.startsWith("-# ")) {
    found.push({ kind: "small", inner: inline(line.slice(3)) });
  } else if (item) {
    const ordered = item[2] !== undefined;
    const entry = { depth: Math.floor((item[1] ?? "").length / 2), inner: inline(item[3] ?? "") };
    if (last?.kind === "list" && last.ordered === ordered) last.items.push(entry);
    else found.push({ kind: "list", ordered, start: Number(item[2] ?? 1), items: [entry] });
  } else if (line.trim() === "") {
    if (last?.kind === "paragraph") last.lines.push([]);
  } else if (last?.kind === "paragraph" && last.lines.at(-1)?.length !== 0) {
    last.lines.push(inline(line));
  } else {
    if (last?.kind === "paragraph") last.lines.pop();
    found.push({ kind: "paragraph", lines: [inline(line)] });
  }
}
