import { Common, DiscordSDK, Events } from "@discord/embedded-app-sdk";
import type { SignedIn } from "../protocol.ts";
import { small } from "../state.ts";
import { t } from "../words.ts";
import { insist } from "./insist.ts";
import { post } from "./session.ts";

const PATIENCE_MS = 20_000;

/** Sign in inside Discord: the client gives a code, our server says who it belongs to. */
export async function enterActivity(clientId: string): Promise<SignedIn> {
  const sdk = opened(clientId);
  await soon(sdk.ready());
  const asked = sdk.commands.authorize({
    client_id: clientId,
    response_type: "code",
    state: "",
    prompt: "none",
    scope: ["identify"],
  });
  const { code } = await allowed(asked);
  const body = { kind: "activity", code, instance: sdk.instanceId };
  const session = await insist(() => post<SignedIn>("api/session", body));
  const known = sdk.commands.authenticate({ access_token: session.access_token ?? null });
  await soon(allowed(known));
  watchLayout(sdk);
  return session;
}

/** What Discord's client is asked for; its own errors are for developers, and no sentences. */
function allowed<T>(asked: Promise<T>): Promise<T> {
  return asked.catch(() => {
    throw new Error(t("session.refused"));
  });
}

/** What waits for no person: the client may be silent, as outside Discord. */
async function soon<T>(asked: Promise<T>): Promise<T> {
  let timer = 0;
  const silence = new Promise<never>((_, reject) => {
    timer = window.setTimeout(() => reject(new Error(t("session.silent"))), PATIENCE_MS);
  });
  try {
    return await Promise.race([asked, silence]);
  } finally {
    window.clearTimeout(timer);
  }
}

/** Discord's part of the page, which is only where Discord has opened it. */
function opened(clientId: string): DiscordSDK {
  try {
    return new DiscordSDK(clientId);
  } catch {
    throw new Error(t("session.inside"));
  }
}

/** Shrunk to a picture in picture, the page shows the table and whose turn it is, nothing else. */
function watchLayout(sdk: DiscordSDK): void {
  const seen = ({ layout_mode }: { layout_mode: number }) => {
    small.value = layout_mode === Common.LayoutModeTypeObject.PIP;
  };
  sdk.subscribe(Events.ACTIVITY_LAYOUT_MODE_UPDATE, seen).catch(() => undefined);
  const free = Common.OrientationLockStateTypeObject.UNLOCKED;
  sdk.commands
    .setOrientationLockState({ lock_state: free, picture_in_picture_lock_state: free })
    .catch(() => undefined);
}
