import { withRetry } from "../link/requests.ts";
import { post } from "../link/session.ts";
import { notify } from "../moments.ts";
import type { ShareCard, SharePicture } from "../protocol.ts";
import { sessionToken } from "../state.ts";
import { t } from "../words.ts";
import { customIdOf, type DiscordClient } from "./client.ts";

/** Share a link that opens this table, or the lobby, with its picture where Discord makes a card. */
export async function shareTable(client: DiscordClient, match: string | null): Promise<void> {
  const isShared = await client.share(t("come.message"), customIdOf(match), await card(match));
  if (isShared) notify(t("come.shared"));

  async function card(of: string | null): Promise<string | null> {
    if (!of) return null;
    try {
      return (await post<ShareCard>("api/share/card", asked(client, of))).link;
    } catch {
      return null; // The plain link opens the same table.
    }
  }
}

/** Send the picture of a table as a message of the person's own. */
export async function sendPicture(client: DiscordClient, match: string): Promise<void> {
  const body = asked(client, match);
  const { address } = await withRetry(() => post<SharePicture>("api/share/picture", body));
  await client.sharePicture(address);
}

function asked(client: DiscordClient, match: string) {
  return { token: sessionToken.peek(), access_token: client.accessToken(), match };
}
