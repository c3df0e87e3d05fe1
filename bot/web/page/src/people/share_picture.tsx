import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { notify } from "../moments.ts";
import { outside } from "../state.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Icon } from "../ui/icon.tsx";
import { t } from "../words.ts";

const NAME = "gin.png";

/** A picture as it is saved and sent. */
export function pictureFile(data: BlobPart): File {
  return new File([data], NAME, { type: "image/png" });
}

interface SharePictureProps {
  /** What the picture shows, in words. */
  title: string;
  picture: File | null;
  trouble?: string;
  link: string;
  close: () => void;
  children?: ComponentChildren;
}

/** Something to show to friends: its picture and its link, in any browser. */
export function SharePicture(props: SharePictureProps) {
  const { title, picture, trouble, link, close, children } = props;
  const shown = useAddress(picture);
  const all = picture ? { files: [picture], url: link } : { url: link };
  const sends = "canShare" in navigator && navigator.canShare(all);
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
      {children}
    </Dialog>
  );
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

/** What opens a table or a page: without who sits before it. */
export function linkTo(kind: "match" | "page", name: string): string {
  const fragment = new URLSearchParams(location.hash.slice(1));
  for (const one of ["as", "with", "page", "match"]) fragment.delete(one);
  fragment.set(kind, name);
  return `${outside.value || location.origin + location.pathname}#${fragment}`;
}
