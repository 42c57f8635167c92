/** Finds the account of an installation, which has exactly one. */
import type { Db } from "../store/engine/schema.ts";

/** @throws Error if no server has started on this database yet. */
export async function onlyAccount(db: Db): Promise<number> {
  const account = await db.selectFrom("account").select("id").orderBy("id").executeTakeFirst();
  if (account !== undefined) return account.id;
  throw new Error(
    "The database has no account yet. Run intray-server create-account, or start the server once.",
  );
}
