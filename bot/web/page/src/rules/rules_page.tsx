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
  return (
    <div class="rules-page">
      <RulesetCards label={t("lobby.rules")} all={part.choices} value={part.chosen} pick={show} />
      <div class="sheet-box">
        <PanelBody open={open} />
      </div>
    </div>
  );
}
