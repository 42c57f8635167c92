/** The content security policy of the dashboard's pages. */
import { type Brand, logoOf } from "../../domain/brand.ts";

export const SELF = "'self'";
const NONE = "'none'";

/** Directives, as Hono names them. Everything that a page loads comes from this server. */
export const CONTENT_POLICY = {
  defaultSrc: [NONE],
  scriptSrc: [SELF],
  styleSrc: [SELF],
  imgSrc: [SELF],
  connectSrc: [SELF],
  manifestSrc: [SELF],
  formAction: [SELF],
  baseUri: [NONE],
  frameAncestors: [NONE],
};

/**
 * The policy of a page that shows e-mails in frames, which inherit it: their styles are written into their elements,
 * and they may load the logo. As everywhere, no other host can be reached, so that nothing leaves the page.
 */
export function policyWithMails(brand: Brand): string {
  const logo = logoOf(brand);
  return policyWith({
    styleSrc: [SELF, "'unsafe-inline'"],
    imgSrc: logo === undefined ? [SELF] : [SELF, logo.origin],
  });
}

/** The policy of a page with other directives. */
export const policyWith = (directives: Readonly<Record<string, readonly string[]>>): string =>
  Object.entries({ ...CONTENT_POLICY, ...directives })
    .map(
      ([name, sources]) => `${name.replaceAll(/[A-Z]/g, "-$&").toLowerCase()} ${sources.join(" ")}`,
    )
    .join("; ");
