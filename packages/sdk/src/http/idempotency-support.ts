/** Whether the server supports idempotency keys: fetched once, and only when a retry depends on it. */
import { AbortedError } from "../errors.ts";
import type { AttemptResult } from "./exchange.ts";
import { readKeySupport, type KeySupport } from "./idempotency.ts";
import type { ReadAnswer } from "./error-response.ts";
import { isRetriedStatus } from "./retry.ts";
import { textOf } from "./text.ts";

/** For a server that declares no keys or has no API document. */
const noKeySupport: KeySupport = () => false;

/** See docs/contribute/decisions/clients.md#retries-of-a-post. */
export class IdempotencySupport {
  #known: KeySupport | undefined;

  /**
   * Whether a POST to this path supports keys; `undefined` while the document cannot be fetched.
   *
   * @param fetchDocument Fetches the server's own API document.
   * @throws AbortedError if that request was aborted.
   */
  async isSupported(
    path: string,
    fetchDocument: () => Promise<AttemptResult<ReadAnswer>>,
  ): Promise<boolean | undefined> {
    this.#known ??= keySupportOf(await fetchDocument());
    return this.#known?.(path);
  }
}

/** The support for the rest of the client's life; `undefined` after a temporary failure. */
function keySupportOf(outcome: AttemptResult<ReadAnswer>): KeySupport | undefined {
  if (outcome.kind === "broken") {
    if (outcome.error instanceof AbortedError) throw outcome.error;
    return outcome.error.kind === "redirect" ? noKeySupport : undefined;
  }
  const { status, bytes } = outcome.answer;
  if (isRetriedStatus(status)) return undefined;
  return status === 200 ? readKeySupport(parse(bytes)) : noKeySupport;
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(textOf(bytes));
  } catch {
    return undefined;
  }
}
