/** Takes posts in by the batch: one statement writes all of them, their files, deliveries and counts. */
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
  /** Resolves once the post is on the disk. */
  accept(submission: NewSubmission): Promise<AcceptedSubmission>;
  /** Resolves once nothing waits any more. */
  idle(): Promise<void>;
}

interface Waiting {
  readonly submission: NewSubmission;
  readonly resolve: (accepted: AcceptedSubmission) => void;
  readonly reject: (error: unknown) => void;
}

const MAX_WAITING = 10_000;
const MAX_IN_BATCH = 256;
/** A larger post has a batch of its own, so that it holds up no other; so has one with a key. */
const LARGE_CHARACTERS = 65_536;
/** While one batch is on its way to the disk, the next one is being written, once it is as large. */
const MAX_UNDER_WAY = 2;

/** @param onCommit Called for each batch that reached the disk. */
export function createIntake(
  pool: pg.Pool,
  onCommit?: (posts: number, ms: number) => void,
): Intake {
  const waiting: Waiting[] = [];
  const underWay = new Set<Promise<void>>();
  let batchesUnderWay = 0;
  let postsUnderWay = 0;
  const recent = createRecentContent();
  let lastCreatedAt = 0;
  let scheduled: Promise<void> | undefined;
  let postedType: number | undefined;

  function next(): Waiting[] {
    const isAlone = ({ submission }: Waiting) =>
      submission.fields.length > LARGE_CHARACTERS || submission.key_hash !== undefined;
    const [first] = waiting;
    if (first === undefined) return [];
    if (isAlone(first)) return waiting.splice(0, 1);
    const firstAlone = waiting.findIndex(isAlone);
    const end = firstAlone === -1 ? waiting.length : firstAlone;
    return waiting.splice(0, Math.min(end, MAX_IN_BATCH));
  }

  function pump(): void {
    scheduled = undefined;
    while (
      waiting.length > 0 &&
      waiting.length >= postsUnderWay &&
      batchesUnderWay < MAX_UNDER_WAY
    ) {
      const work: Promise<void> = take(next()).finally(() => underWay.delete(work));
      underWay.add(work);
    }
  }

  async function take(batch: readonly Waiting[]): Promise<void> {
    postsUnderWay += batch.length;
    batchesUnderWay += 1;
    const answer = await write(batch);
    postsUnderWay -= batch.length;
    batchesUnderWay -= 1;
    // The database has its next posts before those of this batch are answered.
    pump();
    answer();
  }

  /** What it comes to is told by the function that comes back. */
  async function write(batch: readonly Waiting[]): Promise<() => void> {
    const undo: (() => void)[] = [];
    const undoAll = () => {
      for (const step of undo.toReversed()) step();
    };
    const judged = batch.map(({ submission }) => judge(submission, undo));
    try {
      const startedAt = elapsedMs();
      postedType ??= await readPostedType(pool);
      const accepted = await insertAll(pool, postedType, judged);
      onCommit?.(batch.length, elapsedMs() - startedAt);
      return () =>
        batch.forEach(({ resolve, reject }, n) => {
          const one = accepted[n];
          if (one === undefined) reject(new Error("A post of a batch has no row."));
          else resolve(one);
        });
    } catch (error) {
      undoAll();
      // A database that was put back from a copy has numbered its types anew.
      postedType = undefined;
      // Nothing of it stayed. Who is guilty shows when each runs by itself.
      if (batch.length > 1 && !(explained(error) instanceof AppError && !isDangling(error))) {
        for (const one of batch) (await write([one]))();
        return () => undefined;
      }
      return () => batch.forEach(({ reject }) => reject(refusal(error)));
    }
  }

  /** Date order is id order, even when the clock steps back; what this process took in is known to it. */
  function judge(submission: NewSubmission, undo: (() => void)[]): NewSubmission {
    const now = Math.max(submission.now, lastCreatedAt);
    lastCreatedAt = now;
    const { content_hash, duplicate_window_ms, spam, key_hash } = submission;
    // It may turn out to be a repeat, and its own first sending would make it a twin. The statement, which
    // runs once the key is its own, sees the twins that are there.
    if (key_hash !== undefined) return { ...submission, now };
    const isTwin =
      spam === 0 && duplicate_window_ms > 0 && recent.has(content_hash, now - duplicate_window_ms);
    const before = recent.add(content_hash, now);
    undo.push(() => recent.restore(content_hash, before));
    return isTwin
      ? { ...submission, now, spam: 1, spam_reason: "duplicate", spam_findings: DUPLICATE_FINDINGS }
      : { ...submission, now };
  }

  async function idle(): Promise<void> {
    if (scheduled === undefined && underWay.size === 0) return;
    await Promise.all([scheduled, ...underWay]);
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
        // What comes in this turn of the event loop shares the batch.
        scheduled ??= nextTurn().then(pump);
      });
    },
    idle,
  };
}

const nextTurn = () => new Promise<void>((resolve) => void setImmediate(resolve));

/** What a batch became. */
interface Taken {
  /** In the order of the posts. */
  readonly ids: readonly number[];
  /** Those of them that are spam. */
  readonly spam: readonly number[];
  readonly has_due: boolean;
}

/** A post with a key comes alone. */
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

/** In the order of `submissions`. */
async function insert(
  client: Pick<pg.ClientBase, "query">,
  type: number,
  submissions: readonly NewSubmission[],
): Promise<readonly AcceptedSubmission[]> {
  const files = submissions.flatMap(({ attachments }, n) =>
    attachments.map((attachment) => ({ ...attachment, place: n + 1 })),
  );
  const leads = submissions.flatMap(({ lead }, n) =>
    lead === null ? [] : [{ ...lead, place: n + 1 }],
  );
  const { rows } = await client.query<Taken>(
    statementFor(postedRows(type, submissions), files, leads),
  );
  const [taken] = rows;
  if (taken === undefined) throw new Error("A batch of posts was taken in without an answer.");
  const { ids, spam, has_due: hasDue } = taken;
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

function refusal(error: unknown): unknown {
  return isDangling(error)
    ? new AppError("not_found", "This form was deleted while the post was being sent.", {
        cause: error,
      })
    : explained(error);
}
