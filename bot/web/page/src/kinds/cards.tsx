import { Back, Face } from "../cards/card.tsx";
import { PressButtonView } from "../panel/press_button.tsx";
import type { CardGroup, CardsPart, ListedCard, PanelState } from "../protocol.ts";
import { look } from "../state.ts";
import { Icon } from "../ui/icon.tsx";
import { Line } from "../ui/text.tsx";
import { clockTime, left, now } from "../ui/time.ts";
import { t } from "../words.ts";
import { SignedFact } from "./facts.tsx";
import { GROUNDS } from "./frame.tsx";
import { Look } from "./look.tsx";
import { go } from "./way.tsx";

const MOST_STARS = 3;
const SOON_MS = 3_600_000;

interface CardsProps {
  part: CardsPart;
  panel: string;
}

/** What cards show at the head of their page: facts about them all, and what makes a new one. */
export function CardsHead({ open }: { open: PanelState }) {
  const part = open.parts.find((one): one is CardsPart => one.type === "cards");
  return (
    <>
      {part?.facts.map((one) => (
        <SignedFact key={one.value} fact={one} />
      ))}
      {part?.new && <PressButtonView panel={open.panel} button={part.new} />}
    </>
  );
}

/** Cards in groups, each of which leads somewhere. */
export function Cards({ part, panel }: CardsProps) {
  return (
    <>
      {part.groups.map((one) => (
        <Group key={one.title} group={one} panel={panel} />
      ))}
      {part.buttons.length > 0 && (
        <div class="row">
          {part.buttons.map((button) => (
            <PressButtonView key={button.press} panel={panel} button={button} />
          ))}
        </div>
      )}
    </>
  );
}

function Group({ group, panel }: { group: CardGroup; panel: string }) {
  const { is_path: isPath, ground } = group;
  return (
    <section class={isPath ? "kind path box" : `kind cards on-${ground}`}>
      {group.title && (
        <header>
          <h2>{group.title}</h2>
          {group.subtitle && <small>{group.subtitle}</small>}
        </header>
      )}
      <ol>
        {group.cards.map((one) => (
          <li key={one.title}>
            <button
              type="button"
              aria-pressed={one.drawn ? one.mine : undefined}
              class={`card-of ${one.drawn ? "of-look" : ""} ${isPath ? "" : GROUNDS[ground]} ${one.mine ? "mine" : ""} ${one.stars ? "done" : ""}`}
              onClick={() => go(one.way, panel)}
            >
              {isPath ? <Station one={one} /> : <Words one={one} />}
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** A card of a path: face down until one has come there. */
function Station({ one }: { one: ListedCard }) {
  const stars = t("learn.stars", { n: one.stars ?? 0, all: MOST_STARS });
  const [face] = one.hand;
  return (
    <>
      <span class="card" aria-hidden="true">
        {face ? <Face card={face} theme={look.value.theme} /> : <Back />}
      </span>
      <span class="station">{one.title}</span>
      <span class="stars" role="img" aria-label={stars}>
        {Array.from({ length: MOST_STARS }, (_, n) => (
          <i key={n} class={n < (one.stars ?? 0) ? "got" : ""}>
            <Icon name="star" />
          </i>
        ))}
      </span>
    </>
  );
}

function Words({ one }: { one: ListedCard }) {
  const { starts, people } = one;
  return (
    <>
      {one.hand.length > 0 && (
        <span class="card-hand" aria-hidden="true">
          {one.hand.map((card) => (
            <Face key={card} card={card} theme={look.value.theme} />
          ))}
        </span>
      )}
      {one.drawn && <Look drawn={one.drawn} value={one.look} />}
      <b>{one.title}</b>
      {one.small && <small>{one.small}</small>}
      {starts !== null && (
        <span class="status">
          <span>{one.status ? <Line text={one.status} /> : <Coming starts={starts} />}</span>
          {people === null ? (
            <small>{clockTime(starts, "d")}</small>
          ) : (
            <span class="fact">
              <Icon name="users" />
              <span class="unseen">{t("event.entries")}: </span>
              {people}
            </span>
          )}
        </span>
      )}
      {one.own && (
        <span class="own">
          <Line text={one.own} />
        </span>
      )}
    </>
  );
}

/** When something begins: the last hour counts. `far`: how an earlier moment is shown. */
export function Coming({ starts, far = "s" }: { starts: number; far?: string }) {
  const rest = starts - now.value;
  return <time>{rest < SOON_MS && rest > 0 ? left(starts) : clockTime(starts, far)}</time>;
}
