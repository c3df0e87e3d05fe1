import { useEffect } from "preact/hooks";
import { notice } from "../moments.ts";
import { Line } from "./text.tsx";

const NOTICE_MS = 5_000;
const LETTER_MS = 60;

/** A sentence for a moment; readers of the screen hear it from the live region, and only once. */
export function NoticeText() {
  const shown = notice.value;
  useEffect(() => {
    if (!shown) return;
    const timer = window.setTimeout(
      () => {
        if (notice.value === shown) notice.value = null;
      },
      NOTICE_MS + LETTER_MS * shown.text.length,
    );
    return () => window.clearTimeout(timer);
  }, [shown]);
  if (!shown) return null;
  return (
    <p class="notice" aria-hidden="true" key={shown.key}>
      <Line text={shown.text} />
    </p>
  );
}
