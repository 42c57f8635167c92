/**
 * Folds the counters: posts and changes add rows, so that two processes never wait for one row, and
 * a moment later the rows of a cell become one.
 */
import { sql } from "kysely";
import type { Clock } from "../../platform/clock.ts";
import type { Log } from "../../platform/log.ts";
import type { Db } from "../engine/schema.ts";

export interface CountFolding {
  /** Something was counted. */
  note(): void;
  close(): Promise<void>;
}

const EVERY_MS = 1_000;
const MAX_AT_ONCE = 10_000;

export function createCountFolding(db: Db, clock: Clock, log: Log): CountFolding {
  let isPending = false;
  let forgetTimer = () => {};
  let underWay = Promise.resolve();

  const run = () => {
    isPending = false;
    underWay = foldCounts(db).catch((error: unknown) => {
      log.warn({ err: error }, "The counters could not be folded; they are tried again later.");
    });
  };
  return {
    note() {
      if (isPending) return;
      isPending = true;
      forgetTimer = clock.after(EVERY_MS, run);
    },
    async close() {
      forgetTimer();
      await underWay;
    },
  };
}

/** Rows that another process is folding are left to it; sums stay the same at every moment. */
export async function foldCounts(db: Db): Promise<void> {
  await sql`
    with folded as (
      delete from submission_count where ctid = any (array(
        select ctid from submission_count limit ${sql.lit(MAX_AT_ONCE)} for update skip locked
      ))
      returning *
    )
    insert into submission_count (form_id, account_id, read, spam, trash, count)
    select form_id, account_id, read, spam, trash, sum(count) from folded
    group by form_id, account_id, read, spam, trash having sum(count) <> 0`.execute(db);
}
