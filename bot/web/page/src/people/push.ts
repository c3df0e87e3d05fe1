import { signal } from "@preact/signals";
import { post } from "../link/session.ts";
import { browserShelf } from "../link/storage.ts";
import type { MatchMessage, PushAnswer } from "../protocol.ts";
import { sessionToken, welcome } from "../state.ts";
import { t } from "../words.ts";
import { worker } from "./install.ts";

/** Whose turns this browser tells of. */
const WHO = "gin.push";

/** The key of this Gin's notifications, where browsers can get them. */
export const pushKey = signal("");
/** Whose turns this browser tells of; others who sign in here see that it is not theirs. */
export const toldOf = signal(browserShelf.get(WHO));

/** Whether this browser can get notifications at all. */
export function canPush(): boolean {
  return pushKey.value !== "" && worker.value !== null && "PushManager" in window;
}

/** Tell this browser of the person's turns; asks for the permission first. */
export async function pushOn(): Promise<void> {
  if ((await Notification.requestPermission()) !== "granted") throw new Error(t("push.denied"));
  await subscribe();
}

/** Tell this browser of no turn any more. */
export async function pushOff(): Promise<void> {
  const found = await worker.peek()?.pushManager.getSubscription();
  remember(null);
  if (!found) return;
  await found.unsubscribe();
  await send(found, false);
}

/** Renew what the browser may have lost, without a question; it is where a person left it on. */
export async function renewPush(): Promise<void> {
  if (isOnHere()) await subscribe().catch(() => undefined);
}

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;

/** Tell of a turn at a table that is open where nobody looks; the server tells of all others. */
export function notifyTurn({ match, view }: MatchMessage): void {
  if (document.visibilityState !== "hidden" || !isOnHere() || isQuiet()) return;
  const body = `${t("lobby.turn")} · ${view.title}`;
  void worker.peek()?.showNotification(t("title"), { body, tag: match, data: match });
}

/** Whether this browser tells of the turns of whoever sits here. */
function isOnHere(): boolean {
  const isMine = toldOf.peek() !== null && toldOf.peek() === welcome.peek()?.user;
  return isMine && canPush() && Notification.permission === "granted";
}

function isQuiet(): boolean {
  const hours = welcome.peek()?.quiet_hours;
  if (!hours) return false;
  const [start, end] = hours;
  const minute = Math.floor(Date.now() / MINUTE_MS) % DAY_MINUTES;
  return start < end ? start <= minute && minute < end : start <= minute || minute < end;
}

async function subscribe(): Promise<void> {
  const manager = worker.peek()?.pushManager;
  const key = pushKey.peek();
  const asked = { userVisibleOnly: true, applicationServerKey: key };
  const found = await manager?.subscribe(asked).catch(() => {
    throw new Error(t("push.failed"));
  });
  if (!found) return;
  await send(found, true);
  remember(welcome.peek()?.user ?? null);
}

async function send(found: PushSubscription, on: boolean): Promise<void> {
  const { endpoint, keys } = found.toJSON();
  const { p256dh = "", auth = "" } = keys ?? {};
  const body = { token: sessionToken.peek(), on, endpoint, p256dh, auth };
  await post<PushAnswer>("api/push", body);
}

function remember(who: string | null): void {
  toldOf.value = who;
  if (who) browserShelf.set(WHO, who);
  else browserShelf.remove(WHO);
}
