/** Signs messages with DKIM (RFC 6376). */
import type { KeyObject } from "node:crypto";
import { buffer } from "node:stream/consumers";

export interface DkimKey {
  readonly domain: string;
  /** The DNS record of the public key is `<selector>._domainkey.<domain>`. */
  readonly selector: string;
  /** RSA. */
  readonly key: KeyObject;
}

/**
 * The header fields that are signed if the message has them: those that RFC 6376 recommends, and
 * List-Unsubscribe-Post, without whose signature mail programs offer no one-click unsubscribe (RFC 8058).
 */
const SIGNED_FIELDS = [
  "From",
  "Sender",
  "Reply-To",
  "Subject",
  "Date",
  "Message-ID",
  "To",
  "Cc",
  "MIME-Version",
  "Content-Type",
  "Content-Transfer-Encoding",
  "In-Reply-To",
  "References",
  "Auto-Submitted",
  "List-Unsubscribe",
  "List-Unsubscribe-Post",
];

/** Returns the message with a signature in front. The same message always gets the same one. */
export type SignMessage = (message: Uint8Array) => Promise<Uint8Array>;

/**
 * Loads nodemailer, so that signing needs no file handle.
 *
 * @param dkim `undefined` = messages are returned as they are.
 */
export async function createMessageSigner(dkim: DkimKey | undefined): Promise<SignMessage> {
  if (dkim === undefined) return (message) => Promise.resolve(message);
  const { default: Dkim } = await import("nodemailer/lib/dkim");
  const signer = new Dkim({
    domainName: dkim.domain,
    keySelector: dkim.selector,
    privateKey: dkim.key,
    headerFieldNames: SIGNED_FIELDS.join(":"),
  });
  return async ({ buffer: bytes, byteOffset, byteLength }) => {
    const signed = await buffer(signer.sign(Buffer.from(bytes, byteOffset, byteLength)));
    // nodemailer leaves a message unsigned if it cannot use the key.
    if (signed.byteLength > byteLength) return signed;
    throw new Error("The message could not be signed with the key of INTRAY_MAIL_DKIM_KEY_FILE.");
  };
}
