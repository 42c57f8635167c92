/** Finds an account, and fills an empty database with the first one. */
import type { Selectable } from "kysely";
import type { FactorRule } from "../../domain/account/second-factor.ts";
import type { Db, Schema } from "../engine/schema.ts";
import { createLogin, hasAccount, type NewLogin } from "./logins.ts";
import { createSignInLink } from "./sessions.ts";
import { lockTable } from "../engine/dialect.ts";

export async function findAccount(
  db: Db,
  { id }: { readonly id: number },
): Promise<
  | (Pick<Selectable<Schema["account"]>, "id" | "name" | "created_at" | "spam_prior"> & FactorRule)
  | undefined
> {
  return db
    .selectFrom("account")
    .select(["id", "name", "created_at", "factor_role", "factor_from", "spam_prior"])
    .where("id", "=", id)
    .$narrowType<FactorRule>()
    .executeTakeFirst();
}

/** Sets of whom the account needs a second factor. */
export async function setFactorRule(
  db: Db,
  { account_id, ...rule }: FactorRule & { readonly account_id: number },
): Promise<void> {
  await db.updateTable("account").set(rule).where("id", "=", account_id).execute();
}

interface FirstStart {
  /** Twelve lower-case hex digits for the sample form. */
  readonly form_uuid: string;
  /** SHA-256 and first characters of the API key. */
  readonly key_hash: Uint8Array;
  readonly key_prefix: string;
  /** The first login; `undefined` if nobody may sign in yet. */
  readonly login?: NewLogin | undefined;
  /** A link that signs the owner in once, to choose a password. */
  readonly link?: { readonly token_hash: Uint8Array; readonly expires_at: number } | undefined;
  readonly now: number;
}

/** Creates the rows if there is no account yet; `isFirst` says whether it did. */
export async function firstStart(
  db: Db,
  { form_uuid, key_hash, key_prefix, login, link, now }: FirstStart,
): Promise<{ readonly isFirst: boolean }> {
  await lockTable(db, "account");
  if (await hasAccount(db, {})) return { isFirst: false };
  const account = await db
    .insertInto("account")
    .values({ name: "Account", email: login?.email.toLowerCase() ?? null, created_at: now })
    .returning("id")
    .executeTakeFirstOrThrow();
  const account_id = account.id;
  const project = await db
    .insertInto("project")
    .values({ account_id, name: "My project", created_at: now, updated_at: now })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("form")
    .values({
      account_id,
      project_id: project.id,
      uuid: form_uuid,
      name: "Sample form",
      created_at: now,
      updated_at: now,
    })
    .execute();
  await db
    .insertInto("api_key")
    .values({
      account_id,
      name: "First key",
      can_delete: 1,
      hash: Buffer.from(key_hash),
      prefix: key_prefix,
      created_at: now,
    })
    .execute();
  if (login !== undefined) await createLogin(db, { ...login, account_id, now });
  if (link !== undefined) await createSignInLink(db, { ...link, account_id, login_id: null, now });
  return { isFirst: true };
}
