/** English. */
import type { PageTexts } from "./page-texts.ts";

export const en: PageTexts = {
  dir: "ltr",
  thanks: "Thank you",
  received: "Your message has been received.",
  backTo: (site) => `Back to ${site}`,
  notSent: "This was not sent",
  reasons: {
    malformed: "Your entries did not arrive whole. Please send them again.",
    forbidden: "This form does not accept entries from the page you came from.",
    not_found: "The form you used does not exist any more.",
    unsupported_type: "The page you came from sends its form in a way that cannot be read here.",
    empty: "Nothing was filled in.",
    invalid: "Something in your entries is not right.",
    busy: "So much is arriving at this moment that your entries could not be taken. Please try again shortly.",
    internal: "Something went wrong here, and your entries were not stored. Please try again.",
  },
  limits: {
    body: (most) => `Your entries are too long: ${most} in all can be taken.`,
    fields: (most) => `The form has more than ${most} fields; so many cannot be taken.`,
    files: (most) => `You have chosen too many files: ${most} at most can be sent at once.`,
    field: (name, most) => `“${name}” is too long: ${most} at most can be taken.`,
    file: (name, most) => `The file “${name}” is too large: ${most} at most can be taken.`,
  },
  goBack: "Go back with your browser’s Back button: what you typed is still there.",
  sendAgainHint: "Nothing you typed is lost: you can send it again from here.",
  filesAgain:
    "Files have to be chosen anew. To send them too, go back with your browser’s Back button.",
  sendAgain: "Send again",
  entered: "What you entered",
  forOwner: "For whoever looks after this site",
  reference: "Reference",
  address: "Forms are sent to this address",
  addressHint:
    "There is nothing to read here, and nothing is wrong. To write to someone, use the form on their site.",
};
