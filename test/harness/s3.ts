// An S3 server on loopback: s3rver, behind a proxy that adds what it lacks: aborting and listing unfinished
// uploads, and rejecting a conditional write to an existing key.
import crypto, { createCipheriv, randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import S3rver from "s3rver";

/** The only credentials that it accepts. */
const CREDENTIALS = { accessKeyId: "S3RVER", secretAccessKey: "S3RVER" };
const BUCKET = "intray-files";
const bucketAt = (endpoint: string) => ({
  bucket: BUCKET,
  endpoint,
  region: "us-east-1",
  credentials: CREDENTIALS,
  forcePathStyle: true,
});

export interface S3Server {
  /** How to reach its bucket. */
  readonly bucket: ReturnType<typeof bucketAt>;
  /** The folder of its files. */
  readonly folder: string;
  /** The values of INTRAY_S3_*. */
  readonly settings: Readonly<Record<string, string>>;
  /** Requests so far, as `PUT /bucket/key?query`. */
  readonly asked: string[];
  /** The most entries of one page of a list, as real servers limit them. */
  pageSize: number;
  /** Answers a request in place of s3rver if it returns true. */
  interfere: (incoming: IncomingMessage, outgoing: ServerResponse) => boolean;
  /** Keys in the bucket. */
  names(): Promise<string[]>;
  unfinished(): Promise<string[]>;
  stop(): Promise<void>;
}

// s3rver encrypts its continuation tokens with a cipher that Node has removed; the tests do not use them.
Object.assign(crypto, {
  createCipheriv: (name: string, ...keys: [Buffer, Buffer]) =>
    name === "des"
      ? createCipheriv("aes-256-cbc", Buffer.alloc(32), Buffer.alloc(16))
      : createCipheriv(name, ...keys),
});

export async function startS3(): Promise<S3Server> {
  const folder = await mkdtemp(join(tmpdir(), "intray-s3-"));
  const s3 = new S3rver({
    directory: folder,
    silent: true,
    vhostBuckets: false,
    resetOnClose: false,
    configureBuckets: [{ name: BUCKET, configs: [] }],
  });
  await s3.configureBuckets();
  answerWhenWritten(s3);
  const answer = s3.callback();
  const uploads = join(folder, BUCKET, "._S3rver_uploads");
  const asked: string[] = [];
  /** The keys of the uploads that were begun, by their ids. */
  const keyOf = new Map<string, string>();
  /** The keys that are there, of those that were written under the condition that they are not. */
  const taken = new Set<string>();

  const server: S3Server = {
    bucket: bucketAt(""),
    folder,
    settings: {},
    asked,
    pageSize: 1_000,
    interfere: () => false,
    async names() {
      const root = join(folder, BUCKET);
      const found = await readdir(root, { recursive: true, withFileTypes: true });
      return found
        .filter((entry) => entry.isFile() && entry.name.endsWith("._S3rver_object"))
        .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1, -15))
        .filter((name) => !name.startsWith("._S3rver_uploads"))
        .toSorted();
    },
    async unfinished() {
      return readdir(uploads).catch((): string[] => []);
    },
    async stop() {
      http.closeAllConnections();
      http.close();
      await once(http, "close");
      await rm(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };

  const http = createServer((incoming, outgoing) => {
    take(incoming, outgoing).catch((error: Error) => outgoing.destroy(error));
  }).listen(0, "127.0.0.1");

  async function take(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { method = "", url = "", headers } = incoming;
    asked.push(`${method} ${url}`);
    if (server.interfere(incoming, outgoing)) return;
    const { pathname, searchParams } = new URL(url, "http://s3");
    const key = decodeURIComponent(pathname.slice(BUCKET.length + 2));
    const uploadId = searchParams.get("uploadId");
    if (method === "DELETE" && uploadId !== null) {
      // A part may still be written while its folder is removed.
      await rm(join(uploads, uploadId), { recursive: true, force: true, maxRetries: 10 });
      keyOf.delete(uploadId);
      outgoing.writeHead(204).end();
    } else if (method === "GET" && searchParams.has("uploads")) {
      incoming.resume();
      outgoing.writeHead(200, { "content-type": "application/xml" });
      outgoing.end(await listOfUploads(uploads, keyOf, searchParams, server.pageSize));
    } else if (method === "PUT" && headers["if-none-match"] === "*" && !isFirst(key)) {
      await written(join(folder, BUCKET, `${key}._S3rver_object`), 1);
      incoming.resume();
      outgoing.writeHead(412, { "content-type": "application/xml" });
      outgoing.end("<Error><Code>PreconditionFailed</Code><Message>Exists</Message></Error>");
    } else {
      if (method === "DELETE") taken.delete(key);
      if (method === "POST" && searchParams.has("uploads")) learnId(outgoing, key, keyOf);
      answer(incoming, outgoing);
    }
  }
  function isFirst(key: string): boolean {
    const isTaken = taken.has(key);
    taken.add(key);
    return !isTaken;
  }

  await once(http, "listening");
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  return Object.assign(server, {
    bucket: bucketAt(url),
    settings: {
      INTRAY_S3_BUCKET: BUCKET,
      INTRAY_S3_ENDPOINT: url,
      INTRAY_S3_ACCESS_KEY_ID: CREDENTIALS.accessKeyId,
      INTRAY_S3_SECRET_ACCESS_KEY: CREDENTIALS.secretAccessKey,
      INTRAY_S3_PREFIX: `test-${randomBytes(4).toString("hex")}`,
    },
  });
}

/** It answers before the bytes are in the file, and the next request would not find them. */
function answerWhenWritten({ store }: S3rver): void {
  const put = store.putObject.bind(store);
  store.putObject = async (object) => {
    const done = await put(object);
    await written(store.getResourcePath(object.bucket, object.key, "object"), done.size);
    return done;
  };
  const putPart = store.putPart.bind(store);
  store.putPart = async (bucket, uploadId, number, content) => {
    const done = await putPart(bucket, uploadId, number, content);
    const uploads = store.getResourcePath(bucket, undefined, "uploads");
    await written(join(uploads, uploadId, String(number)), done.size);
    return done;
  };
}

async function written(path: string, bytes: number): Promise<void> {
  while (((await stat(path).catch(() => undefined))?.size ?? -1) < bytes) await setImmediate();
}

function learnId(outgoing: ServerResponse, key: string, keyOf: Map<string, string>): void {
  const end = outgoing.end.bind(outgoing);
  outgoing.end = ((body?: unknown, ...rest: []) => {
    const [, id] = /<UploadId>(\w+)</.exec(String(body)) ?? [];
    if (id !== undefined) keyOf.set(id, key);
    return end(body as string, ...rest);
  }) as typeof outgoing.end;
}

/** One page: by key, then by id; it begins behind the markers. */
async function listOfUploads(
  folder: string,
  keyOf: ReadonlyMap<string, string>,
  query: URLSearchParams,
  pageSize: number,
): Promise<string> {
  const position = (key: string, id: string) => `${key} ${id}`;
  const prefix = query.get("prefix") ?? "";
  const keyMarker = query.get("key-marker");
  const after =
    keyMarker === null ? "" : position(keyMarker, query.get("upload-id-marker") ?? "\uffff");
  const left = [...keyOf]
    .filter(([id, key]) => key.startsWith(prefix) && position(key, id) > after)
    .toSorted(([id, key], [other, otherKey]) =>
      position(key, id) < position(otherKey, other) ? -1 : 1,
    );
  const some = left.slice(0, pageSize);
  const [lastId = "", lastKey = ""] = some.at(-1) ?? [];
  const next =
    left.length > some.length
      ? `<IsTruncated>true</IsTruncated><NextKeyMarker>${lastKey}</NextKeyMarker><NextUploadIdMarker>${lastId}</NextUploadIdMarker>`
      : "<IsTruncated>false</IsTruncated>";
  const entries = await Promise.all(
    some.map(async ([id, key]) => {
      const begun = await stat(join(folder, id)).catch(() => undefined);
      return begun === undefined
        ? ""
        : `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${begun.birthtime.toISOString()}</Initiated></Upload>`;
    }),
  );
  return `<ListMultipartUploadsResult>${next}${entries.join("")}</ListMultipartUploadsResult>`;
}
