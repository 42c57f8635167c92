/** The characters that XML allows in documents and names. https://www.w3.org/TR/xml/#charsets */

/**
 * Letters that are also allowed by the fourth edition of XML 1.0, which expat still implements: Latin,
 * Greek, Cyrillic, Hebrew, Arabic, Devanagari, Thai, Kana, Han and Hangul. The colon is left out, since
 * it would separate a namespace prefix.
 */
const SAFE_START =
  "A-Z_a-z\\u{C0}-\\u{D6}\\u{D8}-\\u{F6}\\u{F8}-\\u{131}\\u{391}-\\u{3A1}\\u{3A3}-\\u{3CE}" +
  "\\u{401}-\\u{40C}\\u{40E}-\\u{44F}\\u{451}-\\u{45C}\\u{5D0}-\\u{5EA}\\u{621}-\\u{63A}" +
  "\\u{641}-\\u{64A}\\u{905}-\\u{939}\\u{E01}-\\u{E2E}\\u{3041}-\\u{3094}\\u{30A1}-\\u{30FA}" +
  "\\u{4E00}-\\u{9FA5}\\u{AC00}-\\u{D7A3}";

/** A first character that is not allowed in a name derived from a value. */
export const NOT_NAME_START = new RegExp(`^[^${SAFE_START}]`, "u");
/** Characters that are not allowed in a name derived from a value. */
export const NOT_IN_NAME = new RegExp(`[^${SAFE_START}\\-.0-9]`, "gu");
/** Characters that a document cannot contain at all, not even as references; includes lone surrogates. */
// oxlint-disable-next-line no-control-regex
export const NOT_XML = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;
