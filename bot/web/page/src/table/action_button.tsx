import type { ActionState } from "../protocol.ts";
import { Icon, type IconName } from "../ui/icon.tsx";
import { HintMark, hinted } from "./hint.tsx";
import { isUnderWay, play } from "./touch.ts";

/** The kinds that the turn asks for. */
export const MAIN = new Set<ActionState["kind"]>([
  "ready",
  "auto",
  "big_gin",
  "take_knock",
  "take",
]);

/** A button for an action. */
export function ActionButton({ action, main }: { action: ActionState; main?: boolean }) {
  return (
    <button
      type="button"
      class={`${main || MAIN.has(action.kind) ? "main" : ""}${hinted.value?.action === action.action ? " hinted" : ""}`}
      aria-disabled={isUnderWay(action)}
      data-action={action.action}
      onClick={() => play(action)}
    >
      {hinted.value?.action === action.action && <HintMark />}
      {action.label}
    </button>
  );
}

interface ToolProps {
  icon: IconName;
  label: string;
  press?: () => void;
  disabled?: boolean;
  action?: string | undefined;
  /** Whether what it opens is open. */
  isOpen?: boolean;
}

/** A small button with a sign; it stays in its place while there is nothing to do with it. */
export function Tool({ icon, label, press, disabled, action, isOpen }: ToolProps) {
  return (
    <button
      type="button"
      class="tool"
      disabled={disabled ?? false}
      data-action={action}
      aria-expanded={isOpen}
      onClick={press}
    >
      <Icon name={icon} />
      <span>{label}</span>
    </button>
  );
}
