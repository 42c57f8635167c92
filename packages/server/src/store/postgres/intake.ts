/** Stores posts on PostgreSQL in batches: one statement writes posts, files, deliveries and counters. */
import { randomUUID } from "node:crypto";
import type pg from "pg";
import { msBetween, systemClock } from "../../platform/clock.ts";
import { AppError } from "../../domain/errors.ts";
import { Outage } from "../../domain/outage.ts";
import { type NewSubmission, routedColumns } from "../submissions/new-submission.ts";
import type { AcceptedSubmission } from "../../domain/submission/accepted-submission.ts";
import { DUPLICATE_FINDINGS } from "../../domain/submission/finding.ts";
import { tagKey } from "../../domain/submission/tags.ts";
import { createRecentContent } from "../submissions/recent-content.ts";
import { explain, isDangling, isRefusal } from "./errors.ts";
import { type AcceptedBatch, ACCEPT_STATEMENTS } from "./accept-statement.ts";
import { settleBatch } from "./batch-outcome.ts";
import { postedRows, readPostedType } from "./posted-rows.ts";
import { IDEMPOTENCY_KEY_LIFETIME_MS, postScope } from "../../domain/account/idempotency-key.ts";

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

/**
 * @param onCommit Called for each committed batch.
 */
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

  /**
   * Returns a function that resolves or rejects the posts of the batch.
   *
   * @param isAgain The batch was sent before over a connection that broke, and was not committed.
   */
  async function write(batch: readonly Waiting[], isAgain = false): Promise<() => void> {
    const undo: (() => void)[] = [];
    const checked = batch.map(({ submission }) => checkDuplicate(submission, undo));
    // The times in `checked` may be held ahead of the clock.
    const parameters = { now: batch.at(-1)?.submission.now ?? 0, token: randomUUID() };
    const startedAt = systemClock.monotonic();
    const stored = (accepted: readonly AcceptedSubmission[]) => {
      onCommit?.(batch.length, msBetween(startedAt, systemClock.monotonic()));
      return () =>
        batch.forEach(({ resolve, reject }, n) => {
          const one = accepted[n];
          if (one === undefined) reject(new Error("A post of a batch has no row."));
          else resolve(one);
        });
    };
    const rejected = (error: unknown) => () => batch.forEach(({ reject }) => reject(error));
    let client: pg.PoolClient | undefined;
    try {
      postedType ??= await readPostedType(pool);
      client = await pool.connect();
      const accepted = await insertAll(client, postedType, checked, parameters);
      client.release();
      return stored(accepted);
    } catch (error) {
      client?.release(true);
      // A restored database has other type numbers.
      postedType = undefined;
      const isUnknown = client !== undefined && !isRefusal(error);
      try {
        const batchStored = isUnknown ? await settleBatch(pool, parameters.token) : undefined;
        if (batchStored !== undefined) return stored(acceptedOf(batchStored));
      } catch {
        undoAll(undo);
        return rejected(new Outage("unreachable", { cause: error, isUncertain: true }));
      }
      undoAll(undo);
      if (isUnknown && !isAgain) return write(batch, true);
      // The batch was rolled back. Writing each post by itself shows which one fails.
      if (batch.length > 1 && !(explain(error) instanceof AppError && !isDangling(error))) {
        for (const one of batch) (await write([one], isAgain))();
        return () => undefined;
      }
      return rejected(rejection(error));
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

const undoAll = (steps: readonly (() => void)[]) => {
  for (const step of steps.toReversed()) step();
};

/** The parameters of a batch's statement, apart from its posts. */
type BatchParameters = { readonly now: number; readonly token: string };

/** A post with an idempotency key is the only one of its batch. */
async function insertAll(
  client: pg.ClientBase,
  type: number,
  submissions: readonly NewSubmission[],
  parameters: BatchParameters,
): Promise<readonly AcceptedSubmission[]> {
  const [only] = submissions;
  if (only?.key_hash === undefined) return insert(client, type, submissions, parameters);
  const accepted = await acceptOnce(client, only, only.key_hash, async () => {
    const [one] = await insert(client, type, [only], parameters);
    if (one === undefined) throw new Error("A post with a key has no row.");
    return one;
  });
  return [accepted];
}

/** Returns the results in the order of `submissions`. */
async function insert(
  client: pg.ClientBase,
  type: number,
  submissions: readonly NewSubmission[],
  { now, token }: BatchParameters,
): Promise<readonly AcceptedSubmission[]> {
  const files = submissions.flatMap(({ attachments }, n) =>
    attachments.map((attachment) => ({ ...attachment, position: n + 1 })),
  );
  const leads = submissions.flatMap(({ lead }, n) =>
    lead === null ? [] : [{ ...lead, position: n + 1 }],
  );
  const hops = submissions.flatMap((one, n) =>
    one.hops === undefined ? [] : [{ hops: one.hops, position: n + 1 }],
  );
  const tags = submissions.flatMap(({ routed }, n) =>
    (routed?.tags ?? []).map((tag) => ({ tag: tagKey(tag), position: n + 1 })),
  );
  const further = [files, leads, hops, tags];
  const used = further.findLastIndex((rows) => rows.length > 0) + 1;
  const { rows } = await client.query<AcceptedBatch>({
    name: `accept-${used}`,
    text: ACCEPT_STATEMENTS[used] ?? ACCEPT_STATEMENTS[0],
    values: [
      postedRows(
        type,
        submissions.map((one) => ({ ...one, ...routedColumns(one) })),
      ),
      now,
      token,
      ...further.slice(0, used).map((one) => JSON.stringify(one)),
    ],
  });
  const [batch] = rows;
  if (batch === undefined)
    throw new Error("The statement that stores a batch of posts returned no row.");
  return acceptedOf(batch);
}

function acceptedOf({ ids, spam, has_due: hasDue }: AcceptedBatch): readonly AcceptedSubmission[] {
  const spamIds = new Set(spam);
  return ids.map((id) => ({ id, spam: spamIds.has(id), hasDue, isRepeat: false }));
}

const rejection = (error: unknown): unknown =>
  isDangling(error)
    ? new AppError("not_found", "This form was deleted while the post was being sent.", {
        cause: error,
      })
    : explain(error);

/** Inserts the key, or reuses an expired one. If two posts with one key come at once, the second waits here. */
const INSERT_KEY = `
insert into idempotency_key (scope, key_hash, content_hash, created_at)
values ($1, decode($2, 'hex'), decode($2, 'hex'), $3)
on conflict (scope, key_hash) do update set result = null, created_at = excluded.created_at
  where idempotency_key.created_at <= $3 - ${IDEMPOTENCY_KEY_LIFETIME_MS}`;
const STORE_RESULT =
  "update idempotency_key set result = $3 where scope = $1 and key_hash = decode($2, 'hex')";
/** The lock is a write: where commits wait for a standby, the repeat is answered when the standby has the first post. */
const FIND_RESULT =
  "select result from idempotency_key where scope = $1 and key_hash = decode($2, 'hex') for update";

/**
 * @param client Is closed by the caller after an error, which rolls the transaction back.
 * @param storePost Stores the post and returns the result.
 */
async function acceptOnce(
  client: pg.ClientBase,
  { form_id, now }: NewSubmission,
  key_hash: string,
  storePost: () => Promise<AcceptedSubmission>,
): Promise<AcceptedSubmission> {
  const key = [postScope(form_id), key_hash];
  await client.query("begin");
  const { rowCount } = await client.query(INSERT_KEY, [...key, now]);
  const accepted = rowCount === 1 ? await storePost() : await firstResult(client, key);
  if (!accepted.isRepeat) await client.query(STORE_RESULT, [...key, String(accepted.id)]);
  await client.query("commit");
  return accepted;
}

async function firstResult(
  client: pg.ClientBase,
  key: readonly string[],
): Promise<AcceptedSubmission> {
  const { rows } = await client.query<{ result: string }>(FIND_RESULT, [...key]);
  const [row] = rows;
  if (row === undefined)
    throw new Error("The idempotency key of a post was deleted during the post.");
  return { id: Number(row.result), spam: false, hasDue: false, isRepeat: true };
}
