/** The terms of a search as SQL conditions, and the ids that the index of a term returns. */
import { type RawBuilder, sql, type SqlBool } from "kysely";
import type { Has, SearchTerms } from "../../domain/submission/search-query.ts";
import { idsText, isAmong, isPostgres } from "../engine/dialect.ts";
import type { Db } from "../engine/schema.ts";
import type { IdWindow } from "./text-matches.ts";

/** The tables whose rows `has:` finds, each with an index on the id of the submission. */
const TABLES = {
  file: "attachment",
  note: "submission_note",
  reply: "submission_reply",
} as const satisfies Record<Has, string>;

type Condition = RawBuilder<SqlBool>;

/** What a row of `submission` must fulfill; the texts are compared elsewhere. */
export function termConditions(
  db: Db,
  terms: SearchTerms,
  account_id: number,
): readonly Condition[] {
  // Not with "exists", for which PostgreSQL may read the whole table into a hash.
  const hasTag = (tag: string) => sql<SqlBool>`(select 1 from submission_tag as marked
    where marked.account_id = ${account_id} and marked.tag = ${tag}
      and marked.submission_id = submission.id limit 1) is not null`;
  const has = (what: Has) => sql<SqlBool>`(select 1 from ${sql.table(TABLES[what])} as marked
    where marked.submission_id = submission.id limit 1) is not null`;
  // On PostgreSQL sorted and folded by bytes, so that only A to Z have a lower case, as on SQLite.
  const contains = (text: RawBuilder<string>, part: string) =>
    isPostgres(db)
      ? sql<SqlBool>`strpos(lower(${text} collate "C"), ${part}) > 0`
      : sql<SqlBool>`instr(lower(${text}), ${part}) > 0`;
  const isFrom = (part: string) => sql<SqlBool>`(submission.email is not null and
    ${contains(sql`submission.email`, part)})`;
  const hasFile = (part: string) => sql<SqlBool>`(select 1 from attachment as marked
    where marked.submission_id = submission.id and ${contains(sql`marked.name`, part)}
    limit 1) is not null`;
  const isOf = (forms: readonly number[]) => isAmong(db, "submission.form_id", idsText(db, forms));
  const isAssigned = (to: string) => {
    if (to === "none") return sql<SqlBool>`assignee_id is null`;
    const isNamed = /.@/.test(to)
      ? sql<SqlBool>`lower(login.email) = ${to}`
      : contains(sql`login.email`, to);
    return sql<SqlBool>`(select 1 from login where login.id = assignee_id and ${isNamed}) is not null`;
  };
  const { isSeen, isPossibleSpam, forms, notForms } = terms;
  const possibleSpam = sql<SqlBool>`spam = 0 and spam_findings is not null`;
  return [
    ...terms.tags.map(hasTag),
    ...terms.withoutTags.map((tag) => not(hasTag(tag))),
    ...terms.has.map(has),
    ...terms.hasNo.map((what) => not(has(what))),
    ...terms.from.map(isFrom),
    ...terms.notFrom.map((part) => not(isFrom(part))),
    ...terms.files.map(hasFile),
    ...terms.notFiles.map((part) => not(hasFile(part))),
    ...terms.assignees.map(isAssigned),
    ...terms.notAssignees.map((to) => not(isAssigned(to))),
    ...(isSeen === undefined
      ? []
      : [isSeen ? sql<SqlBool>`seen_at is not null` : sql<SqlBool>`seen_at is null`]),
    ...(isPossibleSpam === undefined ? [] : [isPossibleSpam ? possibleSpam : not(possibleSpam)]),
    ...(forms === undefined ? [] : [isOf(forms)]),
    ...(notForms.length === 0 ? [] : [not(isOf(notForms))]),
  ];
}

const not = (condition: Condition): Condition => sql`not (${condition})`;

type Marked = { readonly terms: SearchTerms; readonly snoozed: boolean | undefined };

const hasAssignee = ({ assignees }: SearchTerms) => assignees.some((to) => to !== "none");

/** People put on few submissions what these terms find, so its index is the fastest. */
export const hasRareMark = ({ terms, snoozed }: Marked): boolean =>
  terms.tags.length > 0 ||
  terms.has.some((what) => what !== "file") ||
  hasAssignee(terms) ||
  snoozed === true;

export const hasMark = (search: Marked): boolean =>
  hasRareMark(search) || search.terms.has.length + search.terms.files.length > 0;

/**
 * The next `limit` submissions with the first tag, or else with the first thing that they must have; in order. Files are
 * indexed without their account, so submissions of others are among them.
 */
export async function markedIds(
  db: Db,
  { terms, snoozed, now = 0 }: Marked & { readonly now?: number },
  {
    account_id,
    range: { above = 0, below = Number.MAX_SAFE_INTEGER },
    direction,
    limit,
  }: IdWindow & { readonly account_id: number },
): Promise<readonly number[]> {
  const { tags, has } = terms;
  const [tag] = tags;
  const what = has.find((one) => one !== "file") ?? "file";
  const table = tag === undefined ? TABLES[what] : "submission_tag";
  if (tag === undefined && has.length === 0 && (hasAssignee(terms) || snoozed === true)) {
    const marked = db
      .selectFrom("submission")
      .select("id")
      .where("account_id", "=", account_id)
      .where("id", ">", above)
      .where("id", "<", below);
    const rows = hasAssignee(terms)
      ? marked.where("assignee_id", "is not", null)
      : marked.where("snoozed_until", ">", now);
    return (await rows.orderBy("id", direction).limit(limit).execute()).map(({ id }) => id);
  }
  // Notes and tags are indexed by account, too; of several notes of a submission one counts.
  const ofAccount = table === "attachment" ? [] : [sql`account_id = ${account_id}`];
  const conditions = [
    ...ofAccount,
    ...(tag === undefined ? [] : [sql`tag = ${tag}`]),
    sql`submission_id > ${above}`,
    sql`submission_id < ${below}`,
  ];
  const { rows } = await sql<{
    submission_id: number;
  }>`select distinct submission_id from ${sql.table(table)}
    where ${sql.join(conditions, sql` and `)}
    order by submission_id ${sql.raw(direction)} limit ${limit}`.execute(db);
  return rows.map(({ submission_id }) => submission_id);
}
