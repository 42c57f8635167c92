/** English. */
import { type MailTexts, countNoun } from "./mail-texts.ts";

export const en: MailTexts = {
  dir: "ltr",
  unsubscribe: "Unsubscribe",
  notification: {
    subject: (form) => `New submission: ${form}`,
    heading: "New submission",
    source: "Page",
    place: "Place",
    leadScore: "Lead score",
    score: (score) => `${score} of 100`,
    files: "Files",
    filesTooLarge: "The files are too large to be attached. Open them by their links.",
    noFields: "The form was sent without entries.",
    shortened: "Some entries are too long for an e-mail and are shortened here.",
    replyGoesTo: (address) => `Reply to this e-mail to write to ${address}.`,
    open: "Open submission",
    markAsSpam: "Mark as spam",
    refire: "Send to webhooks again",
    reason: (form) =>
      `You receive this e-mail because submissions of the form “${form}” are sent to this address.`,
  },
  reply: {
    subject: "We have received your message",
    greeting: "Hello,",
    body: "Thank you for your message. We have received it.",
    entries: "What you sent us",
    reason:
      "This is an automatic reply. You receive it because this address was entered in a form.",
  },
  confirmation: {
    subject: "Please confirm your e-mail address",
    heading: "Confirm your address",
    body: (form, host) =>
      `Submissions of the form “${form}” on ${host} are to be sent to this address. Please confirm that you want to receive them.`,
    confirm: "Confirm address",
    ignore:
      "If you do not know this form, ignore this e-mail. Nothing else will be sent to you until you confirm.",
  },
  digest: {
    subject: (form, count) =>
      `${form}: ${countNoun("en", count, { one: "new submission", other: "new submissions" })}`,
    period: (from, to) => `From ${from} to ${to}`,
    submissions: "Submissions",
    heldAsSpam: "Held as spam",
    spamHint: "Open a submission to see it whole, or to mark it as not spam.",
    more: (count) =>
      `and ${countNoun("en", count, { one: "more submission", other: "more submissions" })}`,
    open: "Open",
    openAll: "Open all submissions",
  },
};
