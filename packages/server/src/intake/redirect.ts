/** Where the browser goes after a post. A post must not be able to send people elsewhere. */
import { isAllowedHost } from "./allowed-origin.ts";

interface Asked {
  /** `_redirect` or `_next`, as sent. */
  readonly redirect: string | null;
  readonly origin: string | undefined;
  readonly referrer: string | undefined;
}
interface Owner {
  readonly redirect_url: string | null;
  readonly allowed_domains: readonly string[];
}

/**
 * The page's wish, resolved against the page, when it leads to a domain of the form's
 * `allowed_domains` or to the origin of its `redirect_url`; else `redirect_url`; else `null`.
 */
export function redirectTarget(asked: Asked, form: Owner): string | null {
  const wish = asked.redirect === null ? null : follow(asked.redirect, asked, form);
  if (wish !== null || form.redirect_url === null) return wish;
  return asAddress(form.redirect_url);
}

/** A header takes ASCII alone: an address with other letters is written with escapes. */
function asAddress(url: string): string {
  return /^[!-~]+$/.test(url) ? url : new URL(url).href;
}

/** Where a page's wish leads, whoever may go there; `null` for what is no plain address of the web. */
export function absoluteWish(
  wish: string,
  { origin, referrer }: Pick<Asked, "origin" | "referrer">,
): URL | null {
  // `//host` and `\host` read as a path and lead to another site.
  if (/[\\\s\0]/.test(wish) || wish.startsWith("//")) return null;
  const base = [referrer, origin].find((text) => text !== undefined && URL.canParse(text));
  if (!URL.canParse(wish, base)) return null;
  const url = new URL(wish, base);
  if (url.protocol !== "https:" && url.protocol !== "http:") return null;
  return url.username === "" && url.password === "" ? url : null;
}

function follow(wish: string, asked: Asked, form: Owner): string | null {
  const url = absoluteWish(wish, asked);
  if (url === null) return null;
  const isOwn =
    form.redirect_url !== null &&
    URL.canParse(form.redirect_url) &&
    new URL(form.redirect_url).origin === url.origin;
  const isListed =
    form.allowed_domains.length > 0 && isAllowedHost(url.hostname, form.allowed_domains);
  return isOwn || isListed ? url.href : null;
}
