/** Finds disposable e-mail addresses, by the domain list of the package disposable-email-domains-js. */
import { disposableEmailBlocklistSet } from "disposable-email-domains-js";
import type { SpamCheck } from "./verdict.ts";

let disposableDomains: ReadonlySet<string> | undefined;

/** Low weight: people who want to avoid newsletters use such addresses too. */
export const disposableAddress: SpamCheck = ({ email }) => {
  if (email === null) return undefined;
  disposableDomains ??= disposableEmailBlocklistSet();
  const domain = email.slice(email.lastIndexOf("@") + 1).toLowerCase();
  if (!isListed(domain, disposableDomains)) return undefined;
  return {
    check: "disposable",
    weight: 0.4,
    sentence: `${domain} is a service for disposable e-mail addresses.`,
  };
};

/** Also true for subdomains, which such services hand out too. */
function isListed(domain: string, list: ReadonlySet<string>): boolean {
  if (list.has(domain)) return true;
  for (let dot = domain.indexOf("."); dot !== -1; dot = domain.indexOf(".", dot + 1)) {
    if (list.has(domain.slice(dot + 1))) return true;
  }
  return false;
}
