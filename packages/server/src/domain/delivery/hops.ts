/**
 * The way of a post through Intray installations, after the model of CDN-Loop (RFC 8586): each delivery names
 * the installations that its submission has passed, its own one last. So a delivery that comes back to its own
 * installation, through a proxy or through other installations, is recognized.
 */
import { createHmac } from "node:crypto";
import { AppError } from "../errors.ts";

/** Lower-case, as Node writes header names. */
export const HOPS_HEADER = "x-service-hops";
/** A post that has passed this many installations is refused. */
export const MAX_HOPS = 8;

/** One server, or several that share a database and its encryption key. */
export interface Installation {
  /** Sixteen hex digits. Tells nothing about the server or its key. */
  readonly name: string;
  /** The names that it had with its older keys, too. */
  readonly names: ReadonlySet<string>;
}

/** @param keys The encryption keys: the current one, then older ones. */
export function installationOf(keys: readonly Uint8Array[]): Installation {
  const names = keys.map(nameOf);
  return { name: names[0] ?? "", names: new Set(names) };
}

const NAME_DIGITS = 16;

const nameOf = (key: Uint8Array): string =>
  createHmac("sha256", key).update("intray installation").digest("hex").slice(0, NAME_DIGITS);

const HOPS = /^[0-9a-f]{16}(?:,[0-9a-f]{16})*$/;

/**
 * The installations that a post has passed, or `undefined` if it is not a delivery of one. A header that no
 * Intray has written is ignored.
 *
 * @throws AppError `loop_detected`.
 */
export function hopsOf(
  header: string | string[] | undefined,
  { names }: Installation,
): string | undefined {
  if (header === undefined) return undefined;
  const hops = [header].flat().join(",").replaceAll(/[ \t]/g, "");
  if (!HOPS.test(hops)) return undefined;
  const passed = hops.split(",");
  if (passed.some((name) => names.has(name))) {
    throw new AppError(
      "loop_detected",
      "This post is a delivery of this server's own webhooks that came back to one of its forms. It was not stored, because it would be delivered again without end. Point the webhook to another address.",
    );
  }
  if (passed.length >= MAX_HOPS) {
    throw new AppError(
      "loop_detected",
      `This post has passed ${passed.length} Intray servers, each of which delivered it to the next one. At most ${MAX_HOPS - 1} may come before this one, because longer ways are loops. It was not stored. Remove a webhook from the way.`,
    );
  }
  return hops;
}

/** The header of a delivery whose submission has passed `hops`. */
export const withHop = (hops: string | null, { name }: Installation): string =>
  hops === null ? name : `${hops},${name}`;
