import { useEffect, useRef, useState } from "preact/hooks";

const STEP_MS = 1_400;
/** How many times as fast: the choices of the speed button, in its order. */
export const SPEEDS = [1, 2, 0.5] as const;

export interface Stepping {
  at: number;
  last: number;
  isPlaying: boolean;
  speed: number;
  go(step: number): void;
  /** Go so many steps on, or back. */
  by(steps: number): void;
  toggle(): void;
  faster(): void;
}

/** A place in a round that the reader steps through, or that moves on by itself. */
export function useStepping(round: string, start: number, last: number): Stepping {
  const [place, setPlace] = useState({ round, at: start });
  const [isPlaying, setPlaying] = useState(false);
  const [speed, setSpeed] = useState<number>(SPEEDS[0]);
  // Another round begins where its reader asked to; the same one stays where it is.
  const at = Math.min(place.round === round ? place.at : start, last);
  const current = useRef(at);
  current.current = at;
  const go = (step: number) => {
    // Two presses before the next frame are two steps.
    current.current = Math.max(0, Math.min(last, step));
    setPlace({ round, at: current.current });
  };
  const isMoving = isPlaying && at < last;
  useEffect(() => {
    if (!isMoving) return;
    const timer = window.setInterval(() => go(current.current + 1), STEP_MS / speed);
    return () => window.clearInterval(timer);
  }, [isMoving, speed, round, last]);
  return {
    at,
    last,
    isPlaying: isMoving,
    speed,
    go: (step) => {
      setPlaying(false);
      go(step);
    },
    by: (steps) => {
      setPlaying(false);
      go(current.current + steps);
    },
    toggle: () => {
      if (at === last) go(0);
      setPlaying(!isMoving);
    },
    faster: () => {
      const next = (SPEEDS.indexOf(speed as 1) + 1) % SPEEDS.length;
      setSpeed(SPEEDS[next] ?? 1);
    },
  };
}
