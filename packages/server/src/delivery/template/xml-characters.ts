/** Which characters XML takes, and where. https://www.w3.org/TR/xml/#charsets and #NT-NameStartChar */

const NAME_START =
  ":A-Z_a-z\\u{C0}-\\u{D6}\\u{D8}-\\u{F6}\\u{F8}-\\u{2FF}\\u{370}-\\u{37D}\\u{37F}-\\u{1FFF}" +
  "\\u{200C}-\\u{200D}\\u{2070}-\\u{218F}\\u{2C00}-\\u{2FEF}\\u{3001}-\\u{D7FF}" +
  "\\u{F900}-\\u{FDCF}\\u{FDF0}-\\u{FFFD}\\u{10000}-\\u{EFFFF}";
const NAME = `${NAME_START}\\-.0-9\\u{B7}\\u{300}-\\u{36F}\\u{203F}-\\u{2040}`;

/** What a name cannot begin with. */
export const NOT_NAME_START = new RegExp(`^[^${NAME_START}]`, "u");
export const NOT_IN_NAME = new RegExp(`[^${NAME}]`, "gu");
/** What cannot stand in a document at all, not even as a reference. Lone surrogates are among them. */
// oxlint-disable-next-line no-control-regex
export const NOT_XML = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;
