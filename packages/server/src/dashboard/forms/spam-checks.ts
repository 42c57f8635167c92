/** How the page of a form names the spam checks. */
import type { Form } from "@intray/sdk/schemas";

/** Label and hint of each spam check. */
export const CHECKS = {
  honeypot: ["Honeypot", "The hidden field is filled in."],
  rate: ["Rate limit", "More posts per minute from one IP address than the server's limit."],
  too_fast: [
    "Too fast",
    "Sent less than 2 seconds after the page was opened. The page needs a field named _started.",
  ],
  disposable: ["Disposable addresses", "The e-mail address is from a disposable e-mail service."],
  links: ["Links", "Too many links, links in a name, or links as HTML or BBCode."],
  content: ["Content", "Advertising, random letters or look-alike letters."],
  classifier: ["Classifier", "Trained by the submissions that you mark as spam or not spam."],
  mail_domain: [
    "Mail domain",
    "By DNS, the domain of the e-mail address takes no mail. Posts wait for the answer, at most 2 seconds.",
  ],
  akismet: ["Akismet", "Sends each post to Akismet. The server needs INTRAY_AKISMET_KEY."],
} as const satisfies Record<keyof Form["spam_checks"], readonly [string, string]>;

export const CHECK_NAMES = Object.keys(CHECKS) as (keyof typeof CHECKS)[];
