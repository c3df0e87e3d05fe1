import { useEffect, useRef, useState } from "preact/hooks";
import { calm } from "../ui/time.ts";
import { isMoving, waitOfPoints } from "./motion.ts";

const TIME_MS = 600;

/** A number that counts up to its new value. */
export function CountUp({ to, from }: { to: number; from?: number }) {
  const before = useRef(from ?? to);
  const [shown, setShown] = useState(before.current);
  useEffect(() => {
    const start = before.current;
    before.current = to;
    if (start === to || calm()) {
      setShown(to);
      return;
    }
    const began = performance.now() + waitOfPoints();
    let frame = 0;
    const step = (time: number) => {
      const isSkipped = time < began && !isMoving();
      const share = isSkipped ? 1 : Math.min(1, Math.max(0, (time - began) / TIME_MS));
      setShown(Math.round(start + (to - start) * share));
      if (share < 1) frame = requestAnimationFrame(step);
    };
    frame = requestAnimationFrame(step);
    return () => cancelAnimationFrame(frame);
  }, [to]);
  return <>{shown}</>;
}
