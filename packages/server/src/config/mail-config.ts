/** E-mail as the settings describe it, and what their files contain. */
import { createPrivateKey, type KeyObject } from "node:crypto";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { DkimKey } from "../mail/dkim.ts";
import { parseRelayUrl, type Relay } from "../mail/smtp/relay.ts";
import type { Settings } from "./settings.ts";

export interface MailConfig {
  /** Contains the password, so it is never logged. `undefined` = it is in the file. */
  readonly relay: Relay | undefined;
  /** Absolute. */
  readonly relayFile: string | undefined;
  readonly from: Sender;
  /** `undefined` = messages are not signed. */
  readonly dkim: DkimConfig | undefined;
  /** Messages a second; `undefined` = no limit. */
  readonly rate: number | undefined;
  /** Messages at a time. */
  readonly concurrency: number;
  /** Whether recipients confirm their address before they get mail. */
  readonly confirms: boolean;
  /** The most automatic answers of an account in 24 hours. */
  readonly answersPerDay: number;
}

/** The sender of every message. */
export interface Sender {
  /** `""` = none. */
  readonly name: string;
  readonly address: string;
}

interface DkimConfig {
  /** Absolute. */
  readonly keyFile: string;
  readonly domain: string;
  readonly selector: string;
}

/** Returns `undefined` if e-mail is not set up. */
export function mailOf(settings: Settings): MailConfig | undefined {
  const { INTRAY_SMTP_URL: relay, INTRAY_SMTP_URL_FILE: file, INTRAY_MAIL_FROM: from } = settings;
  if ((relay === undefined && file === undefined) || from === undefined) return undefined;
  const rate = settings.INTRAY_MAIL_RATE;
  return {
    relay,
    relayFile: file === undefined ? undefined : resolve(file),
    from,
    dkim: dkimOf(settings, from),
    rate: rate === "off" ? undefined : rate,
    concurrency: settings.INTRAY_MAIL_CONCURRENCY,
    confirms: settings.INTRAY_MAIL_CONFIRM,
    answersPerDay: settings.INTRAY_MAIL_ANSWERS_PER_DAY,
  };
}

function dkimOf(settings: Settings, { address }: Sender): DkimConfig | undefined {
  const { INTRAY_MAIL_DKIM_KEY_FILE: file, INTRAY_MAIL_DKIM_SELECTOR: selector } = settings;
  if (file === undefined || selector === undefined) return undefined;
  const domain = settings.INTRAY_MAIL_DKIM_DOMAIN ?? address.slice(address.lastIndexOf("@") + 1);
  return { keyFile: resolve(file), domain, selector };
}

/** Settings of e-mail that need another one. */
export function incompleteMail(settings: Settings): string[] {
  const has = (name: keyof Settings) => settings[name] !== undefined;
  const hasRelay = has("INTRAY_SMTP_URL") || has("INTRAY_SMTP_URL_FILE");
  const hasKey = has("INTRAY_MAIL_DKIM_KEY_FILE");
  const [dkim] = (["KEY_FILE", "SELECTOR", "DOMAIN"] as const)
    .map((part) => `INTRAY_MAIL_DKIM_${part}` as const)
    .filter(has);
  return [
    ...(hasRelay && !has("INTRAY_MAIL_FROM")
      ? [
          "INTRAY_MAIL_FROM must be set with INTRAY_SMTP_URL: the sender of all e-mail, such as forms@example.org.",
        ]
      : []),
    ...(!hasRelay && has("INTRAY_MAIL_FROM")
      ? ["INTRAY_MAIL_FROM needs INTRAY_SMTP_URL or INTRAY_SMTP_URL_FILE. Set both."]
      : []),
    ...(!hasRelay && dkim !== undefined
      ? [`${dkim} needs INTRAY_SMTP_URL or INTRAY_SMTP_URL_FILE. Set both.`]
      : []),
    ...(dkim !== undefined && !(hasKey && has("INTRAY_MAIL_DKIM_SELECTOR"))
      ? [
          "To sign e-mail, set both INTRAY_MAIL_DKIM_KEY_FILE and INTRAY_MAIL_DKIM_SELECTOR; to send it unsigned, set neither.",
        ]
      : []),
  ];
}

/** What messages are sent with. */
export interface MailSending {
  readonly relay: Relay;
  readonly dkim: DkimKey | undefined;
}

/** Reads the files of the settings. @throws Error with a message for the operator, without the password. */
export function readMailFiles({ relay, relayFile, dkim }: MailConfig): MailSending {
  return {
    relay: relay ?? relayIn(relayFile ?? ""),
    dkim: dkim === undefined ? undefined : { ...dkim, key: keyIn(dkim.keyFile) },
  };
}

function relayIn(path: string): Relay {
  const parsed = parseRelayUrl(readSettingFile(path, "INTRAY_SMTP_URL_FILE").trim());
  if (parsed.kind === "relay") return parsed.relay;
  throw new Error(`The file ${path} of INTRAY_SMTP_URL_FILE must contain ${parsed.problem}.`);
}

/** Verifiers reject shorter keys (RFC 8301). */
const MIN_KEY_BITS = 1_024;

function keyIn(path: string): KeyObject {
  const key = parsedKey(readSettingFile(path, "INTRAY_MAIL_DKIM_KEY_FILE"));
  const bits = key?.asymmetricKeyDetails?.modulusLength ?? 0;
  if (key?.asymmetricKeyType === "rsa" && bits >= MIN_KEY_BITS) return key;
  throw new Error(
    `The file ${path} of INTRAY_MAIL_DKIM_KEY_FILE must contain an RSA private key of ${MIN_KEY_BITS} bits or more in PEM format, without a passphrase (openssl genrsa 2048).`,
  );
}

function parsedKey(pem: string): KeyObject | undefined {
  try {
    return createPrivateKey(pem);
  } catch {
    return undefined;
  }
}

/** Reads the file that a setting names. @throws Error with a message for the operator. */
export function readSettingFile(path: string, setting: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (cause) {
    const detail = cause instanceof Error ? cause.message : String(cause);
    throw new Error(
      `The file of ${setting} cannot be read (${detail}). Give this user read permission, or set another file.`,
      { cause },
    );
  }
}
