/** The delivery log: deliveries with their attempts, and how it is pruned. */
import { type Selectable, sql } from "kysely";
import {
  hasOwnBody,
  isForRecipientOnly,
  mailMessageId,
  messageId,
  ownMessageId,
} from "../../domain/delivery/delivery.ts";
import { type DestinationKind, kindOfAddress } from "../../domain/delivery/destination.ts";
import { type AccountPage, type ListPage, ROW_COUNT } from "../engine/paging.ts";
import type { Flag, Db, Schema } from "../engine/schema.ts";
import { requireHistory } from "../engine/history.ts";
import { type DeliveryFilter, matchingDeliveries } from "./matching-deliveries.ts";
import { forTaking, tryMaintenanceLock } from "../engine/dialect.ts";

const COLUMNS = [
  "id",
  "form_id",
  "submission_id",
  "webhook_id as destination_id",
  "webhook_name as destination_name",
  "url as address",
  "trigger",
  "state",
  "reason",
  "attempts_made",
  "next_attempt_at",
  "created_at",
  "finished_at",
  "pruned_at",
  "is_current",
] as const;

/** The columns of an attempt that are shown and written: all but its id and its delivery. */
export const ATTEMPT_COLUMNS = [
  "number",
  "started_at",
  "duration_ms",
  "outcome",
  "http_status",
  "smtp_status",
  "error_code",
  "response_excerpt",
  "remote_ip",
  "next_attempt_at",
] as const;

export type DeliveryRecord = Omit<
  Selectable<Schema["delivery"]>,
  | "account_id"
  | "webhook_id"
  | "webhook_name"
  | "url"
  | "claims"
  | "lost_workers"
  | "lease_token"
  | "lease_expires_at"
  | "dismissed_at"
> & {
  readonly kind: DestinationKind;
  /** `null` if it is about the account, or its form was deleted. */
  readonly form_name: string | null;
  /** Whether its submission can be sent to its destination again: it exists and is enabled. */
  readonly can_refire: boolean;
  readonly destination_id: number;
  readonly destination_name: string;
  readonly address: string;
  /**
   * The `webhook-id` of its requests, or the Message-ID of its mail up to the @; `null` if the destination was deleted, or its own body was pruned.
   */
  readonly message_id: string | null;
  /** What was sent; `null` before the first attempt renders it, once it is pruned, and if only the recipient may see it. */
  readonly request: {
    readonly content_type: string;
    readonly bytes: number;
    /** Hex. */
    readonly body_sha256: string;
    /** An earlier body was pruned and rendered again, so this one may differ from it. */
    readonly rendered_again: boolean;
  } | null;
  readonly attempts: readonly Pick<
    Selectable<Schema["attempt"]>,
    (typeof ATTEMPT_COLUMNS)[number]
  >[];
};

/** Deliveries of a submission, a form, a destination or the whole account, newest first. */
export async function listDeliveries(
  db: Db,
  filter: AccountPage & DeliveryFilter,
): Promise<ListPage<DeliveryRecord>> {
  await requireHistory(db, "delivery", filter);
  const all = matchingDeliveries(db, filter);
  let page = all.select("id").orderBy("id", "desc").limit(filter.limit).offset(filter.offset);
  if (filter.after_id !== undefined) page = page.where("id", "<", filter.after_id);
  const ids = (await page.execute()).map((row) => row.id);
  const { n: count } = await all.select(ROW_COUNT).executeTakeFirstOrThrow();
  return { records: await getDeliveries(db, { ids }), count };
}

// The plus keeps SQLite off the webhook's index, which holds its whole log; a submission has few entries.
const wasRenderedBefore = sql<Flag>`case when test_body.delivery_id is null and exists (
  select 1 from delivery as before where before.submission_id = delivery.submission_id
    and +before.webhook_id = delivery.webhook_id and before.id < delivery.id
    and before.claims > 0 and before.pruned_at <= delivery_body.created_at) then 1 else 0 end`;

/** Deliveries with their attempts, in the order of `ids`; unknown ids are left out. */
export async function getDeliveries(
  db: Db,
  { ids }: { readonly ids: readonly number[] },
): Promise<readonly DeliveryRecord[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("delivery")
    .leftJoin("delivery_body", (join) =>
      join
        .onRef("delivery_body.submission_id", "=", "delivery.submission_id")
        .onRef("delivery_body.webhook_id", "=", "delivery.webhook_id"),
    )
    .leftJoin("test_body", "test_body.delivery_id", "delivery.id")
    .leftJoin("submission", "submission.id", "delivery.submission_id")
    .leftJoin("webhook", "webhook.id", "delivery.webhook_id")
    .leftJoin("form", "form.id", "delivery.form_id")
    .select(COLUMNS.map((name) => `delivery.${name}` as const))
    .select(({ fn }) => [
      // An own body may differ from that of its submission's other deliveries.
      fn.coalesce("test_body.content_type", "delivery_body.content_type").as("content_type"),
      fn.coalesce("test_body.sha256", "delivery_body.sha256").as("sha256"),
      fn<number>("length", [fn.coalesce("test_body.body", "delivery_body.body")]).as("bytes"),
    ])
    .select([
      "test_body.delivery_id as own",
      "test_body.uid as own_uid",
      "submission.uid as submission_uid",
      "form.name as form_name",
      "webhook.enabled",
      "webhook.id as destination",
      "webhook.uid as destination_uid",
    ])
    .select(wasRenderedBefore.as("rendered_again"))
    .where("delivery.id", "in", [...ids])
    .execute();
  const attempts = await db
    .selectFrom("attempt")
    .select(["delivery_id", ...ATTEMPT_COLUMNS])
    .where("delivery_id", "in", [...ids])
    .orderBy("number")
    .execute();
  const attemptsOf = Map.groupBy(attempts, (attempt) => attempt.delivery_id);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    if (row === undefined) return [];
    const { content_type, sha256, bytes, rendered_again, enabled, ...named } = row;
    const { own, own_uid, submission_uid, destination, destination_uid, ...delivery } = named;
    // The stored body of a pruned entry was rendered for a later one.
    const isRendered = content_type !== null && sha256 !== null && row.pruned_at === null;
    const isShown = isRendered && !isForRecipientOnly(row.trigger);
    const kind = kindOfAddress(delivery.address);
    const sentId = sentAs(delivery, { own, own_uid, submission_uid, destination, destination_uid });
    return [
      {
        ...delivery,
        kind,
        can_refire: enabled === 1 && row.submission_id !== null && !hasOwnBody(row.trigger),
        message_id: kind === "email" && sentId !== null ? mailMessageId(sentId) : sentId,
        request: isShown
          ? {
              content_type,
              bytes,
              body_sha256: Buffer.from(sha256).toString("hex"),
              rendered_again: rendered_again === 1,
            }
          : null,
        attempts: (attemptsOf.get(id) ?? []).map(({ delivery_id: _, ...attempt }) => attempt),
      },
    ];
  });
}

function sentAs(
  { id, trigger, submission_id }: Pick<DeliveryRecord, "id" | "trigger" | "submission_id">,
  row: {
    readonly submission_uid: string | null;
    /** The id of the destination, if it exists. */
    readonly destination: number | null;
    readonly destination_uid: string | null;
    /** The id of the delivery, if its own body exists. */
    readonly own: number | null;
    readonly own_uid: string | null;
  },
): string | null {
  if (hasOwnBody(trigger)) {
    return row.own === null ? null : ownMessageId(trigger, { id, uid: row.own_uid });
  }
  if (submission_id === null || row.destination === null) return null;
  return messageId(
    { id: submission_id, uid: row.submission_uid },
    { id: row.destination, uid: row.destination_uid },
  );
}

/**
 * Prunes at most `limit` entries that finished before `finishedBefore`, oldest first. A body stays while
 * another entry of the same submission and destination that is not pruned uses it.
 *
 * @returns How many were pruned.
 */
export async function pruneDeliveries(
  db: Db,
  {
    finishedBefore,
    now,
    limit,
  }: { readonly finishedBefore: number; readonly now: number; readonly limit: number },
): Promise<number> {
  if (!(await tryMaintenanceLock(db, "prune"))) return 0;
  const old = await forTaking(
    db,
    db
      .selectFrom("delivery")
      .select(["id", "submission_id"])
      // As literals, so that the partial index matches.
      .where(sql<boolean>`state not in ('queued', 'delivering')`)
      .where("pruned_at", "is", null)
      .where("finished_at", "<", finishedBefore)
      .orderBy("finished_at")
      .limit(limit),
  ).execute();
  if (old.length === 0) return 0;
  const ids = old.map(({ id }) => id);
  await db.updateTable("delivery").set({ pruned_at: now }).where("id", "in", ids).execute();
  await db.deleteFrom("attempt").where("delivery_id", "in", ids).execute();
  await db.deleteFrom("test_body").where("delivery_id", "in", ids).execute();
  await db
    .deleteFrom("delivery_body")
    .where(
      "submission_id",
      "in",
      old.flatMap(({ submission_id }) => submission_id ?? []),
    )
    .where((is) =>
      is.not(
        is.exists(
          is
            .selectFrom("delivery as later")
            .select(sql.lit(1).as("one"))
            .whereRef("later.submission_id", "=", "delivery_body.submission_id")
            .whereRef("later.webhook_id", "=", "delivery_body.webhook_id")
            .where("later.trigger", "<>", "test")
            .where("later.pruned_at", "is", null),
        ),
      ),
    )
    .execute();
  return old.length;
}
