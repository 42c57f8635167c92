/**
 * The probe by which `intray-server doctor` sees its own request as it arrives at the running server. A token
 * proves that the request comes from somebody who has the encryption key; nobody else gets an answer.
 */
import { createHmac, timingSafeEqual } from "node:crypto";

export const PROBE_PATH = "/probe";
/** The header with the token. Unlike a URL, it is in no log of a proxy. */
export const PROBE_HEADER = "x-intray-probe";
/** The headers of proxies that the answer contains. */
export const FORWARDED_HEADERS = [
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-real-ip",
  "forwarded",
  "via",
] as const;

export interface ProbeAnswer {
  readonly version: string;
  /** The address that has connected to the server: the client, or the nearest proxy. */
  readonly peer: string | null;
  /** Whether INTRAY_TRUST_PROXY contains the peer. */
  readonly is_trusted: boolean;
  /** The address that rate limits count. */
  readonly client: string | null;
  /** The `Host` header. */
  readonly host: string | null;
  /** Whether the dashboard answers to the host of the request. */
  readonly is_known_host: boolean;
  /** Those of {@link FORWARDED_HEADERS} that arrived. */
  readonly forwarded: Readonly<Record<string, string>>;
}

/** How far the clocks of the doctor and of the server may differ. */
const VALID_MS = 5 * 60_000;
/** Only somebody with the key can have tokens remembered; this bounds a program that repeats the doctor. */
const MAX_REMEMBERED = 10_000;
const TOKEN = /^(\d{1,15})\.([0-9a-f]{32})\.([0-9a-f]{64})$/;

/** @param nonce Random bytes, 16 of them. */
export function probeToken(key: Uint8Array, nowMs: number, nonce: Buffer): string {
  const content = `${nowMs}.${nonce.toString("hex")}`;
  return `${content}.${macOf(key, content).toString("hex")}`;
}

/**
 * Returns a function that says whether a token is valid: made with one of the keys, within five minutes of
 * `nowMs`, and not used before.
 */
export function createProbeTokens(
  keys: readonly Uint8Array[],
): (token: string, nowMs: number) => boolean {
  const used = new Map<string, number>();
  return (token, nowMs) => {
    const found = TOKEN.exec(token);
    if (found === null) return false;
    const [, at = "", nonce = "", mac = ""] = found;
    const given = Buffer.from(mac, "hex");
    const isMade = (key: Uint8Array) => {
      const right = macOf(key, `${at}.${nonce}`);
      return given.length === right.length && timingSafeEqual(given, right);
    };
    if (!keys.some(isMade) || Math.abs(nowMs - Number(at)) > VALID_MS) return false;
    for (const [old, oldAt] of used) if (Math.abs(nowMs - oldAt) > VALID_MS) used.delete(old);
    if (used.has(nonce) || used.size >= MAX_REMEMBERED) return false;
    used.set(nonce, Number(at));
    return true;
  };
}

const macOf = (key: Uint8Array, content: string): Buffer =>
  createHmac("sha256", key).update(`intray probe ${content}`).digest();
