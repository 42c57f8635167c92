/** The texts of the pages behind the links in e-mails. */
import { inEachLanguage } from "../platform/translations/translations.ts";

const en = {
  confirmTitle: "Confirm your address",
  /** @param host The host of this installation. */
  confirmQuestion: (address: string, host: string) =>
    `Should ${address} receive e-mails from forms on ${host}?`,
  confirm: "Confirm address",
  confirmed: (address: string) => `${address} is confirmed.`,
  unsubscribeTitle: "Unsubscribe",
  unsubscribeQuestion: (address: string, form: string) =>
    `Should ${address} no longer receive e-mails from the form “${form}”?`,
  unsubscribe: "Unsubscribe",
  unsubscribed: (address: string, form: string) =>
    `${address} no longer receives e-mails from the form “${form}”.`,
  subscribeAgain: "Subscribe again",
  /** Title of the page that says that an e-mail was sent. */
  askedTitle: "Check your e-mail",
  asked: (address: string) =>
    `An e-mail was sent to ${address}. Open the link in it to subscribe again.`,
  /** The server cannot send an e-mail, or has sent too many. */
  cannotAsk: (address: string) =>
    `No e-mail can be sent to ${address} now. If you have received one with a link today, use it. Otherwise, please try again tomorrow.`,
  subscribeQuestion: (address: string, form: string) =>
    `Should ${address} receive e-mails from the form “${form}” again?`,
  subscribed: (address: string, form: string) => `${address} is subscribed to the form “${form}”.`,
  done: "Done",
  unknownTitle: "Unknown link",
  unknown: "This link is not valid, or is not valid any more.",
  expiredTitle: "Expired link",
  expired:
    "This link was valid for 7 days. Ask the owner of the form to send the confirmation again.",
  tooOftenTitle: "Too many requests",
  tooOften: "Please try again in a minute.",
};

export const LINK_TEXTS = inEachLanguage(en, ({ links }) => links);
