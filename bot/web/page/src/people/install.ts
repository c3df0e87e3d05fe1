import { signal } from "@preact/signals";

/** The browser's own question whether to install the page, until it has been asked. */
export interface InstallQuestion extends Event {
  prompt(): Promise<void>;
}

export const installQuestion = signal<InstallQuestion | null>(null);

/** Keep the page's own files, so that it can be installed; not inside another page's frame. */
export async function keepPage(): Promise<void> {
  if (window.top !== window || !("serviceWorker" in navigator)) return;
  window.addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    installQuestion.value = event as InstallQuestion;
  });
  try {
    await navigator.serviceWorker.register("sw.js", { updateViaCache: "none" });
  } catch {
    // A browser that refuses, as in a private window, shows the page all the same.
  }
}

/** Ask whether to install the page. */
export async function install(): Promise<void> {
  const question = installQuestion.peek();
  installQuestion.value = null;
  await question?.prompt();
}
