/** The settings of e-mail: valid values and defaults. Part of the schema in settings.ts. */
import { z } from "zod";
import { parseAddress } from "../domain/mail/address.ts";
import { parseRelayUrl } from "../mail/smtp/relay.ts";

/** Messages a second. Most relays of providers take more, and 600 a minute are enough for a form. */
const DEFAULT_RATE = 10;
/** Connections to the relay, as many as nodemailer's pool has. */
const DEFAULT_CONCURRENCY = 5;

const relay = z.string().transform((text, check) => {
  const parsed = parseRelayUrl(text);
  if (parsed.kind === "relay") return parsed.relay;
  // Without the input, since the error must not contain the password.
  check.addIssue({ code: "custom", message: parsed.problem, input: undefined });
  return z.NEVER;
});

const sender = z.string().transform((text, check) => {
  const [, name = "", inBrackets] = /^(?:"?([^"<>]*?)"?\s*)<([^<>]*)>$/.exec(text.trim()) ?? [];
  const parsed = parseAddress(inBrackets ?? text.trim());
  if ("address" in parsed && !/\p{Cc}/u.test(name)) return { name, address: parsed.address };
  const message = "an e-mail address, such as forms@example.org or Example <forms@example.org>";
  check.addIssue({ code: "custom", message, input: text });
  return z.NEVER;
});

/** A selector is one or more labels of a host name (RFC 6376). */
const SELECTOR = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*$/i;
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i;

/** Automatic answers of an account in 24 hours. A form that bots found would otherwise write to strangers. */
const DEFAULT_ANSWERS_PER_DAY = 500;

export const MAIL_SETTINGS = {
  INTRAY_SMTP_URL: relay.optional(),
  INTRAY_SMTP_URL_FILE: z.string().optional(),
  INTRAY_MAIL_FROM: sender.optional(),
  INTRAY_MAIL_DKIM_KEY_FILE: z.string().optional(),
  INTRAY_MAIL_DKIM_DOMAIN: z
    .string()
    .regex(DOMAIN, "a domain, such as example.org")
    .toLowerCase()
    .optional(),
  INTRAY_MAIL_DKIM_SELECTOR: z
    .string()
    .regex(SELECTOR, "the name of a DNS record before ._domainkey, such as intray")
    .toLowerCase()
    .optional(),
  INTRAY_MAIL_RATE: z
    .string()
    // At least 0.1, so that a message gets its turn before the deadline of its attempt.
    .regex(
      /^(?:off|[1-9][0-9]{0,3}(?:\.[0-9]{1,3})?|0\.[1-9][0-9]{0,2})$/,
      "a number of messages per second from 0.1 to 9999, such as 10 or 0.5, or off",
    )
    // Not undefined for off, since undefined would mean that the default applies.
    .transform((text) => (text === "off" ? text : Number(text)))
    .default(DEFAULT_RATE),
  INTRAY_MAIL_CONCURRENCY: z
    .string()
    .regex(/^[1-9][0-9]{0,2}$/, "a whole number from 1 to 999")
    .transform(Number)
    .default(DEFAULT_CONCURRENCY),
  INTRAY_MAIL_ANSWERS_PER_DAY: z
    .string()
    .regex(/^[1-9][0-9]{0,5}$/, "a whole number from 1 to 999999")
    .transform(Number)
    .default(DEFAULT_ANSWERS_PER_DAY),
  INTRAY_MAIL_CONFIRM: z
    .enum(["true", "false"], "true or false")
    .default("true")
    .transform((text) => text === "true"),
};
