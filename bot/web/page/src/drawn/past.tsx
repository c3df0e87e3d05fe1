import { openPage } from "../control.ts";
import { pageOf } from "../place.ts";
import type { PastLine, PastPart } from "../protocol.ts";
import { Avatar } from "../ui/avatar.tsx";
import { Icon } from "../ui/icon.tsx";
import { clockTime } from "../ui/time.ts";
import { t } from "../words.ts";
import { ResultMark } from "./result_mark.tsx";

/** The reader's finished matches; each leads to its replay. */
export function Past({ part }: { part: PastPart }) {
  return (
    <section class="box past">
      <ol class="own-rounds">
        {part.lines.map((one) => (
          <li key={one.match}>
            <Line line={one} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function Line({ line }: { line: PastLine }) {
  return (
    <button
      type="button"
      data-match={line.match}
      onClick={() => openPage(pageOf("replay", `${line.match}.1`))}
    >
      <ResultMark mark={line.mark} />
      <Avatar player={line.disc} />
      <span class="who">
        <b>{line.names}</b>
        <small>{`${line.rules}, ${line.result}, ${clockTime(line.ended, "d")}`}</small>
      </span>
      <span class="points">{line.score}</span>
      <Icon name="run" />
      <span class="unseen">{t("event.replay", { name: line.names })}</span>
    </button>
  );
}
