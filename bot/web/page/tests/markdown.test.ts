import assert from "node:assert/strict";
import { test } from "node:test";
import { blocks, inline } from "../src/panel/markdown.ts";
import { spokenText } from "../src/speech.ts";

const text = (value: string) => ({ kind: "text" as const, text: value });

test("marks within a line", () => {
  assert.deepEqual(inline("a **b _c_** d"), [
    text("a "),
    { kind: "bold", inner: [text("b "), { kind: "italic", inner: [text("c")] }] },
    text(" d"),
  ]);
  assert.deepEqual(inline("`**x**`"), [{ kind: "code", text: "**x**" }]);
  assert.deepEqual(inline("snake_case_name 3 * 4 * 5"), [text("snake_case_name 3 * 4 * 5")]);
});

test("a name with marks of its own stays a name", () => {
  assert.deepEqual(inline("\\*\\*Bob\\*\\* \\_x\\_ \\<@1\\>"), [text("**Bob** _x_ <@1>")]);
  assert.deepEqual(inline("**unfinished"), [text("**unfinished")]);
  assert.deepEqual(inline("<script>alert(1)</script>"), [text("<script>alert(1)</script>")]);
});

test("times, people, commands and links", () => {
  assert.deepEqual(inline("<t:60:R>"), [{ kind: "time", at: 60, style: "R" }]);
  assert.deepEqual(inline("<@!42>"), [{ kind: "mention", id: "42" }]);
  assert.deepEqual(inline("</gin hand:7>"), [{ kind: "code", text: "/gin hand" }]);
  assert.deepEqual(inline("[a](https://x.example/b)"), [
    { kind: "link", href: "https://x.example/b", inner: [text("a")] },
  ]);
  assert.deepEqual(inline("[a](javascript:alert)"), [text("[a](javascript:alert)")]);
});

test("blocks", () => {
  const found = blocks("## Head\n-# small\n- one\n- two\n> quoted\n\nlast\nline\n```\ncode\n```");
  assert.deepEqual(
    found.map((block) => block.kind),
    ["heading", "small", "list", "quote", "paragraph", "code"],
  );
  const list = found[2];
  assert.equal(list?.kind === "list" ? list.items.length : 0, 2);
  assert.deepEqual(found[5], { kind: "code", text: "code" });
});

const EMOJIS = [
  ...["❤\ufe0f", "1\ufe0f\u20e3", "👍🏽", "🇩🇪", "👩\u200d🚀", "👩🏽\u200d🚀", "🏳\ufe0f\u200d🌈"],
  ...["👨\u200d👩\u200d👧\u200d👦", "👩🏽\u200d❤\ufe0f\u200d💋\u200d👨🏿", "🙂\u200d↔\ufe0f"],
];

test("joined emojis of names stay whole, where they are read and where they are heard", () => {
  for (const emoji of EMOJIS) {
    const name = `Ann ${emoji}`;
    assert.deepEqual(inline(`**${name}** 10♥`), [
      { kind: "bold", inner: [text(name)] },
      text(" 10♥"),
    ]);
    assert.equal(spokenText(`**${name}**`), name);
  }
});
