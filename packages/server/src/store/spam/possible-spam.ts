/** Submissions whose findings made them possible spam, and that nobody has marked since. */
import { sql } from "kysely";
import type { AccountScope } from "../engine/paging.ts";
import { ofForms } from "../forms/live-forms.ts";
import type { Db } from "../engine/schema.ts";

/** @param limit Counting stops there. */
export async function countPossibleSpam(
  db: Db,
  { account_id, limit, ...scope }: AccountScope & { readonly limit: number },
): Promise<number> {
  const found = await db
    .selectFrom("submission")
    .select("id")
    .where("account_id", "=", account_id)
    // As in the index.
    .where("spam_findings", "is not", null)
    .where("spam", "=", sql.lit(0))
    .where("trash", "=", 0)
    .where(ofForms("form_id", scope))
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
  return found.length;
}
