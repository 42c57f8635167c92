/** The write that everything rests on: a post, its files and its deliveries in one transaction. */
import type { AcceptedSubmission } from "../../domain/accepted-submission.ts";
import type { NewSubmission } from "../submissions/new-submission.ts";
import type SQLite from "better-sqlite3";
import { AppError } from "../../domain/errors.ts";
import {
  type Count,
  prepareAttach,
  prepareCount,
  prepareInserts,
  prepareLead,
  preparePlan,
  preparePostponement,
  type SubmissionRow,
} from "./accept-statements.ts";
import { preparePostKeys } from "./post-keys.ts";
import { loadRecentContent } from "../submissions/recent-content.ts";
import { DUPLICATE_FINDINGS } from "../../domain/finding.ts";
import type { Db, Flag } from "../engine/schema.ts";

export interface AcceptSubmission {
  /**
   * Takes the submission with its files. {@link settle} has to follow in the same transaction; what is
   * answered has its id only then.
   *
   * @throws AppError `not_found` when the form was deleted after the post was let in.
   */
  take(submission: NewSubmission): AcceptedSubmission;
  /** Writes the rows, deliveries and counters of all that was taken since, in one go. Throws as `take`. */
  settle(): void;
  /** What was taken since the last {@link settle} is rolled back. */
  forget(): void;
  /** The whole transaction is on the disk. */
  keep(): void;
  /** The whole transaction is rolled back. */
  abandon(): void;
}

/** Compiles the statements once. All of it runs inside the writer's transaction. */
export function prepareAcceptSubmission(db: Db, sqlite: SQLite.Database): AcceptSubmission {
  const recent = loadRecentContent(sqlite);
  const insert = prepareInserts(sqlite);
  const attach = prepareAttach(db, sqlite);
  const score = prepareLead(db, sqlite);
  const plan = preparePlan(db, sqlite);
  const postpone = preparePostponement(db, sqlite);
  const count = prepareCount(db, sqlite);
  const keys = preparePostKeys(db, sqlite);
  let taken: Mutable<AcceptedSubmission>[] = [];
  /** Those at the end of `taken` that have no id yet. */
  let rows: SubmissionRow[] = [];
  /** Whose deliveries wait for a score. */
  let waits: { readonly submission_id: number; readonly wait_ms: number }[] = [];
  const counts = new Map<number, Mutable<Count>>();
  /** What `recent` was told in this transaction, and how much of it was settled. */
  const told: { readonly hash: string; readonly before: number }[] = [];
  let settled = 0;
  const begin = () => {
    taken = [];
    rows = [];
    waits = [];
    counts.clear();
  };
  const takeBack = (from: number) => {
    begin();
    for (const { hash, before } of told.splice(from).toReversed()) recent.restore(hash, before);
  };
  const writeRows = () => {
    if (rows.length === 0) return;
    const lastId = insertOrExplain(() => insert(rows));
    for (let back = 0; back < rows.length; back += 1) {
      const accepted = taken.at(-1 - back);
      if (accepted !== undefined) accepted.id = lastId - back;
    }
    rows = [];
  };
  let lastCreatedAt = newestCreatedAt(sqlite);

  return {
    take(submission) {
      // Date order is id order, even when the machine's clock steps back.
      const now = Math.max(submission.now, lastCreatedAt);
      const { form_id, account_id, attachments, duplicate_window_ms, lead, key_hash } = submission;
      const keyed = key_hash === undefined ? undefined : { form_id, key_hash, now };
      const known = keyed === undefined ? undefined : keys.find(keyed);
      if (known !== undefined) return { id: known, spam: false, hasDue: false, isRepeat: true };
      const isTwin =
        submission.spam === 0 &&
        duplicate_window_ms > 0 &&
        recent.isKnown(submission.content_hash, now - duplicate_window_ms);
      const spam: Flag = isTwin ? 1 : submission.spam;
      const spam_reason = isTwin ? "duplicate" : submission.spam_reason;
      const spam_findings = isTwin ? DUPLICATE_FINDINGS : submission.spam_findings;
      rows.push({ ...submission, spam, spam_reason, spam_findings, now });
      const accepted = { id: 0, spam: spam === 1, hasDue: false, isRepeat: false };
      taken.push(accepted);
      const isScored = lead !== null && spam === 0;
      if (attachments.length > 0 || isScored || keyed !== undefined) writeRows();
      const { id } = accepted;
      for (const attachment of attachments) {
        attach.run({
          ...attachment,
          sha256: Buffer.from(attachment.sha256, "hex"),
          account_id,
          form_id,
          submission_id: id,
          now,
        });
      }
      if (isScored) {
        score.run({ submission_id: id, ...lead, now });
        if (lead.wait_ms > 0) waits.push({ submission_id: id, wait_ms: lead.wait_ms });
      }
      if (keyed !== undefined) keys.keep(keyed, id);
      lastCreatedAt = now;
      told.push({
        hash: submission.content_hash,
        before: recent.remember(submission.content_hash, now),
      });
      const cell = counts.get(form_id * 2 + spam);
      if (cell === undefined)
        counts.set(form_id * 2 + spam, { form_id, account_id, spam, count: 1 });
      else cell.count += 1;
      return accepted;
    },
    settle() {
      writeRows();
      const [first, last] = [taken.at(0), taken.at(-1)];
      if (first === undefined || last === undefined) return;
      for (const cell of counts.values()) count.run(cell);
      if (plan.run({ first: first.id, last: last.id }).changes > 0)
        for (const accepted of taken) accepted.hasDue = true;
      for (const wait of waits) postpone.run(wait);
      begin();
      settled = told.length;
    },
    forget: () => takeBack(settled),
    keep() {
      told.length = 0;
      settled = 0;
    },
    abandon() {
      takeBack(0);
      settled = 0;
    },
  };
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

function insertOrExplain(insert: () => number): number {
  try {
    return insert();
  } catch (error) {
    if (
      error instanceof Error &&
      "code" in error &&
      error.code === "SQLITE_CONSTRAINT_FOREIGNKEY"
    ) {
      throw new AppError("not_found", "This form was deleted while the post was on its way.", {
        cause: error,
      });
    }
    throw error;
  }
}

function newestCreatedAt(sqlite: SQLite.Database): number {
  const row = sqlite
    .prepare<[], { created_at: number }>(
      "select created_at from submission order by id desc limit 1",
    )
    .get();
  return row?.created_at ?? 0;
}
