// PostgreSQL decodes posts that were encoded in its binary format.
import fc from "fast-check";
import type pg from "pg";
import { newSubmission, useSharedFixture } from "../../../test/fixture.ts";
import { openPostgres } from "./database.ts";
import { type PostedRow, postedRows, readPostedType } from "./posted-rows.ts";

let pool: pg.Pool;
const fixture = useSharedFixture();
beforeAll(async () => {
  // The database may be dropped before the last connection has ended.
  ({ pool } = await openPostgres(fixture.postgresUrl, () => undefined));
});
afterAll(() => pool.end());

async function readBack(rows: readonly PostedRow[]): Promise<readonly PostedRow[]> {
  const given = postedRows(await readPostedType(pool), rows);
  const read = await pool.query<PostedRow & { readonly content_hash: Uint8Array }>(
    "select * from unnest($1::posted_submission[])",
    [given],
  );
  return read.rows.map((row) => ({
    ...row,
    content_hash: Buffer.from(row.content_hash).toString("hex"),
  }));
}

function rowOf(number: number, over: Partial<PostedRow> = {}): PostedRow {
  const { attachments: _, lead: __, ...row } = newSubmission(number);
  return { ...row, tags: null, assignee_id: null, decisions: null, ...over };
}

/** PostgreSQL rejects U+0000 in texts; intake replaces it earlier. */
const text = fc
  .string({ unit: "binary", maxLength: 40 })
  .map((value) => value.replaceAll("\u0000", ""));
const id = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });
const maybe = fc.option(text);
const hash = fc
  .uint8Array({ minLength: 16, maxLength: 16 })
  .map((value) => Buffer.from(value).toString("hex"));
const row: fc.Arbitrary<PostedRow> = fc.record({
  account_id: id,
  form_id: id,
  email: maybe,
  fields: text,
  spam: fc.constantFrom(0, 1),
  spam_reason: maybe,
  spam_findings: maybe,
  source_url: maybe,
  source_host: maybe,
  source_path: maybe,
  source_fragment: maybe,
  source_query: maybe,
  ip: maybe,
  referrer: maybe,
  user_agent: maybe,
  content_hash: hash,
  duplicate_window_ms: id,
  geocoded: maybe,
  now: id,
  uid: text,
  tags: maybe,
  assignee_id: fc.option(id),
  decisions: maybe,
});

describe("posts in binary form", () => {
  it("are decoded to the same values", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 5 }), async (rows) => {
        expect(await readBack(rows)).toEqual(rows);
      }),
      { numRuns: 50 },
    );
  });

  it("replace unpaired surrogates, as UTF-8 does everywhere", async () => {
    const [read] = await readBack([rowOf(1, { fields: "a\ud800b" })]);

    expect(read?.fields).toBe("a\ufffdb");
  });

  it("hold long texts of multi-byte characters", async () => {
    const fields = "漢\u{1f600}é".repeat(50_000);

    const [read] = await readBack([rowOf(1, { fields }), rowOf(2)]);

    expect(read?.fields).toBe(fields);
  });
});
