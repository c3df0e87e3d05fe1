import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

/** How near to the end somebody has to be, to stay there when more is written. */
const NEAR = 40;

/** Keep a box at its end while its content grows, unless its reader has scrolled up. */
export function useEnd(box: RefObject<HTMLElement | null>, content: unknown): () => void {
  const isAtEnd = useRef(true);
  const stay = () => {
    if (box.current && isAtEnd.current) box.current.scrollTop = box.current.scrollHeight;
  };
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const look = () => {
      isAtEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR;
    };
    element.addEventListener("scroll", look);
    return () => element.removeEventListener("scroll", look);
  }, []);
  useLayoutEffect(stay, [content]);
  return stay;
}
