/** Which characters XML takes, and where. https://www.w3.org/TR/xml/#charsets and #NT-NameStartChar */

const NAME_START =
  ":A-Z_a-z\\u{C0}-\\u{D6}\\u{D8}-\\u{F6}\\u{F8}-\\u{2FF}\\u{370}-\\u{37D}\\u{37F}-\\u{1FFF}" +
  "\\u{200C}-\\u{200D}\\u{2070}-\\u{218F}\\u{2C00}-\\u{2FEF}\\u{3001}-\\u{D7FF}" +
  "\\u{F900}-\\u{FDCF}\\u{FDF0}-\\u{FFFD}\\u{10000}-\\u{EFFFF}";
const NAME = `${NAME_START}\\-.0-9\\u{B7}\\u{300}-\\u{36F}\\u{203F}-\\u{2040}`;
/**
 * Letters that the fourth edition takes as well, which expat still goes by: Latin, Greek, Cyrillic,
 * Hebrew, Arabic, Devanagari, Thai, Kana, Han and Hangul. Without the colon, which would name a prefix.
 */
const SAFE_START =
  "A-Z_a-z\\u{C0}-\\u{D6}\\u{D8}-\\u{F6}\\u{F8}-\\u{131}\\u{391}-\\u{3A1}\\u{3A3}-\\u{3CE}" +
  "\\u{401}-\\u{40C}\\u{40E}-\\u{44F}\\u{451}-\\u{45C}\\u{5D0}-\\u{5EA}\\u{621}-\\u{63A}" +
  "\\u{641}-\\u{64A}\\u{905}-\\u{939}\\u{E01}-\\u{E2E}\\u{3041}-\\u{3094}\\u{30A1}-\\u{30FA}" +
  "\\u{4E00}-\\u{9FA5}\\u{AC00}-\\u{D7A3}";

/** A whole name, at the place where the expression is set to. */
export const XML_NAME = new RegExp(`[${NAME_START}][${NAME}]*`, "uy");
/** What a name that is made of a value does not begin with. */
export const NOT_NAME_START = new RegExp(`^[^${SAFE_START}]`, "u");
/** What a name that is made of a value does not hold. */
export const NOT_IN_NAME = new RegExp(`[^${SAFE_START}\\-.0-9]`, "gu");
/** What cannot stand in a document at all, not even as a reference. Lone surrogates are among them. */
// oxlint-disable-next-line no-control-regex
export const NOT_XML = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;
