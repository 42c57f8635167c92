/** Finds an account. */
import type { Db } from "../engine/schema.ts";

export async function findAccount(
  db: Db,
  { id }: { readonly id: number },
): Promise<
  { readonly id: number; readonly name: string; readonly created_at: number } | undefined
> {
  return db
    .selectFrom("account")
    .select(["id", "name", "created_at"])
    .where("id", "=", id)
    .executeTakeFirst();
}
