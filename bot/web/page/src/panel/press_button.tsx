import { press } from "../control.ts";
import type { PanelState, PressButton } from "../protocol.ts";
import { waiting } from "../state.ts";
import { Icon } from "../ui/icon.tsx";
import { signOf } from "../ui/signs.ts";

interface PressButtonProps {
  panel: string;
  button: PressButton;
  /** A small button with its sign above the word, or a large one. */
  kind?: "tool" | "play";
}

/** Whether a press is not answered yet: the same one again is that press. */
export function isUnanswered(panel: string, custom: string): boolean {
  return waiting.value.some(
    (one) => one.type === "press" && one.panel === panel && one.press === custom,
  );
}

/** A button of one of the chat's screens, of the table or of the lobby. */
export function PressButtonView({ panel, button, kind }: PressButtonProps) {
  const isPressed = isUnanswered(panel, button.press);
  const sign = (button.emoji && signOf(button.emoji)) || (kind ? "star" : null);
  const inside = (
    <>
      {sign && <Icon name={sign} />}
      {kind === "tool" ? <span>{button.label}</span> : button.label}
    </>
  );
  if (button.link) {
    return (
      <a class={`button ${button.style}`} href={button.press} target="_blank" rel="noreferrer">
        {inside}
      </a>
    );
  }
  return (
    <button
      type="button"
      class={kind ?? button.style}
      disabled={button.disabled}
      aria-disabled={isPressed}
      onClick={() => {
        if (!isPressed) void press(panel, button.press);
      }}
    >
      {inside}
    </button>
  );
}

interface PanelButtonsProps {
  open: PanelState;
  /** The presses that the page has its own controls for. */
  without: RegExp;
}

/** The buttons of a screen in their rows, on a page that draws the rest by itself. */
export function PanelButtons({ open, without }: PanelButtonsProps) {
  return (
    <>
      {open.parts.map((part, n) => {
        const buttons = part.type === "row" ? part.buttons : [];
        const shown = buttons.filter((one) => !without.test(one.press));
        return shown.length > 0 ? (
          <div class="row" key={n}>
            {shown.map((one) => (
              <PressButtonView key={one.press + one.label} panel={open.panel} button={one} />
            ))}
          </div>
        ) : null;
      })}
    </>
  );
}
