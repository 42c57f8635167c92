/** Guesses what was done to a body or secret, by undoing the usual mistakes until the signature fits. */
import type { Claim, Steps } from "./claim.ts";
import type { Mistake } from "./errors.ts";
import { bodyBytes } from "./body/raw-body.ts";
import type { SignableBody } from "./body/raw-body.ts";
import { isUsableSecret, SECRET_PREFIX } from "./secret.ts";

/** A stranger may send wrong signatures all day: longer bodies are judged by their looks, without further MACs. */
const MAX_UNDONE_BYTES = 64 * 1024;
const MAX_TRIED_SECRETS = 4;

const REPLACEMENT_CHARACTER = "\uFFFD";

/** One mistake undone: had it been made, this body and secret are the ones that were signed with. */
interface Guess {
  readonly mistake: Mistake;
  readonly secret: string;
  readonly body: SignableBody;
}

/**
 * The likely mistake behind a signature that does not fit. Not a verdict: nothing is accepted by it.
 *
 * @param claimOf What the signature would say of another secret and body; `undefined` where that secret can key nothing.
 */
export function* diagnose(
  body: SignableBody,
  secrets: readonly string[],
  claimOf: (secret: string, body: SignableBody) => Claim | undefined,
): Steps<Mistake> {
  const bytes = bodyBytes(body);
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  if (bytes.byteLength <= MAX_UNDONE_BYTES) {
    for (const secret of secrets.slice(0, MAX_TRIED_SECRETS)) {
      for (const guess of listGuesses(bytes, text, secret)) {
        const claim = claimOf(guess.secret, guess.body);
        if (claim !== undefined && (yield claim)) return guess.mistake;
      }
    }
  }
  if (secrets.some((secret) => stripPadding(secret) !== secret)) return "padded_secret";
  return text.includes(REPLACEMENT_CHARACTER) ? "reencoded_body" : "wrong_secret";
}

function* listGuesses(bytes: Uint8Array, text: string, secret: string): Generator<Guess> {
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
  for (const body of [asJson(text), asForm(text)]) {
    if (body !== undefined && body !== text) yield { mistake: "reserialised_body", secret, body };
  }
  for (const body of [fromLatin1(text), fromBase64(text), `\uFEFF${text}`, withCrlf(text)]) {
    if (body !== undefined) yield { mistake: "reencoded_body", secret, body };
  }
}

/** Without the quotes, spaces and line breaks that env files, shells and editors put around a secret. */
function stripPadding(secret: string): string {
  return secret
    .trim()
    .replace(/^(["'`])(.*)\1$/su, "$2")
    .trim();
}

/** As JSON.stringify writes it: undoes pretty-printing and the escapes and spaces of other languages. */
function asJson(text: string): string | undefined {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return undefined; // not JSON, or nested too deeply to be written
  }
}

/** As a form is written: undoes %20 for + and needless escapes. */
function asForm(text: string): string | undefined {
  return text.includes("=") ? new URLSearchParams(text).toString() : undefined;
}

/** Undoes UTF-8 that was read as Latin-1 and encoded again. */
function fromLatin1(text: string): Uint8Array | undefined {
  if (!/[\u0080-\u00FF]/.test(text) || /[^\0-\u00FF]/.test(text)) return undefined;
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

/** Undoes what function platforms do to binary bodies. */
function fromBase64(text: string): Uint8Array | undefined {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return undefined;
  try {
    return Uint8Array.from(atob(text), (byte) => byte.charCodeAt(0));
  } catch {
    return undefined;
  }
}

/** Undoes line breaks made uniform by a tool that reads lines. */
function withCrlf(text: string): string | undefined {
  return text.includes("\n") ? text.replaceAll(/\r?\n/g, "\r\n") : undefined;
}
