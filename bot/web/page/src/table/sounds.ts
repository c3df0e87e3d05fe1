import { effect } from "@preact/signals";
import { tableSettings } from "./table_settings.tsx";

/** What is heard and felt at the table: made here, from noise and tones; no files. */
export type Sound = "card" | "shuffle" | "knock" | "gin" | "turn";

const VIBRATIONS: Partial<Record<Sound, number[]>> = {
  knock: [30, 60, 30],
  gin: [40, 40, 40, 40, 120],
  turn: [40],
};
const GAIN = 0.5;
/** Sounds nearer to each other than this are one. */
const APART_MS = 60;

let audio: AudioContext | null = null;
let noise: AudioBuffer | null = null;
let last = 0;

/** A browser lets nothing be heard before the first press; nor does the table. */
function wake(): void {
  if (!tableSettings.peek().sound) return;
  audio ??= new AudioContext();
  if (audio.state === "suspended") void audio.resume();
}
for (const kind of ["pointerup", "keydown"] as const) {
  globalThis.addEventListener?.(kind, wake, { capture: true, passive: true });
}
effect(() => {
  if (!tableSettings.value.sound) void audio?.suspend();
});

/** Let something be heard and felt, as far as its person wants that. */
export function play(sound: Sound): void {
  const { sound: isOn, vibration } = tableSettings.peek();
  if (document.visibilityState === "hidden" && sound !== "turn") return;
  const pattern = VIBRATIONS[sound];
  // Before the first press a browser refuses to vibrate, and says so in its console.
  if (vibration && pattern && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(pattern);
  if (!isOn || audio?.state !== "running") return;
  const now = performance.now();
  if (sound === "card" && now - last < APART_MS) return;
  last = now;
  SOUNDS[sound](audio, audio.currentTime);
}

const SOUNDS: Record<Sound, (at: AudioContext, when: number) => void> = {
  card: (at, when) => rustle(at, when, 0.07, 3200, 0.5),
  shuffle: (at, when) => {
    for (let n = 0; n < 9; n += 1) rustle(at, when + n * 0.055, 0.05, 2400 + 200 * (n % 3), 0.35);
  },
  knock: (at, when) => {
    for (const n of [0, 0.17]) {
      tone(at, when + n, 0.12, 150, 0.9, "sine", 70);
      rustle(at, when + n, 0.04, 700, 0.5);
    }
  },
  gin: (at, when) => {
    [523.25, 659.25, 783.99, 1046.5].forEach((pitch, n) => {
      tone(at, when + n * 0.09, 0.5, pitch, 0.22, "triangle");
    });
  },
  turn: (at, when) => {
    tone(at, when, 0.22, 587.33, 0.16, "sine");
    tone(at, when + 0.11, 0.3, 880, 0.13, "sine");
  },
};

/** A tone that fades; ``to``: the pitch that it falls to. */
function tone(
  at: AudioContext,
  when: number,
  seconds: number,
  pitch: number,
  volume: number,
  shape: OscillatorType,
  to?: number,
): void {
  const source = at.createOscillator();
  source.type = shape;
  source.frequency.setValueAtTime(pitch, when);
  if (to) source.frequency.exponentialRampToValueAtTime(to, when + seconds);
  fading(at, source, when, seconds, volume);
}

/** Noise of one colour that fades: paper on cloth. */
function rustle(at: AudioContext, when: number, seconds: number, pitch: number, volume: number) {
  if (!noise) {
    noise = at.createBuffer(1, at.sampleRate / 4, at.sampleRate);
    const samples = noise.getChannelData(0);
    for (let n = 0; n < samples.length; n += 1) samples[n] = Math.random() * 2 - 1;
  }
  const source = at.createBufferSource();
  source.buffer = noise;
  const colour = at.createBiquadFilter();
  colour.type = "bandpass";
  colour.frequency.value = pitch;
  colour.Q.value = 0.8;
  source.connect(colour);
  fading(at, source, when, seconds, volume, colour);
}

function fading(
  at: AudioContext,
  source: AudioScheduledSourceNode,
  when: number,
  seconds: number,
  volume: number,
  from: AudioNode = source,
): void {
  const gain = at.createGain();
  gain.gain.setValueAtTime(0.0001, when);
  gain.gain.exponentialRampToValueAtTime(volume * GAIN, when + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, when + seconds);
  from.connect(gain).connect(at.destination);
  source.start(when);
  source.stop(when + seconds + 0.02);
}
