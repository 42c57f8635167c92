/** Finds posts whose e-mail address is of a domain that takes no mail. */
import type { Finding } from "../domain/submission/finding.ts";
import type { TakesMail } from "./mail-domains.ts";
import type { SpamCheckInput } from "./verdict.ts";

/** If DNS does not say, nothing is found. */
export async function checkMailDomain(
  { email }: SpamCheckInput,
  takesMail: TakesMail,
): Promise<Finding | undefined> {
  if (email === null) return undefined;
  const domain = email.slice(email.lastIndexOf("@") + 1).toLowerCase();
  if ((await takesMail(domain)) !== false) return undefined;
  return {
    check: "mail_domain",
    weight: 1,
    sentence: `${domain} takes no e-mail: it has no mail server, or does not exist.`,
  };
}
