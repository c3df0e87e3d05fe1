import { react } from "../control.ts";
import type { Reaction } from "../protocol.ts";
import { Icon, type IconName } from "../ui/icon.tsx";
import { t } from "../words.ts";
import { seat } from "./touch.ts";

export const REACTIONS: Record<Reaction, IconName> = {
  well_played: "well",
  thanks: "thanks",
  hello: "hello",
  oops: "oops",
  wow: "wow",
  thinking: "thinking",
};

/** The six reactions, open on the table: one tap each. Spectators see an empty place. */
export function Talk({ said }: { said?: () => void }) {
  if (!seat.value) return <section class="talk" />;
  return (
    <section class="talk" aria-label={t("react")}>
      {(Object.keys(REACTIONS) as Reaction[]).map((one) => (
        <button
          type="button"
          key={one}
          aria-label={t(`react.${one}`)}
          title={t(`react.${one}`)}
          onClick={() => {
            react(one);
            said?.();
          }}
        >
          <Icon name={REACTIONS[one]} />
        </button>
      ))}
    </section>
  );
}
