// What files in a folder and in a bucket have in common, and what is particular to a folder.
import { createHash, randomBytes } from "node:crypto";
import { readdirSync, statSync, writeFileSync } from "node:fs";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { openTestDisk } from "../../test/disk.ts";
import { systemClock } from "../platform/clock.ts";
import { silentLog } from "../platform/log.ts";
import { systemRandom } from "../platform/random.ts";
import { firstStorageKey, newStorageKey } from "../domain/storage-key.ts";
import { openDisk } from "./disk.ts";
import { folderMarker } from "./folder-marker.ts";
import { matchInstallation } from "./installation-marker.ts";
import { reachBucket } from "./s3-bucket.ts";
import { openS3, type S3Storage } from "./s3.ts";
import { openFolder } from "../../../../test/harness/folder.ts";
import { startS3 } from "../../../../test/harness/s3.ts";
import { useEach, useShared } from "../../../../test/harness/use.ts";

const DAY_MS = 86_400_000;
const NOW = systemClock.now();
const KEY = newStorageKey(NOW, systemRandom);
const OLD_KEY = "0123456789abcdef0123456789abcdef";

const folder = useEach(openFolder);
const s3 = useShared(startS3);
let buckets = 0;

const inFolder = async (): Promise<S3Storage> => ({
  ...(await openTestDisk(folder.path)),
  marker: folderMarker(folder.path),
});
const inBucket = async () =>
  openS3(await reachBucket({ ...s3.bucket, prefix: `p${(buckets += 1)}/` }), silentLog);

describe.each([
  ["a folder", inFolder],
  ["a bucket", inBucket],
])("%s", (_, open) => {
  const storage = useEach(open);
  const put = (key: string) => storage.write(key, Readable.from([Buffer.from("x")]));

  it.each([KEY, OLD_KEY])(
    "returns a file as it was written, whole or in part (%s)",
    async (key) => {
      const content = Buffer.from("some bytes\0\xff");
      const sha256 = createHash("sha256").update(content).digest();
      const pieces = Readable.from([content.subarray(0, 4), content.subarray(4)]);

      expect(await storage.write(key, pieces)).toEqual({ size: content.length, sha256 });
      const whole = await storage.read(key);
      const part = await storage.read(key, { start: 5, end: 8 });
      expect(whole && (await buffer(whole))).toEqual(content);
      expect(part && (await buffer(part)).toString()).toBe("byte");
    },
  );

  it("has no file before it is written, and removes one twice without an error", async () => {
    const before = await storage.read(KEY);
    await put(KEY);

    await storage.remove(KEY);
    await storage.remove(KEY);

    expect([before, await storage.read(KEY)]).toEqual([undefined, undefined]);
  });

  it("lists files in the order of their time, between two keys, up to a limit", async () => {
    // The first half shares one folder; the others are hours apart.
    const times = [0, 1, 2, 3 * 3_600_000, 9 * 3_600_000, 20 * 3_600_000].map((ms) => NOW + ms);
    const keys = times.map((at) => newStorageKey(at, systemRandom));
    for (const key of keys.toReversed()) await put(key);
    await put(OLD_KEY);
    await matchInstallation(storage.marker, "mark", (mark) => Promise.resolve(mark));
    const all = { after: "", before: firstStorageKey(NOW + DAY_MS), limit: 100 };
    const [first = "", second = "", third = ""] = keys;

    expect(await storage.list(all)).toEqual(keys);
    expect(await storage.list({ ...all, limit: 2 })).toEqual([first, second]);
    expect(await storage.list({ ...all, after: second, limit: 2 })).toEqual([third, keys[3]]);
    expect(await storage.list({ ...all, after: first, before: third })).toEqual([second]);
    expect(await storage.list({ ...all, after: firstStorageKey(NOW + DAY_MS) })).toEqual([]);
  });
});

const disk = useEach(() => openTestDisk(folder.path));
const put = (key: string) => disk.write(key, Readable.from([Buffer.from("x")]));
const unfinished = () => readdirSync(folder.at("unfinished"));
const leaveUnfinished = (key: string) => {
  const path = folder.at("unfinished", key.replace("/", "-"));
  writeFileSync(path, "half");
  return statSync(path).mtimeMs;
};

it("stores a file whole, whatever the sizes of its pieces", async () => {
  const chunks = [1, 600_000, 65_536, 65_536, 500_000, 7].map((size) => randomBytes(size));

  const { size } = await disk.write(KEY, Readable.from(chunks));

  const stored = await disk.read(KEY);
  expect(stored && (await buffer(stored)).equals(Buffer.concat(chunks))).toBe(true);
  expect(size).toBe(1_231_080);
});

it("leaves nothing behind when the upload is interrupted", async () => {
  async function* broken() {
    yield Buffer.from("half");
    throw new Error("gone");
  }

  await expect(disk.write(KEY, Readable.from(broken()))).rejects.toThrow("gone");

  expect(readdirSync(folder.path, { recursive: true })).toEqual(["unfinished"]);
});

it("drops unfinished files once no upload can be writing them", async () => {
  const touchedAt = leaveUnfinished(KEY);
  const drop = (before: number, isOpen = (_: string) => false) =>
    disk.dropUnfinished({ before, isOpen, limit: 10 });

  expect([await drop(touchedAt), unfinished().length]).toEqual([0, 1]);
  expect([await drop(touchedAt + 1, (key) => key === KEY), unfinished().length]).toEqual([0, 1]);
  expect([await drop(touchedAt + 1), unfinished().length]).toEqual([1, 0]);
});

it("drops at most `limit` unfinished files per call", async () => {
  for (let n = 0; n < 5; n++) leaveUnfinished(newStorageKey(NOW + n, systemRandom));

  const all = { before: systemClock.now() + 1_000, isOpen: () => false };

  expect([await disk.dropUnfinished({ ...all, limit: 3 }), unfinished().length]).toEqual([3, 2]);
});

it("removes a folder with its last file once no upload can use the folder", async () => {
  const day = NOW - 2 * DAY_MS;
  const [one, other] = [newStorageKey(day, systemRandom), newStorageKey(day, systemRandom)];
  for (const key of [one, other, KEY]) await put(key);
  const folders = () => readdirSync(folder.path).filter((name) => name !== "unfinished");

  await disk.remove(one);
  await disk.remove(KEY);
  expect(folders()).toEqual([other.slice(0, 7), KEY.slice(0, 7)]);

  await disk.remove(other);
  expect(folders()).toEqual([KEY.slice(0, 7)]);
});

it("rejects a file while the disk is full", async () => {
  const hasFreeSpace = () => Promise.resolve(false);
  const full = await openDisk({ folder: folder.path, clock: systemClock, hasFreeSpace });

  const later = { code: "overloaded", headers: { "Retry-After": "60" } };
  await expect(full.write(KEY, Readable.from(["x"]))).rejects.toMatchObject(later);
  expect(readdirSync(folder.path, { recursive: true })).toEqual(["unfinished"]);
});

it.each(["../../etc/passwd", "", `${OLD_KEY}/..`])("rejects the key %j", async (key) => {
  await expect(disk.remove(key)).rejects.toThrow(/is not a storage key/);
  await expect(disk.read(key)).rejects.toThrow(/is not a storage key/);
  await expect(put(key)).rejects.toThrow(/is not a storage key/);
});
