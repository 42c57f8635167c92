/** Recognizes disposable e-mail domains, by the list of the package disposable-email-domains-js. */
import { disposableEmailBlocklistSet } from "disposable-email-domains-js";

/** Made on first use. */
let disposableDomains: ReadonlySet<string> | undefined;

/**
 * Whether a service for disposable addresses uses the domain, or a domain above it: such services also hand out
 * subdomains.
 *
 * @param domain In lower case.
 */
export function isDisposableDomain(domain: string): boolean {
  disposableDomains ??= disposableEmailBlocklistSet();
  if (disposableDomains.has(domain)) return true;
  for (let dot = domain.indexOf("."); dot !== -1; dot = domain.indexOf(".", dot + 1)) {
    if (disposableDomains.has(domain.slice(dot + 1))) return true;
  }
  return false;
}
