/** The texts of mails. */
import { inEachLanguage } from "../platform/translations/translations.ts";

const numbered = (count: number, one: string, other: string) =>
  `${count.toLocaleString("en-GB")} ${count === 1 ? one : other}`;

const en = {
  unsubscribe: "Unsubscribe",
  notification: {
    subject: (form: string) => `New submission: ${form}`,
    heading: "New submission",
    source: "Page",
    place: "Place",
    leadScore: "Lead score",
    /** @param score From 0 to 100. */
    score: (score: string) => `${score} of 100`,
    files: "Files",
    filesTooLarge: "The files are too large to be attached. Open them by their links.",
    noFields: "The form was sent without entries.",
    /** A value, or the list of fields, is not shown whole. */
    shortened: "Some entries are too long for an e-mail and are shortened here.",
    /** @param address The sender's. */
    replyGoesTo: (address: string) => `Reply to this e-mail to write to ${address}.`,
    open: "Open submission",
    markAsSpam: "Mark as spam",
    refire: "Send to webhooks again",
    /** Why the recipient gets the mail. */
    reason: (form: string) =>
      `You receive this e-mail because submissions of the form “${form}” are sent to this address.`,
  },
  reply: {
    subject: "We have received your message",
    greeting: "Hello,",
    body: "Thank you for your message. We have received it.",
    /** Above a copy of the sender's entries. */
    entries: "What you sent us",
    reason:
      "This is an automatic reply. You receive it because this address was entered in a form.",
  },
  confirmation: {
    subject: "Please confirm your e-mail address",
    heading: "Confirm your address",
    /** @param host The host of this installation. */
    body: (form: string, host: string) =>
      `Submissions of the form “${form}” on ${host} are to be sent to this address. Please confirm that you want to receive them.`,
    confirm: "Confirm address",
    ignore:
      "If you do not know this form, ignore this e-mail. Nothing else will be sent to you until you confirm.",
  },
  digest: {
    subject: (form: string, count: number) =>
      `${form}: ${numbered(count, "new submission", "new submissions")}`,
    /** @param from,to Dates with times. */
    period: (from: string, to: string) => `From ${from} to ${to}`,
    submissions: "Submissions",
    heldAsSpam: "Held as spam",
    spamHint: "Open a submission to see it whole, or to mark it as not spam.",
    /** Submissions that the mail does not list. */
    more: (count: number) => `and ${numbered(count, "more submission", "more submissions")}`,
    open: "Open",
    openAll: "Open all submissions",
  },
};

type MailTexts = Readonly<typeof en>;

export const TEXTS = inEachLanguage<MailTexts>(en, ({ mails }) => mails);
