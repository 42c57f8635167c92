import { createHash } from "node:crypto";
import { readdirSync, readlinkSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { withKey } from "../../../../../test/harness/api.ts";
import { ACCOUNT_KEY, startApiServer, useApiServer } from "../../../test/api-server.ts";
import { isOnPostgres } from "../../../test/database.ts";
import { withWallTime } from "../../../test/fake-clock.ts";
import fc from "fast-check";
import { request as send } from "undici";
import { freeBytes } from "../../attachments/free-disk.ts";
import { parseByteRange, fileEtag, isKnown, allowsRange } from "./attachments.ts";

const server = useApiServer();

async function upload(content: string | Uint8Array<ArrayBuffer>, name: string, type: string) {
  const id = await server.post("1", { upload: new File([content], name, { type }) });
  const [file] = (await server.submission(id)).attachments;
  if (file === undefined) throw new Error("The file was not stored.");
  return file;
}

const pathOf = (url: string) => new URL(url).pathname.replace("/api/v1", "");

describe("a file", () => {
  it("is downloaded with a key by its id, and without one by its public link", async () => {
    const bytes = Uint8Array.from({ length: 70_000 }, (_, n) => n % 256);
    const file = await upload(bytes, "photo.png", "image/png");

    const keyed = await server.request("GET", pathOf(file.attachment_proxy_url));
    const open = await server.request("GET", pathOf(file.public_url), { key: null });
    const closed = await server.request("GET", pathOf(file.attachment_proxy_url), { key: null });

    expect(file).toMatchObject({
      name: "photo.png",
      form_name: "upload",
      content_type: "image/png",
      file_size: 70_000,
      sha256: createHash("sha256").update(bytes).digest("hex"),
    });
    expect(new URL(file.attachment_proxy_url).origin).toBe(server.url);
    for (const answer of [keyed, open]) {
      expect([answer.status, answer.body.equals(bytes)]).toEqual([200, true]);
      expect(answer.headers.get("content-length")).toBe("70000");
      expect(answer.headers.get("accept-ranges")).toBe("bytes");
    }
    expect(closed.status).toBe(401);
  });

  it("is never rendered as a page of this origin, whatever its type", async () => {
    const file = await upload("<script>alert(1)</script>", 'a"b\\c;\u2028é.html', "text/html");

    const { headers } = await server.request("GET", pathOf(file.public_url), { key: null });

    expect(headers.get("content-disposition")).toMatch(
      /^attachment; filename="[\x20-\x7e]*"; filename\*=UTF-8''[\w.%~!-]+$/,
    );
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("content-security-policy")).toContain("sandbox");
  });

  it("is downloaded in part", async () => {
    const file = await upload("0123456789", "digits.txt", "text/plain");
    const part = (range: string, method = "GET") =>
      server.request(method, pathOf(file.public_url), { key: null, headers: { range } });

    const middle = await part("bytes=3-5");
    const end = await part("bytes=-2");
    const beyond = await part("bytes=10-");

    const range = middle.headers.get("content-range");
    expect([middle.status, middle.text, range]).toEqual([206, "345", "bytes 3-5/10"]);
    expect([end.status, end.text]).toEqual([206, "89"]);
    const several = await part("bytes=0-1,4-5");
    expect([several.status, several.text]).toEqual([200, "0123456789"]);
    const head = await part("bytes=3-5", "HEAD");
    expect([head.status, head.headers.get("content-length"), head.text]).toEqual([200, "10", ""]);
    expect([beyond.status, beyond.headers.get("content-range")]).toEqual([416, "bytes */10"]);
  });

  it("is not sent to a client that has it, and in part only to a client that has this version", async () => {
    const file = await upload("0123456789", "digits.txt", "text/plain");
    const etag = `"${file.sha256}"`;
    const get = (headers: Record<string, string>, path = pathOf(file.public_url)) =>
      server.request("GET", path, { key: path.endsWith("/public") ? null : ACCOUNT_KEY, headers });

    const first = await get({});
    const again = await get({ "if-none-match": etag, range: "bytes=0-1" });
    const other = await get({ "if-none-match": '"other"' });
    const keyed = await get({ "if-none-match": etag }, pathOf(file.attachment_proxy_url));
    const resumed = await get({ "if-range": etag, range: "bytes=8-" });
    const changed = await get({ "if-range": '"other"', range: "bytes=8-" });

    expect(first.headers.get("etag")).toBe(etag);
    expect(first.headers.get("cache-control")).toBe("private, no-cache");
    expect([again.status, again.text, again.headers.get("etag")]).toEqual([304, "", etag]);
    expect([other.status, other.text]).toEqual([200, "0123456789"]);
    expect([keyed.status, keyed.headers.get("cache-control")]).toEqual([304, "private, no-store"]);
    expect([resumed.status, resumed.text]).toEqual([206, "89"]);
    expect([changed.status, changed.text]).toEqual([200, "0123456789"]);
  });

  const tokens = ["..%2f..%2fintray.db", "AAAAAAAAAAAAAAAAAAAAAA"];
  it.each(tokens)("is not found by the token %s", async (token) => {
    const path = `/attachments/${token}/public`;
    expect((await server.request("GET", path, { key: null })).status).toBe(404);
  });

  it("that is missing from the storage is answered with 404", async () => {
    const file = await upload("missing", "gone.txt", "text/plain");
    await server.sql("update attachment set storage_key = ? where id = ?", "0".repeat(32), file.id);

    expect((await server.request("GET", pathOf(file.attachment_proxy_url))).status).toBe(404);
  });

  it.skipIf(process.platform !== "linux")(
    "is closed after HEAD and after a client that disconnects",
    async () => {
      const file = await upload(new Uint8Array(3_000_000), "large.bin", "application/octet-stream");

      for (let n = 0; n < 5; n++) {
        const head = await server.request("HEAD", pathOf(file.public_url), { key: null });
        expect(head.headers.get("content-length")).toBe("3000000");
        await readAndLeave(file.attachment_proxy_url);
      }

      await expect.poll(openAttachments).toEqual([]);
    },
  );
});

it("is rejected with 503 while disk space is low, and posts without files are stored", async () => {
  const full = await startApiServer({ INTRAY_MIN_FREE_DISK: `${2 * (await freeBytes(tmpdir()))}` });
  onTestFinished(() => full.close());
  const body = new FormData();
  body.set("upload", new File(["x"], "x.txt"));

  const rejected = await fetch(`${full.url}/f/1.json`, { method: "POST", body });

  expect([rejected.status, rejected.headers.get("retry-after")]).toEqual([503, "60"]);
  const error = /too little disk left for files; nothing was stored/;
  expect(await rejected.json()).toMatchObject({ code: "overloaded", error });
  expect(await full.post("1", { a: "b", upload: new File([], "") })).toBeGreaterThan(0);
  expect(await full.rows("submission", ["id"])).toHaveLength(1);
});

it.skipIf(isOnPostgres)("and all posts are rejected with 507 while it is very low", async () => {
  const full = await startApiServer({ INTRAY_MIN_FREE_DISK: "9".repeat(15) });
  onTestFinished(() => full.close());

  const rejected = await fetch(`${full.url}/f/1.json`, {
    method: "POST",
    body: new URLSearchParams({ a: "b" }),
  });

  expect(rejected.status).toBe(507);
  const error = /too little disk space left for further submissions; nothing was stored/;
  expect(await rejected.json()).toMatchObject({ code: "quota_exceeded", error });
  expect(await full.rows("submission", ["id"])).toEqual([]);
});

it("has a public link for the days that are set, and can be downloaded with a key after them", async () => {
  let now = Date.UTC(2026, 0, 1);
  const clock = withWallTime(() => now);
  const expiring = await startApiServer({ INTRAY_FILE_LINK_DAYS: "7" }, clock);
  onTestFinished(() => expiring.close());
  const id = await expiring.post("1", { upload: new File(["x"], "x.txt") });
  const [file] = (await expiring.submission(id)).attachments;
  const statuses = async () => [
    (await fetch(file?.public_url ?? "")).status,
    (await fetch(file?.attachment_proxy_url ?? "", withKey(ACCOUNT_KEY))).status,
  ];

  now += 7 * 86_400_000 - 1;
  expect(await statuses()).toEqual([200, 200]);
  now += 1;
  expect(await statuses()).toEqual([404, 200]);
});

it("serves public links under the host of INTRAY_FILES_URL, which has nothing else", async () => {
  const [own, files] = ["https://forms.example.org", "https://files.example.org"];
  const apart = await startApiServer({
    INTRAY_PUBLIC_URL: own,
    INTRAY_FILES_URL: files,
    INTRAY_TRUST_PROXY: "127.0.0.1",
  });
  onTestFinished(() => apart.close());
  const submission_id = await apart.post("1", { upload: new File(["x"], "x.txt") });
  const [file] = (await apart.submission(submission_id)).attachments;
  const json = { form_id: 1, submission_id, form_webhook: {}, kind: "notification" };
  const webhook = await apart.request("POST", "/form_webhooks/preview", { json });
  const mail = await apart.request("POST", "/forms/1/email_preview", { json });
  const { pathname: path } = new URL(file?.public_url ?? "");
  const ask = async (host: string, of: string, forwarded = host) => {
    const headers = { ...withKey(ACCOUNT_KEY).headers, host, "x-forwarded-host": forwarded };
    const answer = await send(apart.url + of, { headers });
    await answer.body.dump();
    return answer.headers.location ?? answer.statusCode;
  };

  expect(file?.attachment_proxy_url).toContain(own);
  for (const text of [file?.public_url, webhook.text, mail.text]) {
    expect(text).toContain(files + path);
  }
  expect(await ask("backend", path, "FILES.example.org:8443")).toBe(200);
  expect(await ask("other.example.org", path)).toBe(200);
  expect(await ask("forms.example.org", path)).toBe(files + path);
  expect(await ask("forms.example.org", path.replace("pub", "%70ub"))).toBe(files + path);
  expect(await ask("forms.example.org", path.replace("pub", "%0Apub"))).toBe(404);
  for (const of of ["/", "/dashboard", "/api/v1/me", "/f/1", "/docs", "/healthz", `${path}/x`])
    expect(await ask("files.example.org.", of)).toBe(404);
});

/** Reads the first bytes of a response and closes the connection. */
function readAndLeave(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, withKey(ACCOUNT_KEY), (answer) => {
      answer.once("data", () => outgoing.destroy());
      answer.once("close", resolve);
      answer.on("error", () => undefined);
    });
    outgoing.on("error", reject);
    outgoing.end();
  });
}

/** Files of the storage that this process holds open. */
function openAttachments(): string[] {
  return readdirSync("/proc/self/fd").flatMap((fd) => {
    try {
      const target = readlinkSync(`/proc/self/fd/${fd}`);
      return target.includes("/attachments/") ? [target] : [];
    } catch {
      return [];
    }
  });
}

it.each([
  [undefined, undefined],
  ["bytes=3-", { start: 3, end: 9 }],
  ["Bytes=3-5", { start: 3, end: 5 }],
  ["bytes=-3", { start: 7, end: 9 }],
  ["bytes=-99", { start: 0, end: 9 }],
  ["bytes=0-99999999999999999999", { start: 0, end: 9 }],
  ["bytes=10-", "outside"],
  ["bytes=-0", "outside"],
  ["bytes=5-3", undefined],
  ["bytes=-", undefined],
  ["bytes=0-1,3-4", undefined],
  ["bytes=--1", undefined],
])("a range in a file of ten bytes requested as %j is %j", (header, range) => {
  expect(parseByteRange(header, 10)).toEqual(range);
});

it("a range is always within the file", () => {
  const number = fc.option(fc.bigInt({ min: 0n, max: 10n ** 20n }), { nil: "" });
  fc.assert(
    fc.property(number, number, fc.nat(1_000), (from, to, size) => {
      const range = parseByteRange(`bytes=${from}-${to}`, size);

      if (range === undefined || range === "outside") return;
      expect(range.start).toBeGreaterThanOrEqual(0);
      expect(range.end).toBeGreaterThanOrEqual(range.start);
      expect(range.end).toBeLessThan(size);
    }),
  );
});

const ETAG = fileEtag(Buffer.alloc(32, 0xab));

it.each([
  [ETAG, true],
  [`W/${ETAG}`, true],
  [`"a,b",W/${ETAG} , "c"`, true],
  ["*", true],
  [undefined, false],
  ['"other"', false],
  [`"${"AB".repeat(32)}"`, false],
])("whether the client already has the file with If-None-Match %j: %j", (header, expected) => {
  expect(isKnown(header, ETAG)).toBe(expected);
});

it.each([
  [undefined, true],
  [ETAG, true],
  [`W/${ETAG}`, false],
  ['"other"', false],
  ["Sat, 21 Nov 2026 11:00:00 GMT", false],
  ["", false],
])("whether a range may be sent with If-Range %j: %j", (header, expected) => {
  expect(allowsRange(header, ETAG)).toBe(expected);
});
