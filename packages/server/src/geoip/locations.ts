/** IP geolocation from a MaxMind database. The operator may replace the file while the server runs. */
import { stat } from "node:fs/promises";
import { BlockList, isIPv4, isIPv6 } from "node:net";
import { type Reader, type Response, open } from "maxmind";
import type { Clock } from "../platform/clock.ts";
import type { Log } from "../platform/log.ts";
import type { GeoLocation } from "../domain/submission/geo-location.ts";
import { messageOf } from "../platform/errors.ts";

export type Locations = Awaited<ReturnType<typeof openLocations>>;

const CHECK_EVERY_MS = 60_000;
/** Decoded records; all addresses of a network share one. */
const MAX_CACHED_RECORDS = 10_000;

type OpenLocationsArgs = { readonly path: string; readonly clock: Clock; readonly log: Log };

/** @throws Error that names the file and says what it must be. */
export async function openLocations({ path, clock, log }: OpenLocationsArgs) {
  let fingerprint = await fingerprintOf(path);
  let reader = await read(path);
  let isClosed = false;
  let isBroken = false;
  let forgetTimer = () => {};

  async function reload(): Promise<void> {
    try {
      fingerprint = await fingerprintOf(path);
      reader = await read(path);
      isBroken = false;
      log.info({ path, built: reader.metadata.buildEpoch }, "Reloaded the geolocation database.");
    } catch (error) {
      log.warn(
        { err: error },
        "Could not reload the geolocation database; the previous data stays in use.",
      );
    }
  }

  async function check(): Promise<void> {
    const found = await fingerprintOf(path);
    // A missing file is probably being replaced: check again later.
    if (found !== fingerprint && found !== undefined) await reload();
    scheduleCheck();
  }
  function scheduleCheck(): void {
    if (!isClosed) forgetTimer = clock.after(CHECK_EVERY_MS, () => void check());
  }

  scheduleCheck();
  return {
    /** `null` for private addresses and for addresses that the database does not have. */
    locationOf(ip: string) {
      const address = withoutMapping(ip);
      if (isPrivate(address)) return null;
      if (reader.metadata.ipVersion === 4 && isIPv6(address)) return null;
      try {
        return locationIn(reader.get(address));
      } catch (error) {
        // A damaged record must not fail the post; log it once.
        if (!isBroken) log.warn({ err: error, path }, "The geolocation database is damaged.");
        isBroken = true;
        return null;
      }
    },
    /** Reads the file again. If that fails, the data read before stays in use. */
    reload,
    close() {
      isClosed = true;
      forgetTimer();
    },
  };
}

/** Changes whenever the file is written or replaced; `undefined` if there is no file. */
async function fingerprintOf(path: string): Promise<string | undefined> {
  const found = await stat(path).catch(() => undefined);
  return found === undefined ? undefined : `${found.ino} ${found.size} ${found.mtimeMs}`;
}

async function read(path: string): Promise<Reader<Response>> {
  let reader: Reader<Response>;
  try {
    reader = await open<Response>(path, { cache: { max: MAX_CACHED_RECORDS } });
  } catch (cause) {
    throw new Error(
      `The file ${path} of INTRAY_GEOIP_FILE cannot be read as a MaxMind database (${messageOf(cause)}). Set it to an unpacked .mmdb file of cities or countries.`,
      { cause },
    );
  }
  const { databaseType } = reader.metadata;
  if (/city|country|location|enterprise/i.test(databaseType)) return reader;
  throw new Error(
    `The file ${path} of INTRAY_GEOIP_FILE contains no locations; its type is ${databaseType}. Set it to an .mmdb file of cities or countries.`,
  );
}

const PRIVATE = new BlockList();
for (const [network, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
] as const) {
  PRIVATE.addSubnet(network, bits, "ipv4");
}
for (const [network, bits] of [
  ["::", 127],
  ["fc00::", 7],
  ["fe80::", 10],
] as const) {
  PRIVATE.addSubnet(network, bits, "ipv6");
}

/** Strips the `::ffff:` that a dual-stack socket puts in front of an IPv4 address. */
const withoutMapping = (ip: string): string => /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1] ?? ip;

/** Also true for text that is no IP address. */
function isPrivate(ip: string): boolean {
  if (isIPv4(ip)) return PRIVATE.check(ip, "ipv4");
  return !isIPv6(ip) || PRIVATE.check(ip, "ipv6");
}

const MAX_CHARACTERS = 200;

/** `null` if the record names no country, region or city. */
function locationIn(record: unknown): GeoLocation | null {
  const country = nameOf(member(record, "country") ?? member(record, "registered_country"));
  const subdivisions = member(record, "subdivisions");
  const region = nameOf(
    Array.isArray(subdivisions) ? (subdivisions[0] as unknown) : member(record, "region"),
  );
  const city = nameOf(member(record, "city"));
  return country === null && region === null && city === null ? null : { country, region, city };
}

/** The English name, else the code. */
function nameOf(part: unknown): string | null {
  if (typeof part === "string") return short(part);
  const name = member(member(part, "names"), "en") ?? member(part, "iso_code");
  return typeof name === "string" ? short(name) : null;
}

const short = (name: string) => (name === "" ? null : name.slice(0, MAX_CHARACTERS).toWellFormed());

const member = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
