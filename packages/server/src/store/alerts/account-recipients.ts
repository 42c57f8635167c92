/** The e-mail destinations of an account: one for each sign-in address. */
import { MAILTO } from "../../domain/delivery/destination.ts";
import { addressKey, parseAddress } from "../../domain/mail/address.ts";
import { newEmailDestination } from "../destinations/email-destination.ts";
import { lockRow } from "../engine/dialect.ts";
import type { Db } from "../engine/schema.ts";

export interface AccountRecipient {
  /** Of the destination. */
  readonly id: number;
  readonly email: string;
}

/**
 * Creates the destinations of new sign-in addresses and deletes those of addresses that are none any more. Their
 * log stays.
 *
 * @returns One for each sign-in address, without those to which e-mails fail for good, or cannot be sent.
 */
export async function syncAccountRecipients(
  db: Db,
  { account_id, now }: { readonly account_id: number; readonly now: number },
): Promise<readonly AccountRecipient[]> {
  await lockRow(db, "account", account_id);
  const logins = await db
    .selectFrom("login")
    .select("email")
    .where("account_id", "=", account_id)
    .orderBy("id")
    .execute();
  const before = await db
    .selectFrom("webhook")
    .select(["id", "url"])
    .where("account_id", "=", account_id)
    .where("kind", "=", "email")
    .where("purpose", "=", "account")
    .execute();
  const suppressed = await suppressedAddresses(db, account_id);
  const wanted = new Set(logins.map(({ email }) => `${MAILTO}${email}`));
  const unused = before.filter(({ url }) => !wanted.has(url)).map(({ id }) => id);
  if (unused.length > 0) await db.deleteFrom("webhook").where("id", "in", unused).execute();
  const recipients: AccountRecipient[] = [];
  for (const { email } of logins) {
    const url = `${MAILTO}${email}`;
    const known = before.find((one) => one.url === url);
    const { id } =
      known ??
      (await db
        .insertInto("webhook")
        .values(
          newEmailDestination({
            purpose: "account",
            account_id,
            form_id: null,
            name: email,
            url,
            takes_submissions: 0,
            enabled: 1,
            recipient_role: "to",
            now,
          }),
        )
        .returning("id")
        .executeTakeFirstOrThrow());
    const canGetMail = !("problem" in parseAddress(email)) && !suppressed.has(addressKey(email));
    if (canGetMail) recipients.push({ id, email });
  }
  return recipients;
}

async function suppressedAddresses(db: Db, account_id: number): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom("mail_address")
    .select("address")
    .where("account_id", "=", account_id)
    .where("suppressed_at", "is not", null)
    .execute();
  return new Set(rows.map(({ address }) => address));
}
