/** How webhooks fare, from the newest entries of their logs: bounded work, whatever a log's length. */
import { sql } from "kysely";
import { type DeliveryRecord, getDeliveries, type LogState } from "../deliveries/delivery-log.ts";
import type { Db } from "../engine/schema.ts";

const HOUR_MS = 3_600_000;
/** Hours of {@link WebhookHealth.hours}. */
const HOURS = 24;
/** Of what waits, no more is counted. */
const MAX_WAITING = 1_000;

/** Entries by what came of them; what waits for its first attempt or is under way is open. */
export interface HealthHour {
  readonly delivered: number;
  readonly failed: number;
  readonly retrying: number;
  readonly open: number;
}

export interface WebhookHealth {
  readonly webhook_id: number;
  /** Entries that were read, tests included. */
  readonly entries: number;
  /** When the oldest of them was made; `null` when there is none. */
  readonly oldest_at: number | null;
  /** Their settled attempts, and those of them that failed. */
  readonly attempts: number;
  readonly failures: number;
  readonly last_success_at: number | null;
  /** Entries that wait for their time, of the whole log; {@link MAX_WAITING} when there are more. */
  readonly waiting: number;
  /** Of the last 24 hours, the oldest first, by when an entry was made. */
  readonly hours: readonly HealthHour[];
}

interface Asked {
  readonly account_id: number;
  readonly ids: readonly number[];
  readonly now: number;
  /** Entries that are read of each webhook. */
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

/** Of the webhooks that the account has among `ids`, in no order. */
export async function webhookHealth(db: Db, asked: Asked): Promise<readonly WebhookHealth[]> {
  if (asked.ids.length === 0) return [];
  const webhooks = await waiting(db, asked);
  const own = webhooks.map(({ id }) => id);
  const groups = await newestEntries(db, own, asked);
  const byWebhook = Map.groupBy(groups, ({ webhook_id }) => webhook_id);
  return webhooks.map(({ id, waiting: n }) => healthOf(id, n ?? 0, byWebhook.get(id) ?? []));
}

async function waiting(db: Db, { account_id, ids }: Asked) {
  return db
    .selectFrom("webhook")
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
}

interface Group {
  readonly webhook_id: number;
  readonly state: LogState;
  /** 0 to 23; -1 for what is older. */
  readonly hour: number;
  readonly n: number;
  readonly attempts: number;
  readonly oldest_at: number;
  readonly last_finished_at: number | null;
}

/**
 * One statement for all, with an arm for each: a join would leave it to the planner's guess of how many
 * entries are the newest ones whether it walks the index or reads the table.
 */
async function newestEntries(
  db: Db,
  ids: readonly number[],
  { now, limit }: Pick<Asked, "now" | "limit">,
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
  // What was made in this very millisecond, or by a clock ahead of ours, belongs to the last hour.
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
    last_success_at:
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

/** The newest entries of a webhook's log, without counting the log. */
export async function newestDeliveries(
  db: Db,
  {
    account_id,
    webhook_id,
    limit,
  }: { readonly account_id: number; readonly webhook_id: number; readonly limit: number },
): Promise<readonly DeliveryRecord[]> {
  const rows = await db
    .selectFrom("delivery")
    .select("id")
    .where("account_id", "=", account_id)
    .where("webhook_id", "=", webhook_id)
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
  return getDeliveries(db, { ids: rows.map(({ id }) => id) });
}
