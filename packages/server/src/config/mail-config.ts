/** E-mail as the settings describe it, and what their files contain. */
import { createPrivateKey, type KeyObject } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Given, Settings } from "./settings.ts";
import { messageOf, tryOrUndefined } from "../platform/errors.ts";

export type MailConfig = NonNullable<ReturnType<typeof mailOf>>;

/** Returns `undefined` if e-mail is not set up. */
export function mailOf({ relay, from, dkim, ...others }: Settings["mail"]) {
  if (relay === undefined || from === undefined) return undefined;
  return {
    /** Contains the password, so it is never logged. */
    relay,
    from,
    /** `undefined` = messages are not signed. */
    dkim: dkimOf(dkim, from),
    ...others,
  };
}

/** By default, messages are signed with the domain of their sender. */
function dkimOf(
  { keyFile, domain, selector }: Settings["mail"]["dkim"],
  from: { readonly address: string },
) {
  if (keyFile === undefined || selector === undefined) return undefined;
  const ownDomain = from.address.slice(from.address.lastIndexOf("@") + 1);
  return { keyFile, domain: domain ?? ownDomain, selector };
}

/** Settings of e-mail that need another one. */
export function incompleteMail(given: Given): string[] {
  const has = (name: string) => name in given;
  const hasRelay = has("INTRAY_SMTP_URL");
  const hasKey = has("INTRAY_MAIL_DKIM_KEY_FILE");
  const [dkim] = ["KEY_FILE", "SELECTOR", "DOMAIN"]
    .map((part) => `INTRAY_MAIL_DKIM_${part}`)
    .filter(has);
  return [
    ...(hasRelay && !has("INTRAY_MAIL_FROM")
      ? [
          "INTRAY_MAIL_FROM must be set with INTRAY_SMTP_URL: the sender of all e-mail, such as forms@example.org.",
        ]
      : []),
    ...(!hasRelay && has("INTRAY_MAIL_FROM")
      ? ["INTRAY_MAIL_FROM needs INTRAY_SMTP_URL. Set both."]
      : []),
    ...(!hasRelay && dkim !== undefined ? [`${dkim} needs INTRAY_SMTP_URL. Set both.`] : []),
    ...(dkim !== undefined && !(hasKey && has("INTRAY_MAIL_DKIM_SELECTOR"))
      ? [
          "To sign e-mail, set both INTRAY_MAIL_DKIM_KEY_FILE and INTRAY_MAIL_DKIM_SELECTOR; to send it unsigned, set neither.",
        ]
      : []),
  ];
}

/** Reads the key that signs messages. @throws Error with a message for the operator. */
export const readDkimKey = ({ dkim }: MailConfig) => dkim && { ...dkim, key: keyIn(dkim.keyFile) };

/** Verifiers reject shorter keys (RFC 8301). */
const MIN_KEY_BITS = 1_024;

function keyIn(path: string): KeyObject {
  const pem = readSettingFile(path, "INTRAY_MAIL_DKIM_KEY_FILE");
  const key = tryOrUndefined(() => createPrivateKey(pem));
  const bits = key?.asymmetricKeyDetails?.modulusLength ?? 0;
  if (key?.asymmetricKeyType === "rsa" && bits >= MIN_KEY_BITS) return key;
  throw new Error(
    `The file ${path} of INTRAY_MAIL_DKIM_KEY_FILE must contain an RSA private key of ${MIN_KEY_BITS} bits or more in PEM format, without a passphrase (openssl genrsa 2048).`,
  );
}

/** Reads the file that a setting names. @throws Error with a message for the operator. */
function readSettingFile(path: string, setting: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (cause) {
    throw new Error(
      `The file of ${setting} cannot be read (${messageOf(cause)}). Give this user read permission, or set another file.`,
      { cause },
    );
  }
}
