import { useEffect, useState } from "preact/hooks";
import { press } from "../control.ts";
import { request } from "../link/requests.ts";
import { linkTo, pictureFile, SharePicture } from "../people/share_picture.tsx";
import type { MatchState } from "../protocol.ts";
import { sessionToken } from "../state.ts";
import { t } from "../words.ts";

/** The end of a match to show to friends. */
export function ShareDialog({ view, close }: { view: MatchState; close: () => void }) {
  const [picture, setPicture] = useState<File | null>(null);
  const [trouble, setTrouble] = useState("");
  useEffect(() => {
    draw(view.match).then(setPicture, (error: Error) => setTrouble(error.message));
  }, [view.match]);
  const title = view.outcome?.lines[0]?.replace(/^#+\s*/, "") ?? view.title;
  const replay = view.buttons.find((one) => one.role === "share");
  return (
    <SharePicture
      title={title}
      picture={picture}
      trouble={trouble}
      link={linkTo("match", view.match)}
      close={close}
    >
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
    </SharePicture>
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
  return pictureFile(await response.blob());
}
