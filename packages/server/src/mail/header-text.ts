/** Makes texts safe for the headers of a message. */
import { shorten } from "./shown-fields.ts";

/** Controls, line and paragraph separators, and characters that change the direction of the text after them. */
const NOT_IN_HEADER = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\s]+/gu;

/** Returns one line of at most `max` characters, without control characters. A longer text ends in "…". */
export function headerText(text: string, max: number): string {
  const beginning = text.slice(0, 10 * max).toWellFormed();
  return shorten(beginning.replaceAll(NOT_IN_HEADER, " ").trim(), max);
}

const MESSAGE_ID = /^[A-Za-z0-9!#$%&'*+\-/=?^_`{|}~.]{1,200}@[A-Za-z0-9.\-[\]:]{1,255}$/;

/** Whether the text is a message id, without angle brackets (RFC 5322, section 3.6.4). */
export const isMessageId = (text: string): boolean => MESSAGE_ID.test(text);
