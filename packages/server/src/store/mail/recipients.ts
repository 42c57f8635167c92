/** The recipients of a form's notifications: destinations that follow from its settings, and from who has access to it. */
import { randomUUID } from "node:crypto";
import { type Insertable, sql } from "kysely";
import { MAILTO, type RecipientRole } from "../../domain/delivery/destination.ts";
import { type FormChange, type FormSettings, parseSettings } from "../../domain/form.ts";
import { addressKey, parseAddress, parseAddressList } from "../../domain/mail/address.ts";
import { RECIPIENT_LISTS } from "../../domain/mail/settings.ts";
import { derive, newEmailDestination } from "../destinations/email-destination.ts";
import { listLogins, type LoginAccess } from "../accounts/login-access.ts";
import { givenRows, idsText, isAmong, lockName } from "../engine/dialect.ts";
import { idsOf } from "../engine/paging.ts";
import type { Db, Flag, Schema } from "../engine/schema.ts";
import { IS_RECIPIENT, refreshRecipients } from "./recipient-states.ts";

/** What the change of a form's recipients needs beside the lists. */
export interface RecipientChange {
  /** Random text, from which the tokens of links are derived. */
  readonly seed: string;
  /** Whether new addresses have to be confirmed by a link before anything is sent to them. */
  readonly mustConfirm: boolean;
}

type Recipient = { readonly address: string; readonly role: RecipientRole };

const ROLES = Object.keys(RECIPIENT_LISTS) as readonly (keyof typeof RECIPIENT_LISTS)[];

/** The recipients of a form by {@link addressKey}. An address in two lists has the first role. */
function recipientsOf(settings: RecipientSettings, logins: readonly LoginAccess[]) {
  const found = new Map<string, Recipient>();
  for (const role of ROLES) {
    const parsed = parseAddressList(settings[RECIPIENT_LISTS[role]]);
    for (const address of "addresses" in parsed ? parsed.addresses : []) {
      const key = addressKey(address);
      if (!found.has(key)) found.set(key, { address, role });
    }
  }
  for (const { email, hasAccepted, project_ids } of settings.notify_people ? logins : []) {
    const hasAccess = project_ids?.has(settings.project_id ?? 0) ?? true;
    if (!hasAccepted || !hasAccess || "problem" in parseAddress(email)) continue;
    if (!found.has(email)) found.set(email, { address: email, role: "people" });
  }
  return found;
}

const MEMBERS = [
  ...Object.values(RECIPIENT_LISTS),
  "notification_schedule",
  "notify_people",
  "project_id",
] as const;
type RecipientSettings = Pick<FormSettings, (typeof MEMBERS)[number]>;

/** A change of the settings of forms, from which their e-mail destinations follow. */
export type DestinationsChange = RecipientsChange<FormSettings>;

interface RecipientsChange<Settings = RecipientSettings> extends RecipientChange {
  readonly account_id: number;
  readonly forms: readonly {
    readonly id: number;
    readonly before: Settings;
    readonly after: Settings;
  }[];
  /** Nothing is done for members that it does not name. */
  readonly change: FormChange;
  readonly now: number;
}

const KEPT = { id: "bigint", address: "text", role: "text", takes_submissions: "bigint" } as const;

/** Rows that one statement inserts: a database takes some 32,000 parameters. */
const INSERTED_ROWS = 1_000;

/**
 * Makes the recipients of forms those that their settings name. Recipients that stay keep their row, and so their
 * unsubscribe link. Call it in the transaction that changes the settings, with the forms locked.
 */
export async function changeRecipients(
  db: Db,
  { account_id, forms, change, seed, mustConfirm, now }: RecipientsChange,
): Promise<void> {
  if (MEMBERS.every((name) => change[name] === undefined)) return;
  const hasPeople = forms.some(({ before, after }) => before.notify_people || after.notify_people);
  if (hasPeople) await lockPeople(db, account_id);
  const logins = hasPeople ? await listLogins(db, account_id) : [];
  const wanted = forms.map(({ id, after }) => ({
    form_id: id,
    takes_submissions: after.notification_schedule === "immediately" ? (1 as const) : (0 as const),
    recipients: recipientsOf(after, logins),
  }));
  const keys = new Set(wanted.flatMap(({ recipients }) => [...recipients.keys()]));
  // Before any destination, and in order: see refreshRecipients().
  for (const some of inSlices([...keys].toSorted())) {
    await addAddresses(db, { account_id, keys: some, seed, mustConfirm, now });
  }
  const formIds = idsOf(forms);
  const rows = await db
    .selectFrom("webhook")
    .select(["id", "form_id", "url", "recipient_role", "takes_submissions"])
    .where(isAmong(db, "form_id", idsText(db, formIds)))
    .where(IS_RECIPIENT)
    .orderBy("id")
    .execute();
  const byForm = Map.groupBy(rows, ({ form_id }) => form_id);
  const removed: number[] = [];
  const kept: Kept[] = [];
  const added: Insertable<Schema["webhook"]>[] = [];
  for (const { form_id, takes_submissions, recipients } of wanted) {
    const missing = new Map(recipients);
    for (const { id, url, ...row } of byForm.get(form_id) ?? []) {
      const key = addressKey(url.slice(MAILTO.length));
      const recipient = recipients.get(key);
      missing.delete(key);
      if (recipient === undefined) removed.push(id);
      else if (
        row.recipient_role !== recipient.role ||
        row.takes_submissions !== takes_submissions ||
        url !== MAILTO + recipient.address
      ) {
        kept.push({ id, takes_submissions, ...recipient });
      }
    }
    for (const [key, { address, role }] of missing) {
      added.push(
        newEmailDestination({
          account_id,
          form_id,
          name: address,
          url: MAILTO + address,
          takes_submissions,
          // Until refreshRecipients() below says otherwise.
          enabled: 0,
          recipient_role: role,
          link_token: derive(seed, `recipient ${form_id} ${key}`),
          uid: derive(seed, `uid ${form_id} ${key}`),
          now,
        }),
      );
    }
  }
  if (removed.length > 0) {
    await db
      .deleteFrom("webhook")
      .where(isAmong(db, "id", idsText(db, removed)))
      .execute();
  }
  if (kept.length > 0) await changeKept(db, kept, now);
  for (const some of inSlices(added)) await db.insertInto("webhook").values(some).execute();
  await refreshRecipients(db, { account_id, formIds });
}

/** Until the transaction ends, nobody else changes who has access, or the recipients that follow from it. */
const lockPeople = (db: Db, account_id: number) => lockName(db, `people of account ${account_id}`);

/**
 * Makes the recipients of forms with `notify_people` those who have access now. Call it in the transaction that changes
 * who has access to which project, or which project has a form, and before that touches other destinations or addresses.
 */
export async function renewPeople(
  db: Db,
  { account_id, now }: { readonly account_id: number; readonly now: number },
): Promise<void> {
  await lockPeople(db, account_id);
  const rows = await db
    .selectFrom("form")
    .select(["id", "project_id", "settings"])
    .where("account_id", "=", account_id)
    .where("deleted_at", "is", null)
    .where("settings", "like", '%"notify_people":true%')
    .orderBy("id")
    .execute();
  const forms = rows.map(({ id, project_id, settings }) => {
    const form = { ...parseSettings(settings), project_id };
    return { id, before: form, after: form };
  });
  const how = { change: { notify_people: true }, seed: randomUUID(), mustConfirm: true };
  await changeRecipients(db, { account_id, forms, ...how, now });
}

type Kept = Recipient & { readonly id: number; readonly takes_submissions: Flag };

async function changeKept(db: Db, kept: readonly Kept[], now: number): Promise<void> {
  await db
    .updateTable("webhook")
    .from(givenRows<Schema, Kept>(db, KEPT, kept))
    .set((given) => ({
      name: given.ref("given.address"),
      url: sql<string>`${sql.lit(MAILTO)} || given.address`,
      recipient_role: given.ref("given.role"),
      takes_submissions: given.ref("given.takes_submissions"),
      updated_at: now,
    }))
    .whereRef("webhook.id", "=", "given.id")
    .execute();
}

const inSlices = <Item>(items: readonly Item[]): readonly (readonly Item[])[] =>
  Array.from({ length: Math.ceil(items.length / INSERTED_ROWS) }, (_, n) =>
    items.slice(n * INSERTED_ROWS, (n + 1) * INSERTED_ROWS),
  );

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
