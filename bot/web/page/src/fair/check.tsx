import { useEffect, useState } from "preact/hooks";
import type { DealPart } from "../protocol.ts";
import { Icon } from "../ui/icon.tsx";
import { Line, Markdown } from "../ui/text.tsx";
import { cardShort, t } from "../words.ts";
import { deckOf, handFrom, isCommitted } from "./deal.ts";
import { type Dealt, dealtIn } from "./dealt.ts";

const SHOWN = 21;

interface Finding {
  right: boolean;
  text: string;
}

/** Deals the round again in this browser, and compares. */
async function findings(part: DealPart): Promise<Finding[]> {
  if (!(await isCommitted(part))) return [{ right: false, text: t("fair.broken") }];
  const found = [{ right: true, text: t("fair.chain", { n: part.round }) }];
  const dealt = dealtIn(part.match, part.round);
  for (const [number, label] of part.labels.entries()) {
    const deck = await deckOf(part, label);
    if (dealt && dealt.table === number) found.push(compared(deck, dealt));
    else {
      const cards = deck.slice(0, SHOWN).map(cardShort).join(" ");
      found.push({ right: true, text: t("fair.deck", { cards }) });
    }
  }
  return found;
}

function compared(deck: readonly string[], { side, size, cards }: Dealt): Finding {
  const again = handFrom(deck, side, size, cards.length > size);
  const right = again.length === cards.length && again.every((card) => cards.includes(card));
  return { right, text: t(right ? "fair.same" : "fair.other") };
}

/** What this browser finds out about a deal by itself. */
export function DealCheck({ part }: { part: DealPart }) {
  const [found, setFound] = useState<readonly Finding[] | null>(null);
  useEffect(() => {
    let open = true;
    setFound(null);
    if (crypto.subtle) {
      void findings(part).then((all) => {
        if (open) setFound(all);
      });
    }
    return () => {
      open = false;
    };
  }, [part]);
  return (
    <>
      <h2>{part.title}</h2>
      <Verdict found={found} />
      <details class="box digits">
        <summary>{t("fair.digits")}</summary>
        <div class="markdown">
          <Markdown text={part.digits.join("\n")} />
        </div>
      </details>
    </>
  );
}

function Verdict({ found }: { found: readonly Finding[] | null }) {
  if (!crypto.subtle) return <p class="small">{t("fair.insecure")}</p>;
  return (
    <ul class="deal-check" aria-live="polite">
      {found === null && <li>{t("fair.working")}</li>}
      {found?.map((one) => (
        <li key={one.text} class={one.right ? "right" : "wrong"}>
          <Icon name={one.right ? "check" : "x"} />
          <span>
            <Line text={one.text} />
          </span>
        </li>
      ))}
    </ul>
  );
}
