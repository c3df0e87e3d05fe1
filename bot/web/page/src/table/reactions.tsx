import { react } from "../control.ts";
import type { Reaction } from "../protocol.ts";
import { mute, muted } from "../state.ts";
import { t } from "../words.ts";

export const REACTIONS: Record<Reaction, string> = {
  well_played: "👏",
  thanks: "🙏",
  hello: "👋",
  oops: "🙈",
  wow: "😮",
  thinking: "🤔",
};

/** The six reactions, and whether those of others are shown. */
export function Reactions({ done }: { done: () => void }) {
  return (
    <div class="reactions">
      <h3>{t("react")}</h3>
      <div class="row">
        {(Object.keys(REACTIONS) as Reaction[]).map((one) => (
          <button
            type="button"
            class="emoji"
            key={one}
            aria-label={t(`react.${one}`)}
            title={t(`react.${one}`)}
            onClick={() => {
              react(one);
              done();
            }}
          >
            {REACTIONS[one]}
          </button>
        ))}
      </div>
      <label class="check">
        <input
          type="checkbox"
          checked={muted.value}
          onChange={(event) => mute(event.currentTarget.checked)}
        />
        {t("react.mute")}
      </label>
    </div>
  );
}
