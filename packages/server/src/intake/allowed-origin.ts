/** Whether the site that a post comes from may use the form. */
import { AppError } from "../domain/errors.ts";

/** The host of `Origin`, else of `Referer`; `null` when neither names one. */
export function postingHost(
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

/** `example.org` also lets its subdomains in; an empty list lets everyone in. */
export function isAllowedHost(host: string | null, allowed: readonly string[]): boolean {
  if (allowed.length === 0) return true;
  if (host === null) return false;
  return allowed.some((domain) => {
    const wanted = domain.toLowerCase();
    return host === wanted || host.endsWith(`.${wanted}`);
  });
}

/** @throws AppError `forbidden` naming the site and the setting that would let it in. */
export function requireAllowedOrigin(
  headers: { readonly origin: string | undefined; readonly referrer: string | undefined },
  allowed: readonly string[],
): void {
  if (allowed.length === 0) return;
  const host = postingHost(headers.origin, headers.referrer);
  if (isAllowedHost(host, allowed)) return;
  throw new AppError(
    "forbidden",
    host === null
      ? "This form accepts posts only from its own site, and the post does not say where it comes from. Remove the referrer policy that hides it, or empty the form's allowed_domains."
      : `This form does not accept posts from ${host}. Add that domain to the form's allowed_domains to let it post.`,
  );
}
