/**
 * Makes the table `webhook` the table of all destinations, and `delivery` the deliveries to them. Processes of the
 * version before go on working: columns are only added, and constraints only become weaker. NOT VALID saves the
 * scan of all deliveries, whose rows satisfied the stronger constraint.
 */
import { type Kysely, sql } from "kysely";

const STATEMENTS: readonly string[] = [
  `alter table webhook
    alter column form_id drop not null,
    alter column format drop not null,
    alter column headers drop not null,
    alter column signing_secret drop not null,
    drop constraint webhook_headers_check,
    add constraint webhook_headers_check check (headers is null or headers::jsonb is not null),
    add column kind text not null default 'webhook',
    add column purpose text not null default 'submissions'
      check (purpose in ('submissions', 'reply', 'account')),
    add column recipient_role text check (recipient_role in ('to', 'cc', 'bcc')),
    add column takes_submissions smallint not null default 1 check (takes_submissions in (0, 1)),
    add column link_token text,
    add constraint webhook_form_check check (form_id is not null or purpose = 'account'),
    add constraint webhook_settings_check check (kind <> 'webhook'
      or (format is not null and headers is not null and signing_secret is not null))`,
  `alter table delivery
    alter column form_id drop not null,
    drop constraint delivery_trigger_check,
    drop constraint delivery_check1,
    add constraint delivery_trigger_check check ("trigger" in ('intake', 'ham', 'refire',
      'refire_bulk', 'refire_log', 'test', 'digest', 'alert', 'confirmation')) not valid,
    add constraint delivery_submission_check check (submission_id is not null
      or "trigger" in ('test', 'digest', 'alert', 'confirmation')) not valid,
    add constraint delivery_form_check check (form_id is not null or submission_id is null)
      not valid`,
  "alter table attempt add column smtp_status bigint",
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
