"""The pace of a person: Gin finds nothing too fast that a test presses in a window."""

from typing import Final

from bot.ui.pacing import BURST, PER_SECOND

AT_ONCE: Final = BURST / 4
"""A member has several windows, and each load of a page begins anew."""
PACED: Final = f"""() => {{
  const {{ send }} = WebSocket.prototype;
  const waiting = [];
  let tokens = {AT_ONCE};
  let seen = performance.now();
  const isQuestion = (data) => JSON.parse(data).id !== undefined;
  const takes = () => {{
    const now = performance.now();
    tokens = Math.min({AT_ONCE}, tokens + ((now - seen) * {0.8 * PER_SECOND}) / 1000);
    seen = now;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  }};
  // What follows a question overtakes it never: a panel is not closed before its button counts.
  const next = () => {{
    const [line, data] = waiting[0];
    if (line.readyState === WebSocket.OPEN) {{
      if (isQuestion(data) && !takes()) return void setTimeout(next, 50);
      send.call(line, data);
    }}
    waiting.shift();
    if (waiting.length > 0) next();
  }};
  WebSocket.prototype.send = function (data) {{
    waiting.push([this, data]);
    if (waiting.length === 1) next();
  }};
}}"""
"""Runs in every frame before its own scripts."""
