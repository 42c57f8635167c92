/** How the receiver of a webhook answered to the deliveries that it has not accepted. */
import { sql } from "kysely";
import { type DeliveryRecord, getDeliveries } from "../deliveries/delivery-log.ts";
import type { Db } from "../engine/schema.ts";

/** An answer to the last attempt of deliveries, and how many had it. */
export interface ReceiverAnswer {
  readonly http_status: number | null;
  /** As in the table `attempt`; `null` in an attempt that the server's shutdown aborted. */
  readonly error_code: string | null;
  readonly count: number;
}

export interface ReceiverAnswers {
  /** The most frequent first. */
  readonly answers: readonly ReceiverAnswer[];
  /** The newest of these deliveries; `undefined` if there is none. */
  readonly last: DeliveryRecord | undefined;
}

/** Groups those of the newest `limit` deliveries of a webhook that were attempted without success. */
export async function receiverAnswers(
  db: Db,
  {
    account_id,
    webhook_id,
    limit,
  }: { readonly account_id: number; readonly webhook_id: number; readonly limit: number },
): Promise<ReceiverAnswers> {
  const groups = await db
    .selectFrom((from) =>
      from
        .selectFrom("delivery")
        .select(["id", "state"])
        .where("account_id", "=", account_id)
        .where("webhook_id", "=", webhook_id)
        .orderBy("id", "desc")
        .limit(limit)
        .as("newest"),
    )
    .innerJoin("attempt", "attempt.delivery_id", "newest.id")
    .select(({ fn }) => [
      "attempt.http_status",
      "attempt.error_code",
      fn.countAll<number>().as("count"),
      fn.max<number>("newest.id").as("last_id"),
    ])
    .where("newest.state", "in", ["queued", "delivering", "exhausted", "blocked"])
    .where(
      "attempt.number",
      "=",
      sql<number>`(select max(number) from attempt as other where other.delivery_id = newest.id)`,
    )
    .groupBy(["attempt.http_status", "attempt.error_code"])
    .execute();
  const answers = groups.toSorted((a, b) => b.count - a.count || b.last_id - a.last_id);
  const newest = Math.max(0, ...answers.map(({ last_id }) => last_id));
  const [last] = await getDeliveries(db, { ids: newest === 0 ? [] : [newest] });
  return { answers: answers.map(({ last_id: _, ...answer }) => answer), last };
}
