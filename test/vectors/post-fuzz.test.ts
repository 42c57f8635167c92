// Random and mutated bodies posted to a real server: stored or rejected as a whole, and the server keeps running.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { useApiServer } from "../../packages/server/test/api-server.ts";
import { filesIn } from "../../packages/server/test/disk.ts";

type Post = { readonly type: string; readonly body: Buffer };

/** INTRAY_FUZZ_MS lengthens the run, INTRAY_FUZZ_SEED repeats one. */
const FOR_MS = Number(process.env["INTRAY_FUZZ_MS"] ?? 4_000);
const SEED = Number(process.env["INTRAY_FUZZ_SEED"] ?? Date.now() % 2 ** 31);

const recorded = JSON.parse(
  readFileSync(new URL("browser-posts.json", import.meta.url), "utf8"),
) as { readonly posts: readonly { readonly content_type: string; readonly body: string }[] };
const seeds: readonly Post[] = [
  ...recorded.posts.map((one) => ({
    type: one.content_type,
    body: Buffer.from(one.body, "base64"),
  })),
  ...['{"a":"b","list":[1,{"c":null},"\\u00e9"],"2":true}', "{}", '{"a":{"b":[[[]]]}}'].map(
    (text) => ({ type: "application/json", body: Buffer.from(text) }),
  ),
];

/** Bytes with a meaning in one of the parsers. */
const pieces = [
  ..."&=%+;\"'\\-\r\n\0{}[]:,".split(""),
  ..."%00 %22 %C3 %zz _charset_=gbk& _charset_=utf-16& _gotcha=x& _next=//a& a[]=1& []=".split(" "),
  ...'--x\r\n --x-- \r\n\r\n \r\n-- filename="" filename="a name="a" filename*=utf-8\'\'%e2'.split(
    " ",
  ),
  'Content-Disposition: form-data; name="a"; filename="b"\r\n\r\n',
  "Content-Type: application/octet-stream\r\n",
  "Content-Transfer-Encoding: base64\r\n",
  '"\\ud800"',
  '"__proto__":',
  "[".repeat(500),
  "a=1&".repeat(300),
  "x".repeat(3_000),
].map((text) => Buffer.from(text, "latin1"));

const change = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.oneof(fc.constant(0), fc.nat(3), fc.nat(200)),
  put: fc.oneof(
    fc.constantFrom(...pieces),
    fc.uint8Array({ maxLength: 12 }).map((bytes) => Buffer.from(bytes)),
  ),
});
const types = fc.constantFrom(
  ...new Set(seeds.map(({ type }) => type.replace(/boundary=.*/, "boundary=x"))),
  "multipart/form-data; boundary=",
  'multipart/form-data; boundary="',
  'multipart/form-data; boundary="x"; charset=shift_jis',
  "application/x-www-form-urlencoded; charset=utf-16",
  "application/x-www-form-urlencoded;charset=nonsense",
);
const mutated = fc
  .tuple(fc.constantFrom(...seeds), fc.array(change, { minLength: 1, maxLength: 4 }))
  .map(([seed, changes]): Post => {
    const body = changes.reduce((before, { at, length, put }) => {
      const start = Math.floor(at * before.length);
      return Buffer.concat([before.subarray(0, start), put, before.subarray(start + length)]);
    }, seed.body);
    return { type: seed.type, body };
  });
const random = fc.record({
  type: types,
  body: fc
    .array(fc.oneof(fc.constantFrom(...pieces), fc.uint8Array({ maxLength: 30 })), {
      maxLength: 30,
    })
    .map((all) => Buffer.concat(all)),
});

const server = useApiServer({
  INTRAY_MAX_FILES: "3",
  INTRAY_MAX_FIELDS: "400",
  INTRAY_MAX_FILE_BYTES: "2000",
  INTRAY_MAX_FIELD_BYTES: "2000",
});

const filesOnDisk = () => filesIn(join(server.folder, "attachments")).length;
const countRows = async (table: "submission" | "attachment") =>
  (await server.rows(table, ["id"])).length;

it(
  `keeps whole posts or nothing, whatever comes (INTRAY_FUZZ_SEED=${SEED})`,
  async () => {
    let taken = 0;
    const endsAt = performance.now() + FOR_MS;
    await fc.assert(
      fc.asyncProperty(fc.oneof(mutated, random), async ({ type, body }) => {
        const answer = await fetch(`${server.url}/f/1.json`, {
          method: "POST",
          headers: { "content-type": type },
          body: new Uint8Array(body),
        });
        const told = (await answer.json()) as { readonly success?: true; readonly error?: string };

        expect([200, 400, 413, 415, 422]).toContain(answer.status);
        expect(answer.status === 200 ? told.success : told.error?.endsWith(".")).toBe(true);
        if (answer.status === 200) taken += 1;
        expect(await countRows("submission")).toBe(taken);
        expect(filesOnDisk()).toBe(await countRows("attachment"));
      }),
      {
        seed: SEED,
        numRuns: 1_000_000,
        interruptAfterTimeLimit: Math.max(1, endsAt - performance.now()),
        markInterruptAsFailure: false,
      },
    );

    expect(taken).toBeGreaterThan(10);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  },
  FOR_MS + 60_000,
);
