import { useEffect, useRef } from "preact/hooks";

/** A box that the Tab key reaches while its content is larger than it, so that keys can scroll it. */
export function useScrollStop<T extends HTMLElement>() {
  const box = useRef<T>(null);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const look = () => {
      const isHigher = element.scrollHeight > element.clientHeight;
      if (isHigher || element.scrollWidth > element.clientWidth) element.tabIndex = 0;
      else element.removeAttribute("tabindex");
    };
    const sizes = new ResizeObserver(look);
    const observe = () => {
      for (const one of [element, ...element.children]) sizes.observe(one);
      look();
    };
    // What comes later makes it larger, too.
    const content = new MutationObserver(observe);
    content.observe(element, { childList: true, subtree: true });
    observe();
    return () => {
      sizes.disconnect();
      content.disconnect();
    };
  }, []);
  return box;
}
