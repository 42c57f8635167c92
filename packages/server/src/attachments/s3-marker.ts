/** The installation marker of a bucket; writing it also proves that the bucket is usable. */
import { type Bucket, isMissing, s3ErrorCode, s3Status } from "./s3-bucket.ts";
import { type MarkedStorage, MARKER } from "./installation-marker.ts";

export function s3Marker(bucket: Bucket): MarkedStorage {
  const { sdk, client, settings, object } = bucket;
  const name = `The bucket ${settings.bucket}${settings.prefix === "" ? "" : ` under ${settings.prefix}`}`;

  async function readMarker(): Promise<string | undefined> {
    try {
      const { Body } = await client.send(new sdk.GetObjectCommand(object(MARKER)));
      return (await Body?.transformToString())?.trim();
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }
  /** @returns Whether the marker was written; of two concurrent first starts, one gets false. */
  async function writeMarker(mark: string, isFirst: boolean): Promise<boolean> {
    const condition = isFirst ? { IfNoneMatch: "*" } : {};
    try {
      await client.send(
        new sdk.PutObjectCommand({ ...object(MARKER), ...condition, Body: `${mark}\n` }),
      );
      return true;
    } catch (error) {
      if (isFirst && [409, 412].includes(s3Status(error) ?? 0)) return false;
      throw error;
    }
  }

  return {
    name,
    advice: "set INTRAY_S3_BUCKET and INTRAY_S3_PREFIX to the right one",
    read: () =>
      readMarker().catch((error: unknown) => {
        throw unusable(error, bucket);
      }),
    async mark(fresh) {
      try {
        const before = await readMarker();
        // An existing marker is written again, to check that writing is allowed.
        const isWritten = await writeMarker(before ?? fresh, before === undefined);
        const isNew = isWritten && before === undefined;
        const mark = isNew ? fresh : (before ?? (await readMarker()) ?? fresh);
        await client.send(
          new sdk.ListObjectsV2Command({
            Bucket: settings.bucket,
            Prefix: settings.prefix,
            MaxKeys: 1,
          }),
        );
        return { mark, isNew };
      } catch (error) {
        throw unusable(error, bucket);
      }
    },
    async unmark() {
      await client.send(new sdk.DeleteObjectCommand(object(MARKER)));
    },
  };
}

/** @returns An error whose message tells the operator what to fix. */
function unusable(error: unknown, { settings: { bucket, endpoint } }: Bucket): Error {
  const code = s3ErrorCode(error);
  const detail = error instanceof Error ? `${code}: ${error.message}` : String(error);
  const where = endpoint === undefined ? "" : ` at ${endpoint}`;
  const withMessage = (message: string) => new Error(message, { cause: error });
  if (code === "NoSuchBucket") {
    return withMessage(
      `There is no bucket ${bucket}${where}. Create it, or name another with INTRAY_S3_BUCKET.`,
    );
  }
  if (code === "CredentialsProviderError") {
    return withMessage(
      `No credentials for the bucket ${bucket} were found. Set INTRAY_S3_ACCESS_KEY_ID and INTRAY_S3_SECRET_ACCESS_KEY, or provide credentials in another way that the AWS SDK supports.`,
    );
  }
  if (/region/i.test(detail) || [301, 307].includes(s3Status(error) ?? 0)) {
    return withMessage(
      `The region of the bucket ${bucket} is wrong or missing (${detail}). Set INTRAY_S3_REGION to the region of the bucket.`,
    );
  }
  if ([401, 403].includes(s3Status(error) ?? 0)) {
    return withMessage(
      `The bucket ${bucket}${where} rejected the credentials (${detail}). Check INTRAY_S3_ACCESS_KEY_ID and INTRAY_S3_SECRET_ACCESS_KEY, and that they permit GetObject, PutObject, DeleteObject, AbortMultipartUpload, ListBucket and ListBucketMultipartUploads.`,
    );
  }
  return withMessage(
    `The bucket ${bucket}${where} cannot be used (${detail}). Check INTRAY_S3_ENDPOINT and that the network lets the server reach it.`,
  );
}
