/** The statements that store posts on SQLite: inserts of many rows, and the updates that a batch shares. */
import type SQLite from "better-sqlite3";
import { sql } from "kysely";
import {
  type NewAttachment,
  type NewLead,
  type NewSubmission,
  POST_COLUMN_NAMES,
  type POST_COLUMNS,
  type routedColumns,
} from "../submissions/new-submission.ts";
import { prepare } from "../engine/prepared.ts";
import type { Flag, Db } from "../engine/schema.ts";
import { countPlanned, insertPlanned } from "../destinations/planned-deliveries.ts";
import { IDEMPOTENCY_KEY_LIFETIME_MS, postScope } from "../../domain/account/idempotency-key.ts";

/** The columns of a new row, in the order of the statements. */
const COLUMNS = [
  ...POST_COLUMN_NAMES,
  "content_hash",
  "created_at",
  "updated_at",
  "deliveries_waiting",
  "deliveries_withheld",
  "withheld_as_spam",
  "tags",
  "assignee_id",
  "decisions",
] as const;
export type NewSubmissionRow = Pick<NewSubmission, keyof typeof POST_COLUMNS | "content_hash"> &
  ReturnType<typeof routedColumns> &
  PlannedCounts & { readonly created_at: number; readonly updated_at: number };
type AttachmentRow = Omit<NewAttachment, "sha256"> & {
  readonly sha256: Buffer;
  readonly account_id: number;
  readonly form_id: number;
  readonly submission_id: number;
  readonly now: number;
};
/** The first and the last id of the submissions of one transaction, which are consecutive. */
interface Accepted {
  readonly first: number;
  readonly last: number;
  /** The clock's time, which may be before `created_at`. */
  readonly now: number;
}

/** How a value gets into its column, if not as it is. */
const WRITTEN: Readonly<Record<string, string>> = {
  content_hash: "unhex(?)",
  // A person who was removed since the rule was written gets nothing to do.
  assignee_id: "(select id from login where id = ? and removed_at is null)",
};

/** Rows per statement; one statement per row costs 50 % more. */
const SIZES = [16, 4, 1] as const;

/** Inserts the rows in order and returns the id of the last one. Their ids are consecutive. */
export function prepareInserts(
  sqlite: SQLite.Database,
): (rows: readonly NewSubmissionRow[]) => number {
  const row = COLUMNS.map((name) => WRITTEN[name] ?? "?");
  const statements = SIZES.map((size) => ({
    size,
    statement: sqlite.prepare<(string | number | null)[]>(
      `insert into submission (${COLUMNS.join(", ")}) values ${Array<string>(size)
        .fill(`(${row.join(", ")})`)
        .join(", ")}`,
    ),
  }));
  return (rows) => {
    let at = 0;
    let lastId = 0;
    for (const { size, statement } of statements) {
      for (; rows.length - at >= size; at += size) {
        const values: (string | number | null)[] = [];
        for (const given of rows.slice(at, at + size)) {
          for (const name of COLUMNS) values.push(given[name]);
        }
        lastId = Number(statement.run(...values).lastInsertRowid);
      }
    }
    return lastId;
  };
}

/** Inserts a lead score, or a pending one that a model has to find. */
export const prepareLead = (db: Db, sqlite: SQLite.Database) =>
  prepare<
    NewLead & { readonly submission_id: number; readonly now: number; readonly due_at: number }
  >(sqlite, (p) =>
    db.insertInto("lead_score").values({
      submission_id: p.submission_id,
      score: p.score,
      score_reasoning: p.score_reasoning,
      score_location_info: p.score_location_info,
      next_try_at: sql`iif(${p.score} is null, ${p.due_at}, null)`,
      lease_token: null,
      lease_expires_at: null,
      created_at: p.now,
      scored_at: sql`iif(${p.score} is null, null, ${p.now})`,
    }),
  );

export const prepareTag = (db: Db, sqlite: SQLite.Database) =>
  prepare<{ readonly account_id: number; readonly tag: string; readonly submission_id: number }>(
    sqlite,
    (p) =>
      db
        .insertInto("submission_tag")
        .values({ account_id: p.account_id, tag: p.tag, submission_id: p.submission_id }),
  );

export const prepareHops = (db: Db, sqlite: SQLite.Database) =>
  prepare<{ readonly submission_id: number; readonly hops: string }>(sqlite, (p) =>
    db.insertInto("submission_hops").values({ submission_id: p.submission_id, hops: p.hops }),
  );

/** Postpones the deliveries of a submission until its score is known. */
export const preparePostponement = (db: Db, sqlite: SQLite.Database) =>
  prepare<{ readonly submission_id: number; readonly wait_ms: number }>(sqlite, (p) =>
    db
      .updateTable("delivery")
      .set({ next_attempt_at: sql<number>`next_attempt_at + ${p.wait_ms}` })
      .where("submission_id", "=", p.submission_id)
      .where("state", "=", sql.lit("queued")),
  );

export const prepareAttach = (db: Db, sqlite: SQLite.Database) =>
  prepare<AttachmentRow>(sqlite, (p) =>
    db.insertInto("attachment").values({
      account_id: p.account_id,
      form_id: p.form_id,
      submission_id: p.submission_id,
      name: p.name,
      form_name: p.form_name,
      content_type: p.content_type,
      file_size: p.file_size,
      sha256: p.sha256,
      storage_key: p.storage_key,
      public_token: p.public_token,
      created_at: p.now,
    }),
  );

/** The deliveries that {@link preparePlan} inserts for a submission, as its counters. */
export interface PlannedCounts {
  readonly deliveries_waiting: number;
  readonly deliveries_withheld: number;
  readonly withheld_as_spam: Flag;
}

/** Counts what will be planned for each submission of a form with the same verdict. */
export function preparePlannedCounts(
  sqlite: SQLite.Database,
): (of: Pick<NewSubmissionRow, "form_id" | "spam" | "decisions">) => PlannedCounts {
  const parameters = { form_id: "@form_id", spam: "@spam", decisions: "@decisions" };
  const counted = sqlite.prepare(countPlanned({ ...parameters, isOnPostgres: false }));
  return (of) => counted.get(of) as PlannedCounts;
}

/** Inserts the deliveries of submissions. */
export const preparePlan = (sqlite: SQLite.Database): SQLite.Statement<[Accepted]> =>
  sqlite.prepare(
    insertPlanned({
      table: "submission",
      where: "submission.id between @first and @last",
      dueAt: "min(submission.created_at, @now)",
      isOnPostgres: false,
    }),
  );

export interface Count {
  readonly form_id: number;
  readonly account_id: number;
  readonly spam: Flag;
  readonly count: number;
}

/**
 * Raises a counter by the number of accepted posts. A trigger per row would cost 10 % of a post; triggers
 * count every other change.
 */
export const prepareCount = (db: Db, sqlite: SQLite.Database) =>
  prepare<Count>(sqlite, (p) =>
    db
      .insertInto("submission_count")
      .values({
        form_id: p.form_id,
        account_id: p.account_id,
        read: 0,
        spam: p.spam,
        trash: 0,
        count: p.count,
      })
      .onConflict((conflict) =>
        conflict
          .columns(["form_id", "read", "spam", "trash"])
          .doUpdateSet({ count: sql<number>`count + excluded.count` }),
      ),
  );

interface Keyed {
  readonly form_id: number;
  /** SHA-256 of key and content, in hex. */
  readonly key_hash: string;
  readonly now: number;
}

/** Finds and stores the idempotency keys of posts on SQLite, in the transaction that accepts the post. */
export function preparePostKeys(db: Db, sqlite: SQLite.Database) {
  const find = prepare<{ scope: string; key_hash: Buffer; since: number }>(sqlite, (p) =>
    db
      .selectFrom("idempotency_key")
      .select("result")
      .where("scope", "=", p.scope)
      .where("key_hash", "=", p.key_hash)
      .where("created_at", ">", p.since),
  );
  const insert = prepare<{ scope: string; key_hash: Buffer; result: string; now: number }>(
    sqlite,
    (p) =>
      db
        .insertInto("idempotency_key")
        .values({
          scope: p.scope,
          key_hash: p.key_hash,
          content_hash: p.key_hash,
          result: p.result,
          created_at: p.now,
        })
        // An existing row is older than 24 hours.
        .onConflict((conflict) =>
          conflict
            .columns(["scope", "key_hash"])
            .doUpdateSet({ result: (old) => old.ref("excluded.result"), created_at: p.now }),
        ),
  );
  return {
    /** Returns the id of the submission that a post with this key created in the last 24 hours, if any. */
    find({ form_id, key_hash, now }: Keyed) {
      const row = find.get({
        scope: postScope(form_id),
        key_hash: Buffer.from(key_hash, "hex"),
        since: now - IDEMPOTENCY_KEY_LIFETIME_MS,
      }) as { readonly result: string } | undefined;
      return row === undefined ? undefined : Number(row.result);
    },
    store({ form_id, key_hash, now }: Keyed, id: number) {
      const scope = postScope(form_id);
      insert.run({ scope, key_hash: Buffer.from(key_hash, "hex"), result: String(id), now });
    },
  };
}
