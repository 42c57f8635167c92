import { createServer, type IncomingMessage, type Server } from "node:http";
import { connect } from "node:net";
import { buffer } from "node:stream/consumers";
import { createOpenBodies, DEFAULT_BODY_LIMITS } from "../../bodies/open-bodies.ts";
import type { Storage } from "../../attachments/storage.ts";
import { filesIn, openTestDisk } from "../../../test/disk.ts";
import { systemClock } from "../../platform/clock.ts";
import { AppError } from "../../domain/errors.ts";
import { systemRandom } from "../../platform/random.ts";
import { createIds } from "../../domain/ids.ts";
import { silentLog } from "../../platform/log.ts";
import { DEFAULT_LIMITS } from "./limits.ts";
import { type MultipartPost, parseMultipart } from "./parse-multipart.ts";
import { listenOnLoopback } from "../../../../../test/harness/loopback.ts";
import { openFolder } from "../../../../../test/harness/folder.ts";
import { useEach } from "../../../../../test/harness/use.ts";

const ids = createIds(systemRandom);
const bodies = createOpenBodies(DEFAULT_BODY_LIMITS, systemClock, silentLog);
type Outcome = { readonly post: MultipartPost } | { readonly error: unknown };

const folder = useEach(openFolder);
let storage: Storage;
let http: Server;
const loopback = useEach(() => listenOnLoopback((http = createServer())));
let limits: typeof DEFAULT_LIMITS;
let openFiles: Set<string>;
let outcomes: Outcome[];
let onOutcome: () => void;
beforeEach(async () => {
  storage = await openTestDisk(folder.path);
  limits = DEFAULT_LIMITS;
  openFiles = new Set();
  outcomes = [];
  onOutcome = () => undefined;
  http.on("request", (incoming, answer) => {
    void parse(incoming).then((outcome) => {
      outcomes.push(outcome);
      answer.writeHead("error" in outcome ? 400 : 200, { connection: "close" }).end();
      return onOutcome();
    });
  });
});

async function parse(incoming: IncomingMessage): Promise<Outcome> {
  try {
    const parts = { limits, storage, openFiles, ids, clock: systemClock, log: silentLog };
    return { post: await parseMultipart(incoming, parts, bodies.open(null)) };
  } catch (error) {
    return { error };
  }
}
const files = () => filesIn(folder.path);

async function post(body: FormData | string | Buffer, type?: string): Promise<Outcome> {
  await fetch(`${loopback.url}/`, {
    method: "POST",
    body: typeof body === "string" || body instanceof FormData ? body : new Uint8Array(body),
    ...(type === undefined ? {} : { headers: { "content-type": type } }),
  }).catch(() => undefined);
  return outcomes.at(-1) ?? { error: new Error("not parsed") };
}

it("stores each byte of a file, which must not be swept while the post is open", async () => {
  const form = new FormData();
  form.append("cv", new File([new Uint8Array([0, 255, 10])], "cv.bin"));

  const outcome = await post(form);

  const [file] = "post" in outcome ? outcome.post.attachments : [];
  const stored = await storage.read(file?.storage_key ?? "");
  expect(stored && [...(await buffer(stored))]).toEqual([0, 255, 10]);
  expect([...openFiles]).toEqual([file?.storage_key]);
});

const boundary = "multipart/form-data; boundary=x";
it.each([
  ["no boundary", "--x--", "multipart/form-data"],
  [
    "a truncated file",
    '--x\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\nhalf',
    boundary,
  ],
])("rejects a body with %s as malformed and keeps nothing", async (_, body, type) => {
  expect(await post(body, type)).toMatchObject({ error: { code: "malformed" } });
  expect(files()).toEqual([]);
  expect([...openFiles]).toEqual([]);
});

it.each([
  ["a file", { maxFileBytes: 4 }, /"big\.bin" is larger than 4 bytes.*INTRAY_MAX_FILE_BYTES/],
  ["the number of files", { maxFiles: 1 }, /more than 1 files.*INTRAY_MAX_FILES/],
  ["the number of fields", { maxFields: 1 }, /more than 1 fields.*INTRAY_MAX_FIELDS/],
  ["a field", { maxFieldBytes: 3 }, /"b" is larger than 3 bytes.*INTRAY_MAX_FIELD_BYTES/],
  ["the whole upload", { maxUploadBytes: 20 }, /larger than 20 bytes.*INTRAY_MAX_UPLOAD_BYTES/],
  ["the fields together", { maxBodyBytes: 6 }, /larger than 6 bytes.*INTRAY_MAX_BODY_BYTES/],
])(
  "rejects a post over the limit on %s, naming the limit, and keeps nothing",
  async (_, over, message) => {
    limits = { ...DEFAULT_LIMITS, ...over };
    const form = new FormData();
    form.append("a", "1");
    form.append("first", new File(["ok"], "first.bin"));
    form.append("b", "12345");
    form.append("big", new File(["12345678"], "big.bin"));

    const outcome = await post(form);

    expect(outcome).toMatchObject({ error: { code: "too_large" } });
    expect(String("error" in outcome ? outcome.error : "")).toMatch(message);
    expect(files()).toEqual([]);
  },
);

it("names the limit on an upload without Content-Length", async () => {
  limits = { ...DEFAULT_LIMITS, maxUploadBytes: 200_000 };
  const form = new FormData();
  form.append("big", new File(["x".repeat(300_000)], "big.bin"));
  const { body, headers } = new Response(form);

  await fetch(`${loopback.url}/`, {
    method: "POST",
    body,
    headers: { "content-type": headers.get("content-type") ?? "" },
    duplex: "half",
  } as RequestInit).catch(() => undefined);

  expect(outcomes).toMatchObject([{ error: { code: "too_large" } }]);
  expect(String(outcomes.map((one) => ("error" in one ? one.error : "")))).toMatch(/UPLOAD_BYTES/);
  expect(files()).toEqual([]);
});

it("counts empty file inputs as fields, not as files", async () => {
  limits = { ...DEFAULT_LIMITS, maxFiles: 1, maxFields: 4 };
  const form = new FormData();
  for (const n of [1, 2, 3]) form.append(`cv${n}`, new File([], ""));
  form.append("cv", new File(["bytes"], "cv.txt"));

  const accepted = await post(form);
  for (const n of [4, 5]) form.append(`cv${n}`, new File([], ""));
  const rejected = await post(form);

  expect(accepted).toMatchObject({ post: { attachments: [{ name: "cv.txt" }] } });
  expect(rejected).toMatchObject({ error: { code: "too_large" } });
});

it("keeps nothing of an interrupted upload", async () => {
  const rejected = new Promise<void>((resolve) => (onOutcome = resolve));
  const socket = connect(loopback.port, "127.0.0.1");
  socket.write(
    `POST / HTTP/1.1\r\nHost: x\r\nContent-Type: ${boundary}\r\nContent-Length: 100000\r\n\r\n` +
      '--x\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\nsome bytes',
  );
  http.once("request", () => socket.destroy());

  await rejected;

  expect(outcomes).toMatchObject([{ error: { code: "malformed" } }]);
  expect(files()).toEqual([]);
});

it.each([
  ["at the start", () => Promise.reject(new AppError("overloaded", "Full."))],
  [
    "after the first piece",
    async (content: AsyncIterable<Uint8Array>) => {
      await content[Symbol.asyncIterator]().next();
      throw new AppError("overloaded", "Full.");
    },
  ],
])("rejects at once when the storage fails %s", async (_, write) => {
  const whole = storage;
  const form = new FormData();
  form.append("first", new File(["ok"], "first.bin"));
  form.append("big", new File([new Uint8Array(3_000_000)], "big.bin"));
  let written = 0;
  storage = {
    ...whole,
    write: (key, content) => ((written += 1) === 1 ? whole.write(key, content) : write(content)),
  };

  expect(await post(form)).toMatchObject({ error: { code: "overloaded" } });
  expect(files()).toEqual([]);
  expect([...openFiles]).toEqual([]);
});
