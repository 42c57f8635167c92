/** What a digest lists: the submissions of a form since the last one, and those that were held as spam. */
import { sql } from "kysely";
import { parseSettings } from "../../domain/form.ts";
import type { MailSettings } from "../../domain/mail/settings.ts";
import type { Fields } from "../../domain/submission/submission.ts";
import type { RecipientRole } from "../../domain/delivery/destination.ts";
import type { Flag, Db } from "../engine/schema.ts";
import { readIdOrder } from "../engine/id-order.ts";
import { FORM_LABEL } from "../forms/form-names.ts";
import { IS_RECIPIENT } from "./recipient-states.ts";

/** A number is exact up to here. Counting more would take longer than 10 ms. */
const MAX_COUNTED = 100_000;
/** A submission may have a megabyte of fields; a digest shows the beginning of some. */
const MAX_FIELDS = 30;
const MAX_VALUE_CHARACTERS = 1_000;

export interface DigestedSubmission {
  readonly id: number;
  readonly created_at: number;
  readonly email: string | null;
  /** The first ones, with the begin of their values. */
  readonly fields: Fields;
}

export interface DigestedState {
  /** Newest first. */
  readonly listed: readonly DigestedSubmission[];
  /** The number of all of them, up to {@link MAX_COUNTED}. */
  readonly count: number;
}

export interface DigestContents {
  readonly form: {
    readonly id: number;
    readonly name: string;
    readonly uuid: string;
    readonly timezone: string;
    readonly mail: MailSettings;
  };
  /** Those that a digest can be sent to now. */
  readonly recipients: readonly {
    readonly id: number;
    readonly url: string;
    readonly recipient_role: RecipientRole | null;
    readonly link_token: string | null;
  }[];
  /** The next digest lists submissions with higher ids. No lower one can appear any more. */
  readonly last_id: number;
  readonly ham: DigestedState;
  readonly spam: DigestedState;
}

interface DigestContentsArgs {
  readonly form_id: number;
  readonly after_id: number;
  /** Of a digest that was read before; `null` = everything that is final. */
  readonly untilId: number | null;
  /** Recipients get notifications now: submissions of which they have got one are left out. */
  readonly isLast: boolean;
  /** So many are listed, the newest ones; of the others only the number is read. */
  readonly maxHam: number;
  readonly maxSpam: number;
}

/** `undefined` if the form was deleted. */
export async function digestContents(
  db: Db,
  { form_id, after_id, untilId, isLast, maxHam, maxSpam }: DigestContentsArgs,
): Promise<DigestContents | undefined> {
  const row = await db
    .selectFrom("form")
    .select(["id", FORM_LABEL.as("name"), "uuid", "settings"])
    .where("id", "=", form_id)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { settings, ...form } = row;
  const mail = parseSettings(settings);
  const recipients = await db
    .selectFrom("webhook")
    .select(["id", "url", "recipient_role", "link_token"])
    .where("form_id", "=", form_id)
    .where(IS_RECIPIENT)
    .where("enabled", "=", 1)
    .orderBy("id")
    .execute();
  const last_id = untilId ?? (await readIdOrder(db)).final_submission;
  const range = { form_id, after_id, last_id, isLast };
  return {
    form: { ...form, timezone: mail.timezone, mail },
    recipients,
    last_id,
    ham: await stateOf(db, { ...range, spam: 0 }, maxHam),
    spam: await stateOf(db, { ...range, spam: 1 }, maxSpam),
  };
}

interface Range {
  readonly form_id: number;
  readonly spam: Flag;
  readonly after_id: number;
  readonly last_id: number;
  readonly isLast: boolean;
}

async function stateOf(db: Db, range: Range, maxListed: number): Promise<DigestedState> {
  const { count } = await db
    .selectFrom(idsOf(db, range).limit(MAX_COUNTED).as("some"))
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  const ids = count === 0 ? [] : await idsOf(db, range).limit(maxListed).execute();
  const listed: DigestedSubmission[] = [];
  // One by one, so that no more than one large submission is in memory.
  for (const { id } of ids) {
    const row = await db
      .selectFrom("submission")
      .select(["id", "created_at", "email", "fields"])
      .where("id", "=", id)
      .executeTakeFirst();
    if (row !== undefined) listed.push({ ...row, fields: beginOf(row.fields) });
  }
  return { listed, count };
}

const HAS_NO_NOTIFICATION = sql<boolean>`not exists (select 1 from delivery
  join webhook on webhook.id = delivery.webhook_id and ${IS_RECIPIENT}
  where delivery.submission_id = submission.id and delivery.trigger in ('intake', 'ham')
    and delivery.state <> 'skipped')`;

/** Newest first, in the order of an index. */
const idsOf = (db: Db, { form_id, spam, after_id, last_id, isLast }: Range) =>
  db
    .selectFrom("submission")
    .$if(isLast, (query) => query.where(HAS_NO_NOTIFICATION))
    .select("id")
    .where("form_id", "=", form_id)
    .where("trash", "=", 0)
    .where("spam", "=", spam)
    .where("imported_from", "is", null)
    .where("id", ">", after_id)
    .where("id", "<=", last_id)
    .orderBy("id", "desc");

function beginOf(column: string): Fields {
  const fields = JSON.parse(column) as Fields;
  const begin = (value: string) => value.slice(0, MAX_VALUE_CHARACTERS).toWellFormed();
  return fields
    .slice(0, MAX_FIELDS)
    .map(([name, value]) => [
      begin(name),
      typeof value === "string" ? begin(value) : begin(value.slice(0, MAX_FIELDS).join(", ")),
    ]);
}
