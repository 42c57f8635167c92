/** Counts what is waiting, for the metrics. */
import { sql } from "kysely";
import { ALERT_KINDS } from "../../domain/alerts/alert.ts";
import { DESTINATION_KINDS, type DestinationKind } from "../../domain/delivery/destination.ts";
import { WITH_WAITING } from "../deliveries/destination-queues.ts";
import type { Db } from "../engine/schema.ts";

/** Reads the index of queued deliveries, whatever the number of others: 300,000 of them take SQLite some 10 ms. */
export async function openWork(db: Db, _: object) {
  const pending = await sql<Counted<DestinationKind>>`
    ${WITH_WAITING}
    select webhook.kind, (select count(*) from delivery
      where state = 'queued' and delivery.webhook_id = waiting.webhook_id) as n
    from waiting join webhook on webhook.id = waiting.webhook_id`.execute(db);
  const alerts = await db
    .selectFrom("alert")
    .select(["kind", sql.lit(1).as("n")])
    .where("resolved_at", "is", null)
    .execute();
  return {
    /** Queued deliveries, due or not, by the kind of their destination. */
    pending: sumByKind(DESTINATION_KINDS, pending.rows),
    /** Alerts of all accounts that are not over. */
    alerts: sumByKind(ALERT_KINDS, alerts),
  };
}

interface Counted<Kind> {
  readonly kind: Kind;
  readonly n: number;
}

/** Kinds that do not occur are 0. */
function sumByKind<Kind extends string>(kinds: readonly Kind[], rows: readonly Counted<Kind>[]) {
  const sums = Object.fromEntries(kinds.map((kind) => [kind, 0])) as Record<Kind, number>;
  for (const { kind, n } of rows) sums[kind] += n;
  return sums;
}
