/** Names of forms: of the one that a request names, and of those that a page offers. */
import { sql } from "kysely";
import { MAX_FORM_CHOICES, parseSettings, type FormRef } from "../../domain/form.ts";
import { compileOnce } from "../engine/compiled.ts";
import { type QueueConsumer, queueConsumerOf } from "../../domain/submission/queue-consumer.ts";
import { formNotFound } from "../../domain/not-found.ts";
import type { AccountScope } from "../engine/paging.ts";
import { isListed, isOfGrantedForm } from "./live-forms.ts";
import type { Db } from "../engine/schema.ts";

export type NamedForm = { readonly id: number; readonly name: string };

/** What people know a form by: its name, in an account of several projects behind that of its project. */
export const FORM_LABEL = sql<string>`(case when exists (select 1 from project
    where project.account_id = form.account_id and project.id <> form.project_id)
  then coalesce((select project.name from project where project.id = form.project_id) || ' / ', '')
  else '' end || form.name)`;

const byUuid = compileOnce((db, p: { readonly account_id: number; readonly uuid: string }) =>
  db
    .selectFrom("form")
    .select(["id", "name"])
    .where("uuid", "=", p.uuid)
    .where("account_id", "=", p.account_id)
    .where("deleted_at", "is", null),
);

const byId = compileOnce((db, p: { readonly account_id: number; readonly id: number }) =>
  db
    .selectFrom("form")
    .select(["id", "name"])
    .where("id", "=", p.id)
    .where("account_id", "=", p.account_id)
    .where("deleted_at", "is", null),
);

/**
 * `undefined` if the account has no such form. Most reads call it first, so it is a single compiled query. A uuid may
 * consist of digits only, so it is tried first.
 */
export async function findFormName(
  db: Db,
  { account_id, ref }: { readonly account_id: number; readonly ref: FormRef },
): Promise<NamedForm | undefined> {
  const { uuid, id } = ref;
  const [form] = uuid === undefined ? [] : await byUuid(db, { account_id, uuid });
  if (form !== undefined || id === undefined) return form;
  const [numbered] = await byId(db, { account_id, id });
  return numbered;
}

/** @throws AppError `not_found` if the account has no form of this id. */
export async function requireOwnForm(
  db: Db,
  { account_id, form_id }: { readonly account_id: number; readonly form_id: number },
): Promise<void> {
  const [form] = await byId(db, { account_id, id: form_id });
  if (form === undefined) throw formNotFound(form_id);
}

/** A form to choose from by its {@link FORM_LABEL}, and what opening one of its submissions does. */
export interface ListedForm extends NamedForm {
  readonly uuid: string;
  readonly opening_marks_read: boolean;
  readonly queue_consumer: QueueConsumer | null;
}

/** Rows of counted days, newest first, that say which forms were posted to last. */
const MAX_DAYS = 1_000;

/**
 * Forms of an account or project, oldest first: those with the ids, or {@link MAX_FORM_CHOICES} that are not archived. If
 * there are more of them, these are the ones with posts on the latest days, then the newest.
 */
export async function listFormNames(
  db: Db,
  { account_id, ids, ...scope }: AccountScope & { readonly ids?: readonly number[] },
): Promise<readonly ListedForm[]> {
  if (ids?.length === 0) return [];
  const all = db
    .selectFrom("form")
    .innerJoin("account", "account.id", "form.account_id")
    .select(["form.id", "form.uuid", "form.settings", "form.queue_consumer"])
    .select([FORM_LABEL.as("name"), "account.queue_consumer as account_consumer"])
    .where("form.account_id", "=", account_id)
    .where("form.deleted_at", "is", null)
    .$if(scope.member_id !== undefined, (some) =>
      some.where(isOfGrantedForm("form.id", scope.member_id ?? 0)),
    );
  const days = db
    .selectFrom("submission_day")
    .select(["form_id", "day"])
    .where("account_id", "=", account_id)
    .orderBy("day", "desc")
    .limit(MAX_DAYS);
  const latest = db
    .selectFrom("form")
    .leftJoin(
      db
        .selectFrom(days.as("newest"))
        .select((of) => ["form_id", of.fn.max("day").as("last_day")])
        .groupBy("form_id")
        .as("posted"),
      "posted.form_id",
      "form.id",
    )
    .select("form.id")
    .where("account_id", "=", account_id)
    .where(isListed(false, scope))
    .orderBy(sql`coalesce(posted.last_day, 0)`, "desc")
    .orderBy("form.id", "desc")
    .limit(MAX_FORM_CHOICES);
  const rows = await all
    .where("form.id", "in", ids === undefined ? latest : [...ids])
    .orderBy("form.id")
    .execute();
  return rows.map(({ account_consumer, settings, ...form }) => {
    const queue_consumer = queueConsumerOf(form.queue_consumer, account_consumer);
    const { opening_marks_read } = parseSettings(settings);
    return {
      ...form,
      opening_marks_read: opening_marks_read && queue_consumer === null,
      queue_consumer,
    };
  });
}
