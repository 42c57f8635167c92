/** Places of addresses from a MaxMind database, which its owner may replace while the server runs. */
import { stat } from "node:fs/promises";
import { isIPv6 } from "node:net";
import { open, type Reader, type Response } from "maxmind";
import type { Clock } from "../platform/clock.ts";
import type { Log } from "../platform/log.ts";
import type { Place } from "../domain/geo-location.ts";
import { isPrivate, withoutMapping } from "./private-address.ts";
import { placeIn } from "./record.ts";

export interface Places {
  /** `null` for private addresses, and for what the database does not know. */
  placeOf(ip: string): Place | null;
  /** Reads the file again; when it cannot be read, what was read before stays. */
  reload(): Promise<void>;
  close(): void;
}

const CHECK_EVERY_MS = 60_000;
/** Decoded records; a record is shared by whole networks. */
const MAX_REMEMBERED = 10_000;

/** @throws Error naming the file, and what it should be. */
export async function openPlaces({
  path,
  clock,
  log,
}: {
  readonly path: string;
  readonly clock: Clock;
  readonly log: Log;
}): Promise<Places> {
  let seen = await lookOf(path);
  let reader = await read(path);
  let isClosed = false;
  let isBroken = false;
  let forgetTimer = () => {};

  async function reload(): Promise<void> {
    try {
      seen = await lookOf(path);
      reader = await read(path);
      isBroken = false;
      log.info(
        { path, built: reader.metadata.buildEpoch },
        "The places of addresses were read again.",
      );
    } catch (error) {
      log.warn({ err: error }, "The places of addresses stay as they were read before.");
    }
  }

  async function check(): Promise<void> {
    // One that is gone for a moment is being replaced.
    const look = await lookOf(path);
    if (look !== seen && look !== undefined) await reload();
    checkSoon();
  }
  function checkSoon(): void {
    if (!isClosed) forgetTimer = clock.after(CHECK_EVERY_MS, () => void check());
  }

  checkSoon();
  return {
    placeOf(ip) {
      const address = withoutMapping(ip);
      if (isPrivate(address)) return null;
      if (reader.metadata.ipVersion === 4 && isIPv6(address)) return null;
      try {
        return placeIn(reader.get(address));
      } catch (error) {
        // A post is worth more than its place.
        if (!isBroken) log.warn({ err: error, path }, "The database of places is damaged.");
        isBroken = true;
        return null;
      }
    },
    reload,
    close() {
      isClosed = true;
      forgetTimer();
    },
  };
}

/** Changes when the file is written or replaced; `undefined` when there is none. */
async function lookOf(path: string): Promise<string | undefined> {
  const found = await stat(path).catch(() => undefined);
  return found === undefined ? undefined : `${found.ino} ${found.size} ${found.mtimeMs}`;
}

async function read(path: string): Promise<Reader<Response>> {
  let reader: Reader<Response>;
  try {
    reader = await open<Response>(path, { cache: { max: MAX_REMEMBERED } });
  } catch (cause) {
    const detail = cause instanceof Error ? cause.message : String(cause);
    throw new Error(
      `The file ${path} of INTRAY_GEOIP_FILE cannot be read as a MaxMind database (${detail}). Name an .mmdb file of cities or countries, unpacked.`,
      { cause },
    );
  }
  const { databaseType } = reader.metadata;
  if (/city|country|location|enterprise/i.test(databaseType)) return reader;
  throw new Error(
    `The file ${path} of INTRAY_GEOIP_FILE holds no places; its type is ${databaseType}. Name an .mmdb file of cities or countries.`,
  );
}
