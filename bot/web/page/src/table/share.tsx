import { useEffect, useState } from "preact/hooks";
import { press } from "../control.ts";
import { request } from "../link/requests.ts";
import { notify } from "../moments.ts";
import type { MatchState } from "../protocol.ts";
import { outside, sessionToken } from "../state.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Icon } from "../ui/icon.tsx";
import { t } from "../words.ts";

const NAME = "gin.png";

/** The end of a match to show to friends: its picture and its link, in any browser. */
export function ShareDialog({ view, close }: { view: MatchState; close: () => void }) {
  const [picture, setPicture] = useState<File | null>(null);
  const [trouble, setTrouble] = useState("");
  useEffect(() => {
    draw(view.match).then(setPicture, (error: Error) => setTrouble(error.message));
  }, [view.match]);
  const shown = useAddress(picture);
  const link = linkOf(view.match);
  const title = view.outcome?.lines[0]?.replace(/^#+\s*/, "") ?? view.title;
  const all = picture ? { files: [picture], url: link } : { url: link };
  const sends = "canShare" in navigator && navigator.canShare(all);
  const replay = view.buttons.find((one) => one.role === "share");
  return (
    <Dialog title={t("end.show")} close={close}>
      {shown ? (
        <img class="shared-picture" src={shown} alt={title} />
      ) : (
        <p class="shared-picture">{trouble || t("end.drawing")}</p>
      )}
      {sends && (
        <button
          type="button"
          class="main"
          onClick={() => {
            // Who closes the window of their device has changed their mind.
            navigator.share(all).catch(() => undefined);
          }}
        >
          <Icon name="share" />
          {t("end.send")}
        </button>
      )}
      <div class="row pair-of">
        <button
          type="button"
          onClick={() => {
            navigator.clipboard.writeText(link).then(
              () => notify(t("end.copied")),
              () => notify(link),
            );
            close();
          }}
        >
          <Icon name="link" />
          {t("end.copy")}
        </button>
        {shown && (
          <a class="button" href={shown} download={NAME}>
            <Icon name="film" />
            {t("end.save")}
          </a>
        )}
      </div>
      {replay && (
        <button
          type="button"
          class="quiet"
          onClick={() => {
            close();
            void press(view.panel, replay.press);
          }}
        >
          {t("end.public")}
        </button>
      )}
    </Dialog>
  );
}

/** Let the server draw the table as strangers may see it. */
async function draw(match: string): Promise<File> {
  const response = await request("api/share/image", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ token: sessionToken.peek(), match }),
  });
  if (!response.ok) throw new Error(((await response.json()) as { error: string }).error);
  return new File([await response.blob()], NAME, { type: "image/png" });
}

/** An address for a picture, as long as it is shown. */
function useAddress(picture: File | null): string {
  const [address, setAddress] = useState("");
  useEffect(() => {
    if (!picture) return;
    const made = URL.createObjectURL(picture);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [picture]);
  return address;
}

/** What opens this table: without who sits before it. */
function linkOf(match: string): string {
  const fragment = new URLSearchParams(location.hash.slice(1));
  for (const name of ["as", "with", "page"]) fragment.delete(name);
  fragment.set("match", match);
  return `${outside.value || location.origin + location.pathname}#${fragment}`;
}
