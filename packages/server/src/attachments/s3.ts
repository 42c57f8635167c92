/** Stores files in a bucket: streams them as they arrive, in parts if they are large; a file appears whole or not at all. */
import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import type { ListMultipartUploadsCommandOutput } from "@aws-sdk/client-s3";
import { AppError } from "../domain/errors.ts";
import type { Log } from "../platform/log.ts";
import { isStorageKey, pathOfKey } from "../domain/storage-key.ts";
import { type Bucket, isMissing, s3ErrorCode } from "./s3-bucket.ts";
import { s3Marker } from "./s3-marker.ts";
import type { Storage } from "./storage.ts";
import type { MarkedStorage } from "./installation-marker.ts";

/** The smallest part size that S3 accepts, except for the last part. */
const PART_BYTES = 5 * 1_024 * 1_024;
/** One part is sent while the next one arrives, so an upload holds at most 10 MiB in memory. */
const MAX_CONCURRENT_PARTS = 2;
/** The limit of S3 for one list request. */
const MAX_LISTED = 1_000;

export type S3Storage = Storage & { readonly marker: MarkedStorage };

export function openS3(bucket: Bucket, log: Log): S3Storage {
  const { sdk, lib, client, settings } = bucket;
  const object = (key: string) => bucket.object(pathOfKey(key));
  const nameOf = (found: string | undefined) => found?.slice(settings.prefix.length) ?? "";
  const unreachable = (error: unknown) => {
    log.warn({ err: error }, "A request to the file storage bucket failed.");
    return new AppError(
      "overloaded",
      "The file storage cannot be reached at the moment, and nothing was changed. Try again in a few seconds.",
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
            // Copied, because the SDK collects pieces until they fill a part.
            yield Buffer.from(chunk);
          }
        } catch (error) {
          failures.push(error);
          throw error;
        }
      };
      const upload = new lib.Upload({
        client,
        params: { ...object(key), Body: Readable.from(hashed(), { objectMode: false }) },
        partSize: PART_BYTES,
        queueSize: MAX_CONCURRENT_PARTS,
      });
      try {
        await upload.done();
      } catch (error) {
        // The content failed, not the bucket. The SDK has aborted the upload, or the sweep removes it.
        if (failures.length > 0) throw failures[0];
        throw unreachable(error);
      }
      return { size, sha256: sha256.digest() };
    },
    async read(key, range) {
      try {
        const { Body } = await client.send(
          new sdk.GetObjectCommand({
            ...object(key),
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
        const { ContentLength } = await client.send(new sdk.HeadObjectCommand(object(key)));
        return ContentLength;
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw unreachable(error);
      }
    },
    async remove(key) {
      try {
        await client.send(new sdk.DeleteObjectCommand(object(key)));
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
      let dropped = 0;
      for await (const { Key, UploadId, Initiated } of uploadsInProgress()) {
        if (dropped === limit) break;
        if (Initiated === undefined || Initiated.getTime() >= before) continue;
        if (!isStorageKey(nameOf(Key)) || isOpen(nameOf(Key))) continue;
        await client.send(
          new sdk.AbortMultipartUploadCommand({ Bucket: settings.bucket, Key, UploadId }),
        );
        dropped += 1;
      }
      return dropped;
    },
    close: () => client.destroy(),
  };

  /** A page ends with a key and, as several uploads may have one key, with the id of an upload. */
  async function* uploadsInProgress() {
    let at: { readonly KeyMarker?: string; readonly UploadIdMarker?: string } | undefined = {};
    while (at !== undefined) {
      const page: ListMultipartUploadsCommandOutput | undefined = await uploadsFrom(at);
      yield* page?.Uploads ?? [];
      const {
        IsTruncated,
        NextKeyMarker: KeyMarker,
        NextUploadIdMarker: UploadIdMarker,
      } = page ?? {};
      at =
        IsTruncated === true && KeyMarker !== undefined
          ? { KeyMarker, ...(UploadIdMarker === undefined ? {} : { UploadIdMarker }) }
          : undefined;
    }
  }

  async function uploadsFrom(at: {
    readonly KeyMarker?: string;
    readonly UploadIdMarker?: string;
  }): Promise<ListMultipartUploadsCommandOutput | undefined> {
    const { bucket: Bucket, prefix: Prefix } = settings;
    try {
      return await client.send(new sdk.ListMultipartUploadsCommand({ Bucket, Prefix, ...at }));
    } catch (error) {
      // Some servers do not implement this list; they remove abandoned uploads themselves.
      if (s3ErrorCode(error) === "NotImplemented") return undefined;
      throw error;
    }
  }
}
