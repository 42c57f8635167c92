/** Files in a bucket: sent on as they arrive, in parts where they are large, and there as a whole or not at all. */
import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { AppError } from "../domain/errors.ts";
import type { Log } from "../platform/log.ts";
import { isStorageKey, pathOfKey } from "../domain/storage-key.ts";
import { type Bucket, isMissing, s3ErrorCode } from "./s3-bucket.ts";
import { s3Marker } from "./s3-marker.ts";
import type { Storage } from "./storage.ts";
import type { MarkedPlace } from "./installation-marker.ts";

/** The smallest that S3 takes, but for the last one. */
const PART_BYTES = 5 * 1_024 * 1_024;
/** One is sent while the next one comes in: an upload holds 10 MiB at most. */
const PARTS_AT_ONCE = 2;
/** What one request lists at most. */
const MAX_LISTED = 1_000;

export interface S3Storage extends Storage {
  readonly marker: MarkedPlace;
}

export function openS3(bucket: Bucket, log: Log): S3Storage {
  const { sdk, lib, client, settings } = bucket;
  const place = (key: string) => bucket.place(pathOfKey(key));
  const nameOf = (found: string | undefined) => found?.slice(settings.prefix.length) ?? "";
  const unreachable = (error: unknown) => {
    log.warn({ err: error }, "The bucket of files did not do what it was asked.");
    return new AppError(
      "overloaded",
      "The storage of files cannot be reached at the moment, and nothing was changed. Try again in a few seconds.",
      { headers: { "Retry-After": "5" }, cause: error },
    );
  };

  return {
    marker: s3Marker(bucket),
    async write(key, content) {
      const sha256 = createHash("sha256");
      let size = 0;
      const failures: unknown[] = [];
      const hashed = async function* () {
        try {
          for await (const chunk of content) {
            sha256.update(chunk);
            size += chunk.byteLength;
            // Pieces wait here until they are a part.
            yield Buffer.from(chunk);
          }
        } catch (error) {
          failures.push(error);
          throw error;
        }
      };
      const upload = new lib.Upload({
        client,
        params: { ...place(key), Body: Readable.from(hashed(), { objectMode: false }) },
        partSize: PART_BYTES,
        queueSize: PARTS_AT_ONCE,
      });
      try {
        await upload.done();
      } catch (error) {
        // The sender's fault, not the bucket's. What of it lies there was taken back, or is an orphan.
        if (failures.length > 0) throw failures[0];
        throw unreachable(error);
      }
      return { size, sha256: sha256.digest() };
    },
    async read(key, range) {
      try {
        const { Body } = await client.send(
          new sdk.GetObjectCommand({
            ...place(key),
            ...(range === undefined ? {} : { Range: `bytes=${range.start}-${range.end}` }),
          }),
        );
        return Body instanceof Readable ? Body : Readable.from([]);
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw unreachable(error);
      }
    },
    async size(key) {
      try {
        const { ContentLength } = await client.send(new sdk.HeadObjectCommand(place(key)));
        return ContentLength;
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw unreachable(error);
      }
    },
    async remove(key) {
      try {
        await client.send(new sdk.DeleteObjectCommand(place(key)));
      } catch (error) {
        if (!isMissing(error)) throw unreachable(error);
      }
    },
    async list({ after, before, limit }) {
      const keys: string[] = [];
      for (let StartAfter = `${settings.prefix}${after}`; ;) {
        const page = await client.send(
          new sdk.ListObjectsV2Command({
            Bucket: settings.bucket,
            Prefix: settings.prefix,
            StartAfter,
            MaxKeys: Math.min(limit, MAX_LISTED),
          }),
        );
        for (const { Key = "" } of page.Contents ?? []) {
          const name = nameOf(Key);
          if (name >= before) return keys;
          if (isStorageKey(name)) keys.push(name);
          if (keys.length === limit) return keys;
          StartAfter = Key;
        }
        if (page.IsTruncated !== true) return keys;
      }
    },
    async dropUnfinished({ before, isOpen, limit }) {
      const abandoned = (await uploadsUnderWay())
        .filter(({ Initiated }) => Initiated !== undefined && Initiated.getTime() < before)
        .filter(({ Key }) => isStorageKey(nameOf(Key)) && !isOpen(nameOf(Key)))
        .slice(0, limit);
      for (const { Key, UploadId } of abandoned) {
        await client.send(
          new sdk.AbortMultipartUploadCommand({ Bucket: settings.bucket, Key, UploadId }),
        );
      }
      return abandoned.length;
    },
    close: () => client.destroy(),
  };

  async function uploadsUnderWay() {
    try {
      const { Uploads = [] } = await client.send(
        new sdk.ListMultipartUploadsCommand({ Bucket: settings.bucket, Prefix: settings.prefix }),
      );
      return Uploads;
    } catch (error) {
      // Some servers have no such list; they drop abandoned uploads by a rule of their own.
      if (s3ErrorCode(error) === "NotImplemented") return [];
      throw error;
    }
  }
}
