/** Who gets no automatic answer. Pure rules; those that need the database are in the store. */
import { addressKey, parseAddress } from "./address.ts";

/** Why the submitter gets no answer. The log of deliveries shows it. */
export type ReplyRefusal =
  /** The submission has no e-mail address that can be written to. */
  | "no_address"
  /** A program reads the mailbox, or nobody does. */
  | "automatic_address"
  /** The address sends the answers, or gets the notifications of the form. */
  | "own_address"
  | "suppressed"
  /** The mailbox of the address has got an answer of the form in {@link REPLY_PERIOD_MS}. */
  | "answered_recently"
  /** The account has sent its answers of the last 24 hours. */
  | "daily_limit"
  /** The account has sent as many answers to the domain of the address as it may within an hour. */
  | "domain_limit"
  | "marked_spam_or_trash"
  | "submission_deleted";

const DAY_MS = 86_400_000;

/** The answers that an account may send are counted over it. */
export const REPLY_LIMIT_PERIOD_MS = DAY_MS;

/**
 * An address gets no second answer of a form within it: 24 hours, and longer than a lease, since an answer is
 * sent while its delivery is leased and not in the moment of the decision.
 */
export const REPLY_PERIOD_MS = DAY_MS + 5 * 60_000;

/** The address to answer to, as the tables of addresses have it, or why there is none. */
export function replyAddress(
  email: string | null,
  fromAddress: string,
): { readonly address: string } | { readonly refusal: ReplyRefusal } {
  const parsed = parseAddress(email ?? "", true);
  if ("problem" in parsed) return { refusal: "no_address" };
  const address = addressKey(parsed.address);
  if (address === addressKey(fromAddress)) return { refusal: "own_address" };
  if (isAutomatic(address)) return { refusal: "automatic_address" };
  return { address };
}

/** Local parts that begin with such a name. A letter after it makes another one: `bouncer` is a person. */
const AUTOMATIC_START =
  /^(?:(?:do[._-]?not|dont|no)[._-]?(?:reply|respond|answer)|mailer[._-]?daemon|postmaster|bounces?|auto[._-]?(?:reply|respond|responder|response|answer)|listserv|majordomo|nobody|devnull)(?![a-z])/;
/** `owner-` and `-request` are those of mailing lists (RFC 3834, section 2). */
const AUTOMATIC_LIST = /^owner-|-request$/;
/** The same names behind another one: `news-noreply`. */
const AUTOMATIC_END =
  /[._-](?:(?:do[._-]?not|no)[._-]?(?:reply|respond|answer)|bounces?|mailer[._-]?daemon)$/;

function isAutomatic(address: string): boolean {
  const local = address.slice(0, address.lastIndexOf("@"));
  const [name = ""] = local.split("+", 1);
  return AUTOMATIC_START.test(local) || AUTOMATIC_LIST.test(name) || AUTOMATIC_END.test(name);
}
