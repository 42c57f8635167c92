/** Checks that the web site a post comes from is allowed to use the form. */
import { AppError } from "../domain/errors.ts";

/** The host of `Origin`, or of `Referer` if `Origin` has none; `null` if neither has one. */
export function originHost(
  origin: string | undefined,
  referrer: string | undefined,
): string | null {
  for (const text of [origin, referrer]) {
    if (text !== undefined && URL.canParse(text)) {
      const { hostname } = new URL(text);
      if (hostname !== "") return hostname;
    }
  }
  return null;
}

/** `example.org` also allows its subdomains; an empty list allows every host. */
export function isAllowedHost(host: string | null, allowed: readonly string[]): boolean {
  if (allowed.length === 0) return true;
  if (host === null) return false;
  return allowed.some((domain) => {
    const lowerCase = domain.toLowerCase();
    return host === lowerCase || host.endsWith(`.${lowerCase}`);
  });
}

/** @throws AppError `forbidden` that names the host and the setting that would allow it. */
export function requireAllowedOrigin(
  headers: { readonly origin: string | undefined; readonly referrer: string | undefined },
  allowed: readonly string[],
): void {
  if (allowed.length === 0) return;
  const host = originHost(headers.origin, headers.referrer);
  if (isAllowedHost(host, allowed)) return;
  throw new AppError(
    "forbidden",
    host === null
      ? "This form accepts posts only from its allowed domains, and this post has no Origin or Referer header. Remove the referrer policy that hides the origin, or clear the form's allowed_domains."
      : `This form does not accept posts from ${host}. Add that domain to the form's allowed_domains to allow it.`,
  );
}
