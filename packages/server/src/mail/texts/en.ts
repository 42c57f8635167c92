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
  alert: {
    lastError: "Last error",
    open: "Open dashboard",
    reason: (host) => `You receive this e-mail because you have an account on ${host}.`,
    webhookFails: {
      subject: (webhook) => `Webhook fails: ${webhook}`,
      body: (webhook, form, since) =>
        `Deliveries to the webhook “${webhook}” of the form “${form}” have failed since ${since}. They are repeated, and nothing is lost.`,
    },
    webhookDisabled: {
      subject: (webhook) => `Webhook disabled: ${webhook}`,
      body: (webhook, form, since) =>
        `Deliveries to the webhook “${webhook}” of the form “${form}” have failed since ${since}, so it is disabled. New submissions are stored but not sent to it. Enable it when its receiver works again.`,
    },
    webhookWorks: {
      subject: (webhook) => `Webhook works again: ${webhook}`,
      body: (webhook, form, since) =>
        `The webhook “${webhook}” of the form “${form}” receives submissions again. It had failed since ${since}.`,
    },
    alertsWebhook: {
      webhookFails: (since) =>
        `The webhook for alerts has failed since ${since}. Messages to it are repeated, and nothing is lost.`,
      webhookDisabled: (since) =>
        `The webhook for alerts has failed since ${since}, so it is disabled. Alerts are sent by e-mail only. Enter its URL again when its receiver works.`,
      webhookWorks: (since) =>
        `The webhook for alerts receives messages again. It had failed since ${since}.`,
    },
    more: (count) => `and ${count} more`,
    deliveriesLate: {
      subject: "Deliveries are late",
      body: (waiting, since) =>
        `${countNoun("en", waiting, { one: "delivery is", other: "deliveries are" })} waiting, the oldest since ${since}.`,
    },
    diskLow: {
      subject: "The disk is almost full",
      body: (free) =>
        `The disk has ${free} of free space. When it is full, forms cannot accept submissions.`,
    },
    quotaLow: {
      subject: "The space for files is almost full",
      body: (used, max) =>
        `Files use ${used} of ${max}. When all of it is used, forms cannot accept files.`,
      ofForm: (form, used, max) =>
        `The files of the form “${form}” use ${used} of ${max}. When all of it is used, the form cannot accept files.`,
    },
  },
};
