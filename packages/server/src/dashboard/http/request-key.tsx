/** Executes a form once: a double click and a reload post the same key, which the API knows. */
import { hash } from "node:crypto";
import { IDEMPOTENCY_KEY } from "../../domain/account/idempotency-key.ts";
import { newToken } from "../../domain/account/sign-in-link.ts";
import { systemRandom } from "../../platform/random.ts";
import type { Posted } from "./body.ts";

const NAME = "request";

/** The key of one rendered form. */
export function RequestKeyInput() {
  return <input type="hidden" name={NAME} value={newToken(systemRandom)} />;
}

/**
 * Returns the options of an API call that is executed once for each rendered form with a {@link RequestKeyInput}.
 *
 * @param typed Another text, after a return to the page, is another request. Default: one request whatever was typed.
 */
export function onceFor(
  posted: Posted,
  typed?: string,
): { readonly headers?: Readonly<Record<string, string>> } {
  const key = posted.text(NAME);
  if (key === "") return {};
  const name =
    typed === undefined ? key : hash("sha256", JSON.stringify([key, typed]), "base64url");
  return { headers: { [IDEMPOTENCY_KEY]: `dashboard ${name}` } };
}
