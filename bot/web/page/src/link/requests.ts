import { dispatch } from "../state.ts";
import { t } from "../words.ts";

/** Nobody answers, or only what stands before Gin. */
class Unreachable extends Error {}

const FIRST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 5_000;
const NOT_THERE = [502, 503, 504];
/** Then a line that passes nothing has swallowed the request. Discord may take its time. */
const PATIENCE_MS = 15_000;
const PATIENCE_TO_POST_MS = 20_000;

/** A request; Gin's own refusals are answers, too. */
export async function request(path: string, options: RequestInit = {}): Promise<Response> {
  const most = options.method === "POST" ? PATIENCE_TO_POST_MS : PATIENCE_MS;
  const signal = AbortSignal.timeout(most);
  const response = await fetch(path, { signal, ...options }).catch(() => {
    throw new Unreachable(path);
  });
  // A sentence is an answer of Gin's, such as that Discord is silent.
  if (NOT_THERE.includes(response.status) && !isJson(response)) throw new Unreachable(path);
  return response;
}

/** What a request is answered with; the server's sentence is the error. */
export async function fetchJson<T>(path: string, options: RequestInit = {}): Promise<T> {
  const response = await request(path, options);
  if (!isJson(response)) throw new Error(t("session.odd", { status: response.status }));
  const answer = (await response.json().catch(() => {
    throw new Unreachable(path);
  })) as T & { error?: string };
  if (!response.ok) throw new Error(answer.error ?? response.statusText);
  return answer;
}

function isJson(response: Response): boolean {
  return response.headers.get("content-type")?.startsWith("application/json") ?? false;
}

/**
 * Do what may be done several times until Gin can be reached, and say that it cannot meanwhile: after
 * a failure, or as soon as an answer that comes at once is `late`, in milliseconds.
 */
export async function withRetry<T>(work: () => Promise<T>, late = PATIENCE_TO_POST_MS): Promise<T> {
  for (let failures = 0; ; failures += 1) {
    const timer = window.setTimeout(() => dispatch({ type: "reached", yes: false }), late);
    try {
      const found = await work();
      dispatch({ type: "reached", yes: true });
      return found;
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
      dispatch({ type: "reached", yes: false });
      const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** failures);
      await new Promise((resume) => window.setTimeout(resume, wait));
    } finally {
      window.clearTimeout(timer);
    }
  }
}
