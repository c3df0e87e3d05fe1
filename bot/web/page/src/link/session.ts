import { nameIn } from "../address.ts";
import type { About, Login, Member, SignedIn } from "../protocol.ts";
import { t } from "../words.ts";
import { fetchJson, withRetry } from "./requests.ts";
import { tabShelf } from "./storage.ts";

/** How this page knows who sits before it. */
export type Entry =
  | { kind: "activity"; clientId: string }
  | { kind: "members"; key: string; members: readonly Member[] }
  | { kind: "no_key" }
  | { kind: "shared"; id: string }
  | { kind: "elsewhere" }
  | { kind: "sign_in"; why?: string; roles?: boolean }
  | { kind: "open"; session: SignedIn };

const LOGIN = "gin.login";
/** The fragment of the address, which names a match, on the way to Discord and back. */
const WANTED = "gin.wanted";
const SESSION = "gin.session";

/** Find out how to sign in here. */
export async function findEntry(about: About): Promise<Entry> {
  const query = new URLSearchParams(location.search);
  const id = nameIn(query.get("shared"));
  if (id) return { kind: "shared", id };
  if (query.has("frame_id") && about.client_id) {
    return { kind: "activity", clientId: about.client_id };
  }
  if (about.mode === "playground") return inPlayground(about);
  if (!about.in_browsers) return { kind: "elsewhere" };
  const state = query.get("state");
  if (state) return fromDiscord(query, state);
  // Discord sends people here who want a role of a server that asks for what they have reached.
  if (query.get("connect") === "roles") return { kind: "sign_in", roles: true };
  const kept = keptSession();
  return kept ? { kind: "open", session: kept } : { kind: "sign_in" };
}

async function inPlayground(about: About): Promise<Entry> {
  const fragment = new URLSearchParams(location.hash.slice(1));
  const key = nameIn(fragment.get("key"));
  if (!key) return { kind: "no_key" };
  const member = nameIn(fragment.get("as"));
  if (member && about.members.some((one) => one.id === member)) {
    return { kind: "open", session: await sitDown(key, member) };
  }
  return { kind: "members", key, members: about.members };
}

/** Sit down as a member of the playground; the address keeps who it is, so a reload does, too. */
export async function sitDown(key: string, member: string): Promise<SignedIn> {
  const session = await post<SignedIn>("api/session", { kind: "playground", key, member });
  const fragment = new URLSearchParams(location.hash.slice(1));
  fragment.set("as", member);
  history.replaceState(null, "", `#${fragment}`);
  return session;
}

/** The address at which another window sits down as another member, to play with this one. */
export function otherMember(member: string, me: string): string {
  const fragment = new URLSearchParams(location.hash.slice(1));
  fragment.set("as", member);
  fragment.set("with", me);
  fragment.delete("match");
  return `${location.pathname}${location.search}#${fragment}`;
}

/** Go to Discord to sign in; it returns here with a code. `roles`: connect linked roles as well. */
export async function signIn(roles = false): Promise<void> {
  const login = await post<Login>("api/login", { roles });
  tabShelf.set(LOGIN, JSON.stringify(login));
  tabShelf.set(WANTED, location.hash);
  location.assign(login.address);
}

/** The answer of Discord stands in the address; without a code the person has refused. */
async function fromDiscord(query: URLSearchParams, state: string): Promise<Entry> {
  const code = query.get("code");
  const login = JSON.parse(tabShelf.get(LOGIN) ?? "null") as Login | null;
  tabShelf.remove(LOGIN);
  const wanted = tabShelf.get(WANTED) ?? "";
  tabShelf.remove(WANTED);
  history.replaceState(null, "", location.pathname + wanted);
  if (!code) return { kind: "sign_in", why: t("session.refused") };
  if (!login || login.state !== state) return { kind: "sign_in", why: t("session.unknown") };
  const issuer = query.get("iss") ?? "";
  const body = { kind: "browser", code, state, verifier: login.verifier, issuer };
  try {
    const session = await withRetry(() => post<SignedIn>("api/session", body));
    keep(session);
    return { kind: "open", session };
  } catch (error) {
    return { kind: "sign_in", why: error instanceof Error ? error.message : String(error) };
  }
}

/** Keep a browser's session for a reload; it ends with the tab. */
export function keep(session: SignedIn): void {
  tabShelf.set(SESSION, JSON.stringify(session));
}

/** Go on with a newer token after a reload. */
export function renew(token: string, expires: number): void {
  const kept = keptSession();
  if (kept) keep({ ...kept, token, expires });
}

export function forget(): void {
  tabShelf.remove(SESSION);
}

function keptSession(): SignedIn | null {
  const kept = JSON.parse(tabShelf.get(SESSION) ?? "null") as SignedIn | null;
  return kept && kept.expires > Date.now() ? kept : null;
}

/** Send a body, with the server's sentence as the error. */
export function post<T>(path: string, body: object): Promise<T> {
  return fetchJson<T>(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}
