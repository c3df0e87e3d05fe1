import { press } from "../control.ts";
import type { MenuPart } from "../protocol.ts";

/** A menu that acts as soon as something is chosen, with what the choices have in common. */
export function ChoiceMenu({ panel, menu }: { panel: string; menu: MenuPart }) {
  const note = menu.choices[0]?.description;
  const isCommon = menu.choices.every((one) => one.description === note);
  return (
    <>
      <select
        aria-label={menu.placeholder}
        value=""
        onChange={(event) => void press(panel, menu.press, [event.currentTarget.value])}
      >
        <option value="">{menu.placeholder}</option>
        {menu.choices.map((one) => (
          <option key={one.value} value={one.value}>
            {one.label}
          </option>
        ))}
      </select>
      {note && isCommon && <p class="small">{note}</p>}
    </>
  );
}
