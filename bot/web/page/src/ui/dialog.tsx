import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { t } from "../words.ts";
import { Icon } from "./icon.tsx";
import { useLayer } from "./layers.ts";

interface DialogProps {
  title: string;
  close: () => void;
  kind?: string;
  children: ComponentChildren;
}

/** A modal window; the focus goes in and comes back, and Back closes it. */
export function Dialog({ title, close, kind, children }: DialogProps) {
  const box = useRef<HTMLDialogElement>(null);
  useLayer(true, close);
  // Before effects inside measure what is shown.
  useLayoutEffect(() => {
    const before = document.activeElement as HTMLElement | null;
    const element = box.current;
    element?.showModal();
    return () => {
      element?.close();
      if (before?.isConnected) before.focus();
    };
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it; this is the click beside it
    <dialog
      class={`dialog ${kind ?? ""}`}
      ref={box}
      aria-labelledby="dialog-title"
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) close();
      }}
    >
      <div class="dialog-body">
        <header>
          <h2 id="dialog-title">{title}</h2>
          <button type="button" class="icon" aria-label={t("close")} onClick={close}>
            <Icon name="x" />
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
}
