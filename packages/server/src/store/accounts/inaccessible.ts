/** Which records belong to projects that a caller has no access to. */
import { type RawBuilder, sql, type SqlBool } from "kysely";
import { idsText, isAmong } from "../engine/dialect.ts";
import type { AccountScope } from "../engine/paging.ts";
import type { Db, Schema } from "../engine/schema.ts";
import { isGranted, ofForms } from "../forms/live-forms.ts";

const ofSubmission = ({
  account_id,
  ...scope
}: AccountScope) => sql<SqlBool>`exists (select 1 from submission
  where submission.id = submission_id and account_id = ${account_id} and ${ofForms("submission.form_id", scope)})`;

const inAccount =
  (condition: (scope: AccountScope) => RawBuilder<SqlBool>) => (scope: AccountScope) =>
    sql<SqlBool>`account_id = ${scope.account_id} and ${condition(scope)}`;

const byForm = inAccount((scope) => ofForms("form_id", scope));

/** By the first segment of their paths in the API: the table, and what a row fulfills that the scope includes. */
const RECORDS = {
  submissions: ["submission", byForm],
  notes: ["submission_note", ofSubmission],
  attachments: ["attachment", ofSubmission],
  deliveries: ["delivery", byForm],
  webhook_logs: ["delivery", byForm],
  form_webhooks: ["webhook", byForm],
  forms: ["form", inAccount((scope) => ofForms("id", scope))],
  projects: ["project", inAccount(ofProjects)],
  reply_templates: ["reply_template", byForm],
  // Those for every form can be used, but not changed.
  used_templates: [
    "reply_template",
    inAccount((scope) => sql`(form_id is null or ${ofForms("form_id", scope)})`),
  ],
} as const satisfies Readonly<
  Record<string, readonly [keyof Schema, (scope: AccountScope) => RawBuilder<SqlBool>]>
>;

export type ScopedRecords = keyof typeof RECORDS;

function ofProjects({ project_id, member_id }: AccountScope): RawBuilder<SqlBool> {
  const own = project_id === undefined ? sql<SqlBool>`1 = 1` : sql<SqlBool>`id = ${project_id}`;
  return member_id === undefined ? own : sql`${own} and ${isGranted("id", member_id)}`;
}

/** The first of the ids that the scope does not include, or that no record has; `undefined` if it includes all. */
export async function firstInaccessible(
  db: Db,
  {
    records,
    ids,
    ...scope
  }: AccountScope & {
    readonly records: ScopedRecords;
    readonly ids: readonly number[];
  },
): Promise<number | undefined> {
  const [table, condition] = RECORDS[records];
  const { rows } = await sql<{ id: number }>`select id from ${sql.table(table)}
    where ${isAmong(db, "id", idsText(db, ids))} and ${condition(scope)}`.execute(db);
  const found = new Set(rows.map(({ id }) => id));
  return ids.find((id) => !found.has(id));
}
