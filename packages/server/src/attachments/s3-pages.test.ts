// Lists of a bucket that take several pages.
import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { BUCKET, S3_ID, S3_SECRET, type S3Server, startS3 } from "../../../../test/harness/s3.ts";
import { firstStorageKey, newStorageKey } from "../domain/storage-key.ts";
import { systemClock } from "../platform/clock.ts";
import { silentLog } from "../platform/log.ts";
import { systemRandom } from "../platform/random.ts";
import { type Bucket, reachBucket } from "./s3-bucket.ts";
import { openS3, type S3Storage } from "./s3.ts";

const NOW = systemClock.now();

describe("a list of several pages", () => {
  let s3: S3Server;
  let bucket: Bucket;
  let storage: S3Storage;
  beforeAll(async () => {
    s3 = await startS3();
    bucket = await reachBucket({
      bucket: BUCKET,
      endpoint: s3.url,
      region: "us-east-1",
      credentials: { accessKeyId: S3_ID, secretAccessKey: S3_SECRET },
      prefix: `p${randomBytes(4).toString("hex")}/`,
      forcePathStyle: true,
    });
    storage = openS3(bucket, silentLog);
  });
  afterAll(async () => {
    storage.close();
    await s3.stop();
  });
  let keys: string[];
  beforeEach(() => {
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

    const found = await storage.list({
      after: "",
      before: firstStorageKey(NOW + 1_000),
      limit: 100,
    });

    expect(found).toEqual(keys);
    expect(lists()).toBe(4);
  });
});
