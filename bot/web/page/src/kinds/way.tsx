import { openPage, press, show } from "../control.ts";
import type { Way } from "../protocol.ts";
import { Icon } from "../ui/icon.tsx";

/** Go where something leads. */
export function go(way: Way, panel: string): void {
  if (way.press) void press(panel, way.press);
  else if (way.page) openPage(way.page);
  else if (way.match) show(way.match);
}

/** The sign of a way that everything before it leads, too, with its words for who hears it. */
export function WaySign({ way }: { way: Way }) {
  return (
    <>
      <Icon name={way.match ? "eye" : "run"} />
      <span class="unseen">{way.label}</span>
    </>
  );
}
