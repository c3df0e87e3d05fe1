import { Back, Face } from "../cards/card.tsx";
import { press } from "../control.ts";
import type { CoursePart, LessonGroup, MappedLesson } from "../protocol.ts";
import { look, waiting } from "../state.ts";
import { Fan } from "../ui/fan.tsx";
import { Icon } from "../ui/icon.tsx";
import { Line, Markdown } from "../ui/text.tsx";
import { t } from "../words.ts";

const SHOWN = 5;
const SHOWN_TURN_DEG = 9;
const MOST_STARS = 3;

interface CourseProps {
  part: CoursePart;
  panel: string;
}

/** The path of lessons: the next one large, the others as cards in their groups. */
export function Course({ part, panel }: CourseProps) {
  return (
    <div class="room course">
      <div class="room-main">
        <section class="hero felt-box" aria-label={part.title}>
          <div class="hero-words">
            <p class="hero-what">{part.title}</p>
            <p class="hero-who">{part.subtitle}</p>
            <p class="hero-idea">
              <Line text={part.idea} />
            </p>
            <div class="hero-press">
              <button
                type="button"
                class="play"
                disabled={waiting.value.length > 0}
                onClick={() => void press(panel, part.press)}
              >
                <Icon name="learn" />
                {part.go_on}
              </button>
            </div>
          </div>
          <Fan cards={part.hand.slice(0, SHOWN)} kind="show" turn={SHOWN_TURN_DEG} />
        </section>
        {part.groups.map((one) => (
          <Group key={one.title} group={one} panel={panel} />
        ))}
      </div>
      <div class="room-side">
        {part.notes.length > 0 && (
          <section class="paper lesson-paper">
            <h2>{part.notes_title}</h2>
            {part.notes.map((one) => (
              <Markdown key={one} text={one} />
            ))}
          </section>
        )}
      </div>
    </div>
  );
}

/** All stars that the reader has, at the head of the page. */
export function AllStars({ part }: { part: CoursePart }) {
  return (
    <p
      class="all-stars"
      role="img"
      aria-label={t("learn.stars", { n: part.stars, all: part.most })}
    >
      <Icon name="star" />
      <b>{part.stars}</b> / {part.most}
    </p>
  );
}

function Group({ group, panel }: { group: LessonGroup; panel: string }) {
  return (
    <section class="box lesson-group">
      <h2>
        {group.title}
        <small>{group.stars}</small>
      </h2>
      <ol>
        {group.lessons.map((one) => (
          <li key={one.number}>
            <LessonCard one={one} panel={panel} />
          </li>
        ))}
      </ol>
    </section>
  );
}

/** A lesson: its card is open once it is begun. */
function LessonCard({ one, panel }: { one: MappedLesson; panel: string }) {
  const isOpen = one.stars > 0 || one.next;
  const stars = t("learn.stars", { n: one.stars, all: MOST_STARS });
  return (
    <button
      type="button"
      class={`lesson-card${one.next ? " next" : ""}${one.stars > 0 ? " done" : ""}`}
      onClick={() => void press(panel, one.press)}
    >
      <span class="card" aria-hidden="true">
        {isOpen ? <Face card={one.card} theme={look.value.theme} /> : <Back />}
      </span>
      <span class="lesson-title">
        {one.number} {one.title}
      </span>
      <span class="stars" role="img" aria-label={stars}>
        {Array.from({ length: MOST_STARS }, (_, n) => (
          <i key={n} class={n < one.stars ? "got" : ""}>
            <Icon name="star" />
          </i>
        ))}
      </span>
    </button>
  );
}
