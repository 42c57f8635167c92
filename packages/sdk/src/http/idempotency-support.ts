/** Whether the server remembers idempotency keys: asked once, and only when it matters. */
import { AbortedError } from "../errors.ts";
import type { Try } from "./exchange.ts";
import { remembersKeys, type RemembersKeys } from "./idempotency.ts";
import type { ReadAnswer } from "./refusal.ts";
import { isRetriedStatus } from "./retry.ts";

/** For a server that says nothing of keys, or has no document of ours. */
const remembersNone: RemembersKeys = () => false;

/** See docs/decisions/0100. */
export class KeyMemory {
  #known: RemembersKeys | undefined;

  /**
   * Of a POST to this path of the document; `undefined` while the server does not say.
   *
   * @param ask Fetches the server's own API document.
   * @throws AbortedError when the question was.
   */
  async remembers(path: string, ask: () => Promise<Try<ReadAnswer>>): Promise<boolean | undefined> {
    this.#known ??= learn(await ask());
    return this.#known?.(path);
  }
}

/** What holds for the client's life; `undefined` for what may be different in a moment. */
function learn(outcome: Try<ReadAnswer>): RemembersKeys | undefined {
  if (outcome.kind === "broken") {
    if (outcome.error instanceof AbortedError) throw outcome.error;
    return outcome.error.kind === "redirect" ? remembersNone : undefined;
  }
  const { status, bytes } = outcome.answer;
  if (isRetriedStatus(status)) return undefined;
  return status === 200 ? remembersKeys(parsed(bytes)) : remembersNone;
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch {
    return undefined;
  }
}
