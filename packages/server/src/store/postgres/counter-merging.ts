/**
 * Merges the rows of a counter. Posts and changes insert rows, so that two processes never wait for one row;
 * a second later the rows of one counter are merged into one.
 */
import { sql } from "kysely";
import type { Clock } from "../../platform/clock.ts";
import type { Log } from "../../platform/log.ts";
import type { Db } from "../engine/schema.ts";
import { explain } from "./errors.ts";

const MERGE_EVERY_MS = 1_000;
const MAX_ROWS_PER_MERGE = 10_000;

export function createCounterMerging(db: Db, clock: Clock, log: Log) {
  let isPending = false;
  let cancelTimer = () => {};
  let merging = Promise.resolve();

  const run = () => {
    isPending = false;
    merging = mergeCounters(db).catch((error: unknown) => {
      log.warn(
        { err: explain(error) },
        "The counters could not be merged; trying again after the next change.",
      );
    });
  };
  return {
    changed() {
      if (isPending) return;
      isPending = true;
      cancelTimer = clock.after(MERGE_EVERY_MS, run);
    },
    async close() {
      cancelTimer();
      await merging;
    },
  };
}

/** Skips rows that another process is merging. The sums are the same at every moment. */
export async function mergeCounters(db: Db): Promise<void> {
  await sql`
    with merged as (
      delete from submission_count where ctid = any (array(
        select ctid from submission_count limit ${sql.lit(MAX_ROWS_PER_MERGE)} for update skip locked
      ))
      returning *
    )
    insert into submission_count (form_id, account_id, read, spam, trash, count)
    select form_id, account_id, read, spam, trash, sum(count) from merged
    group by form_id, account_id, read, spam, trash having sum(count) <> 0`.execute(db);
}
