/** Changes the marks of submissions, read, spam, trash and seen, and what depends on them. */
import { sql } from "kysely";
import { CLAIM_STATE, type ClaimState } from "../../domain/submission/submission-claim-state.ts";
import { MARKED_FINDINGS } from "../../domain/submission/finding.ts";
import { uidOf } from "../../domain/uid.ts";
import { type ExpectedVersions, requireVersion } from "../../domain/record-version.ts";
import { submissionVersion } from "../../domain/submission/submission-version.ts";
import type { QueueConsumer } from "../../domain/submission/queue-consumer.ts";
import { cancelForSpam, queueHam, restoreCanceled } from "../deliveries/deliveries.ts";
import { forChanging, whole } from "../engine/dialect.ts";
import { recordForForms } from "../forms/queue-consumers.ts";
import { queueLeads } from "../leads/lead-scores.ts";
import { type AccountScope, idsOf, isPartial } from "../engine/paging.ts";
import type { Flag, Db } from "../engine/schema.ts";
import { ofForms } from "../forms/live-forms.ts";
import { trainWithMarks } from "../spam/training-examples.ts";
import { changesTags, type TagChange } from "../../domain/submission/tags.ts";
import { setTags, tagsAfter } from "./submission-tags.ts";
import { recordUndo, type UndoableAct } from "./undo-parts.ts";

export interface SubmissionChange extends TagChange {
  readonly read?: boolean | undefined;
  readonly spam?: boolean | undefined;
  readonly trash?: boolean | undefined;
  /** True keeps the time at which the submission was first seen. */
  readonly seen?: boolean | undefined;
  /** Id of a login of the account; `null` for nobody. */
  readonly assignee_id?: number | null | undefined;
  /** Milliseconds since the epoch; `null` ends it. */
  readonly snoozed_until?: number | null | undefined;
}

export interface Changed {
  readonly submission_id: number;
  readonly status: "updated" | "unchanged" | "not_found";
}

/**
 * Sets the flags and tags that `change` names on all submissions in scope, in one transaction.
 *
 * - Marking ham, outside the trash, queues the deliveries that were withheld as spam.
 * - Marking spam or trash cancels deliveries without an attempt, for webhooks that are not triggered by
 *   spam. Undoing it queues them again.
 * - Marking read ends every lease. Marking unread makes dead and deferred submissions claimable again,
 *   even if they were unread before.
 * - Seen, assignee and snooze change nothing else, not even `updated_at`, which the retention of the trash counts from.
 *
 * @param submission_ids Without duplicates.
 * @param uids The uids that the submissions must have; another one with the same id is not found.
 * @param consumer The program that marks, if it is one: recorded at forms that it takes unread submissions of.
 * @returns One result for each id, in the order of `submission_ids`.
 * @throws AppError `invalid` for too many tags, `precondition_failed` for an unexpected version; changes nothing then.
 */
export async function updateSubmissions(
  db: Db,
  {
    account_id,
    form_id,
    project_id,
    member_id,
    submission_ids,
    uids,
    expected,
    change,
    consumer,
    undo,
    undoOf,
    now,
  }: {
    readonly submission_ids: readonly number[];
    readonly uids?: readonly (readonly [submission_id: number, uid: string])[] | undefined;
    readonly expected?: ExpectedVersions | undefined;
    readonly change: SubmissionChange;
    readonly consumer?: QueueConsumer | undefined;
    /** Records the flags before, so that this can be undone. */
    readonly undo?: UndoableAct | undefined;
    /**
     * When the act was done that this undoes. Then the flags are those from before it: they teach the
     * classifier nothing, and a submission that it answered is unanswered again.
     */
    readonly undoOf?: number | undefined;
    readonly now: number;
  } & AccountScope,
): Promise<readonly Changed[]> {
  let query = db
    .selectFrom("submission")
    .select([
      "id",
      "uid",
      "form_id",
      "read",
      "spam",
      "spam_findings",
      "trash",
      "seen_at",
      "assignee_id",
      "snoozed_until",
      "claim_state",
      "lease_token",
      "tags",
    ])
    .where("id", "in", [...submission_ids])
    .where("account_id", "=", account_id)
    .orderBy("id");
  const scope = { form_id, project_id, member_id };
  if (isPartial(scope)) query = query.where(ofForms("form_id", scope));
  const wanted = uids === undefined ? undefined : new Map(uids);
  const found = (await forChanging(db, query).execute()).filter(
    (row) => wanted === undefined || wanted.get(row.id) === uidOf(row),
  );
  for (const row of found) requireVersion(submissionVersion(row), expected);
  const rows = found.map((row) => ({
    id: row.id,
    before: row,
    after: {
      read: flag(change.read, row.read),
      spam: flag(change.spam, row.spam),
      trash: flag(change.trash, row.trash),
      isSeen: change.seen ?? row.seen_at !== null,
      assignee_id: change.assignee_id === undefined ? row.assignee_id : change.assignee_id,
      snoozed_until: change.snoozed_until === undefined ? row.snoozed_until : change.snoozed_until,
    },
    tags: changesTags(change) ? tagsAfter(row, change) : row.tags,
    endsClaim: endsClaim(change, row),
  }));
  const changed = rows.filter(
    ({ before, after, tags, endsClaim: isClaimEnded }) =>
      isClaimEnded ||
      after.read !== before.read ||
      after.spam !== before.spam ||
      // The verdict on possible spam ends the doubt.
      (change.spam === false && before.spam_findings !== null) ||
      after.trash !== before.trash ||
      tags !== before.tags ||
      after.assignee_id !== before.assignee_id ||
      after.snoozed_until !== before.snoozed_until ||
      after.isSeen !== (before.seen_at !== null),
  );
  const beforeOf = ({ before }: (typeof rows)[number]) => before;
  if (undo !== undefined) {
    await recordUndo(db, { account_id, act: undo, change, rows: changed.map(beforeOf), now });
  }
  if (change.spam !== undefined && undoOf === undefined) {
    await trainWithMarks(db, { account_id, rows: found, spam: change.spam, now });
  }
  await setFlags(db, { ids: idsOf(changed), change, undoOf, now });
  await setTags(db, {
    account_id,
    rows: changed.filter(({ before, tags }) => tags !== before.tags),
  });
  if (consumer !== undefined) {
    const taken = changed.filter(({ before, after }) => after.read > before.read);
    const formIds = taken.map(({ before }) => before.form_id);
    await recordForForms(db, { formIds, consumer });
  }
  await endClaims(db, idsOf(changed.filter((row) => row.endsClaim)));
  const isExcluded = ({ spam, trash }: { readonly spam: Flag; readonly trash: Flag }) =>
    spam === 1 || trash === 1;
  const returned = changed.filter(({ before, after }) => isExcluded(before) && !isExcluded(after));
  await queueHam(db, { submission_ids: idsOf(returned), now });
  await restoreCanceled(db, { submission_ids: idsOf(returned), now });
  await queueLeads(db, { submission_ids: idsOf(returned), now });
  const excluded = changed.filter(
    ({ before, after }) => after.spam > before.spam || after.trash > before.trash,
  );
  await cancelForSpam(db, { submission_ids: idsOf(excluded), now });
  const known = new Set(idsOf(rows));
  const updated = new Set(idsOf(changed));
  return submission_ids.map((submission_id) => ({
    submission_id,
    status: updated.has(submission_id)
      ? "updated"
      : known.has(submission_id)
        ? "unchanged"
        : "not_found",
  }));
}

/** Whether the change ends the claim state: read ends any, unread ends all but a lease. */
function endsClaim(
  { read }: SubmissionChange,
  {
    claim_state,
    lease_token,
  }: { readonly claim_state: ClaimState; readonly lease_token: string | null },
): boolean {
  if (claim_state === CLAIM_STATE.free || read === undefined) return false;
  return read || claim_state !== CLAIM_STATE.leased || lease_token === null;
}

interface SetFlagsArgs {
  readonly ids: readonly number[];
  readonly change: SubmissionChange;
  readonly undoOf: number | undefined;
  readonly now: number;
}

/** Sets the marks that `change` names, and leaves the others. */
async function setFlags(
  db: Db,
  { ids, change: { seen, assignee_id, snoozed_until, ...marks }, undoOf, now }: SetFlagsArgs,
): Promise<void> {
  if (ids.length === 0) return;
  const { read, spam, trash } = marks;
  const isMarked = Object.values(marks).some((mark) => mark !== undefined);
  await db
    .updateTable("submission")
    .set({
      ...(read === undefined ? {} : { read: toFlag(read) }),
      ...(read === true ? { answered_at: firstAnswered(now) } : {}),
      ...(read === false && undoOf !== undefined ? { answered_at: answeredBefore(undoOf) } : {}),
      ...(trash === undefined ? {} : { trash: toFlag(trash) }),
      ...(spam === undefined
        ? {}
        : {
            spam: toFlag(spam),
            // A submission that is spam already keeps its reason and findings.
            spam_reason: spam
              ? sql<string>`case when spam = 1 then spam_reason else 'marked' end`
              : null,
            spam_findings: spam
              ? sql<string>`case when spam = 1 then spam_findings else ${MARKED_FINDINGS} end`
              : null,
          }),
      ...(seen === undefined
        ? {}
        : { seen_at: seen ? sql<number>`coalesce(seen_at, ${whole(now)})` : null }),
      ...(assignee_id === undefined ? {} : { assignee_id }),
      ...(snoozed_until === undefined ? {} : { snoozed_until }),
      ...(isMarked ? { updated_at: now } : {}),
    })
    .where("id", "in", [...ids])
    .execute();
}

async function endClaims(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable("submission")
    .set({
      claim_state: CLAIM_STATE.free,
      claim_state_until: null,
      lease_token: null,
      lease_consumer: null,
    })
    .where("id", "in", [...ids])
    .execute();
}

const toFlag = (value: boolean): Flag => (value ? 1 : 0);

const flag = (requested: boolean | undefined, current: Flag): Flag =>
  requested === undefined ? current : toFlag(requested);

/** The new value of `answered_at` when submissions are answered at `now`: the first time stays. */
const firstAnswered = (now: number) => sql<number>`coalesce(answered_at, ${whole(now)})`;

/**
 * The value of `answered_at` after undoing an act that began at `since`: what it answered is unanswered, unless
 * somebody has replied to it.
 */
const answeredBefore = (since: number) =>
  sql<number | null>`case when answered_at < ${whole(since)} then answered_at
    else (select min(reply.created_at) from submission_reply as reply
      where reply.submission_id = submission.id) end`;
