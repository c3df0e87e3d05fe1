import { Face } from "../cards/card.tsx";

/** What shows the look of the cards. */
const SHOWN_CARDS = ["KH", "9D", "JC"];

interface LookProps {
  drawn: "theme" | "felt" | "back";
  value: string;
}

/** A look as it is at the table. */
export function Look({ drawn, value }: LookProps) {
  if (drawn === "theme") {
    return (
      <span class="look-cards" data-theme={value} aria-hidden="true">
        {SHOWN_CARDS.map((card) => (
          <Face key={card} card={card} theme={value} />
        ))}
      </span>
    );
  }
  const look = drawn === "felt" ? { "data-felt": value } : { "data-back": value };
  return <span class={drawn === "felt" ? "look-felt" : "look-back back"} {...look} />;
}
