import { useEffect, useState } from "preact/hooks";
import { press } from "../control.ts";
import type { MenuPart, PanelState, PlaybackPart } from "../protocol.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Icon } from "../ui/icon.tsx";
import { t } from "../words.ts";

const PLAY_ON = /:playon-\d+$/;

interface PlayOnProps {
  open: PanelState;
  part: PlaybackPart;
  at: number;
}

/** Play on from a step against a computer; the server offers that of one step. */
export function PlayOn({ open, part, at }: PlayOnProps) {
  const [asked, setAsked] = useState<number | null>(null);
  const menus = open.parts.filter((one): one is MenuPart => one.type === "menu");
  const menu = menus.find((one) => PLAY_ON.test(one.press));
  const last = part.steps.length - 1;
  // The panel with the levels comes for the step that was asked for; where it brings none, none.
  const isHere = at === part.at;
  useEffect(() => {
    if (asked !== null && (asked !== at || (isHere && !menu))) setAsked(null);
  }, [asked, at, isHere, menu]);
  // No step of a running match is offered, nor one of a replay that somebody shares.
  if (at >= last || (!menu && part.at < last)) return null;
  const ask = () => {
    setAsked(at);
    if (!isHere) void press(open.panel, part.press, [String(at)]);
  };
  const note = menu?.choices[0]?.description;
  return (
    <>
      <button type="button" class="play-on" aria-haspopup="dialog" onClick={ask}>
        <Icon name="play" />
        <span>{t("replay.play_on")}</span>
      </button>
      {asked === at && isHere && menu && (
        <Dialog title={t("replay.play_on_against")} close={() => setAsked(null)}>
          <div class="play-on-levels">
            {menu.choices.map((one) => (
              <button
                type="button"
                key={one.value}
                onClick={() => void press(open.panel, menu.press, [one.value])}
              >
                {one.label}
              </button>
            ))}
          </div>
          {note && <p class="small">{note}</p>}
        </Dialog>
      )}
    </>
  );
}
