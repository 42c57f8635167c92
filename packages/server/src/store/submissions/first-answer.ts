/** When a submission was first answered: by a person or a program that marked it done or replied. */
import { sql } from "kysely";
import { whole } from "../engine/dialect.ts";

/** The new value of `answered_at` when submissions are answered at `now`: the first time stays. */
export const firstAnswered = (now: number) => sql<number>`coalesce(answered_at, ${whole(now)})`;

/**
 * The value of `answered_at` after undoing an act that began at `since`: what it answered is unanswered, unless
 * somebody has replied to it.
 */
export const answeredBefore = (since: number) =>
  sql<number | null>`case when answered_at < ${whole(since)} then answered_at
    else (select min(reply.created_at) from submission_reply as reply
      where reply.submission_id = submission.id) end`;
