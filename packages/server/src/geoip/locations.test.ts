import { renameSync, rmSync, writeFileSync } from "node:fs";
import { writeMmdb } from "../../../../test/harness/mmdb.ts";
import { createFakeClock } from "../../test/fake-clock.ts";
import { silentLog } from "../platform/log.ts";
import { openLocations, type Locations } from "./locations.ts";
import { openFolder } from "../../../../test/harness/folder.ts";
import { useEach } from "../../../../test/harness/use.ts";

const named = (en: string) => ({ names: { en, de: "?" } });
const MUNICH = {
  country: { iso_code: "DE", ...named("Germany") },
  subdivisions: [named("Bavaria"), named("Upper Bavaria")],
  city: named("Munich"),
};
const NETWORKS = {
  "203.0.113.0/24": MUNICH,
  "198.51.100.7/32": { country: { iso_code: "SE" } },
  "2001:db8::/32": { registered_country: named("Japan") },
  "2a00::/12": { country: "FR", region: "Bretagne", city: "" },
  "192.168.0.0/16": MUNICH,
  "192.0.2.0/24": { traits: { is_anonymous: "yes" } },
};

const folder = useEach(openFolder);
let path: string;
let locations: Locations | undefined;
const clock = createFakeClock(0);
const opened = async (file = path) => {
  locations = await openLocations({ path: file, clock, log: silentLog });
  return locations;
};
beforeEach(() => {
  path = folder.at("city.mmdb");
  writeFileSync(path, writeMmdb(NETWORKS));
});
afterEach(() => {
  locations?.close();
});

it.each([
  ["203.0.113.5", { country: "Germany", region: "Bavaria", city: "Munich" }],
  ["::ffff:203.0.113.255", { country: "Germany", region: "Bavaria", city: "Munich" }],
  ["198.51.100.7", { country: "SE", region: null, city: null }],
  ["198.51.100.8", null],
  ["2001:db8:1::1", { country: "Japan", region: null, city: null }],
  ["2a01::1", { country: "FR", region: "Bretagne", city: null }],
  ["192.0.2.1", null],
  ["192.168.1.1", null],
  ["::ffff:192.168.1.1", null],
  ["127.0.0.1", null],
  ["::1", null],
  ["fe80::1", null],
  ["8.8.8.8", null],
  ["no address", null],
  ["", null],
])("locates %s at %j", async (ip, location) => {
  expect((await opened()).locationOf(ip)).toEqual(location);
});

it("reads a database that has only IPv4 addresses", async () => {
  writeFileSync(path, writeMmdb({ "203.0.113.0/24": MUNICH }, { version: 4 }));

  const read = await opened();

  expect([read.locationOf("203.0.113.5")?.city, read.locationOf("2001:db8::1")]).toEqual([
    "Munich",
    null,
  ]);
});

it("reloads the file after it was replaced", async () => {
  const read = await opened();
  writeFileSync(`${path}.new`, writeMmdb({ "203.0.113.0/24": { city: named("Augsburg") } }));
  renameSync(`${path}.new`, path);

  clock.advance(60_000);

  await vi.waitFor(() => expect(read.locationOf("203.0.113.5")?.city).toBe("Augsburg"));
});

it("keeps the previous data while the file is missing or incomplete, then reloads it", async () => {
  const read = await opened();

  writeFileSync(path, writeMmdb(NETWORKS).subarray(0, 900));
  await read.reload();
  expect(read.locationOf("203.0.113.5")?.city).toBe("Munich");
  rmSync(path);
  await read.reload();
  expect(read.locationOf("203.0.113.5")?.city).toBe("Munich");
  writeFileSync(path, writeMmdb({ "203.0.113.0/24": { city: named("Augsburg") } }));
  await read.reload();
  expect(read.locationOf("203.0.113.5")?.city).toBe("Augsburg");
});

it("returns null, without an error, for a damaged record", async () => {
  const whole = writeMmdb(NETWORKS);
  const damaged = Buffer.from(whole);
  damaged.fill(0xff, damaged.indexOf("Germany") - 30, damaged.indexOf("Munich") + 30);
  writeFileSync(path, damaged);

  expect((await opened()).locationOf("203.0.113.5")).toBeNull();
});

it.each([
  ["nowhere.mmdb", undefined, /nowhere\.mmdb of INTRAY_GEOIP_FILE cannot be read .*ENOENT/],
  ["text.mmdb", Buffer.from("these are no locations"), /cannot be read as a MaxMind database/],
  [
    "asn.mmdb",
    writeMmdb({}, { type: "GeoLite2-ASN" }),
    /contains no locations; its type is GeoLite2-ASN/,
  ],
])("rejects %s with a message", async (name, content, message) => {
  const file = folder.at(name);
  if (content !== undefined) writeFileSync(file, content);

  await expect(opened(file)).rejects.toThrow(message);
});
