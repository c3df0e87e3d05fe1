"""What was done in a window, passed on its line and was announced.

Sentences are shown for a moment and replaced by the next: a test looks for them among all that
there were, never on the screen.
"""

from typing import Final

from playwright.sync_api import Frame, Page

NEWEST: Final = 30
RECORD: Final = """() => {
  window.traced = [];
  const note = (text) => traced.push(`${Math.round(performance.now())} ms ${text}`);
  const card = (one) => one.closest("[data-card]")?.dataset.card ?? "";
  const name = (one) =>
    one instanceof Element ? `${one.tagName}.${one.getAttribute("class")} ${card(one)}` : "";
  for (const type of ["pointerdown", "pointerup", "pointercancel", "click", "keydown"])
    window.addEventListener(type, (event) => {
      const where = event.key ?? `${event.clientX},${event.clientY}`;
      note(`${type} ${where} ${name(event.target)}`);
    }, true);
  const received = (event) => note("received " + String(event.data).slice(0, 200));
  const { send } = WebSocket.prototype;
  const known = new WeakSet();
  WebSocket.prototype.send = function (data) {
    if (!known.has(this)) this.addEventListener("message", received);
    known.add(this);
    note("sent " + String(data).slice(0, 200));
    return send.call(this, data);
  };
  Object.assign(window, { announced: [], noticed: [], spoken: [] });
  const live = "[role=status], [role=alert], [aria-live=polite], [aria-live=assertive]";
  new MutationObserver((changes) => {
    for (const added of changes.flatMap((change) => [...change.addedNodes])) {
      const one = added instanceof Element ? added : added.parentElement;
      if (one?.closest(live) && !one.closest("[aria-hidden=true]"))
        spoken.push({ text: added.textContent.trim(), at: performance.now() });
      if (!(added instanceof Element)) continue;
      if (added.matches("#announcements p")) announced.push(added.textContent);
      if (added.matches(".notice")) noticed.push(added.textContent);
    }
  }).observe(document, { childList: true, subtree: true });
}"""
"""Runs in every frame before its own scripts."""
_AMONG: Final = """([all, text, times]) =>
  window[all].filter((one) => one.includes(text)).length >= times"""

_TWICE: Final = """() => (window.spoken ?? []).filter(({ text, at }, place) =>
  noticed.includes(text) &&
  spoken.slice(0, place).some((one) => one.text.includes(text) && at - one.at < 400),
).map((one) => one.text)"""
"""Refusals and other notices: moves may well be alike, and two of them come at once."""


def trace(page: Page) -> str:
    """The newest presses and messages of a page, a line each."""
    lines: list[str] = page.evaluate(f"() => (window.traced ?? []).slice(-{NEWEST})")
    return "\n".join(lines)


def announced(place: Page | Frame, text: str, times: int = 1) -> None:
    """Wait until a sentence has been announced to screen readers that often since the load."""
    place.wait_for_function(_AMONG, arg=["announced", text, times])


def spoken_twice(page: Page) -> list[str]:
    """The notices that live regions have spoken twice within a moment."""
    found: list[str] = page.evaluate(_TWICE)
    return found


def noticed(place: Page | Frame, text: str) -> None:
    """Wait until a sentence has been shown for a moment."""
    place.wait_for_function(_AMONG, arg=["noticed", text, 1])
