/** Every query on the table login: who may sign in with a password. */
import { AppError } from "../errors.ts";
import type { Db } from "./schema.ts";

export interface NewLogin {
  /** In any letter case. */
  readonly email: string;
  readonly password_hash: string;
}

/** Whether there is an account, which is whether a server has ever started on this database. */
export async function hasAccount(db: Db, _: Record<string, never>): Promise<boolean> {
  const account = await db.selectFrom("account").select("id").limit(1).executeTakeFirst();
  return account !== undefined;
}

/** @throws AppError `conflict` when somebody has this address already. */
export async function createLogin(
  db: Db,
  {
    account_id,
    email,
    password_hash,
    now,
  }: NewLogin & { readonly account_id: number; readonly now: number },
): Promise<void> {
  const created = await db
    .insertInto("login")
    .values({
      account_id,
      email: email.toLowerCase(),
      password_hash,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.column("email").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (created !== undefined) return;
  throw new AppError(
    "conflict",
    `${email} may sign in already. A new password is given by reset-password.`,
  );
}

/** @throws AppError `not_found`. */
export async function setPassword(
  db: Db,
  { email, password_hash, now }: NewLogin & { readonly now: number },
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable("login")
    .set({ password_hash, updated_at: now })
    .where("email", "=", email.toLowerCase())
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n) return;
  const known = await db.selectFrom("login").select("email").orderBy("id").limit(10).execute();
  throw new AppError(
    "not_found",
    known.length === 0
      ? "Nobody may sign in yet. create-account makes the first one."
      : `There is nobody with the address ${email}. Those there are: ${known.map((one) => one.email).join(", ")}.`,
  );
}
