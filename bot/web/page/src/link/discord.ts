import { Common, DiscordSDK, Events } from "@discord/embedded-app-sdk";
import { goTo, placeInAddress, writeAddress } from "../address.ts";
import {
  type DiscordClient,
  discordClient,
  inviter,
  matchOf,
  type Participant,
  type Presence,
  participants,
} from "../people/client.ts";
import { openLinksInDiscord } from "../people/links.ts";
import type { SignedIn } from "../protocol.ts";
import { small } from "../state.ts";
import { t } from "../words.ts";
import { withRetry } from "./requests.ts";
import { post } from "./session.ts";

const PATIENCE_MS = 20_000;
type Scope = "identify" | "rpc.activities.write";

/** Sign in inside Discord: the client gives a code, our server says who it belongs to. */
export async function enterActivity(clientId: string): Promise<SignedIn> {
  const sdk = opened(clientId);
  await soon(sdk.ready());
  const client = new EmbeddedClient(sdk);
  const session = await client.signIn(["identify"]);
  discordClient.value = client;
  inviter.value = sdk.referrerId;
  openLinksInDiscord();
  watchLayout(sdk);
  watchParticipants(sdk);
  watchJoins(sdk);
  const match = matchOf(sdk.customId);
  // A reload keeps the place where its reader has been since.
  if (match && !placeInAddress()?.match) writeAddress({ match, page: null }, true);
  return { ...session, locale: await client.locale(session.locale) };
}

/** The commands of Discord's client; each is sent when somebody has pressed for it. */
class EmbeddedClient implements DiscordClient {
  private token = "";

  constructor(private readonly sdk: DiscordSDK) {}

  get isInServer(): boolean {
    return this.sdk.guildId !== null;
  }

  get sendsPictures(): boolean {
    return this.sdk.platform === "desktop";
  }

  accessToken(): string {
    return this.token;
  }

  /** Get a code for some permissions, exchange it, and let the client know who we are. */
  async signIn(scope: Scope[]): Promise<SignedIn> {
    const { sdk } = this;
    const asked = sdk.commands.authorize({
      client_id: sdk.clientId,
      response_type: "code",
      state: "",
      prompt: "none",
      scope,
    });
    const { code } = await allowed(asked);
    const body = { kind: "activity", code, instance: sdk.instanceId };
    const session = await withRetry(() => post<SignedIn>("api/session", body));
    const token = session.access_token ?? "";
    await soon(allowed(sdk.commands.authenticate({ access_token: token })));
    this.token = token;
    return session;
  }

  /** The language that the client shows, as far as it says so. */
  async locale(otherwise: string): Promise<string> {
    try {
      const { locale } = await soon(this.sdk.commands.userSettingsGetLocale());
      return locale || otherwise;
    } catch {
      return otherwise;
    }
  }

  async openLink(url: string): Promise<void> {
    await this.sdk.commands.openExternalLink({ url });
  }

  async invite(): Promise<void> {
    await done(this.sdk.commands.openInviteDialog());
  }

  async share(message: string, customId: string, link: string | null): Promise<boolean> {
    const asked = { message, custom_id: customId, ...(link ? { link_id: link } : {}) };
    const { success } = await done(this.sdk.commands.shareLink(asked));
    return success;
  }

  async sharePicture(mediaUrl: string): Promise<void> {
    await done(this.sdk.commands.openShareMomentDialog({ mediaUrl }));
  }

  async allowPresence(): Promise<void> {
    await this.signIn(["identify", "rpc.activities.write"]);
  }

  async show(presence: Presence | null): Promise<void> {
    await done(this.sdk.commands.setActivity({ activity: presence && activityOf(presence) }));
  }
}

function activityOf({ details, state, match, until, seated, seats }: Presence) {
  return {
    type: 0,
    details,
    state,
    timestamps: until ? { end: until } : null,
    party: { id: `party-${match}`, size: [seated, seats] },
    secrets: { join: match },
    instance: true,
  };
}

/** What Discord's client is asked for; its own errors are for developers, and no sentences. */
function allowed<T>(asked: Promise<T>): Promise<T> {
  return asked.catch(() => {
    throw new Error(t("session.refused"));
  });
}

/** What somebody has pressed for. */
function done<T>(asked: Promise<T>): Promise<T> {
  return asked.catch(() => {
    throw new Error(t("come.refused"));
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

interface Connected {
  id: string;
  username: string;
  global_name?: string | null | undefined;
  nickname?: string | undefined;
  avatar?: string | null | undefined;
}

/** Know who is in the same Activity. */
function watchParticipants(sdk: DiscordSDK): void {
  const seen = ({ participants: found }: { participants: Connected[] }) => {
    participants.value = found.map(
      ({ id, username, global_name, nickname, avatar }): Participant => ({
        id,
        name: nickname ?? global_name ?? username,
        avatar: avatar ?? null,
      }),
    );
  };
  sdk.subscribe(Events.ACTIVITY_INSTANCE_PARTICIPANTS_UPDATE, seen).catch(() => undefined);
  sdk.commands.getInstanceConnectedParticipants().then(seen, () => undefined);
}

/** Go to the table of a profile at which somebody has pressed Join. */
function watchJoins(sdk: DiscordSDK): void {
  sdk
    .subscribe(Events.ACTIVITY_JOIN, ({ secret }) => goTo({ match: secret, page: null }))
    .catch(() => undefined);
}
