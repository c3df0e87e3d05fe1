import type { Words } from "../protocol.ts";
import { hasWords, locale, speak } from "../words.ts";
import { request } from "./requests.ts";

/** Fetch the sentences of a language. */
export async function loadWords(language: string): Promise<void> {
  if (language === locale.value && hasWords()) return;
  const response = await request(`api/words/${encodeURIComponent(language)}`);
  if (response.ok) speak((await response.json()) as Words);
}
