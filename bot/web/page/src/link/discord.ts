import { Common, DiscordSDK, Events } from "@discord/embedded-app-sdk";
import type { Session } from "../protocol.ts";
import { small } from "../state.ts";
import { post } from "./session.ts";

/** Sign in inside Discord: the client gives a code, our server says who it belongs to. */
export async function enterActivity(clientId: string): Promise<Session> {
  const sdk = new DiscordSDK(clientId);
  await sdk.ready();
  const { code } = await sdk.commands.authorize({
    client_id: clientId,
    response_type: "code",
    state: "",
    prompt: "none",
    scope: ["identify"],
  });
  const instance = sdk.instanceId;
  const session = await post<Session>("api/session", { kind: "activity", code, instance });
  await sdk.commands.authenticate({ access_token: session.access_token ?? null });
  watchLayout(sdk);
  return session;
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
