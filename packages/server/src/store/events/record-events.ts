/**
 * Records events about deliveries, in the transaction that changes them: one row for each form; those of replies
 * are events of their submission. Triggers record changes and deletions of submissions, but for those of their
 * notes and replies; new submissions are read from their own table.
 */
import { type Selectable, sql } from "kysely";
import { compileOnce } from "../engine/compiled.ts";
import { given, rowsText, whole } from "../engine/dialect.ts";
import { isMadeByUsers, kindOfAddress } from "../../domain/delivery/destination.ts";
import { logState } from "../deliveries/matching-deliveries.ts";
import type { Db, Schema } from "../engine/schema.ts";

export const DELIVERY_EVENT_COLUMNS = [
  "delivery.id",
  "delivery.account_id",
  "delivery.form_id",
  "delivery.submission_id",
  "delivery.webhook_id",
  "delivery.url",
  "delivery.trigger",
  "delivery.state",
  "delivery.attempts_made",
] as const;

type Unqualified<Column> = Column extends `delivery.${infer Name}` ? Name : never;

export type ChangedDelivery = Pick<
  Selectable<Schema["delivery"]>,
  Unqualified<(typeof DELIVERY_EVENT_COLUMNS)[number]>
>;

/** An event about one delivery to a webhook, as stored in `event.items`. */
export type DeliveryItem = readonly [
  id: number,
  submission_id: number | null,
  webhook_id: number,
  state: string,
];

export async function recordDeliveryEvents(
  db: Db,
  deliveries: readonly ChangedDelivery[],
  now: number,
): Promise<void> {
  await recordReplies(db, deliveries, now);
  const announced = deliveries.filter(isAnnounced);
  if (announced.length === 0) return;
  const byForm = Map.groupBy(announced, ({ form_id }) => form_id);
  const rows = [...byForm].flatMap(([form_id, some]) =>
    form_id === null
      ? []
      : { account_id: some[0]?.account_id ?? 0, form_id, items: JSON.stringify(some.map(item)) },
  );
  await insertEvents(db, { rows: rowsText(db, EVENT_TYPES, rows), now });
}

/** What becomes of a reply is a change of its submission, which shows it. */
async function recordReplies(db: Db, deliveries: readonly ChangedDelivery[], now: number) {
  for (const { trigger, submission_id: id, account_id, form_id, state } of deliveries) {
    // It was recorded with the reply when it was queued.
    if (trigger !== "reply" || state === "queued" || form_id === null || id === null) continue;
    await recordSubmissionUpdated(db, { id, account_id, form_id, now });
  }
}

/** Events name a form and a webhook, so deliveries of the account and to what users do not make have none. */
const isAnnounced = ({ form_id, url }: ChangedDelivery): boolean =>
  form_id !== null && isMadeByUsers(kindOfAddress(url));

const insertEvents = compileOnce((db, p: { readonly rows: string; readonly now: number }) =>
  db
    .insertInto("event")
    .columns(["account_id", "form_id", "kind", "items", "created_at"])
    .expression((from) =>
      from
        .selectFrom(given(db, EVENT_TYPES, p.rows))
        .select([
          "account_id",
          "form_id",
          sql<"delivery.updated">`'delivery.updated'`.as("kind"),
          "items",
          whole(p.now).as("created_at"),
        ]),
    ),
);

const EVENT_TYPES = { account_id: "bigint", form_id: "bigint", items: "text" } as const;

const item = (row: ChangedDelivery) => [row.id, row.submission_id, row.webhook_id, logState(row)];

interface RecordSubmissionUpdatedArgs {
  readonly id: number;
  readonly account_id: number;
  readonly form_id: number;
  readonly now: number;
}

export async function recordSubmissionUpdated(
  db: Db,
  { id, account_id, form_id, now }: RecordSubmissionUpdatedArgs,
): Promise<void> {
  const items = JSON.stringify([id]);
  await db
    .insertInto("event")
    .values({ account_id, form_id, kind: "submission.updated", items, created_at: now })
    .execute();
}
