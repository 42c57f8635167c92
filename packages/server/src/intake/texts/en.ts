/** English. */
import type { PageTexts } from "./page-texts.ts";

export const en: PageTexts = {
  dir: "ltr",
  thanks: "Thank you",
  received: "Your message has been received.",
  backTo: (site) => `Back to ${site}`,
  notSent: "Your message was not sent",
  reasons: {
    malformed: "Your entries did not arrive completely. Please send them again.",
    forbidden: "This form does not accept entries from the page you came from.",
    not_found: "The form you used does not exist any more.",
    unsupported_type: "The page you came from sends its form in a way that cannot be read here.",
    empty: "Nothing was filled in.",
    invalid: "There is a mistake in your entries.",
    busy: "The server is busy and could not accept your entries. Please try again shortly.",
    internal: "Something went wrong here, and your entries were not stored. Please try again.",
  },
  limits: {
    body: (max) => `Your entries are too long: the limit is ${max} in total.`,
    fields: (max) => `The form has more than ${max} fields, which is too many.`,
    files: (max) => `You have chosen too many files: at most ${max} can be sent at once.`,
    field: (name, max) => `“${name}” is too long: the limit is ${max}.`,
    file: (name, max) => `The file “${name}” is too large: the limit is ${max}.`,
  },
  goBack: "Go back with your browser’s Back button: what you typed is still there.",
  sendAgainHint: "Nothing you typed is lost. You can send it again from this page.",
  filesAgain:
    "Files have to be chosen again. To send them too, go back with your browser’s Back button.",
  sendAgain: "Send again",
  entered: "What you entered",
  forOwner: "For the owner of this site",
  reference: "Reference",
  address: "Forms are sent to this address",
  addressHint:
    "There is nothing to see here, and nothing is wrong. To write to someone, use the form on their site.",
};
