"""What was done in a window and passed on its line, for the report of a test that fails."""

from typing import Final

from playwright.sync_api import Page

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
  const heard = (event) => note("heard " + String(event.data).slice(0, 200));
  const { send } = WebSocket.prototype;
  const known = new WeakSet();
  WebSocket.prototype.send = function (data) {
    if (!known.has(this)) this.addEventListener("message", heard);
    known.add(this);
    note("sent " + String(data).slice(0, 200));
    return send.call(this, data);
  };
}"""


def trace(page: Page) -> str:
    """The newest presses and messages of a page, a line each."""
    lines: list[str] = page.evaluate(f"() => (window.traced ?? []).slice(-{NEWEST})")
    return "\n".join(lines)
