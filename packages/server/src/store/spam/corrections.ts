/** Reads the corrections of users that an external service has to be told of. */
import type { Fields } from "../../domain/submission/submission.ts";
import { parseSettings } from "../../domain/form.ts";
import { memberIsTrue } from "../engine/dialect.ts";
import type { Db } from "../engine/schema.ts";

interface AkismetChangesArgs {
  readonly account_id: number;
  readonly submission_ids: readonly number[];
  readonly spam: boolean;
}

/** Those of the submissions whose verdict is not `spam`, and whose form uses Akismet and contributes to training. */
export async function akismetChanges(
  db: Db,
  { account_id, submission_ids, spam }: AkismetChangesArgs,
): Promise<readonly number[]> {
  const rows = await db
    .selectFrom("submission")
    .innerJoin("form", "form.id", "submission.form_id")
    .select(["submission.id", "form.settings"])
    .where("submission.id", "in", [...submission_ids])
    .where("submission.account_id", "=", account_id)
    .where("submission.spam", "=", spam ? 0 : 1)
    .where(memberIsTrue(db, "form.settings", ["spam_checks", "akismet"]), "=", 1)
    .execute();
  return rows
    .filter(({ settings }) => parseSettings(settings).contribute_to_spam_training)
    .map(({ id }) => id);
}

/** The submission as its sender sent it, with the verdict that it has now. */
export async function readCorrection(db: Db, { id }: { readonly id: number }) {
  const row = await db
    .selectFrom("submission")
    .select(["fields", "email", "ip", "user_agent", "referrer", "spam"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { fields, email, ip, referrer } = row;
  return {
    fields: JSON.parse(fields) as Fields,
    email,
    ip,
    referrer,
    userAgent: row.user_agent,
    spam: row.spam === 1,
  };
}
