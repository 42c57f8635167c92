/** Finds messages that consist mostly of links. */
import type { Finding } from "../domain/submission/finding.ts";
import { linksIn, mayHaveLinks } from "./links.ts";
import { textsOf } from "./text.ts";
import type { SpamCheck } from "./verdict.ts";

const MARKUP = /<a\s|\[(?:url|link)[=\]]/i;
const NAME_FIELD = /^(?:(?:first|last|full|your)?[ _-]?name|nom|nombre|vorname|nachname|имя)$/i;
/** A message with this many links counts as a list of links. */
const MANY_LINKS = 4;
/** The share of a message's characters that may belong to links. */
const MAX_LINK_SHARE = 0.5;
/** Shorter values are not messages: a field for a web site may hold a link alone. */
const MIN_MESSAGE_CHARACTERS = 40;

export const linkDensity: SpamCheck = ({ fields }) => {
  let links = 0;
  let densest = 0;
  for (const [name, text] of textsOf(fields)) {
    if (!mayHaveLinks(text)) continue;
    if (MARKUP.test(text)) return MARKUP_FINDING;
    const found = linksIn(text);
    if (found.length === 0) continue;
    if (NAME_FIELD.test(name)) return NAME_FINDING;
    links += found.length;
    const linked = found.reduce((sum, { length }) => sum + length, 0);
    const isMessage = text.length >= MIN_MESSAGE_CHARACTERS && linked < text.trim().length;
    if (isMessage) densest = Math.max(densest, linked / text.length);
  }
  if (links >= MANY_LINKS) {
    return finding(0.6, `The message contains ${links} links.`);
  }
  return densest > MAX_LINK_SHARE
    ? finding(0.5, "More than half of the message is a link.")
    : undefined;
};

const finding = (weight: number, sentence: string): Finding => ({
  check: "links",
  weight,
  sentence,
});
const MARKUP_FINDING = finding(
  1,
  "The message contains links in HTML or BBCode, which only programs write into a form.",
);
const NAME_FINDING = finding(1, "The name contains a link.");
