/** A sender's address that is thrown away after use, by the list of such services in the package. */
import { disposableEmailBlocklistSet } from "disposable-email-domains-js";
import type { Check } from "./screen.ts";

let known: ReadonlySet<string> | undefined;

/** A doubt and no proof: people who fear newsletters have such addresses too. */
export const disposableAddress: Check = ({ email }) => {
  if (email === null) return undefined;
  known ??= disposableEmailBlocklistSet();
  const domain = email.slice(email.lastIndexOf("@") + 1).toLowerCase();
  if (!isKnown(domain, known)) return undefined;
  return {
    check: "disposable",
    weight: 0.4,
    sentence: `Addresses at ${domain} are made to be thrown away.`,
  };
};

/** Such services also give out subdomains. */
function isKnown(domain: string, all: ReadonlySet<string>): boolean {
  if (all.has(domain)) return true;
  for (let dot = domain.indexOf("."); dot !== -1; dot = domain.indexOf(".", dot + 1)) {
    if (all.has(domain.slice(dot + 1))) return true;
  }
  return false;
}
