/** Hostile texts for everything that reaches a header of a mail. */

/** Each tries to end a header and to begin another, or to add an address to one. */
export const HEADER_ATTACKS = [
  "x\r\nBcc: victim@example.net",
  "x\nBcc: victim@example.net",
  "x\rBcc: victim@example.net",
  "x\r\n\r\n<script>alert(1)</script>",
  "x\u0000\r\nBcc: victim@example.net",
  "x\u2028Bcc: victim@example.net\u2029",
  "x\u000b\u000cBcc: victim@example.net\u0085",
  "=?UTF-8?Q?x=0D=0ABcc:_victim@example.net?=",
  '"x" <victim@example.net>, y',
  "x%0d%0aBcc: victim@example.net",
  "\u560d\u560aBcc: victim@example.net",
] as const;
