import { useEffect, useRef } from "preact/hooks";
import { press } from "../control.ts";
import { PanelBody } from "../panel/panel.tsx";
import type { PanelState, RulesetsPart } from "../protocol.ts";
import { t } from "../words.ts";
import { RulesetCards } from "./ruleset_cards.tsx";

/** Every ruleset as a card, and the rules of the chosen one beside them. */
export function RulesPage({ part, open }: { part: RulesetsPart; open: PanelState }) {
  const show = (name: string) => {
    const at = part.choices.findIndex((one) => one.name === name);
    const chosen = part.presses[at];
    if (chosen) void press(open.panel, chosen);
  };
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current
      ?.querySelector(".ruleset:has(:checked)")
      ?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [part.chosen]);
  return (
    <div class="rules-page" ref={box}>
      <RulesetCards label={t("lobby.rules")} all={part.choices} value={part.chosen} pick={show} />
      <div class="sheet-box">
        <PanelBody open={open} />
      </div>
    </div>
  );
}
