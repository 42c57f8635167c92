/** Chooses the page that the browser opens after a post. A post cannot redirect visitors to other sites. */
import { isFailedCaptcha } from "../spam/captcha.ts";
import type { Verdict } from "../spam/verdict.ts";
import { isAllowedHost } from "./allowed-origin.ts";

interface RedirectRequest {
  /** The value of `_redirect` or `_next`. */
  readonly redirect: string | null;
  readonly origin: string | undefined;
  readonly referrer: string | undefined;
}
interface RedirectSettings {
  readonly redirect_url: string | null;
  readonly allowed_domains: readonly string[];
}

/**
 * The requested page if it belongs to the form's `allowed_domains` or to the origin of its `redirect_url`;
 * otherwise `redirect_url`, which may be `null`.
 */
export function redirectTarget(request: RedirectRequest, form: RedirectSettings): string | null {
  const requested =
    request.redirect === null ? null : allowedRedirect(request.redirect, request, form);
  if (requested !== null || form.redirect_url === null) return requested;
  return asAscii(form.redirect_url);
}

/** Where a browser is sent whose captcha answer was wrong; `undefined` if the form does not say, or it was right. */
export function failedCaptchaTarget(
  verdict: Verdict,
  { recaptcha_failed_url: url }: { readonly recaptcha_failed_url: string | null },
): string | undefined {
  if (url === null || verdict.kind === "ham") return undefined;
  return verdict.findings.some(isFailedCaptcha) ? asAscii(url) : undefined;
}

/** Escapes other characters, because the value of a header must be ASCII. */
const asAscii = (url: string): string => (/^[!-~]+$/.test(url) ? url : new URL(url).href);

/** Resolves a requested redirect against the form's page; `null` if it is no plain http or https URL. */
export function parseRedirect(
  requested: string,
  { origin, referrer }: Pick<RedirectRequest, "origin" | "referrer">,
): URL | null {
  // `//host` and `\host` look like a path but lead to another site.
  if (/[\\\s\0]/.test(requested) || requested.startsWith("//")) return null;
  const base = [referrer, origin].find((text) => text !== undefined && URL.canParse(text));
  if (!URL.canParse(requested, base)) return null;
  const url = new URL(requested, base);
  if (url.protocol !== "https:" && url.protocol !== "http:") return null;
  return url.username === "" && url.password === "" ? url : null;
}

function allowedRedirect(
  requested: string,
  request: RedirectRequest,
  form: RedirectSettings,
): string | null {
  const url = parseRedirect(requested, request);
  if (url === null) return null;
  const isOwn =
    form.redirect_url !== null &&
    URL.canParse(form.redirect_url) &&
    new URL(form.redirect_url).origin === url.origin;
  const isListed =
    form.allowed_domains.length > 0 && isAllowedHost(url.hostname, form.allowed_domains);
  return isOwn || isListed ? url.href : null;
}
