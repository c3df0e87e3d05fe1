import { notify } from "../moments.ts";
import { t } from "../words.ts";
import { discordClient } from "./client.ts";

/** Let Discord's client open every link that leaves the page: inside its frame browsers do not. */
export function openLinksInDiscord(): void {
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link?.href || link.protocol === "blob:") return;
    event.preventDefault();
    void openOutside(link.href);
  });
}

async function openOutside(address: string): Promise<void> {
  try {
    await discordClient.peek()?.openLink(address);
  } catch {
    notify(t("come.link", { address }));
  }
}
