import { useId, useState } from "preact/hooks";
import { Back, type Card, Face } from "../cards/card.tsx";
import type { PresetChoice } from "../protocol.ts";
import { look } from "../state.ts";
import { Icon } from "../ui/icon.tsx";
import { t } from "../words.ts";

/** What a ruleset looks like: cards, "?" face down. */
const PICTURES: Record<string, readonly Card[]> = {
  standard: ["7S", "7H", "7D"],
  single: ["AH"],
  oklahoma: ["?", "5S"],
  straight: ["8D", "9D", "TD"],
  round_corner: ["KC", "AC", "2C"],
  tedesco: ["QH", "KH", "AH"],
  three_handed: ["?", "?", "3H"],
  partnership_4: ["4S", "4C"],
  partnership_6: ["6S", "6C"],
  partnership_8: ["8S", "8C"],
  captains_5: ["KD", "?"],
  captains_7: ["KH", "?"],
};
/** The rulesets that are scored in columns. */
const COLUMNS = /hollywood/;

interface RulesetCardsProps {
  label: string;
  all: readonly PresetChoice[];
  value: string;
  pick: (name: string) => void;
}

/** Rulesets as cards, of which one is chosen, grouped by their numbers of players. */
export function RulesetCards({ label, all, value, pick }: RulesetCardsProps) {
  const id = useId();
  const groups = new Map<string, PresetChoice[]>();
  for (const one of all) {
    const numbers = one.players.join(", ");
    groups.set(numbers, [...(groups.get(numbers) ?? []), one]);
  }
  return (
    <fieldset class="rulesets">
      <legend class="unseen">{label}</legend>
      {[...groups].map(([numbers, rules]) => (
        <Group
          key={numbers}
          id={id}
          title={t("lobby.for", { n: numbers })}
          all={rules}
          value={value}
          pick={pick}
        />
      ))}
    </fieldset>
  );
}

interface GroupProps {
  id: string;
  title: string;
  all: readonly PresetChoice[];
  value: string;
  pick: (name: string) => void;
}

/** The common rules of a group and the chosen ones; the others when they are asked for. */
function Group({ id, title, all, value, pick }: GroupProps) {
  const [open, setOpen] = useState(false);
  const others = all.filter((one) => !one.is_common && one.name !== value);
  const shown = open ? all : all.filter((one) => !others.includes(one));
  return (
    <fieldset class="ruleset-group">
      <legend>{title}</legend>
      <div class="ruleset-cards">
        {shown.map((one) => (
          <RulesetCard key={one.name} id={id} one={one} chosen={one.name === value} pick={pick} />
        ))}
        {others.length > 0 && (
          <button
            type="button"
            class="more-rules"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            <span>
              {t(open ? "rules.fewer" : "rules.more")}
              <small>{others.map((one) => one.title).join(", ")}</small>
            </span>
            <Icon name={open ? "minus" : "plus"} />
          </button>
        )}
      </div>
    </fieldset>
  );
}

interface RulesetCardProps {
  id: string;
  one: PresetChoice;
  chosen: boolean;
  pick: (name: string) => void;
}

function RulesetCard({ id, one, chosen, pick }: RulesetCardProps) {
  const own = `${id}-${one.name}`;
  return (
    <label class="ruleset" data-preset={one.name}>
      <input
        type="radio"
        name={id}
        value={one.name}
        checked={chosen}
        aria-labelledby={`${own}-title`}
        aria-describedby={`${own}-about`}
        onChange={() => pick(one.name)}
      />
      <b id={`${own}-title`}>{one.title}</b>
      <Picture name={one.name} />
      <span class="ruleset-about" id={`${own}-about`}>
        <span>{one.sentence}</span>
        <small>{one.length}</small>
      </span>
      {chosen && (
        <span class="tick" aria-hidden="true">
          <Icon name="check" />
        </span>
      )}
    </label>
  );
}

function Picture({ name }: { name: string }) {
  const cards = PICTURES[name] ?? [];
  if (COLUMNS.test(name)) return <span class="ruleset-picture columns" aria-hidden="true" />;
  if (cards.length === 0) return null;
  return (
    <span class="ruleset-picture" aria-hidden="true">
      {cards.map((card, n) =>
        card === "?" ? (
          <Back key={`back${n}`} />
        ) : (
          <Face key={card} card={card} theme={look.value.theme} />
        ),
      )}
    </span>
  );
}
