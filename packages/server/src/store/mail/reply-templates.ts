/** Templates of replies, of one form or of the whole account. */
import type { Selectable } from "kysely";
import { AppError } from "../../domain/errors.ts";
import { templateNotFound } from "../../domain/not-found.ts";
import { lockName } from "../engine/dialect.ts";
import type { AccountScope } from "../engine/paging.ts";
import type { Db, Schema } from "../engine/schema.ts";
import { requireOwnForm } from "../forms/form-names.ts";
import { ofForms } from "../forms/live-forms.ts";

/** Templates of one account. */
const MAX_TEMPLATES = 200;

const COLUMNS = ["id", "form_id", "name", "body", "created_at", "updated_at"] as const;

export type ReplyTemplateRecord = Readonly<
  Pick<Selectable<Schema["reply_template"]>, (typeof COLUMNS)[number]>
>;

type Owned = { readonly id: number; readonly account_id: number };

/** By name. @param form_id Only those for this form, the account's included. */
export async function listReplyTemplates(
  db: Db,
  { account_id, form_id, ...scope }: AccountScope,
): Promise<readonly ReplyTemplateRecord[]> {
  let query = db
    .selectFrom("reply_template")
    .select(COLUMNS)
    .where("account_id", "=", account_id)
    .where((row) => row.or([row("form_id", "is", null), ofForms("form_id", scope)]));
  if (form_id !== undefined) {
    query = query.where((row) =>
      row.or([row("form_id", "is", null), row("form_id", "=", form_id)]),
    );
  }
  return query.orderBy("name").orderBy("id").execute();
}

export async function findReplyTemplate(
  db: Db,
  { id, account_id }: Owned,
): Promise<ReplyTemplateRecord | undefined> {
  const own = await listReplyTemplates(db, { account_id });
  return own.find((one) => one.id === id);
}

interface CreateReplyTemplateArgs extends Pick<ReplyTemplateRecord, "form_id" | "name" | "body"> {
  readonly account_id: number;
  readonly now: number;
}

/** @throws AppError `not_found` for the form; `conflict` for a name that is taken, or too many templates. */
export async function createReplyTemplate(
  db: Db,
  { account_id, form_id, name, body, now }: CreateReplyTemplateArgs,
): Promise<ReplyTemplateRecord> {
  const others = await lockedTemplates(db, account_id);
  if (others.length >= MAX_TEMPLATES) {
    throw new AppError(
      "conflict",
      `The account has ${MAX_TEMPLATES} reply templates, the most that one may have. Delete one first.`,
    );
  }
  if (form_id !== null) await requireOwnForm(db, { account_id, form_id });
  requireFreeName(others, { form_id, name });
  return db
    .insertInto("reply_template")
    .values({ account_id, form_id, name, body, created_at: now, updated_at: now })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

interface UpdateReplyTemplateArgs extends Owned {
  readonly name?: string | undefined;
  readonly body?: string | undefined;
  readonly now: number;
}

/** @throws AppError `not_found`; `conflict` for a name that is taken. */
export async function updateReplyTemplate(
  db: Db,
  { id, account_id, name, body, now }: UpdateReplyTemplateArgs,
): Promise<ReplyTemplateRecord> {
  const all = await lockedTemplates(db, account_id);
  const before = all.find((one) => one.id === id);
  if (before === undefined) throw templateNotFound(id);
  const others = all.filter((one) => one.id !== id);
  if (name !== undefined) requireFreeName(others, { form_id: before.form_id, name });
  return db
    .updateTable("reply_template")
    .set({ name: name ?? before.name, body: body ?? before.body, updated_at: now })
    .where("id", "=", id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

/** Returns the deleted template. @throws AppError `not_found`. */
export async function deleteReplyTemplate(
  db: Db,
  { id, account_id }: Owned,
): Promise<ReplyTemplateRecord> {
  const deleted = await db
    .deleteFrom("reply_template")
    .where("id", "=", id)
    .where("account_id", "=", account_id)
    .returning(COLUMNS)
    .executeTakeFirst();
  if (deleted === undefined) throw templateNotFound(id);
  return deleted;
}

/** Changes of the account's templates take turns, so that names stay unique. */
async function lockedTemplates(db: Db, account_id: number) {
  await lockName(db, `reply templates of account ${account_id}`);
  return listReplyTemplates(db, { account_id });
}

function requireFreeName(
  others: readonly ReplyTemplateRecord[],
  { form_id, name }: Pick<ReplyTemplateRecord, "form_id" | "name">,
): void {
  const isTaken = others.some(
    (one) => one.form_id === form_id && one.name.toLowerCase() === name.toLowerCase(),
  );
  if (!isTaken) return;
  throw new AppError("conflict", `There is a reply template named "${name}". Choose another name.`);
}
