/** What a browser accepts in inputs of several types (HTML, section 2.3). */

/** HTML, section 4.10.5.1.5: a willful violation of RFC 5322. */
const EMAIL =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i;
/** RFC 5321, section 4.5.3.1.3, without its brackets. */
const MAX_EMAIL_CHARACTERS = 254;
/** What no browser's address bar takes. */
const MAX_URL_CHARACTERS = 8_192;
const NUMBER = /^-?(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?$/i;
const MAX_NUMBER_CHARACTERS = 400;
const DATE = /^(\d{4})-(\d\d)-(\d\d)$/;

/** International domains are sent as `xn--…` by browsers, and accepted as typed too. */
export function isEmailInput(text: string): boolean {
  if (text.length > MAX_EMAIL_CHARACTERS) return false;
  const at = text.lastIndexOf("@");
  const address = /[^\0-\x7F]/.test(text) ? asciiAddress(text, at) : text;
  return EMAIL.test(address);
}

function asciiAddress(text: string, at: number): string {
  const host = `http://${text.slice(at + 1)}`;
  return `${text.slice(0, at)}@${URL.canParse(host) ? new URL(host).hostname : ""}`;
}

/** An absolute address of the web; other schemes, which HTML allows, may run scripts where they are shown as links. */
export const isUrlInput = (text: string): boolean =>
  text.length <= MAX_URL_CHARACTERS && /^https?:\/\//i.test(text) && URL.canParse(text);

/** The value, or `undefined` if the text is not a number as browsers send it: with a point, without groups. */
export function numberOf(text: string): number | undefined {
  if (text.length > MAX_NUMBER_CHARACTERS || !NUMBER.test(text)) return undefined;
  const value = Number(text);
  return Number.isFinite(value) ? value : undefined;
}

/** Whether the text is a day of the calendar as `YYYY-MM-DD`. */
export function isDate(text: string): boolean {
  const [, year, month, day] = DATE.exec(text) ?? [];
  if (year === undefined) return false;
  const time = new Date(Date.UTC(2000, 0, 1));
  time.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  return (
    Number(year) > 0 &&
    time.getUTCMonth() === Number(month) - 1 &&
    time.getUTCDate() === Number(day)
  );
}

/** The length that browsers count: line breaks, which they send as CRLF, are one character. */
export const inputLength = (text: string): number =>
  text.includes("\r\n") ? text.replaceAll("\r\n", "\n").length : text.length;
