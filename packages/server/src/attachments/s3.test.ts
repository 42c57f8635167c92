import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { useShared } from "../../../../test/harness/use.ts";
import { startS3 } from "../../../../test/harness/s3.ts";
import { systemClock } from "../platform/clock.ts";
import { systemRandom } from "../platform/random.ts";
import { silentLog } from "../platform/log.ts";
import { firstStorageKey, newStorageKey } from "../domain/storage-key.ts";
import { matchInstallation } from "./installation-marker.ts";
import { type Bucket, reachBucket } from "./s3-bucket.ts";
import { openS3, type S3Storage } from "./s3.ts";
import type { S3Settings } from "./s3-settings.ts";

const DAY_MS = 86_400_000;
const NOW: number = systemClock.now();
const PART_BYTES = 5 * 1_024 * 1_024;

const s3 = useShared(startS3);

let prefix: string;
let opened: S3Storage[];
beforeEach(() => {
  prefix = `p${randomBytes(4).toString("hex")}/files/`;
  opened = [];
});
afterEach(() => {
  s3.interfere = () => false;
  for (const storage of opened) storage.close();
});

const reach = (over: Partial<S3Settings> = {}) => reachBucket({ ...s3.bucket, prefix, ...over });
async function open(over: Partial<S3Settings> = {}): Promise<S3Storage> {
  const storage = openS3(await reach(over), silentLog);
  opened.push(storage);
  return storage;
}
const newKey = (at = NOW) => newStorageKey(at, systemRandom);
const names = async () => (await s3.names()).filter((name) => name.startsWith(prefix));
const small = () => Readable.from([Buffer.from("0123456789")]);
/** Makes the bucket answer with an error status; the body is read so that the request does not hang. */
const fail = (status: number) => {
  s3.interfere = (incoming, outgoing) => {
    incoming.resume();
    incoming.once("end", () => outgoing.writeHead(status).end());
    return true;
  };
};

describe("the bucket storage", () => {
  it("sends large files in parts, and stores empty ones", async () => {
    const storage = await open();
    const content = randomBytes(2 * PART_BYTES + 7);
    const [large, empty] = [newKey(), newKey()];
    s3.asked.length = 0;

    const stored = await storage.write(large, Readable.from([content]));
    const nothing = await storage.write(empty, Readable.from([]));

    expect(s3.asked.filter((asked) => /^PUT .*partNumber=/.test(asked))).toHaveLength(3);
    expect(stored.sha256).toEqual(createHash("sha256").update(content).digest());
    const [whole, none] = [await storage.read(large), await storage.read(empty)];
    expect(whole && (await buffer(whole)).equals(content)).toBe(true);
    expect(nothing.size).toBe(0);
    expect(none && (await buffer(none)).length).toBe(0);
  });

  it("sends the hash of each body, so that the bucket detects corruption", async () => {
    const storage = await open();
    const hashes: unknown[] = [];
    s3.interfere = ({ headers }) => {
      hashes.push(headers["x-amz-content-sha256"]);
      return false;
    };

    await storage.write(newKey(), small());

    expect(hashes).toEqual([createHash("sha256").update("0123456789").digest("hex")]);
  });

  it.each([
    ["before its first part is full", 100],
    ["after some parts", 3 * PART_BYTES],
  ])("leaves nothing behind when the upload is interrupted %s", async (_, bytes) => {
    const storage = await open();
    const broken = new Readable({ read: () => undefined });
    broken.push(randomBytes(bytes));
    const written = storage.write(newKey(), broken);
    if (bytes > PART_BYTES) await vi.waitUntil(async () => (await s3.unfinished()).length > 0);

    broken.destroy(new Error("gone"));

    await expect(written).rejects.toThrow("gone");
    expect(await names()).toEqual([]);
    expect(await s3.unfinished()).toEqual([]);
  });

  it("drops unfinished uploads once no process can be sending them", async () => {
    const storage = await open();
    const key = newKey();
    const content = new Readable({ read: () => undefined });
    content.push(randomBytes(2 * PART_BYTES));
    // Like the upload of a killed process: it was started, and nothing finishes it.
    const written = storage.write(key, content);
    await vi.waitUntil(async () => (await s3.unfinished()).length > 0);
    const drop = (before: number, isOpen = (_: string) => false) =>
      storage.dropUnfinished({ before, isOpen, limit: 10 });
    const later = systemClock.now() + 60_000;

    expect(await drop(NOW - DAY_MS)).toBe(0);
    expect(await drop(later, (one) => one === key)).toBe(0);
    expect(await drop(later)).toBe(1);
    expect(await s3.unfinished()).toEqual([]);

    content.destroy(new Error("over"));
    await expect(written).rejects.toThrow("over");
  });

  it("drops nothing, without an error, if the bucket cannot list unfinished uploads", async () => {
    const storage = await open();
    s3.interfere = (_, outgoing) => {
      outgoing.writeHead(501, { "content-type": "application/xml" });
      outgoing.end("<Error><Code>NotImplemented</Code><Message>No</Message></Error>");
      return true;
    };

    expect(await storage.dropUnfinished({ before: NOW, isOpen: () => false, limit: 1 })).toBe(0);
  });

  it("retries a few times, then rejects with a Retry-After while the bucket fails", async () => {
    const storage = await open();
    s3.asked.length = 0;
    fail(503);

    const later = { code: "overloaded", headers: { "Retry-After": "5" } };
    await expect(storage.write(newKey(), small())).rejects.toMatchObject(later);
    expect(s3.asked).toHaveLength(3);
    await expect(storage.read(newKey())).rejects.toMatchObject({ code: "overloaded" });
    await expect(storage.remove(newKey())).rejects.toMatchObject({ code: "overloaded" });
  });

  it("streams a file no faster than it is read", async () => {
    const storage = await open();
    const key = newKey();
    await storage.write(key, Readable.from([randomBytes(4 * PART_BYTES)]));
    let sent: { readonly writableLength: number; readonly bytesWritten: number } | undefined;
    s3.interfere = (incoming) => {
      sent = incoming.socket;
      return false;
    };

    const content = await storage.read(key);
    if (content === undefined || sent === undefined) throw new Error("There is no file.");
    content.pause();
    let before = -1;
    await vi.waitUntil(() => before === (before = sent?.bytesWritten ?? 0), { interval: 100 });

    expect(before).toBeLessThan(4 * PART_BYTES);
    const closed = once(content, "close");
    content.destroy();
    await closed;
  });
});

describe("a list of several pages", () => {
  let bucket: Bucket;
  let storage: S3Storage;
  let keys: string[];
  beforeEach(async () => {
    bucket = await reach();
    storage = openS3(bucket, silentLog);
    opened.push(storage);
    keys = Array.from({ length: 7 }, (_, n) => newStorageKey(NOW + n, systemRandom));
    s3.asked.length = 0;
  });
  const lists = () => s3.asked.filter((asked) => /^GET .*(?:uploads|list-type)/.test(asked)).length;

  it("of unfinished uploads is read to its end, or until the limit is reached", async () => {
    // Two uploads of the last key: a page ends between them.
    for (const key of [...keys, keys[6] ?? ""]) {
      await bucket.client.send(new bucket.sdk.CreateMultipartUploadCommand(bucket.object(key)));
    }
    // Every upload of the first page is in progress.
    s3.pageSize = 3;
    const isOpen = (key: string) => keys.indexOf(key) < 3;
    const before = systemClock.now() + 60_000;
    const drop = (limit: number) => storage.dropUnfinished({ before, isOpen, limit });

    expect(await drop(1)).toBe(1);
    expect(await drop(10)).toBe(4);
    expect(await drop(10)).toBe(0);

    expect(await s3.unfinished()).toHaveLength(3);
    expect(lists()).toBe(2 + 3 + 1);
  });

  it("of files is read to its end, also if the bucket returns fewer than asked for", async () => {
    for (const key of keys) await storage.write(key, Readable.from([Buffer.from("x")]));
    s3.asked.length = 0;
    s3.interfere = (incoming) => {
      incoming.url = incoming.url?.replace("max-keys=100", "max-keys=2") ?? "";
      return false;
    };

    const before = firstStorageKey(NOW + 1_000);

    expect(await storage.list({ after: "", before, limit: 100 })).toEqual(keys);
    expect(lists()).toBe(4);
  });
});

describe("the installation marker of a bucket", () => {
  const database = (kept?: string) => (mark: string) => Promise.resolve((kept ??= mark));

  it("is one marker even when two processes start at the same time", async () => {
    const claim = database();
    const markers = [(await open()).marker, (await open()).marker];

    await Promise.all(markers.map((marker, n) => matchInstallation(marker, `mark${n}`, claim)));
    for (const later of ["later", "latest"]) {
      await matchInstallation((await open()).marker, later, claim);
    }

    expect(await claim("x")).toMatch(/^mark[01]$/);
  });

  it("rejects another database, and leaves an empty bucket empty", async () => {
    const match = async () => matchInstallation((await open()).marker, "fresh", database("other"));
    const problem = /^The bucket intray-files under .* does not hold .* INTRAY_S3_BUCKET/;
    await expect(match()).rejects.toThrow(problem);
    expect(await names()).toEqual([]);

    await matchInstallation((await open()).marker, "first", database());
    await expect(match()).rejects.toThrow(problem);
    expect(await names()).toHaveLength(1);
  });

  it.each<[string, () => Partial<S3Settings>, RegExp]>([
    [
      "missing",
      () => ({ bucket: "nowhere" }),
      /^There is no bucket nowhere at http.*INTRAY_S3_BUCKET/,
    ],
    [
      "accessed with unknown credentials",
      () => ({ credentials: { accessKeyId: "nobody", secretAccessKey: "x" } }),
      /rejected the credentials \(InvalidAccessKeyId.*INTRAY_S3_SECRET_ACCESS_KEY/,
    ],
    [
      "unreachable",
      () => ({ endpoint: "http://127.0.0.1:9" }),
      /cannot be used \(.*ECONNREFUSED.*INTRAY_S3_ENDPOINT/,
    ],
  ])(
    "cannot be written to a bucket that is %s: the error tells the operator what to fix",
    async (_, over, message) => {
      const { marker } = await open(over());

      await expect(matchInstallation(marker, "first", database())).rejects.toThrow(message);
    },
  );
});
