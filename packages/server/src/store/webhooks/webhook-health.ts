/** Statistics of webhooks from the newest entries of their delivery logs, independent of a log's length. */
import { sql } from "kysely";
import { type DeliveryRecord, getDeliveries } from "../deliveries/delivery-log.ts";
import type { LogState } from "../deliveries/matching-deliveries.ts";
import type { Db } from "../engine/schema.ts";
import { formWebhooks } from "./webhook-rows.ts";

const HOUR_MS = 3_600_000;
/** Length of {@link WebhookHealth.hours}. */
const HOURS = 24;
/** Queued deliveries of a webhook are counted up to here. */
const MAX_WAITING = 1_000;

/** Entries by state; open entries wait for their first attempt or are in flight. */
export interface HealthHour {
  readonly delivered: number;
  readonly failed: number;
  readonly retrying: number;
  readonly open: number;
}

export interface WebhookHealth {
  readonly webhook_id: number;
  /** Number of entries that were read, tests included. */
  readonly entries: number;
  /** When the oldest of them was created; `null` if there is none. */
  readonly oldest_at: number | null;
  readonly attempts: number;
  readonly failures: number;
  readonly lastSuccessAt: number | null;
  /** Queued entries of the whole log, counted up to {@link MAX_WAITING}. */
  readonly waiting: number;
  /** The last 24 hours by creation time of the entries, oldest first. */
  readonly hours: readonly HealthHour[];
}

interface HealthRequest {
  readonly account_id: number;
  readonly ids: readonly number[];
  readonly now: number;
  readonly limit: number;
}

const OUTCOMES = {
  succeeded: "delivered",
  exhausted: "failed",
  blocked: "failed",
  retrying: "retrying",
  queued: "open",
  delivering: "open",
  canceled: undefined,
  skipped: undefined,
} as const satisfies Record<LogState, keyof HealthHour | undefined>;

/** Statistics of those of `ids` that belong to the account, in no particular order. */
export async function webhookHealth(
  db: Db,
  request: HealthRequest,
): Promise<readonly WebhookHealth[]> {
  if (request.ids.length === 0) return [];
  const webhooks = await countWaiting(db, request);
  const own = webhooks.map(({ id }) => id);
  const groups = await newestEntries(db, own, request);
  const byWebhook = Map.groupBy(groups, ({ webhook_id }) => webhook_id);
  return webhooks.map(({ id, waiting: n }) => healthOf(id, n ?? 0, byWebhook.get(id) ?? []));
}

const countWaiting = async (db: Db, { account_id, ids }: HealthRequest) =>
  formWebhooks(db)
    .select((webhook) => [
      "webhook.id",
      webhook
        .selectFrom((from) =>
          from
            .selectFrom("delivery")
            .select(sql.lit(1).as("one"))
            .whereRef("delivery.webhook_id", "=", "webhook.id")
            .where("delivery.state", "=", sql.lit("queued"))
            .limit(sql.lit(MAX_WAITING))
            .as("queued"),
        )
        .select(({ fn }) => fn.countAll<number>().as("n"))
        .as("waiting"),
    ])
    .where("webhook.account_id", "=", account_id)
    .where("webhook.id", "in", [...ids])
    .execute();

interface Group {
  readonly webhook_id: number;
  readonly state: LogState;
  /** 0 to 23; -1 for older entries. */
  readonly hour: number;
  readonly n: number;
  readonly attempts: number;
  readonly oldest_at: number;
  readonly last_finished_at: number | null;
}

/**
 * One statement with a union arm for each webhook. With a join the planner would choose between the index
 * and a scan of the table by its estimate of how many entries there are.
 */
async function newestEntries(
  db: Db,
  ids: readonly number[],
  { now, limit }: Pick<HealthRequest, "now" | "limit">,
): Promise<readonly Group[]> {
  const logged = sql<LogState>`case when state = 'queued' and attempts_made > 0
    then 'retrying' else state end`;
  const [first, ...others] = ids.map((id) =>
    db
      .selectFrom((from) =>
        from
          .selectFrom("delivery")
          .select(["webhook_id", "attempts_made", "created_at", "finished_at", logged.as("state")])
          .where("webhook_id", "=", id)
          .orderBy("id", "desc")
          .limit(limit)
          .as("newest"),
      )
      .selectAll(),
  );
  if (first === undefined) return [];
  const begin = now - HOURS * HOUR_MS;
  // An entry created in this millisecond, or by a process whose clock is ahead, belongs to the last hour.
  const hour = sql<number>`case when created_at < ${sql.lit(begin)} then -1
    when created_at >= ${sql.lit(now)} then ${sql.lit(HOURS - 1)}
    else (created_at - ${sql.lit(begin)}) / ${sql.lit(HOUR_MS)} end`;
  return db
    .selectFrom((from) =>
      from
        .selectFrom(others.reduce((all, one) => all.unionAll(one), first).as("newest"))
        .selectAll()
        .select(hour.as("hour"))
        .as("entry"),
    )
    .select(({ fn }) => [
      "webhook_id",
      "state",
      "hour",
      fn.countAll<number>().as("n"),
      sql<number>`cast(sum(attempts_made) as bigint)`.as("attempts"),
      fn.min<number>("created_at").as("oldest_at"),
      fn.max<number | null>("finished_at").as("last_finished_at"),
    ])
    .groupBy(["webhook_id", "state", "hour"])
    .execute();
}

function healthOf(webhook_id: number, waits: number, groups: readonly Group[]): WebhookHealth {
  const sum = (of: (group: Group) => number) => groups.reduce((all, group) => all + of(group), 0);
  const succeeded = groups.filter(({ state }) => state === "succeeded");
  const successes = succeeded.reduce((all, { n }) => all + n, 0);
  const attempts = sum((group) => group.attempts);
  return {
    webhook_id,
    entries: sum(({ n }) => n),
    oldest_at: groups.length === 0 ? null : Math.min(...groups.map((group) => group.oldest_at)),
    attempts,
    failures: Math.max(0, attempts - successes),
    lastSuccessAt:
      succeeded.length === 0
        ? null
        : Math.max(...succeeded.map((one) => one.last_finished_at ?? 0)),
    waiting: waits,
    hours: Array.from({ length: HOURS }, (_, hour) => hourOf(groups, hour)),
  };
}

function hourOf(groups: readonly Group[], hour: number): HealthHour {
  const counts = { delivered: 0, failed: 0, retrying: 0, open: 0 };
  for (const group of groups) {
    const outcome = OUTCOMES[group.state];
    if (group.hour === hour && outcome !== undefined) counts[outcome] += group.n;
  }
  return counts;
}

/** The newest `limit` entries of a webhook's log. */
interface NewestDeliveries {
  readonly account_id: number;
  readonly webhook_id: number;
  readonly limit: number;
}

const newestOf = (db: Db, { account_id, webhook_id, limit }: NewestDeliveries) =>
  db
    .selectFrom("delivery")
    .select("id")
    .where("account_id", "=", account_id)
    .where("webhook_id", "=", webhook_id)
    .orderBy("id", "desc")
    .limit(limit);

/** Unlike {@link listDeliveries} it does not count the log. */
export async function newestDeliveries(
  db: Db,
  newest: NewestDeliveries,
): Promise<readonly DeliveryRecord[]> {
  const rows = await newestOf(db, newest).execute();
  return getDeliveries(db, { ids: rows.map(({ id }) => id) });
}

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
export async function receiverAnswers(db: Db, newest: NewestDeliveries): Promise<ReceiverAnswers> {
  const groups = await db
    .selectFrom(newestOf(db, newest).select("state").as("newest"))
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
  const last_id = Math.max(0, ...answers.map((answer) => answer.last_id));
  const [last] = await getDeliveries(db, { ids: last_id === 0 ? [] : [last_id] });
  return { answers: answers.map(({ last_id: _, ...answer }) => answer), last };
}
