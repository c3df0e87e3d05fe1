import { send } from "../control.ts";
import type { SeatState } from "../protocol.ts";
import { useDraft } from "../ui/draft.ts";
import { t } from "../words.ts";

const LAST = 2;

/** What the adviser has said last, in one line. */
export function adviceLine({ advice }: SeatState): string {
  return advice
    .slice(-LAST)
    .map((one) => `${one.name}: ${one.text}`)
    .join(" · ");
}

/** Where the adviser writes to the captain, in place of moves of their own. */
export function Advise({ match }: { match: string }) {
  const [text, setText, drop] = useDraft(`advice.${match}`, "");
  return (
    <section class="actions advice" aria-label={t("table.advice")}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!text.trim()) return;
          void send({ type: "advise", match, text: text.trim() });
          drop();
        }}
      >
        <input
          value={text}
          maxLength={200}
          aria-label={t("table.advice")}
          placeholder={t("table.advice")}
          onInput={(event) => setText(event.currentTarget.value)}
        />
        <button type="submit" class="main">
          {t("table.send")}
        </button>
      </form>
    </section>
  );
}
