"""Discord's client and the bot's exchange of codes, as a page in Discord's frame meets them."""

import json
from typing import Any, Final

from playwright.sync_api import FrameLocator, Page, Route

CLIENT: Final = "1456074443980800001"
INSTANCE: Final = "i-1-gc-2-3"
QUERY: Final = f"?frame_id=frame-1&instance_id={INSTANCE}&platform=desktop&guild_id=2&channel_id=3"
AUTHORIZE: Final = "https://discord.example/authorize"
"""Where people sign in; no address of Gin's."""
PARENT: Final = """<!doctype html><title>Discord</title><body></body>"""
SANDBOX: Final = "allow-scripts allow-same-origin allow-forms"
"""Discord's frame opens no window and saves no file."""
FACE: Final = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path fill="#58f"
  d="M0 0h8v8H0z"/><circle cx="4" cy="4" r="2.5" fill="#fd9"/></svg>"""
# Opcodes: HANDSHAKE 0, FRAME 1, CLOSE 2.
CLIENT_SCRIPT: Final = """([query, client, refused = [], silent = false, locale = "en-US"]) => {
  const frame = document.createElement("iframe");
  frame.sandbox = "SANDBOX";
  frame.style = "border: 0; width: 100vw; height: 100vh";
  document.body.style.margin = 0;
  window.heard = [];
  const say = (body) => frame.contentWindow.postMessage([1, body], location.origin);
  window.dispatch = (evt, data) => say({ cmd: "DISPATCH", evt, data, nonce: null });
  const person = (id, username, avatar) =>
    ({ id, username, avatar, discriminator: "0", bot: false, flags: 0 });
  window.people = [person("9", "alice", "0123456789abcdef0123456789abcdef"),
    person("10", "bob", null)];
  const user = { id: "9", username: "alice", discriminator: "0", public_flags: 0 };
  const application = { id: client, name: "Gin", description: "", rpc_origins: [] };
  const scopes = new Set();
  const answers = {
    AUTHORIZE: (args) => {
      for (const scope of args.scope) scopes.add(scope);
      return { code: "the-code", state: args.state };
    },
    AUTHENTICATE: (args) => ({
      access_token: args.access_token, user, scopes: [...scopes],
      expires: "2099-01-01T00:00:00.000Z", application,
    }),
    SUBSCRIBE: (_, evt) => ({ evt }),
    SET_ORIENTATION_LOCK_STATE: () => null,
    USER_SETTINGS_GET_LOCALE: () => ({ locale }),
    GET_ACTIVITY_INSTANCE_CONNECTED_PARTICIPANTS: () => ({ participants: people }),
    OPEN_EXTERNAL_LINK: () => ({ opened: true }),
    OPEN_INVITE_DIALOG: () => null,
    SHARE_LINK: () => ({ success: true, didCopyLink: false, didSendMessage: true }),
    OPEN_SHARE_MOMENT_DIALOG: () => null,
    SET_ACTIVITY: ({ activity }) => {
      if (!scopes.has("rpc.activities.write")) throw new Error("Not authenticated");
      return { name: "Gin", ...activity, type: 0 };
    },
  };
  window.addEventListener("message", ({ data, source }) => {
    if (source !== frame.contentWindow) return;
    const [opcode, body] = data;
    window.heard.push([opcode, body]);
    const config = { api_endpoint: "", environment: "" };
    if (opcode === 0 && !silent) dispatch("READY", { v: 1, config });
    const fail = () => {
      const data = { code: 5000, message: "OAuth2 Error: access_denied" };
      say({ cmd: body.cmd, data, evt: "ERROR", nonce: body.nonce });
    };
    const answer = opcode === 1 && answers[body.cmd];
    if (refused.includes(body.cmd)) return fail();
    if (!answer) return;
    try {
      say({ cmd: body.cmd, data: answer(body.args ?? {}, body.evt), evt: null, nonce: body.nonce });
    } catch {
      fail();
    }
  });
  frame.src = "/" + query;
  document.body.append(frame);
}""".replace("SANDBOX", SANDBOX)


class Discord:
    """What Discord and the bot's exchange of codes are to the page."""

    def __init__(self, page: Page, address: str, *, in_browsers: bool = True, **about: Any) -> None:
        self.base, key = address.split("#key=")
        self.asked: list[dict[str, Any]] = []
        self.begun = 0
        self._known = {"mode": "discord", "client_id": CLIENT, "in_browsers": in_browsers} | about
        self._key = key
        self._page = page
        page.route("**/discord-client", lambda route: route.fulfill(body=PARENT))
        page.route("**/api/about", self._about)
        page.route("**/api/session", self._session)
        page.route(
            "**/api/avatars/**",
            lambda route: route.fulfill(body=FACE, content_type="image/svg+xml"),
        )

    def open(
        self,
        query: str = QUERY,
        refused: tuple[str, ...] = (),
        *,
        silent: bool = False,
        locale: str = "en-US",
    ) -> FrameLocator:
        """Open the Activity; return its frame. ``refused``: commands that the client refuses."""
        self._page.goto(self.base + "discord-client")
        self._page.evaluate(CLIENT_SCRIPT, [query, CLIENT, list(refused), silent, locale])
        return self._page.frame_locator("iframe")

    def heard(self, command: str) -> list[dict[str, Any]]:
        """Return the arguments of each command of this kind."""
        found = self._page.evaluate("heard")
        return [body["args"] or {} for opcode, body in found if opcode and body["cmd"] == command]

    def commands(self) -> set[str]:
        """Return the commands that the page has used so far."""
        return {body["cmd"] for opcode, body in self._page.evaluate("heard") if opcode == 1}

    def wait_for(self, command: str, number: int = 1) -> dict[str, Any]:
        """Wait until a command has come that often; return its arguments."""
        self._page.wait_for_function(
            "([cmd, n]) => heard.filter(([, body]) => body.cmd === cmd).length >= n",
            arg=[command, number],
        )
        return self.heard(command)[number - 1]

    def _about(self, route: Route) -> None:
        about = route.fetch().json()
        route.fulfill(json={**about, **self._known, "members": []})
        self.begun += 1

    def _session(self, route: Route) -> None:
        self.asked.append(json.loads(route.request.post_data or ""))
        alice = self._page.request.get(self.base + "api/about").json()["members"][0]["id"]
        body = {"kind": "playground", "key": self._key, "member": alice}
        session = route.fetch(post_data=json.dumps(body)).json()
        route.fulfill(json={**session, "access_token": "the-access-token"})
