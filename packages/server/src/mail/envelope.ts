/** What every mail about a form needs: the form, its look, the addresses and the ids. */
import { domainToASCII } from "node:url";
import { mailMessageId } from "../domain/delivery/delivery.ts";
import { MAILTO } from "../domain/delivery/destination.ts";
import type { MailSettings } from "../domain/mail/settings.ts";
import type { Zone } from "./dates.ts";
import type { Language } from "../platform/language.ts";

export interface MailForm {
  readonly name: string;
  readonly uuid: string;
  /** A name such as `Europe/Berlin`. */
  readonly timezone: string;
  readonly mail: MailSettings;
}

export const mailLanguage = ({ mail }: MailForm): Language => mail.language ?? "en";

/** How the form's mails write dates. */
export const zoneOf = (form: MailForm): Zone => ({
  language: mailLanguage(form),
  timezone: form.timezone,
});

export interface Envelope {
  readonly fromAddress: string;
  /** The addresses of the headers To and Cc. One of them, or one that no header names, is the recipient. */
  readonly to: readonly string[];
  readonly cc?: readonly string[];
  /** See {@link messageIdOf}. */
  readonly messageId: string;
  /** When the mail was rendered first. Unix milliseconds. */
  readonly date: number;
}

/** Adds the one to whom a mail is sent, with `mailto:`, if its headers name nobody: mail programs expect somebody. */
export const nameSomebody = (
  { to, cc }: { readonly to: readonly string[]; readonly cc: readonly string[] },
  recipient: string,
) => ({ to: to.length + cc.length === 0 ? [recipient.slice(MAILTO.length)] : to, cc });

/**
 * The Message-ID of a mail, without angle brackets. Its header fits into one line.
 *
 * @param name Unique in this installation, such as `msg_7_3_…`.
 */
export const messageIdOf = (name: string, fromAddress: string): string =>
  longMessageIdOf(mailMessageId(name), fromAddress);

/**
 * The Message-ID that earlier versions gave to a mail.
 *
 * @param name As that of {@link messageIdOf}; letters, digits and `_-.` only.
 */
export const longMessageIdOf = (name: string, fromAddress: string): string =>
  `${name}@${domainOf(fromAddress)}`;

/** The message id that all mails of a form reply to, so that mail programs show them as one thread. */
export const threadIdOf = ({ uuid }: MailForm, fromAddress: string): string =>
  longMessageIdOf(`form_${uuid}`, fromAddress);

function domainOf(address: string): string {
  const domain = address.slice(address.lastIndexOf("@") + 1);
  return domainToASCII(domain) || domain;
}
