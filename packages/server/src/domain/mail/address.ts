/** E-mail addresses that the server sends to: their check, and lists of them as text. */
import { domainToASCII } from "node:url";

/** Each recipient is a delivery of its own for every submission. */
export const MAX_ADDRESSES_IN_LIST = 50;

/** RFC 5321, section 4.5.3.1: the longest local part, and the longest path without its brackets. */
const MAX_LOCAL_CHARACTERS = 64;
const MAX_ADDRESS_CHARACTERS = 254;
/** The dot-atom of RFC 5322. Quoted local parts are hardly used, and easy to use against mail servers. */
const LOCAL_PART = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;
/** Letters, marks and digits of every script, which RFC 6531 adds. */
const INTERNATIONAL = /[[\p{L}\p{M}\p{N}]--[\0-\x7F]]/gv;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
/** The most of a wrong address that an error shows. */
const MAX_SHOWN_CHARACTERS = 100;

/** The address, or why it is not one: a sentence that names it. */
export type ParsedAddress = { readonly address: string } | { readonly problem: string };

/**
 * Checks an address and writes its domain as DNS does: lower case, international names as `xn--…`.
 * The part before the @ is kept. No DNS lookup is made.
 *
 * @param mayBeInternational Whether the part before the @ may have letters outside of ASCII, as the address of a
 *   single recipient: all who get such an address in a header need a relay with SMTPUTF8.
 */
export function parseAddress(text: string, mayBeInternational = false): ParsedAddress {
  const wrong = (why: string) => ({ problem: `${shown(text)} is not an e-mail address: ${why}` });
  const at = text.lastIndexOf("@");
  if (/[<>]/.test(text)) return wrong("write only the address, without a name and brackets.");
  if (at < 1) return wrong("write it like ada@example.org.");
  const local = text.slice(0, at).normalize("NFC");
  const ascii = mayBeInternational ? local.replaceAll(INTERNATIONAL, "x") : local;
  if (/[^\0-\x7F]/.test(ascii)) return wrong("before the @ only ASCII characters are possible.");
  if (!LOCAL_PART.test(ascii) || Buffer.byteLength(local) > MAX_LOCAL_CHARACTERS) {
    return wrong("the part before the @ is not valid.");
  }
  const domain = hostOf(text.slice(at + 1));
  if (domain === undefined) return wrong("the part after the @ is not a domain.");
  const address = `${local}@${domain}`;
  return Buffer.byteLength(address) > MAX_ADDRESS_CHARACTERS
    ? wrong(`it has more than ${MAX_ADDRESS_CHARACTERS} characters.`)
    : { address };
}

/**
 * Parses addresses separated by commas, semicolons or line breaks. An address that is there twice, in any
 * letter case, is returned once.
 */
export function parseAddressList(
  text: string,
): { readonly addresses: readonly string[] } | { readonly problem: string } {
  const found = new Map<string, string>();
  for (const entry of text.split(/[,;\r\n]/)) {
    const trimmed = entry.trim();
    if (trimmed === "") continue;
    const parsed = parseAddress(trimmed);
    if ("problem" in parsed) return parsed;
    const key = addressKey(parsed.address);
    if (!found.has(key)) found.set(key, parsed.address);
    if (found.size > MAX_ADDRESSES_IN_LIST) {
      return {
        problem: `The list has more than ${MAX_ADDRESSES_IN_LIST} addresses. For more recipients use the address of a mailing list.`,
      };
    }
  }
  return { addresses: [...found.values()] };
}

/** Equal for addresses that are the same mailbox to practically every mail server: letter case is ignored. */
export const addressKey = (address: string): string => address.toLowerCase();

function hostOf(text: string): string | undefined {
  // Only letters outside of ASCII need converting; for the rest a URL parser would accept too much.
  const ascii = /[^\0-\x7F]/.test(text) ? domainToASCII(text) : text.toLowerCase();
  const labels = ascii.split(".");
  const isHost =
    labels.length > 1 &&
    labels.every((label) => LABEL.test(label)) &&
    !/^\d+$/.test(labels.at(-1) ?? "");
  return isHost ? ascii : undefined;
}

function shown(text: string): string {
  const oneLine = text.replaceAll(/\p{Cc}/gu, " ");
  return oneLine.length > MAX_SHOWN_CHARACTERS
    ? `"${oneLine.slice(0, MAX_SHOWN_CHARACTERS)}…"`
    : `"${oneLine}"`;
}
