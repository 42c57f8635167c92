/** Messages that are there for their links. */
import type { Finding } from "../domain/finding.ts";
import { linksIn, mayHoldLinks } from "./links.ts";
import type { Check } from "./screen.ts";
import { textsOf } from "./text.ts";

const MARKUP = /<a\s|\[(?:url|link)[=\]]/i;
const NAME_FIELD = /^(?:(?:first|last|full|your)?[ _-]?name|nom|nombre|vorname|nachname|имя)$/i;
/** A message of so many links is a list of them. */
const MANY_LINKS = 4;
/** Of a message's characters: above it the words only carry the links. */
const MOSTLY_LINKS = 0.5;
/** Beside a link that stands in a field of its own, as in one for a web site, there is no message. */
const MIN_CHARACTERS = 40;

export const linkDensity: Check = ({ fields }) => {
  let links = 0;
  let densest = 0;
  for (const [name, text] of textsOf(fields)) {
    if (!mayHoldLinks(text)) continue;
    if (MARKUP.test(text)) return MARKED_UP;
    const found = linksIn(text);
    if (found.length === 0) continue;
    if (NAME_FIELD.test(name)) return IN_A_NAME;
    links += found.length;
    const linked = found.reduce((sum, { length }) => sum + length, 0);
    const isMessage = text.length >= MIN_CHARACTERS && linked < text.trim().length;
    if (isMessage) densest = Math.max(densest, linked / text.length);
  }
  if (links >= MANY_LINKS) {
    return finding(0.6, `The message holds ${links} links.`);
  }
  return densest > MOSTLY_LINKS
    ? finding(0.5, "More than half of the message is a link.")
    : undefined;
};

const finding = (weight: number, sentence: string): Finding => ({
  check: "links",
  weight,
  sentence,
});
const MARKED_UP = finding(
  1,
  "The message holds links in HTML or BBCode, which a form does not show and only programs write.",
);
const IN_A_NAME = finding(1, "The name holds a link.");
