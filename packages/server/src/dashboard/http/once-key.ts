/** The Idempotency-Key of a form that people may send twice by a double click. */
import { hash } from "node:crypto";

/** Another text under the same `once`, after a return to the page, is another request. */
export const onceKey = (once: string, text: string): string =>
  `dashboard ${hash("sha256", JSON.stringify([once, text]), "base64url")}`;
