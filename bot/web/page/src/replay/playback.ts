import type { PanelState, PlaybackPart } from "../protocol.ts";

/** The round that a panel plays, if it does. */
export function playbackOf(open: PanelState): PlaybackPart | undefined {
  return open.parts.find((part): part is PlaybackPart => part.type === "playback");
}
