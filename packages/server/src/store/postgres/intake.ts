/** Stores posts on PostgreSQL in batches: one statement writes posts, files, deliveries and counters. */
import type pg from "pg";
import { elapsedMs } from "../../platform/clock.ts";
import { AppError } from "../../domain/errors.ts";
import type { NewSubmission } from "../submissions/new-submission.ts";
import type { AcceptedSubmission } from "../../domain/accepted-submission.ts";
import { DUPLICATE_FINDINGS } from "../../domain/finding.ts";
import { createRecentContent } from "../submissions/recent-content.ts";
import { explained, isDangling } from "./errors.ts";
import { ACCEPT, ACCEPT_WITH_FILES, ACCEPT_WITH_LEADS } from "./accept-statement.ts";
import { acceptOnce } from "./keyed-post.ts";
import { postedRows, readPostedType } from "./posted-rows.ts";

export interface Intake {
  /** Resolves when the post is on disk. */
  accept(submission: NewSubmission): Promise<AcceptedSubmission>;
  /** Resolves when no post is waiting or being written. */
  idle(): Promise<void>;
}

interface Waiting {
  readonly submission: NewSubmission;
  readonly resolve: (accepted: AcceptedSubmission) => void;
  readonly reject: (error: unknown) => void;
}

const MAX_WAITING = 10_000;
const MAX_IN_BATCH = 256;
/** A larger post gets its own batch, so that it does not delay others; so does a post with an idempotency key. */
const LARGE_CHARACTERS = 65_536;
/** A second batch is written at the same time once it is as large as the first. */
const MAX_BATCHES_IN_FLIGHT = 2;

/** @param onCommit Called for each committed batch. */
export function createIntake(
  pool: pg.Pool,
  onCommit?: (posts: number, ms: number) => void,
): Intake {
  const waiting: Waiting[] = [];
  const inFlight = new Set<Promise<void>>();
  let batchesInFlight = 0;
  let postsInFlight = 0;
  const recent = createRecentContent();
  let lastCreatedAt = 0;
  let scheduled: Promise<void> | undefined;
  let postedType: number | undefined;

  function next(): Waiting[] {
    const needsOwnBatch = ({ submission }: Waiting) =>
      submission.fields.length > LARGE_CHARACTERS || submission.key_hash !== undefined;
    const [first] = waiting;
    if (first === undefined) return [];
    if (needsOwnBatch(first)) return waiting.splice(0, 1);
    const firstOfOwn = waiting.findIndex(needsOwnBatch);
    const end = firstOfOwn === -1 ? waiting.length : firstOfOwn;
    return waiting.splice(0, Math.min(end, MAX_IN_BATCH));
  }

  function pump(): void {
    scheduled = undefined;
    while (
      waiting.length > 0 &&
      waiting.length >= postsInFlight &&
      batchesInFlight < MAX_BATCHES_IN_FLIGHT
    ) {
      const work: Promise<void> = writeAndAnswer(next()).finally(() => inFlight.delete(work));
      inFlight.add(work);
    }
  }

  async function writeAndAnswer(batch: readonly Waiting[]): Promise<void> {
    postsInFlight += batch.length;
    batchesInFlight += 1;
    const answer = await write(batch);
    postsInFlight -= batch.length;
    batchesInFlight -= 1;
    // Start the next batch before answering this one.
    pump();
    answer();
  }

  /** Returns a function that resolves or rejects the posts of the batch. */
  async function write(batch: readonly Waiting[]): Promise<() => void> {
    const undo: (() => void)[] = [];
    const undoAll = () => {
      for (const step of undo.toReversed()) step();
    };
    const checked = batch.map(({ submission }) => checkDuplicate(submission, undo));
    try {
      const startedAt = elapsedMs();
      postedType ??= await readPostedType(pool);
      const accepted = await insertAll(pool, postedType, checked);
      onCommit?.(batch.length, elapsedMs() - startedAt);
      return () =>
        batch.forEach(({ resolve, reject }, n) => {
          const one = accepted[n];
          if (one === undefined) reject(new Error("A post of a batch has no row."));
          else resolve(one);
        });
    } catch (error) {
      undoAll();
      // A restored database has other type numbers.
      postedType = undefined;
      // The batch was rolled back. Writing each post by itself shows which one fails.
      if (batch.length > 1 && !(explained(error) instanceof AppError && !isDangling(error))) {
        for (const one of batch) (await write([one]))();
        return () => undefined;
      }
      return () => batch.forEach(({ reject }) => reject(rejection(error)));
    }
  }

  /** Keeps dates in the order of ids if the clock steps back, and finds duplicates among this process's posts. */
  function checkDuplicate(submission: NewSubmission, undo: (() => void)[]): NewSubmission {
    const now = Math.max(submission.now, lastCreatedAt);
    lastCreatedAt = now;
    const { content_hash, duplicate_window_ms, spam, key_hash } = submission;
    // A repeat would count as a duplicate of its own first post. The statement, which runs after the key
    // is inserted, finds duplicates in the table.
    if (key_hash !== undefined) return { ...submission, now };
    const isDuplicate =
      spam === 0 && duplicate_window_ms > 0 && recent.has(content_hash, now - duplicate_window_ms);
    const before = recent.add(content_hash, now);
    undo.push(() => recent.restore(content_hash, before));
    return isDuplicate
      ? { ...submission, now, spam: 1, spam_reason: "duplicate", spam_findings: DUPLICATE_FINDINGS }
      : { ...submission, now };
  }

  async function idle(): Promise<void> {
    if (scheduled === undefined && inFlight.size === 0) return;
    await Promise.all([scheduled, ...inFlight]);
    await idle();
  }

  return {
    accept(submission) {
      if (waiting.length >= MAX_WAITING) {
        return Promise.reject(
          new AppError("overloaded", "Too many posts are waiting; send this again in a moment.", {
            headers: { "Retry-After": "1" },
          }),
        );
      }
      return new Promise((resolve, reject) => {
        waiting.push({ submission, resolve, reject });
        // Posts of one event-loop turn share a batch.
        scheduled ??= nextTurn().then(pump);
      });
    },
    idle,
  };
}

const nextTurn = () => new Promise<void>((resolve) => void setImmediate(resolve));

/** The result of a batch. */
interface AcceptedBatch {
  /** In the order of the posts. */
  readonly ids: readonly number[];
  /** The ids of spam. */
  readonly spam: readonly number[];
  readonly has_due: boolean;
}

/** A post with an idempotency key is the only one of its batch. */
async function insertAll(
  pool: pg.Pool,
  type: number,
  submissions: readonly NewSubmission[],
): Promise<readonly AcceptedSubmission[]> {
  const [only] = submissions;
  if (only?.key_hash === undefined) return insert(pool, type, submissions);
  const accepted = await acceptOnce(pool, only, only.key_hash, async (client) => {
    const [one] = await insert(client, type, [only]);
    if (one === undefined) throw new Error("A post with a key has no row.");
    return one;
  });
  return [accepted];
}

/** Returns the results in the order of `submissions`. */
async function insert(
  client: Pick<pg.ClientBase, "query">,
  type: number,
  submissions: readonly NewSubmission[],
): Promise<readonly AcceptedSubmission[]> {
  const files = submissions.flatMap(({ attachments }, n) =>
    attachments.map((attachment) => ({ ...attachment, position: n + 1 })),
  );
  const leads = submissions.flatMap(({ lead }, n) =>
    lead === null ? [] : [{ ...lead, position: n + 1 }],
  );
  const { rows } = await client.query<AcceptedBatch>(
    statementFor(postedRows(type, submissions), files, leads),
  );
  const [batch] = rows;
  if (batch === undefined)
    throw new Error("The statement that stores a batch of posts returned no row.");
  const { ids, spam, has_due: hasDue } = batch;
  const spamIds = new Set(spam);
  return ids.map((id) => ({ id, spam: spamIds.has(id), hasDue, isRepeat: false }));
}

function statementFor(
  posts: Buffer,
  files: readonly unknown[],
  leads: readonly unknown[],
): pg.QueryConfig {
  const json = [files, leads].map((rows) => JSON.stringify(rows));
  if (leads.length > 0) {
    return { name: "accept-with-leads", text: ACCEPT_WITH_LEADS, values: [posts, ...json] };
  }
  return files.length > 0
    ? { name: "accept-with-files", text: ACCEPT_WITH_FILES, values: [posts, ...json.slice(0, 1)] }
    : { name: "accept", text: ACCEPT, values: [posts] };
}

function rejection(error: unknown): unknown {
  return isDangling(error)
    ? new AppError("not_found", "This form was deleted while the post was being sent.", {
        cause: error,
      })
    : explained(error);
}
