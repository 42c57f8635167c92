import { writeFileSync } from "node:fs";
import { Readable } from "node:stream";
import { filesIn, openTestDisk } from "../../test/disk.ts";
import { withWallTime } from "../../test/fake-clock.ts";
import { systemClock } from "../platform/clock.ts";
import { systemRandom } from "../platform/random.ts";
import { firstStorageKey, newStorageKey } from "../domain/storage-key.ts";
import { createOrphanSweep, type FileLedger } from "./orphans.ts";
import type { Storage } from "./storage.ts";
import { openFolder } from "../../../../test/harness/folder.ts";
import { useEach } from "../../../../test/harness/use.ts";

const DAY_MS = 86_400_000;
const NOW: number = systemClock.now();

const folder = useEach(openFolder);
let disk: Storage;
/** A minimal database: keys that have a row, and keys whose rows were deleted. */
let rows: Set<string>;
let removed: Set<string>;
let sweptTo: string;
let openFiles: Set<string>;
beforeEach(async () => {
  disk = await openTestDisk(
    folder.path,
    withWallTime(() => NOW),
  );
  rows = new Set();
  removed = new Set();
  sweptTo = firstStorageKey(NOW);
  openFiles = new Set();
});

const ledger: FileLedger = {
  removedFiles: ({ limit }) => Promise.resolve([...removed].slice(0, limit)),
  async clearRemovedFiles({ storageKeys }) {
    for (const key of storageKeys) removed.delete(key);
  },
  referencedFiles: ({ storageKeys }) => Promise.resolve(storageKeys.filter((key) => rows.has(key))),
  sweptTo: () => Promise.resolve(sweptTo),
  async recordSweptTo({ key }) {
    sweptTo = key;
  },
};
const swept = (at: number, limit = 100, over: Partial<Storage> = {}, exclusiveSince?: number) =>
  createOrphanSweep({ storage: { ...disk, ...over }, ledger, openFiles, exclusiveSince })(
    at,
    limit,
  );
const sweep = async (...args: Parameters<typeof swept>) => (await swept(...args)).removed;
async function stored(at = NOW): Promise<string> {
  const key = newStorageKey(at, systemRandom);
  await disk.write(key, Readable.from([Buffer.from("x")]));
  return key;
}
const left = () => filesIn(folder.path);

it("keeps a file for a day, and for good if it has a row", async () => {
  const orphan = await stored();
  const named = await stored();
  rows.add(named);

  expect(await sweep(NOW + DAY_MS)).toBe(0);
  expect(left()).toEqual([orphan, named].toSorted());

  expect(await sweep(NOW + DAY_MS + 1)).toBe(1);
  expect(left()).toEqual([named]);
});

it("keeps the files of a post in progress, however old they look", async () => {
  openFiles.add(await stored());

  await sweep(NOW + 2 * DAY_MS);

  expect(left()).toEqual([...openFiles]);
});

it("keeps a file whose row is committed while the sweep runs", async () => {
  const key = await stored();
  openFiles.add(key);
  const list: Storage["list"] = async (bounds) => {
    const found = await disk.list(bounds);
    rows.add(key);
    openFiles.delete(key);
    return found;
  };

  await sweep(NOW + 2 * DAY_MS, 100, { list });

  expect(left()).toEqual([key]);
});

it("checks at most `limit` files per call, and no file twice", async () => {
  const keys = [];
  for (let n = 0; n < 5; n++) keys.push(await stored(NOW + n));
  rows.add(keys[1] ?? "");
  const listed: string[] = [];
  const list: Storage["list"] = async (bounds) => {
    const found = await disk.list(bounds);
    listed.push(...found);
    return found;
  };
  const at = NOW + 2 * DAY_MS;

  const counts = [];
  for (let n = 0; n < 4; n++) counts.push(await swept(at, 2, { list }));

  expect(counts).toEqual([
    { removed: 1, hasMore: true },
    { removed: 2, hasMore: true },
    { removed: 1, hasMore: false },
    { removed: 0, hasMore: false },
  ]);
  expect(listed).toEqual(keys);
  expect(left()).toEqual([keys[1]]);
});

it("finds files stored after a clock was ahead and stepped back", async () => {
  await sweep(NOW + 100 * DAY_MS);
  await sweep(NOW + DAY_MS);
  await stored(NOW + 1);

  expect(await sweep(NOW + 3 * DAY_MS)).toBe(1);
  expect(left()).toEqual([]);
});

it("removes the files of deleted rows, and retries after the storage failed", async () => {
  const key = await stored();
  removed.add(key);
  const remove = () => Promise.reject(new Error("unreachable"));

  await expect(sweep(NOW, 100, { remove })).rejects.toThrow("unreachable");
  expect([...removed]).toEqual([key]);

  expect(await sweep(NOW)).toBe(1);
  expect([left(), [...removed]]).toEqual([[], []]);
});

it("does not skip an orphan that the storage failed to remove", async () => {
  await stored();
  const remove = () => Promise.reject(new Error("unreachable"));
  const at = NOW + 2 * DAY_MS;

  await expect(sweep(at, 100, { remove })).rejects.toThrow("unreachable");

  expect(await sweep(at)).toBe(1);
});

it("drops unfinished files of earlier processes at once, others after a day", async () => {
  const name = newStorageKey(NOW, systemRandom).replace("/", "-");
  const leave = () => writeFileSync(folder.at("unfinished", name), "half");

  leave();
  expect(await sweep(systemClock.now(), 100, {}, systemClock.now() + 1_000)).toBe(1);
  leave();
  expect(await sweep(systemClock.now())).toBe(0);
  expect(await sweep(systemClock.now() + DAY_MS + 1_000)).toBe(1);
});
