import type { GuessState } from "../protocol.ts";
import { t } from "../words.ts";

/** How the spectators' guesses about the last round came out. */
export function guessResult({ result }: GuessState): string {
  if (!result) return "";
  const all = t("guess.right", { n: result.right, all: result.all });
  if (result.own === null) return all;
  const own = result.own ? t("guess.you_right", { n: result.streak }) : t("guess.you_wrong");
  return `${all} ${own}`;
}
