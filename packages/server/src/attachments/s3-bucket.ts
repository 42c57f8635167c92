/** Connects to an S3 bucket through Amazon's SDK, which is loaded only if a bucket is configured. */
import type * as ClientS3 from "@aws-sdk/client-s3";
import type { S3Settings } from "./s3-settings.ts";

export type Bucket = Awaited<ReturnType<typeof reachBucket>>;

const MAX_TRIES = 3;
const CONNECT_TIMEOUT_MS = 5_000;
/** From a request's first byte to the head of its response; includes sending a part of 5 MiB. */
const REQUEST_TIMEOUT_MS = 60_000;
/** Without a byte in either direction; also ends downloads whose client has stopped reading. */
const IDLE_TIMEOUT_MS = 60_000;
/** A download holds its connection until its client has read everything. */
const MAX_CONNECTIONS = 512;

export async function reachBucket(settings: S3Settings) {
  const [sdk, lib] = await Promise.all([
    import("@aws-sdk/client-s3"),
    import("@aws-sdk/lib-storage"),
  ]);
  const agent = { maxSockets: MAX_CONNECTIONS, keepAlive: true };
  const client = new sdk.S3Client({
    ...(settings.region === undefined ? {} : { region: settings.region }),
    ...(settings.endpoint === undefined ? {} : { endpoint: settings.endpoint }),
    ...(settings.credentials === undefined ? {} : { credentials: settings.credentials }),
    forcePathStyle: settings.forcePathStyle,
    maxAttempts: MAX_TRIES,
    // Older servers reject the newer checksums; the signature covers the hash of each body anyway.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      throwOnRequestTimeout: true,
      socketTimeout: IDLE_TIMEOUT_MS,
      httpAgent: agent,
      httpsAgent: agent,
    },
  });
  return {
    sdk,
    lib,
    client,
    settings,
    /** Bucket and full object name of `name` under the prefix. */
    object: (name: string) => ({ Bucket: settings.bucket, Key: `${settings.prefix}${name}` }),
  };
}

/** The service's error code, or the SDK's error name if no response arrived. */
export const s3ErrorCode = (error: unknown): string => (error instanceof Error ? error.name : "");

export const s3Status = (error: unknown): number | undefined =>
  (error as Partial<ClientS3.S3ServiceException> | undefined)?.$metadata?.httpStatusCode;

/** Whether the error says that the object or the upload does not exist. */
export const isMissing = (error: unknown): boolean =>
  ["NoSuchKey", "NotFound", "NoSuchUpload"].includes(s3ErrorCode(error));
