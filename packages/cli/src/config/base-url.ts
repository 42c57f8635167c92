/** The server's address, checked before a key is sent to it. */
import type { ExitCode } from "../errors/exit-codes.ts";
import { Failure } from "../errors/failure.ts";

export const DEFAULT_BASE_URL = "http://127.0.0.1:8787";

/**
 * The address without a trailing slash.
 *
 * @param source Where it was set, for the error.
 * @throws Failure with `exit` when it is no http(s) address, or carries a user, a query or a fragment.
 */
export function checkBaseUrl(text: string, source: string, exit: ExitCode): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isHttp = url !== undefined && ["http:", "https:"].includes(url.protocol);
  if (!isHttp || url.username || url.password || url.search || url.hash) {
    throw new Failure({
      exit,
      code: "bad_base_url",
      // the text is not repeated where it may hold a password
      message: `The base URL of ${source} is not an http or https address without user, query and fragment${url === undefined ? `: "${text}"` : ""}.`,
      hint: `Write it as ${DEFAULT_BASE_URL}.`,
    });
  }
  return url.href.replace(/\/+$/, "");
}
