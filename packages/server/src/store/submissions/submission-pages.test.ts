import { Kysely, SqliteDialect } from "kysely";
import { isOnPostgres } from "../../../test/database.ts";
import { newSubmission, useSharedFixture } from "../../../test/fixture.ts";
import { UNFILTERED } from "../../domain/submission/submission-filter.ts";
import { openSqlite } from "../sqlite/database.ts";
import type { Schema } from "../engine/schema.ts";
import { serializeCountedPage, serializeSubmissionSlice } from "./submission-pages.ts";

const ROWS = 5;
const PAGE = {
  ...UNFILTERED,
  account_id: 1,
  form_id: 1,
  states: { spam: 0, trash: 0 },
  order: "date_desc",
  offset: 0,
  publicUrl: "https://forms.example.org",
  filesUrl: "https://files.example.org",
  now: 5_000,
} as const;

const idsOf = ({ bytes }: { readonly bytes: Uint8Array }) =>
  (JSON.parse(Buffer.from(bytes).toString()) as { readonly id: number }[]).map(({ id }) => id);

describe("a page of submissions", () => {
  const fixture = useSharedFixture();
  beforeAll(async () => {
    for (let n = 1; n <= ROWS; n++) await fixture.accept(newSubmission(n));
  });

  it("has one record less than its limit, and the counts of the list", async () => {
    const { page } = await serializeCountedPage(fixture.db, {
      ...PAGE,
      limit: 4,
      known: undefined,
    });

    expect(page).toMatchObject({
      ids: [5, 4, 3, 2],
      count: ROWS,
      isExact: true,
      changesOnlyByCommit: true,
      states: { inbox_count: ROWS, unread_count: ROWS, spam_count: 0, trash_count: 0 },
      form_name: "Sample form",
    });
    expect(page && idsOf(page)).toEqual([5, 4, 3]);
  });

  it.skipIf(isOnPostgres)("is read again only after a commit", async () => {
    if (fixture.database.kind === "postgres") throw new Error("This is about SQLite.");
    const { db } = openSqlite(fixture.database.file, "reader");
    const page = { ...PAGE, limit: 3 };

    const first = await serializeCountedPage(db, { ...page, known: undefined });
    const again = await serializeCountedPage(db, { ...page, known: first.version });
    await fixture.update("form", { name: "Renamed" });
    const changed = await serializeCountedPage(db, { ...page, known: first.version });
    await db.destroy();

    expect(again).toEqual({ version: first.version, page: undefined });
    expect(changed.page?.form_name).toBe("Renamed");
    expect(changed.version).not.toBe(first.version);
  });

  it.skipIf(isOnPostgres)(
    "is not taken for the last page if one of its submissions is deleted while it is read",
    async () => {
      let left = 1;
      const db = new Kysely<Schema>({
        dialect: new SqliteDialect({ database: fixture.sqlite }),
        log: () => {
          // After the query for the ids.
          if (left-- === 1) fixture.sqlite.exec("delete from submission where id = 4");
        },
      });

      const slice = await serializeSubmissionSlice(db, { ...PAGE, limit: 4 });

      expect(idsOf(slice)).toEqual([5, 3]);
      expect(slice.ids).toEqual([5, 4, 3, 2]);
    },
  );
});
