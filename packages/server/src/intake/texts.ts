/** The texts of the hosted pages. */
import { inEachLanguage } from "../platform/translations/translations.ts";

const en = {
  thanks: "Thank you",
  received: "Your message has been received.",
  /** @param site The host of the form's page. */
  backTo: (site: string) => `Back to ${site}`,
  notSent: "Your message was not sent",
  /** Why a post was rejected, in the distinctions that matter to the visitor. */
  reasons: {
    malformed: "Your entries did not arrive completely. Please send them again.",
    forbidden: "This form does not accept entries from the page you came from.",
    closed: "The form you used is closed.",
    unsupported_type: "The page you came from sends its form in a way that cannot be read here.",
    empty: "Nothing was filled in.",
    invalid: "There is a mistake in your entries.",
    busy: "The server is busy and could not accept your entries. Please try again shortly.",
    internal: "Something went wrong here, and your entries were not stored. Please try again.",
  },
  /** `max` is a size such as `2 MiB`, or a number. */
  limits: {
    body: (max: string) => `Your entries are too long: the limit is ${max} in total.`,
    fields: (max: string) => `The form has more than ${max} fields, which is too many.`,
    files: (max: string) => `You have chosen too many files: at most ${max} can be sent at once.`,
    field: (name: string, max: string) => `“${name}” is too long: the limit is ${max}.`,
    file: (name: string, max: string) => `The file “${name}” is too large: the limit is ${max}.`,
  },
  /** How a field breaks its rule, as sentences that stand beside the field. */
  rules: {
    required: "Please fill this in.",
    oneValue: "Only one value is possible here.",
    email: "Please enter an e-mail address, such as ada@example.org.",
    url: "Please enter a web address that begins with https:// or http://.",
    number: "Please enter a number.",
    date: "Please enter a date.",
    file: "Please choose a file.",
    minLength: (count: string | number) => `Please enter at least ${count} characters.`,
    maxLength: (count: string | number) => `Please enter at most ${count} characters.`,
    /** Of a number or a date. */
    min: (limit: string | number) => `The smallest possible value is ${limit}.`,
    max: (limit: string | number) => `The largest possible value is ${limit}.`,
    pattern: "This does not have the expected format.",
    option: "Please choose from the list.",
    minValues: (count: string | number) => `Please choose at least ${count}.`,
    maxValues: (count: string | number) => `Please choose at most ${count}.`,
    minFiles: (count: string | number) => `Please choose at least ${count} files.`,
    maxFiles: (count: string | number) => `Please choose at most ${count} files.`,
    /** @param types As in HTML's attribute `accept`. */
    fileType: (types: string) => `Please choose a file of one of these types: ${types}.`,
    /** @param max A size such as `2 MiB`. */
    fileSize: (max: string) => `The file is too large: the limit is ${max}.`,
  },
  /** Of the page that shows the captcha after a post without an answer to it. */
  captcha: {
    title: "Please confirm that you are human",
    asked: "This form asks for a check before it is sent. Please complete it and send again.",
    needsScript:
      "The check needs JavaScript. Turn it on, or contact the owner of the site in another way.",
  },
  goBack: "Go back with your browser’s Back button: what you typed is still there.",
  sendAgainHint: "Nothing you typed is lost. You can send it again from this page.",
  /** Beside file inputs on the page itself. */
  chooseAgain: "Files have to be chosen again.",
  filesAgain:
    "Files have to be chosen again. To send them too, go back with your browser’s Back button.",
  send: "Send",
  sendAgain: "Send again",
  entered: "What you entered",
  forOwner: "For the owner of this site",
  reference: "Reference",
  address: "Forms are sent to this address",
  addressHint:
    "There is nothing to see here, and nothing is wrong. To write to someone, use the form on their site.",
};

export type PageTexts = Readonly<typeof en>;

export const TEXTS = inEachLanguage<PageTexts>(en, ({ pages }) => pages);
