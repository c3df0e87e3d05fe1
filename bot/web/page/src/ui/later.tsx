import type { ComponentType, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { withRetry } from "../link/requests.ts";
import { notify } from "../moments.ts";
import { t } from "../words.ts";

/** A part of the page whose program is loaded when it is opened for the first time. */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): (props: Props) => JSX.Element {
  let found: ComponentType<Props> | null = null;
  return function Later(props: Props) {
    const [, setLoaded] = useState(found !== null);
    useEffect(() => {
      if (found) return;
      withRetry(load).then(
        (one) => {
          found = one;
          setLoaded(true);
        },
        (error: Error) => notify(error.message),
      );
    }, []);
    const Found = found;
    return Found ? <Found {...props} /> : <p class="loading">{t("loading")}</p>;
  };
}
