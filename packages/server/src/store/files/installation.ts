/** The mark of an installation, by which the place of its files is known. */
import type { Db } from "../engine/schema.ts";

/** Keeps `mark` when there is none yet; answers the one that is kept. */
export async function claimInstallation(
  db: Db,
  { mark }: { readonly mark: string },
): Promise<string> {
  await db
    .insertInto("installation")
    .values({ mark })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const kept = await db.selectFrom("installation").select("mark").executeTakeFirstOrThrow();
  return kept.mark;
}
