import { press } from "../control.ts";
import { isUnanswered } from "../panel/press_button.tsx";
import type { ChoicesPart, NamedSetting, Value } from "../protocol.ts";
import { Icon } from "../ui/icon.tsx";
import { StartEntry, WrittenEntry } from "./entry.tsx";
import { Look } from "./look.tsx";

interface ChoicesProps {
  part: ChoicesPart;
  panel: string;
}

/** The most values that lie open beside each other; more are a list. */
const MOST_OPEN = 4;

/** Settings, each with its name in sight and all its values. */
export function Choices({ part, panel }: ChoicesProps) {
  return (
    <section class={`kind choices box at-${part.place}`}>
      <h2>
        <Icon name={part.icon} />
        {part.title}
      </h2>
      {part.choices.map((one) => (
        <Setting key={one.title} one={one} panel={panel} />
      ))}
    </section>
  );
}

function Setting({ one, panel }: { one: NamedSetting; panel: string }) {
  const words = (
    <>
      {one.title}
      {one.note && <small>{one.note}</small>}
    </>
  );
  const name = <span class="choice-name">{words}</span>;
  if (one.on !== null) {
    const isPressed = isUnanswered(panel, one.press);
    return (
      <button
        type="button"
        class="choice-of switch"
        role="switch"
        aria-checked={one.on}
        aria-disabled={isPressed}
        onClick={() => {
          if (!isPressed) void press(panel, one.press);
        }}
      >
        {name}
        <i aria-hidden="true" />
      </button>
    );
  }
  if (one.entry?.is_start) return <StartEntry one={one} entry={one.entry} panel={panel} />;
  if (one.entry) return <WrittenEntry one={one} entry={one.entry} panel={panel} />;
  const pick = (value: string) => void press(panel, one.press, [value]);
  const isDescribed = one.values.some((value) => value.note);
  if (!one.drawn && !isDescribed && one.values.length > MOST_OPEN) {
    return (
      <label class="choice-of listed">
        {name}
        <select
          value={one.values.find((value) => value.chosen)?.value ?? ""}
          onChange={(event) => pick(event.currentTarget.value)}
        >
          {one.values.map((value) => (
            <option key={value.value} value={value.value}>
              {value.label}
            </option>
          ))}
        </select>
      </label>
    );
  }
  return (
    <fieldset class={isDescribed ? "choice-of described" : "choice-of"} data-drawn={one.drawn}>
      <legend class={isDescribed ? "unseen" : "choice-name"}>{words}</legend>
      <div class="values">
        {one.values.map((value) => (
          <button
            type="button"
            key={value.value}
            aria-pressed={value.chosen}
            onClick={() => pick(value.value)}
          >
            {one.drawn && <Look drawn={one.drawn} value={value.value} />}
            {isDescribed ? <Described value={value} /> : value.label}
          </button>
        ))}
      </div>
    </fieldset>
  );
}

/** A value with what it is, and its measure. */
function Described({ value }: { value: Value }) {
  return (
    <>
      <b>{value.label}</b>
      <span>{value.note}</span>
      {value.about && (
        <small class="fact">
          <Icon name="clock" />
          {value.about}
        </small>
      )}
    </>
  );
}
