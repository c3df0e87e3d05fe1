import type { IconName } from "./icon.tsx";

/** The drawn sign for an emoji in the bot's own words; those of people stay as they are. */
const SIGNS: Readonly<Record<string, IconName>> = {
  "✅": "check",
  "☑": "check",
  "✓": "check",
  "🃏": "play",
  "🎴": "play",
  "🂠": "play",
  "🏆": "events",
  "▶": "run",
  "↩": "back",
  "◀": "back",
  "⬅": "back",
  "➡": "right",
  "🔏": "shield",
  "⚠": "warning",
  "❗": "warning",
  "📋": "sheet",
  "📝": "sheet",
  "📜": "sheet",
  "🗂": "sheet",
  "⏸": "pause",
  "✋": "hello",
  "🤚": "hello",
  "👐": "hello",
  "🏅": "medal",
  "🥇": "medal",
  "🥈": "medal",
  "🥉": "medal",
  "⏳": "clock",
  "⌛": "clock",
  "🕒": "clock",
  "⏱": "clock",
  "⏰": "clock",
  "⚙": "tuner",
  "🛠": "tuner",
  "🎯": "target",
  "🎓": "learn",
  "📖": "learn",
  "🤝": "users",
  "👥": "users",
  "🙂": "users",
  "👤": "me",
  "📈": "records",
  "📊": "records",
  "❌": "x",
  "✖": "x",
  "🚫": "x",
  "🪙": "coin",
  "🛍": "coin",
  "💬": "chat",
  "✉": "chat",
  "🏳": "flag",
  "🏁": "flag",
  "📅": "calendar",
  "🗑": "trash",
  "🎬": "film",
  "🎞": "film",
  "📺": "film",
  "➕": "plus",
  "➖": "minus",
  "🔎": "search",
  "🔍": "search",
  "⚔": "swap",
  "🔀": "swap",
  "🔄": "rematch",
  "🔁": "rematch",
  "🔔": "bell",
  "📣": "bell",
  "💾": "save",
  "⬇": "save",
  "🤖": "computer",
  "✊": "knock",
  "🔒": "lock",
  "🌍": "globe",
  "🌐": "globe",
  "🔥": "flame",
  "🚪": "door",
  "👀": "eye",
  "👁": "eye",
  "🔗": "link",
  "🧠": "bulb",
  "💡": "bulb",
  "🤔": "thinking",
  "🧩": "bracket",
  "⭐": "star",
  "✏": "pen",
  ℹ: "info",
  "⏮": "prev",
  "⏭": "next",
  "⏩": "next",
  "⏹": "pause",
};

/** Emojis that only decorate what the words beside them say. */
const DECORATION = new Set([..."🧱🍀🌴🎲🪑🎉✨🏠⚖🀄🌫💤🪟🧵📍⬜▫▣🟦🟧"]);

const EMOJI = /\p{Extended_Pictographic}\ufe0f? ?|[▶◀✓]\ufe0f? ?/gu;

export interface Signed {
  text: string;
  sign: IconName | null;
}

/** The drawn sign for an emoji. */
export function signOf(emoji: string): IconName | null {
  return SIGNS[emoji.replace("\ufe0f", "")] ?? null;
}

/** A text in pieces, each with the sign that stands before it. */
export function signed(text: string): readonly Signed[] {
  const found: Signed[] = [];
  let at = 0;
  let sign: IconName | null = null;
  for (const one of text.matchAll(EMOJI)) {
    const emoji = one[0].trim().replace("\ufe0f", "");
    const drawn = signOf(emoji);
    if (!drawn && !DECORATION.has(emoji)) continue;
    found.push({ text: text.slice(at, one.index), sign });
    at = one.index + one[0].length;
    sign = drawn;
  }
  found.push({ text: text.slice(at), sign });
  return found.filter((piece) => piece.text || piece.sign);
}
