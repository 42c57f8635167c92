/** The mark of an installation in a bucket, and with it the proof that the bucket can be used. */
import { type Bucket, isMissing, s3ErrorCode, s3Status } from "./s3-bucket.ts";
import { type MarkedPlace, MARKER } from "./installation-marker.ts";

export function s3Marker(bucket: Bucket): MarkedPlace {
  const { sdk, client, settings, place } = bucket;
  const name = `The bucket ${settings.bucket}${settings.prefix === "" ? "" : ` under ${settings.prefix}`}`;

  async function found(): Promise<string | undefined> {
    try {
      const { Body } = await client.send(new sdk.GetObjectCommand(place(MARKER)));
      return (await Body?.transformToString())?.trim();
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }
  /** Whether it was written: of two first starts at once one is refused. */
  async function write(mark: string, isFirst: boolean): Promise<boolean> {
    const condition = isFirst ? { IfNoneMatch: "*" } : {};
    try {
      await client.send(
        new sdk.PutObjectCommand({ ...place(MARKER), ...condition, Body: `${mark}\n` }),
      );
      return true;
    } catch (error) {
      if (isFirst && [409, 412].includes(s3Status(error) ?? 0)) return false;
      throw error;
    }
  }

  return {
    name,
    settings: "INTRAY_S3_BUCKET and INTRAY_S3_PREFIX",
    async mark(fresh) {
      try {
        const before = await found();
        // A mark that is there is written once more, which shows that writing is allowed.
        const isNew = (await write(before ?? fresh, before === undefined)) && before === undefined;
        const mark = isNew ? fresh : (before ?? (await found()) ?? fresh);
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
      await client.send(new sdk.DeleteObjectCommand(place(MARKER)));
    },
  };
}

/** @returns A sentence for the person who starts the server. */
function unusable(error: unknown, { settings: { bucket, endpoint } }: Bucket): Error {
  const code = s3ErrorCode(error);
  const detail = error instanceof Error ? `${code}: ${error.message}` : String(error);
  const where = endpoint === undefined ? "" : ` at ${endpoint}`;
  const say = (sentence: string) => new Error(sentence, { cause: error });
  if (code === "NoSuchBucket") {
    return say(
      `There is no bucket ${bucket}${where}. Create it, or name another with INTRAY_S3_BUCKET.`,
    );
  }
  if (code === "CredentialsProviderError") {
    return say(
      `No credentials for the bucket ${bucket} were found. Set INTRAY_S3_ACCESS_KEY_ID and INTRAY_S3_SECRET_ACCESS_KEY, or whatever else the AWS SDK reads.`,
    );
  }
  if (/region/i.test(detail) || [301, 307].includes(s3Status(error) ?? 0)) {
    return say(
      `The region of the bucket ${bucket} is not right or not known (${detail}). Set INTRAY_S3_REGION to where it lies.`,
    );
  }
  if ([401, 403].includes(s3Status(error) ?? 0)) {
    return say(
      `The bucket ${bucket}${where} refused the credentials (${detail}). Check INTRAY_S3_ACCESS_KEY_ID and INTRAY_S3_SECRET_ACCESS_KEY, and that they allow GetObject, PutObject, DeleteObject, AbortMultipartUpload, ListBucket and ListBucketMultipartUploads.`,
    );
  }
  return say(
    `The bucket ${bucket}${where} cannot be used (${detail}). Check INTRAY_S3_ENDPOINT and that the network lets the server reach it.`,
  );
}
