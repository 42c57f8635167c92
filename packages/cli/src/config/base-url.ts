/** Validates the server's address. */
import type { ExitCode } from "../errors/exit-codes.ts";
import { Failure } from "../errors/failure.ts";

export const DEFAULT_BASE_URL = "http://127.0.0.1:8787";

/** The address of a page of the dashboard. @param path Such as `/keys`. */
export const dashboardPage = (baseUrl: string, path: string): string =>
  `${baseUrl.replace(/\/api\/v1$/, "")}/dashboard${path}`;

/** The address of the page on which people create API keys. */
export const keysPage = (baseUrl: string): string => dashboardPage(baseUrl, "/keys#new");

/**
 * The address without a trailing slash.
 *
 * @param source Where it was set, for the error message.
 * @throws Failure with `exit` unless it is an http(s) address without credentials, query and fragment.
 */
export function checkBaseUrl(text: string, source: string, exit: ExitCode): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isHttp = url !== undefined && ["http:", "https:"].includes(url.protocol);
  if (!isHttp || url.username || url.password || url.search || url.hash) {
    throw new Failure({
      exit,
      code: "bad_base_url",
      // a valid URL is not repeated, since it may contain a password
      message: `The base URL from ${source} must be an http or https address without user, query and fragment${url === undefined ? `, and is "${text}"` : ""}.`,
      hint: `Write it like ${DEFAULT_BASE_URL}.`,
    });
  }
  return url.href.replace(/\/+$/, "");
}
