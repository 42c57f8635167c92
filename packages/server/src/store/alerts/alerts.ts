/** Lists alerts, and finds what their messages say, such as why destinations fail. */
import { sql } from "kysely";
import type { AlertDetail, AlertNews } from "../../domain/alerts/alert.ts";
import { type AccountScope, isPartial } from "../engine/paging.ts";
import { ofForms } from "../forms/live-forms.ts";
import type { Db } from "../engine/schema.ts";

type AlertRecord = AlertNews & { readonly id: number };

const COLUMNS = [
  "id",
  "kind",
  "subject_id",
  "detail",
  "since",
  "raised_at",
  "resolved_at",
  "resolution",
] as const;

type ListAlertsArgs = AccountScope & { readonly resolved: number; readonly seesAccount?: boolean };

/**
 * All open alerts of an account, and its newest resolved ones; the newest first. Those of a project are those about its
 * forms and their webhooks, and about the whole account.
 */
export async function listAlerts(
  db: Db,
  { account_id, resolved, seesAccount = true, ...scope }: ListAlertsArgs,
): Promise<readonly AlertRecord[]> {
  let all = db.selectFrom("alert").select(COLUMNS).where("account_id", "=", account_id);
  if (isPartial(scope)) {
    const isOfAccount = seesAccount ? sql<boolean>`subject_id = 0` : sql<boolean>`false`;
    const isOfForm = sql<boolean>`case when kind in ('webhook_failing', 'webhook_disabled')
      then subject_id in (select id from webhook where (form_id is null and ${isOfAccount}) or ${ofForms("form_id", scope)})
      when kind in ('key_expires', 'key_expires_soon') then ${seesAccount ? sql`1 = 1` : sql`1 = 0`}
      else ${ofForms("subject_id", scope)} end`;
    all = all.where((alert) => alert.or([isOfAccount, isOfForm]));
  }
  const open = await all.where("resolved_at", "is", null).execute();
  const over = await all
    .where("resolved_at", "is not", null)
    .orderBy("id", "desc")
    .limit(resolved)
    .execute();
  return [...open, ...over]
    .toSorted((a, b) => b.id - a.id)
    .map((row) => ({ ...row, detail: JSON.parse(row.detail) as AlertDetail }));
}

export async function alertDetails(
  db: Db,
  { account_id, ids }: { readonly account_id: number; readonly ids: readonly number[] },
): Promise<ReadonlyMap<number, AlertDetail>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("alert")
    .select(["id", "detail"])
    .where("account_id", "=", account_id)
    .where("id", "in", [...ids])
    .execute();
  return new Map(rows.map(({ id, detail }) => [id, JSON.parse(detail) as AlertDetail]));
}

/** Why destinations fail, in words, by id. */
export const lastErrorTexts = async (
  db: Db,
  { ids }: { readonly ids: readonly number[] },
): Promise<ReadonlyMap<number, string>> =>
  new Map([...(await lastErrors(db, { ids }))].map(([id, { text }]) => [id, text]));

const MAX_WAITING = 1_000;

/** Deliveries of an account that are due, without alerts, counted up to {@link MAX_WAITING}. */
export async function countDue(
  db: Db,
  { account_id, now }: { readonly account_id: number; readonly now: number },
): Promise<number> {
  const { n } = await db
    .selectFrom((from) =>
      from
        .selectFrom("webhook")
        .innerJoin("delivery", "delivery.webhook_id", "webhook.id")
        .select(sql.lit(1).as("one"))
        .where("webhook.account_id", "=", account_id)
        .where("webhook.enabled", "=", 1)
        .where("webhook.purpose", "<>", "account")
        .where("delivery.state", "=", sql.lit("queued"))
        .where("delivery.next_attempt_at", "<=", now)
        .limit(sql.lit(MAX_WAITING))
        .as("due"),
    )
    .select(({ fn }) => fn.countAll<number>().as("n"))
    .executeTakeFirstOrThrow();
  return n;
}

interface LastError {
  readonly error_code: string | null;
  /** For people. */
  readonly text: string;
}

/** The newest deliveries of a destination, among whose attempts the last one is looked for. */
const MAX_DELIVERIES = 50;

/** By the id of the destination; those without a failed attempt in their newest deliveries are left out. */
export async function lastErrors(
  db: Db,
  { ids }: { readonly ids: readonly number[] },
): Promise<ReadonlyMap<number, LastError>> {
  const found = new Map<number, LastError>();
  for (const id of ids) {
    const attempt = await db
      .selectFrom("attempt")
      .select(["error_code", "http_status", "response_excerpt"])
      .where("outcome", "in", ["failed", "blocked"])
      .where("delivery_id", "in", (of) =>
        of
          .selectFrom("delivery")
          .select("id")
          .where("webhook_id", "=", id)
          .orderBy("id", "desc")
          .limit(MAX_DELIVERIES),
      )
      .orderBy("started_at", "desc")
      .orderBy("id", "desc")
      .limit(1)
      .executeTakeFirst();
    if (attempt === undefined) continue;
    const { error_code, http_status, response_excerpt } = attempt;
    const code = http_status === null ? (error_code ?? "failed") : `HTTP ${http_status}`;
    const excerpt = response_excerpt?.trim() ?? "";
    found.set(id, { error_code, text: excerpt === "" ? code : `${code}: ${excerpt}` });
  }
  return found;
}
