import type { SignedIn } from "../protocol.ts";

/** Load Discord's SDK only where the page is in Discord. */
export async function enterActivity(clientId: string): Promise<SignedIn> {
  const discord = await import("./discord.ts");
  return discord.enterActivity(clientId);
}
