/** What alerts are decided by. While nothing fails, it costs six index probes and one for each queue. */
import { type InferResult, sql } from "kysely";
import type { AlertKind, OpenAlert } from "../../domain/alerts/alert.ts";
import { DESTINATION_KINDS, type DestinationKind } from "../../domain/delivery/destination.ts";
import type { SecretBox } from "../../platform/secret-box.ts";
import { idsOf } from "../engine/paging.ts";
import type { Db } from "../engine/schema.ts";
import { WITH_WAITING } from "../deliveries/destination-queues.ts";
import { FORM_LABEL } from "../forms/form-names.ts";
import { lastErrors } from "./alerts.ts";

/** A destination that fails or that the server disabled, or one with an open alert. */
export type DestinationFacts = Readonly<InferResult<ReturnType<typeof withForm>>[number]>;

export interface DueFacts {
  readonly account_id: number;
  /** When the first one was or will be due. */
  readonly due_at: number;
}

export interface KeyFacts {
  readonly account_id: number;
  readonly id: number;
  readonly name: string;
  readonly created_at: number;
  readonly expires_at: number;
  /** Alerts about it that are over: they are not raised again. */
  readonly told: readonly AlertKind[];
}

/** Before the expiry of a key its alerts are raised. */
export const KEY_ALERT_MS = {
  key_expires: 14 * 86_400_000,
  key_expires_soon: 3 * 86_400_000,
} as const;

export type AccountAlert = OpenAlert & { readonly account_id: number };

export interface AlertFacts {
  readonly destinations: readonly DestinationFacts[];
  /** Webhooks that have succeeded after their open alert was raised; looked up only where nothing else shows it. */
  readonly succeededIds: readonly number[];
  /** Of e-mail destinations that fail: the error code of the last attempt. */
  readonly mailErrors: Readonly<Record<number, string | null>>;
  readonly due: readonly DueFacts[];
  /** Bytes of the files of accounts that use at least the given number of bytes. */
  readonly files: readonly { readonly account_id: number; readonly bytes: number }[];
  /** API keys that expire within {@link KEY_ALERT_MS} and were not rotated, and those with an open alert. */
  readonly keys: readonly KeyFacts[];
  readonly open: readonly AccountAlert[];
  /** The highest id of an alert; 0 if there is none. */
  readonly newest_id: number;
  /** The oldest account, which is that of the people who run the server. */
  readonly operatorId: number | undefined;
}

/** Of e-mail destinations that fail, so many are looked at. */
const MAX_MAIL_ERRORS = 20;

/** @param fileBytes Accounts that use fewer bytes for files are left out; `undefined` leaves all out. */
export async function alertFacts(
  db: Db,
  { fileBytes, now }: { readonly fileBytes: number | undefined; readonly now: number },
  _box?: SecretBox,
  sendable: readonly DestinationKind[] = DESTINATION_KINDS,
): Promise<AlertFacts> {
  const newest = await db
    .selectFrom("alert")
    .select(({ fn }) => fn.max<number | null>("id").as("id"))
    .executeTakeFirst();
  const open = await openAlerts(db);
  const failing = await withForm(db).where(NEEDS_LOOK).execute();
  const known = new Set(failing.map(({ id }) => id));
  const alerted = open
    .filter(({ kind }) => kind === "webhook_failing" || kind === "webhook_disabled")
    .map(({ subject_id }) => subject_id);
  const others = alerted.filter((id) => !known.has(id));
  const recovered =
    others.length === 0 ? [] : await withForm(db).where("webhook.id", "in", others).execute();
  const operator = await db
    .selectFrom("account")
    .select(({ fn }) => fn.min<number | null>("id").as("id"))
    .executeTakeFirst();
  const mails = failing.filter(({ kind }) => kind === "email").slice(0, MAX_MAIL_ERRORS);
  return {
    destinations: [...failing, ...recovered],
    succeededIds: await succeededIds(db, recovered, open),
    mailErrors: await codesOf(db, idsOf(mails)),
    due: await oldestDueOfAccounts(db, sendable),
    files: fileBytes === undefined ? [] : await filesOf(db, fileBytes),
    keys: await expiringKeys(db, open, now),
    open,
    newest_id: newest?.id ?? 0,
    operatorId: operator?.id ?? undefined,
  };
}

async function expiringKeys(
  db: Db,
  open: readonly AccountAlert[],
  now: number,
): Promise<readonly KeyFacts[]> {
  const alerted = idsAbout(open);
  const keys = await db
    .selectFrom("api_key")
    .select(["id", "account_id", "name", "created_at", "expires_at"])
    .where((key) =>
      key.or([
        key.and([
          key("expires_at", ">", now),
          key("expires_at", "<=", now + KEY_ALERT_MS.key_expires),
        ]),
        ...(alerted.length === 0 ? [] : [key("id", "in", alerted)]),
      ]),
    )
    .where(
      sql<boolean>`not exists (select 1 from api_key as next where next.replaces = api_key.id)`,
    )
    .execute();
  const ids = idsOf(keys);
  if (ids.length === 0) return [];
  const over = await db
    .selectFrom("alert")
    .select(["kind", "subject_id"])
    .where("kind", "in", Object.keys(KEY_ALERT_MS) as (keyof typeof KEY_ALERT_MS)[])
    .where("subject_id", "in", ids)
    .where("resolved_at", "is not", null)
    .execute();
  return keys.flatMap(({ expires_at, ...key }) => {
    const told = over.filter(({ subject_id }) => subject_id === key.id).map(({ kind }) => kind);
    return expires_at === null ? [] : [{ ...key, expires_at, told }];
  });
}

const idsAbout = (open: readonly AccountAlert[]) =>
  open.flatMap(({ kind, subject_id }) => (kind in KEY_ALERT_MS ? [subject_id] : []));

/** The condition of the index `webhook_failing`, word for word. */
const NEEDS_LOOK = sql<boolean>`(failing_since is not null
  or disabled_reason in ('gone', 'failing'))`;

/** Destinations whose form is not being deleted. */
const withForm = (db: Db) =>
  db
    .selectFrom("webhook")
    .leftJoin("form", "form.id", "webhook.form_id")
    .select([
      "webhook.id",
      "webhook.account_id",
      "webhook.kind",
      "webhook.purpose",
      "webhook.name",
      FORM_LABEL.as("form_name"),
      "webhook.enabled",
      "webhook.disabled_reason",
      "webhook.failing_since",
      "webhook.last_failure_at",
      "webhook.updated_at",
    ])
    .where("form.deleted_at", "is", null);

export async function openAlerts(db: Db, account_id?: number): Promise<readonly AccountAlert[]> {
  let query = db
    .selectFrom("alert")
    .select(["id", "account_id", "kind", "subject_id", "since", "raised_at", "seen_at"])
    .where("resolved_at", "is", null);
  if (account_id !== undefined) query = query.where("account_id", "=", account_id);
  return query.orderBy("account_id").execute();
}

/** Newest deliveries of a webhook, among which a success is looked for. */
const MAX_LOOKED_AT = 1_000;

/**
 * A person who enables a webhook again resets its failures too, and then its row looks as after a success. The
 * delivery log tells the two apart.
 */
async function succeededIds(
  db: Db,
  webhooks: readonly DestinationFacts[],
  open: readonly OpenAlert[],
): Promise<readonly number[]> {
  const ids: number[] = [];
  for (const { id, updated_at } of webhooks) {
    const alert = open.find((one) => one.subject_id === id && one.kind === "webhook_failing");
    if (alert === undefined || updated_at < alert.raised_at) continue;
    const success = await db
      .selectFrom((from) =>
        from
          .selectFrom("delivery")
          .select(["state", "finished_at"])
          .where("webhook_id", "=", id)
          .orderBy("id", "desc")
          .limit(MAX_LOOKED_AT)
          .as("newest"),
      )
      .select("state")
      .where("state", "=", "succeeded")
      .where("finished_at", ">=", alert.raised_at)
      .limit(1)
      .executeTakeFirst();
    if (success !== undefined) ids.push(id);
  }
  return ids;
}

async function codesOf(db: Db, ids: readonly number[]) {
  const errors = await lastErrors(db, { ids });
  return Object.fromEntries([...errors].map(([id, { error_code }]) => [id, error_code]));
}

/**
 * One index probe for each destination with a queued delivery, whatever their number. Left out are alerts, since an
 * alert that they are late would be late too.
 */
async function oldestDueOfAccounts(db: Db, sendable: readonly DestinationKind[]) {
  const kinds = sql.join(sendable.map((kind) => sql.lit(kind)));
  const { rows } = await sql<DueFacts>`
    ${WITH_WAITING}
    select webhook.account_id, min((select min(next_attempt_at) from delivery
      where state = 'queued' and delivery.webhook_id = waiting.webhook_id)) as due_at
    from waiting join webhook on webhook.id = waiting.webhook_id
    where webhook.enabled = 1 and webhook.kind in (${kinds}) and webhook.purpose <> 'account'
    group by webhook.account_id`.execute(db);
  return rows;
}

/** Of `file_total`, which has few rows. */
async function filesOf(db: Db, fileBytes: number) {
  const sum = sql<number>`cast(sum(bytes) as bigint)`;
  return db
    .selectFrom("file_total")
    .select(["account_id", sum.as("bytes")])
    .groupBy("account_id")
    .having(sum, ">=", fileBytes)
    .execute();
}
