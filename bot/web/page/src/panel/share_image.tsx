import { useMemo } from "preact/hooks";
import { linkTo, pictureFile, SharePicture } from "../people/share_picture.tsx";
import type { ImagePart } from "../protocol.ts";
import { page } from "../state.ts";
import { bytesOf } from "../ui/bytes.ts";

/** The picture of a page to show to friends, with the page's link. */
export function ShareImage({ part, close }: { part: ImagePart; close: () => void }) {
  const picture = useMemo(() => pictureFile(bytesOf(part.data)), [part.data]);
  const name = page.value;
  const link = name ? linkTo("page", name) : location.href;
  return <SharePicture title={part.alt} picture={picture} link={link} close={close} />;
}
