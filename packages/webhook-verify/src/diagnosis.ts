/** Finds the likely cause of a mismatch by undoing common mistakes until the signature matches. */
import { bodyBytes, type SignableBody } from "./body.ts";
import type { Mistake } from "./errors.ts";
import { isUsableSecret, SECRET_PREFIX } from "./secret.ts";

/** Limits the CPU time that a sender without the secret can use: for longer bodies no MAC is computed. */
const MAX_CORRECTED_BYTES = 64 * 1024;
const MAX_TRIED_SECRETS = 4;

const REPLACEMENT_CHARACTER = "\uFFFD";
const BYTE_ORDER_MARK = "\uFEFF";

/** One mistake undone: the body and secret that were signed if it was made. */
interface Correction {
  readonly mistake: Mistake;
  readonly secret: string;
  readonly body: SignableBody;
}

/**
 * The likely cause of a mismatch, for the error's hint only: the request stays rejected.
 *
 * @param isSignedBy Whether the secret made the delivery's signature over this body.
 */
export function diagnose(
  body: SignableBody,
  secrets: readonly string[],
  isSignedBy: (secret: string, body: SignableBody) => boolean,
): Mistake {
  const bytes = bodyBytes(body);
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  if (bytes.byteLength <= MAX_CORRECTED_BYTES) {
    for (const secret of secrets.slice(0, MAX_TRIED_SECRETS)) {
      for (const correction of listCorrections(bytes, text, secret)) {
        if (isSignedBy(correction.secret, correction.body)) return correction.mistake;
      }
    }
  }
  if (secrets.some((secret) => stripPadding(secret) !== secret)) return "padded_secret";
  if (text === "") return "empty_body";
  return text.includes(REPLACEMENT_CHARACTER) ? "reencoded_body" : "wrong_secret";
}

function* listCorrections(bytes: Uint8Array, text: string, secret: string): Generator<Correction> {
  const stripped = stripPadding(secret);
  if (stripped !== secret && isUsableSecret(stripped)) {
    yield { mistake: "padded_secret", secret: stripped, body: bytes };
  }
  if (!secret.startsWith(SECRET_PREFIX)) {
    yield { mistake: "cut_secret", secret: SECRET_PREFIX + secret, body: bytes };
  }
  for (const body of [text.replace(/\r?\n$/, ""), `${text}\n`, `${text}\r\n`]) {
    if (body !== text) yield { mistake: "trailing_newline", secret, body };
  }
  for (const body of [asJson(text), asJson(text, 2), asForm(text), text.replaceAll("+", "%20")]) {
    if (body !== undefined && body !== text) yield { mistake: "reserialised_body", secret, body };
  }
  for (const body of beforeReencoding(bytes, text)) {
    if (body !== undefined && body !== text) yield { mistake: "reencoded_body", secret, body };
  }
}

/** Without the quotes, spaces and line breaks that env files, shells and editors put around a secret. */
const stripPadding = (secret: string): string =>
  secret
    .trim()
    .replace(/^(["'`])(.*)\1$/su, "$2")
    .trim();

/**
 * The JSON as JSON.stringify writes it: undoes pretty-printing, and the escapes and spaces of other languages.
 *
 * @param spaces For an indented template, which was written again in one line.
 */
function asJson(text: string, spaces = 0): string | undefined {
  try {
    return JSON.stringify(JSON.parse(text), null, spaces);
  } catch {
    return undefined; // not JSON, or nested too deeply to be written
  }
}

/** The form as URLSearchParams writes it: undoes %20 for + and unnecessary escapes. */
const asForm = (text: string): string | undefined =>
  text.includes("=") ? new URLSearchParams(text).toString() : undefined;

/** What the body may have been before it was encoded again: each change of the bytes, in both directions. */
function beforeReencoding(bytes: Uint8Array, text: string) {
  const latin1 = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return [
    fromLatin1(text),
    latin1,
    fromBase64(text),
    btoa(latin1),
    text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : BYTE_ORDER_MARK + text,
    text.replaceAll(/\r?\n/g, "\r\n"),
    text.replaceAll("\r\n", "\n"),
  ];
}

/** Undoes reading UTF-8 as Latin-1 and encoding it again. */
function fromLatin1(text: string): Uint8Array | undefined {
  if (!/[\u0080-\u00FF]/.test(text) || /[^\0-\u00FF]/.test(text)) return undefined;
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

/** Undoes base64, which function platforms use for binary bodies. */
function fromBase64(text: string): Uint8Array | undefined {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return undefined;
  try {
    return Uint8Array.from(atob(text), (byte) => byte.charCodeAt(0));
  } catch {
    return undefined;
  }
}
