/** The tables of what arrived when, and from where; counted after intake, and kept for some weeks. Since when answers are. */
import type { Generated } from "kysely";

/** Submissions of an account that arrived in a quarter of an hour. */
export interface ArrivalTable {
  account_id: number;
  /** Quarters of an hour since 1970-01-01, in UTC. */
  slot: number;
  arrived: number;
  /** By the verdict on arrival. */
  spam: number;
}

/** Submissions of an account by the host of the page that posted them. */
export interface ArrivalSourceTable {
  account_id: number;
  /** Days since 1970-01-01, in UTC. */
  day: number;
  /** Empty if the post named no page; `*` for further hosts of a day with many. */
  host: string;
  arrived: number;
  spam: number;
}

/** One row: submissions before this slot may be missing in `arrival`, but are in `submission_day`. */
export interface ArrivalStartTable {
  only_one: Generated<1>;
  slot: number;
}

/** One row: what was answered before this time has no `answered_at`. */
export interface AnswerStartTable {
  only_one: Generated<1>;
  /** Milliseconds since the epoch. */
  at: number;
}
