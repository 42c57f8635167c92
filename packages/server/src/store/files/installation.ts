/** The mark that tells whether a database and a file storage belong to the same installation. */
import type { Db } from "../engine/schema.ts";

/** Stores `mark` if there is none yet, and returns the stored one. */
export async function claimInstallation(
  db: Db,
  { mark }: { readonly mark: string },
): Promise<string> {
  await db
    .insertInto("installation")
    .values({ mark })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const stored = await db.selectFrom("installation").select("mark").executeTakeFirstOrThrow();
  return stored.mark;
}
