/** A bucket that speaks S3, asked through Amazon's SDK, which is loaded only where there is one. */
import type * as ClientS3 from "@aws-sdk/client-s3";
import type * as LibStorage from "@aws-sdk/lib-storage";
import type { S3Settings } from "./s3-settings.ts";

export interface Bucket {
  readonly sdk: typeof ClientS3;
  readonly lib: typeof LibStorage;
  readonly client: ClientS3.S3Client;
  readonly settings: S3Settings;
  /** The bucket and the full name of what has `name` under the prefix. */
  readonly place: (name: string) => { readonly Bucket: string; readonly Key: string };
}

const MAX_TRIES = 3;
const CONNECTING_MS = 5_000;
/** From a request's first byte to the head of its answer; a part of 5 MiB goes into it. */
const ANSWERING_MS = 60_000;
/** Without a byte in either direction, so a reader who stopped is let go of too. */
const SILENCE_MS = 60_000;
/** A download holds its connection as long as its reader takes. */
const MAX_CONNECTIONS = 512;

export async function reachBucket(settings: S3Settings): Promise<Bucket> {
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
    // Older servers refuse the newer checksums. The signature holds the hash of each body already.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: {
      connectionTimeout: CONNECTING_MS,
      requestTimeout: ANSWERING_MS,
      throwOnRequestTimeout: true,
      socketTimeout: SILENCE_MS,
      httpAgent: agent,
      httpsAgent: agent,
    },
  });
  return {
    sdk,
    lib,
    client,
    settings,
    place: (name) => ({ Bucket: settings.bucket, Key: `${settings.prefix}${name}` }),
  };
}

/** What the SDK calls an error: the service's code, or the name of what went wrong before it. */
export function s3ErrorCode(error: unknown): string {
  return error instanceof Error ? error.name : "";
}

export function s3Status(error: unknown): number | undefined {
  return (error as Partial<ClientS3.S3ServiceException> | undefined)?.$metadata?.httpStatusCode;
}

/** Of an object, or of an upload, that is not there. */
export const isMissing = (error: unknown): boolean =>
  ["NoSuchKey", "NotFound", "NoSuchUpload"].includes(s3ErrorCode(error));
