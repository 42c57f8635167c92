/** Executes a form once: a double click and a reload post the same key, which the API knows. */
import { IDEMPOTENCY_KEY } from "../../domain/account/idempotency-key.ts";
import { newToken } from "../../domain/account/sign-in-link.ts";
import { systemRandom } from "../../platform/random.ts";
import type { Posted } from "./body.ts";

const NAME = "request";

/** The key of one rendered form. */
export function RequestKey() {
  return <input type="hidden" name={NAME} value={newToken(systemRandom)} />;
}

/** Returns the options of an API call that is executed once for each rendered form with a {@link RequestKey}. */
export function onceFor(posted: Posted): { readonly headers?: Readonly<Record<string, string>> } {
  const key = posted.text(NAME);
  return key === "" ? {} : { headers: { [IDEMPOTENCY_KEY]: `dashboard ${key}` } };
}
