/** Marks of submissions: read, spam, trash, and what follows from them; of one or of many. */
import { sql } from "kysely";
import { CLAIM_STATE, type ClaimState } from "../../domain/submission-claim-state.ts";
import { MARKED_FINDINGS } from "../../domain/finding.ts";
import type { Fields } from "../../domain/submission.ts";
import { cancelForSpam, queueHam, restoreCanceled } from "../deliveries/deliveries.ts";
import { forChanging } from "../engine/dialect.ts";
import { queueLeads } from "../leads/lead-scores.ts";
import type { Db, Flag } from "../engine/schema.ts";
import { impliedHam, type Judgement, learn } from "../spam/training-examples.ts";

export interface SubmissionChange {
  readonly read?: boolean | undefined;
  readonly spam?: boolean | undefined;
  readonly trash?: boolean | undefined;
}

/** What became of one. */
export interface Changed {
  readonly submission_id: number;
  readonly status: "updated" | "unchanged" | "not_found";
}

/**
 * Sets what `change` names, in one transaction, on all that are in reach. Marking ham, outside the
 * trash, queues the deliveries that were withheld as spam; marking spam or trash cancels what was not
 * yet tried for webhooks that take ham only, and taking that mark back queues it again. Marking read
 * ends every lease; marking unread frees what is dead or put off, whether it was read or not.
 *
 * @returns One for each id, in the order of `submission_ids`, which names none twice.
 */
export async function updateSubmissions(
  db: Db,
  {
    account_id,
    form_id,
    submission_ids,
    change,
    now,
  }: {
    readonly account_id: number;
    readonly form_id?: number | undefined;
    readonly submission_ids: readonly number[];
    readonly change: SubmissionChange;
    readonly now: number;
  },
): Promise<readonly Changed[]> {
  let query = db
    .selectFrom("submission")
    .select(["id", "form_id", "read", "spam", "trash", "claim_state", "lease_token"])
    .where("id", "in", [...submission_ids])
    .where("account_id", "=", account_id)
    .orderBy("id");
  if (form_id !== undefined) query = query.where("form_id", "=", form_id);
  const found = await forChanging(db, query).execute();
  const rows = found.map((row) => ({
    id: row.id,
    before: row,
    after: {
      read: flag(change.read, row.read),
      spam: flag(change.spam, row.spam),
      trash: flag(change.trash, row.trash),
    },
    isFreed: isFreed(change, row),
  }));
  const changed = rows.filter(
    ({ before, after, isFreed: freed }) =>
      freed ||
      after.read !== before.read ||
      after.spam !== before.spam ||
      after.trash !== before.trash,
  );
  const idsOf = (some: typeof rows) => some.map(({ id }) => id);
  if (change.spam !== undefined) {
    await teach(db, { account_id, rows: found, spam: change.spam, now });
  }
  await write(db, { ids: idsOf(changed), change, now });
  await free(db, idsOf(changed.filter((row) => row.isFreed)));
  const isOut = ({ spam, trash }: { readonly spam: Flag; readonly trash: Flag }) =>
    spam === 1 || trash === 1;
  const returned = changed.filter(({ before, after }) => isOut(before) && !isOut(after));
  await queueHam(db, { submission_ids: idsOf(returned), now });
  await restoreCanceled(db, { submission_ids: idsOf(returned), now });
  await queueLeads(db, { submission_ids: idsOf(returned), now });
  const withdrawn = changed.filter(
    ({ before, after }) => after.spam > before.spam || after.trash > before.trash,
  );
  await cancelForSpam(db, { submission_ids: idsOf(withdrawn), now });
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

/**
 * What is said of `spam`, a confirmation included, is a lesson for the classifier; beside what is newly
 * spam, one submission of the form that somebody read and left alone is learnt as ham.
 */
async function teach(
  db: Db,
  {
    account_id,
    rows,
    spam,
    now,
  }: {
    readonly account_id: number;
    readonly rows: readonly {
      readonly id: number;
      readonly form_id: number;
      readonly spam: Flag;
    }[];
    readonly spam: boolean;
    readonly now: number;
  },
): Promise<void> {
  if (rows.length === 0) return;
  const said = await db
    .selectFrom("submission")
    .select(["id", "fields"])
    .where(
      "id",
      "in",
      rows.map(({ id }) => id),
    )
    .execute();
  const ids = new Set(said.map(({ id }) => id));
  const forms = spam ? rows.filter((row) => row.spam === 0).map(({ form_id }) => form_id) : [];
  const beside: Judgement[] = [];
  for (const form_id of new Set(forms)) beside.push(...(await impliedHam(db, { form_id })));
  const judgements = said.map(({ id, fields }): Judgement => ({
    submission_id: id,
    fields: JSON.parse(fields) as Fields,
    spam,
  }));
  const others = beside.filter(({ submission_id }) => !ids.has(submission_id));
  await learn(db, { account_id, judgements: [...judgements, ...others], now });
}

/** Whether a change of the mark ends what holds it; a lease that runs is ended by reading alone. */
function isFreed(
  { read }: SubmissionChange,
  {
    claim_state,
    lease_token,
  }: { readonly claim_state: ClaimState; readonly lease_token: string | null },
): boolean {
  if (claim_state === CLAIM_STATE.free || read === undefined) return false;
  return read || claim_state !== CLAIM_STATE.leased || lease_token === null;
}

/** What `change` names is the same for all of them; the rest stays as it is in each. */
async function write(
  db: Db,
  {
    ids,
    change: { read, spam, trash },
    now,
  }: { readonly ids: readonly number[]; readonly change: SubmissionChange; readonly now: number },
): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable("submission")
    .set({
      ...(read === undefined ? {} : { read: toFlag(read) }),
      ...(trash === undefined ? {} : { trash: toFlag(trash) }),
      ...(spam === undefined
        ? {}
        : {
            spam: toFlag(spam),
            // Why it was spam before is kept when it is marked so once more.
            spam_reason: spam
              ? sql<string>`case when spam = 1 then spam_reason else 'marked' end`
              : null,
            spam_findings: spam
              ? sql<string>`case when spam = 1 then spam_findings else ${MARKED_FINDINGS} end`
              : null,
          }),
      updated_at: now,
    })
    .where("id", "in", [...ids])
    .execute();
}

async function free(db: Db, ids: readonly number[]): Promise<void> {
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

function flag(wanted: boolean | undefined, current: Flag): Flag {
  return wanted === undefined ? current : toFlag(wanted);
}
