/** The recipients of a form's notifications: destinations that follow from the lists in its settings. */
import { hash } from "node:crypto";
import { sql } from "kysely";
import { MAILTO, type RecipientRole } from "../../domain/delivery/destination.ts";
import { addressKey, parseAddressList } from "../../domain/mail/address.ts";
import { type MailSettings, RECIPIENT_LISTS } from "../../domain/mail/settings.ts";
import { newEmailDestination } from "../destinations/email-destination.ts";
import type { Db } from "../engine/schema.ts";
import { IS_RECIPIENT, refreshRecipients } from "./recipient-states.ts";

/** What the change of a form's recipients needs beside the lists. */
export interface RecipientChange {
  /** Random text, from which the tokens of links are derived. */
  readonly seed: string;
  /** Whether new addresses have to be confirmed by a link before anything is sent to them. */
  readonly mustConfirm: boolean;
}

interface Recipient {
  readonly address: string;
  readonly role: RecipientRole;
}

const ROLES = Object.keys(RECIPIENT_LISTS) as readonly RecipientRole[];

/** The recipients that the settings name, by {@link addressKey}. An address in two lists has the first role. */
function recipientsIn(
  settings: Pick<MailSettings, (typeof RECIPIENT_LISTS)[RecipientRole]>,
): ReadonlyMap<string, Recipient> {
  const found = new Map<string, Recipient>();
  for (const role of ROLES) {
    const parsed = parseAddressList(settings[RECIPIENT_LISTS[role]]);
    for (const address of "addresses" in parsed ? parsed.addresses : []) {
      const key = addressKey(address);
      if (!found.has(key)) found.set(key, { address, role });
    }
  }
  return found;
}

const MEMBERS = [...Object.values(RECIPIENT_LISTS), "notification_schedule"] as const;

interface ChangeRecipientsArgs extends RecipientChange {
  readonly account_id: number;
  readonly form_id: number;
  /** If it names neither a list nor the schedule, nothing is done. */
  readonly change: Partial<MailSettings>;
  /** All settings after the change. */
  readonly settings: MailSettings;
  readonly now: number;
}

/**
 * Makes the recipients of a form those that its settings name. Recipients that stay keep their row, and so their
 * unsubscribe link. Call it in the transaction that changes the settings, with the form locked.
 */
export async function changeRecipients(
  db: Db,
  { account_id, form_id, change, settings, seed, mustConfirm, now }: ChangeRecipientsArgs,
): Promise<void> {
  if (MEMBERS.every((name) => change[name] === undefined)) return;
  const wanted = recipientsIn(settings);
  // Before any destination, and in order: see refreshRecipients().
  await addAddresses(db, {
    account_id,
    keys: [...wanted.keys()].toSorted(),
    seed,
    mustConfirm,
    now,
  });
  const takes_submissions = settings.notification_schedule === "immediately" ? 1 : 0;
  const rows = await db
    .selectFrom("webhook")
    .select(["id", "url", "recipient_role", "takes_submissions"])
    .where("form_id", "=", form_id)
    .where(IS_RECIPIENT)
    .orderBy("id")
    .execute();
  const kept = new Set<string>();
  for (const { id, url, ...row } of rows) {
    const key = addressKey(url.slice(MAILTO.length));
    const recipient = wanted.get(key);
    if (recipient === undefined) {
      await db.deleteFrom("webhook").where("id", "=", id).execute();
      continue;
    }
    kept.add(key);
    const { role, address } = recipient;
    const isSame =
      row.recipient_role === role &&
      row.takes_submissions === takes_submissions &&
      url === MAILTO + address;
    if (isSame) continue;
    await db
      .updateTable("webhook")
      .set({
        name: address,
        url: MAILTO + address,
        recipient_role: role,
        takes_submissions,
        updated_at: now,
      })
      .where("id", "=", id)
      .execute();
  }
  const added = [...wanted].filter(([key]) => !kept.has(key));
  if (added.length > 0) {
    await db
      .insertInto("webhook")
      .values(
        added.map(([key, { address, role }]) =>
          newEmailDestination({
            account_id,
            form_id,
            name: address,
            url: MAILTO + address,
            takes_submissions,
            // Until refreshRecipients() below says otherwise.
            enabled: 0,
            recipient_role: role,
            link_token: derive(seed, `recipient ${key}`),
            uid: derive(seed, `uid ${key}`),
            now,
          }),
        ),
      )
      .execute();
  }
  await refreshRecipients(db, { account_id, form_id });
}

interface AddAddressesArgs extends RecipientChange {
  readonly account_id: number;
  readonly keys: readonly string[];
  readonly now: number;
}

/** Locks addresses, adds rows for those that have none, and confirms those that need no confirmation. */
async function addAddresses(
  db: Db,
  { account_id, keys, seed, mustConfirm, now }: AddAddressesArgs,
): Promise<void> {
  if (keys.length === 0) return;
  await db
    .insertInto("mail_address")
    .values(
      keys.map((address) => ({
        account_id,
        address,
        confirmed_at: null,
        link_token: derive(seed, `address ${address}`),
        created_at: now,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(["account_id", "address"]).doUpdateSet({
        // An address of a submitter has a row, but no link.
        link_token: sql<string>`coalesce(mail_address.link_token, excluded.link_token)`,
        unused_since: null,
      }),
    )
    .execute();
  let confirmed = db
    .updateTable("mail_address")
    .set({ confirmed_at: now })
    .where("account_id", "=", account_id)
    .where("address", "in", [...keys])
    .where("confirmed_at", "is", null);
  if (mustConfirm) {
    // The owner of a sign-in address reads its mail anyway.
    const own = db.selectFrom("login").select("email").where("account_id", "=", account_id);
    confirmed = confirmed.where("address", "in", own);
  }
  await confirmed.execute();
}

/** 22 characters of base64url, 132 bits: as unguessable as the seed. */
export const derive = (seed: string, what: string) =>
  hash("sha256", `${seed} ${what}`, "base64url").slice(0, 22);
