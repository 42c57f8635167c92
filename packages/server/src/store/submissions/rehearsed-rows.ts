/** Reads submissions with what the rehearsal of a change judges them by. */
import { type SqlBool, sql } from "kysely";
import { UNFILTERED } from "../../domain/submission/submission-filter.ts";
import { idsText, isAmong } from "../engine/dialect.ts";
import type { Db } from "../engine/schema.ts";
import { listSubmissionIds } from "./submission-list.ts";

export type RehearsedRow = Awaited<ReturnType<typeof rehearsedRows>>[number];

/** The next submissions of a form in any state, the newest first. */
export async function rehearsedRows(
  db: Db,
  page: {
    readonly account_id: number;
    readonly form_id: number;
    readonly after_id: number | undefined;
    readonly limit: number;
  },
) {
  const all = { ...UNFILTERED, states: {}, order: "date_desc", offset: 0 } as const;
  const ids = await listSubmissionIds(db, { ...all, ...page });
  const among = idsText(db, ids);
  const rows = await db
    .selectFrom("submission")
    .select(["id", "email", "fields", "spam_findings", "created_at", "referrer", "geocoded"])
    .select(["source_url", "source_host", "source_path", "imported_from"])
    .select(
      sql<SqlBool>`exists (select 1 from submission_reply as reply
        where reply.account_id = submission.account_id and reply.address = submission.email)`.as(
        "has_reply",
      ),
    )
    .where(isAmong(db, "id", among))
    .orderBy("id", "desc")
    .execute();
  const files = await db
    .selectFrom("attachment")
    .select(["submission_id", "form_name", "name", "content_type", "file_size"])
    .where(isAmong(db, "submission_id", among))
    .execute();
  const filesOf = Map.groupBy(files, ({ submission_id }) => submission_id);
  return rows.map((row) => ({ ...row, files: filesOf.get(row.id) ?? [] }));
}
