/** Stores posts on SQLite: submission, files, deliveries and counters in one transaction. */
import type { AcceptedSubmission } from "../../domain/submission/accepted-submission.ts";
import { type NewSubmission, routedColumns } from "../submissions/new-submission.ts";
import { tagKey } from "../../domain/submission/tags.ts";
import type SQLite from "better-sqlite3";
import { AppError } from "../../domain/errors.ts";
import type { Count, PlannedCounts, NewSubmissionRow } from "./accept-statements.ts";
import {
  prepareAttach,
  prepareCount,
  prepareHops,
  prepareInserts,
  prepareLead,
  preparePlan,
  preparePlannedCounts,
  preparePostponement,
  preparePostKeys,
  prepareTag,
} from "./accept-statements.ts";
import { loadRecentContent } from "../submissions/recent-content.ts";
import { DUPLICATE_FINDINGS } from "../../domain/submission/finding.ts";
import type { Flag, Db } from "../engine/schema.ts";

/** Prepares the statements. All of them run in the writer's transaction. */
export function prepareAcceptSubmission(db: Db, sqlite: SQLite.Database) {
  const recent = loadRecentContent(sqlite);
  const insert = prepareInserts(sqlite);
  const attach = prepareAttach(db, sqlite);
  const score = prepareLead(db, sqlite);
  const storeHops = prepareHops(db, sqlite);
  const storeTag = prepareTag(db, sqlite);
  const plan = preparePlan(sqlite);
  const countPlanned = preparePlannedCounts(sqlite);
  const postpone = preparePostponement(db, sqlite);
  const count = prepareCount(db, sqlite);
  const keys = preparePostKeys(db, sqlite);
  let unflushed: Mutable<AcceptedSubmission>[] = [];
  /** The last of `unflushed`, whose rows are not inserted yet and have no id. */
  let rows: NewSubmissionRow[] = [];
  let waits: { readonly submission_id: number; readonly wait_ms: number }[] = [];
  const counts = new Map<number, Mutable<Count>>();
  /** By form and verdict, as in `counts`, and by what is skipped: read once for the submissions of a flush. */
  const planned = new Map<number | string, PlannedCounts>();
  /** The changes of `recent` in this transaction, to undo them. */
  const remembered: { readonly hash: string; readonly before: number }[] = [];
  /** How many of `remembered` are flushed. */
  let flushedCount = 0;
  const reset = () => {
    unflushed = [];
    rows = [];
    waits = [];
    counts.clear();
    planned.clear();
  };
  const undo = (from: number) => {
    reset();
    for (const { hash, before } of remembered.splice(from).toReversed())
      recent.restore(hash, before);
  };
  const writeRows = () => {
    if (rows.length === 0) return;
    const lastId = insertOrExplain(() => insert(rows));
    for (let back = 0; back < rows.length; back += 1) {
      const accepted = unflushed.at(-1 - back);
      if (accepted !== undefined) accepted.id = lastId - back;
    }
    rows = [];
  };
  const newestCreatedAt = prepareNewest(sqlite);
  let lastCreatedAt = 0;
  /** The clock's time of the newest of `unflushed`. What is due now is due at it, even if it was set back. */
  let clockNow = 0;

  return {
    /**
     * Adds the submission with its files. {@link flush} must follow in the same transaction: only then does
     * the returned object have its id.
     *
     * @throws AppError `not_found` if the form was deleted after the post was checked.
     */
    accept(submission: NewSubmission) {
      // Order by date is order by id, even if the machine's clock steps back. An import adds rows too.
      if (unflushed.length === 0) lastCreatedAt = newestCreatedAt();
      const now = Math.max(submission.now, lastCreatedAt);
      clockNow = submission.now;
      const { form_id, account_id, attachments, duplicate_window_ms, lead, hops, key_hash } =
        submission;
      const keyed = key_hash === undefined ? undefined : { form_id, key_hash, now };
      const known = keyed === undefined ? undefined : keys.find(keyed);
      if (known !== undefined) return { id: known, spam: false, hasDue: false, isRepeat: true };
      const isDuplicate =
        submission.spam === 0 &&
        duplicate_window_ms > 0 &&
        recent.has(submission.content_hash, now - duplicate_window_ms);
      const spam: Flag = isDuplicate ? 1 : submission.spam;
      const spam_reason = isDuplicate ? "duplicate" : submission.spam_reason;
      const spam_findings = isDuplicate ? DUPLICATE_FINDINGS : submission.spam_findings;
      const group = form_id * 2 + spam;
      const { routed } = submission;
      const columns = routedColumns(submission);
      const skip = routed?.skip ?? [];
      const sentAs = skip.length === 0 ? group : `${group} without ${skip.join()}`;
      const toSend = planned.get(sentAs) ?? countPlanned({ form_id, spam, ...columns });
      planned.set(sentAs, toSend);
      const times = { created_at: now, updated_at: now };
      rows.push({
        ...submission,
        ...columns,
        spam,
        spam_reason,
        spam_findings,
        ...times,
        ...toSend,
      });
      const accepted = { id: 0, spam: spam === 1, hasDue: false, isRepeat: false };
      unflushed.push(accepted);
      const isScored = lead !== null && spam === 0;
      const tags = routed?.tags ?? [];
      const isTagged = tags.length > 0;
      const needsId = isScored || isTagged || keyed !== undefined || hops !== undefined;
      if (attachments.length > 0 || needsId) writeRows();
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
        score.run({ submission_id: id, ...lead, now, due_at: submission.now });
        if (lead.wait_ms > 0) waits.push({ submission_id: id, wait_ms: lead.wait_ms });
      }
      for (const tag of tags) storeTag.run({ account_id, tag: tagKey(tag), submission_id: id });
      if (hops !== undefined) storeHops.run({ submission_id: id, hops });
      if (keyed !== undefined) keys.store(keyed, id);
      lastCreatedAt = now;
      remembered.push({
        hash: submission.content_hash,
        before: recent.add(submission.content_hash, now),
      });
      const counter = counts.get(group);
      if (counter === undefined) counts.set(group, { form_id, account_id, spam, count: 1 });
      else counter.count += 1;
      return accepted;
    },
    /** Writes the rows, deliveries and counters of all submissions since the last flush. Throws like `accept`. */
    flush() {
      writeRows();
      const [first, last] = [unflushed.at(0), unflushed.at(-1)];
      if (first === undefined || last === undefined) return;
      for (const counter of counts.values()) count.run(counter);
      if (plan.run({ first: first.id, last: last.id, now: clockNow }).changes > 0)
        for (const accepted of unflushed) accepted.hasDue = true;
      for (const wait of waits) postpone.run(wait);
      reset();
      flushedCount = remembered.length;
    },
    /** The submissions since the last {@link flush} are rolled back. */
    callsRolledBack: () => undo(flushedCount),
    /** The transaction is on disk. */
    committed() {
      remembered.length = 0;
      flushedCount = 0;
    },
    rolledBack() {
      undo(0);
      flushedCount = 0;
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
      throw new AppError("not_found", "This form was deleted while the post was being sent.", {
        cause: error,
      });
    }
    throw error;
  }
}

function prepareNewest(sqlite: SQLite.Database): () => number {
  const newest = sqlite.prepare<[], { created_at: number }>(
    "select created_at from submission order by id desc limit 1",
  );
  return () => newest.get()?.created_at ?? 0;
}
