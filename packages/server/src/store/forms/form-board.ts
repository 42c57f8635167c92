/** The list of forms as the dashboard shows it: filtered, sorted and cut by the database, by four statements. */
import { type RawBuilder, sql, type SqlBool } from "kysely";
import { unreachedForms } from "../deliveries/unreached.ts";
import { idsText, isAmong } from "../engine/dialect.ts";
import { type AccountScope, idsOf, type ListPage, ROW_COUNT } from "../engine/paging.ts";
import type { Db, Flag } from "../engine/schema.ts";
import { rejectingForms } from "../statistics/rejected-posts.ts";
import { isListed } from "./live-forms.ts";
import { searchForms } from "./name-search.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Days whose submissions and rejected posts are counted. */
const COUNTED_DAYS = 30;

export const FORM_STATES = ["accepting", "rejecting", "silent", "undelivered", "archived"] as const;
export type FormState = (typeof FORM_STATES)[number];

/** The columns that the list can be sorted by, the usual one first. */
export const FORM_ORDERS = [
  "name",
  "project",
  "month",
  "last_at",
  "silent",
  "troubled",
  "unread",
  "spam",
  "rejected",
] as const satisfies readonly (keyof ReturnType<typeof figures>)[];

interface FormBoardArgs extends Omit<AccountScope, "form_id"> {
  /** Text of the name or the id; empty for all. */
  readonly query: string;
  /** `undefined`: all that are not archived. */
  readonly state: FormState | undefined;
  readonly order: (typeof FORM_ORDERS)[number];
  readonly isDescending: boolean;
  readonly limit: number;
  readonly offset: number;
  readonly now: number;
}

export interface BoardForm {
  readonly id: number;
  readonly name: string;
  readonly project: string;
  /** Submissions that arrived in {@link COUNTED_DAYS}, with spam. */
  readonly month: number;
  /** When the newest submission without spam arrived; 0 if there is none. */
  readonly last_at: number;
  /** Milliseconds, if the form is silent against its rhythm; otherwise 0. */
  readonly silent: number;
  /** As of when the silence was noticed; JSON. */
  readonly silence: string | null;
  readonly destinations: number;
  /** Those of them that fail, are disabled or not confirmed. */
  readonly troubled: number;
  /** Without what is snoozed. */
  readonly unread: number;
  readonly spam: number;
  readonly rejected: number;
  /** Whether submissions did not reach a destination. */
  readonly undelivered: Flag;
  readonly archived: Flag;
  /** Every post of the last day was rejected. */
  readonly isRejecting: boolean;
}

function figures(now: number) {
  const day = Math.floor(now / DAY_MS) - COUNTED_DAYS;
  const destinations = sql`from webhook where webhook.form_id = form.id
    and purpose = 'submissions' and takes_submissions = 1`;
  const counted = (flags: RawBuilder<SqlBool>) =>
    sql<number>`cast(coalesce((select sum(count) from submission_count where form_id = form.id
      and account_id = form.account_id and ${flags}), 0) as bigint)`;
  return {
    name: sql<string>`form.name`,
    project: sql<string>`project.name`,
    month: sql<number>`cast(coalesce((select sum(arrived) from submission_day
      where form_id = form.id and day > ${sql.lit(day)}), 0) as bigint)`,
    last_at: sql<number>`coalesce((select coalesce(submitted_at, created_at) from submission where form_id = form.id
      and trash = 0 and spam = 0 order by id desc limit 1), 0)`,
    silent: sql<number>`coalesce((select ${sql.lit(now)} - since ${SILENCE}), 0)`,
    destinations: sql<number>`(select count(*) ${destinations})`,
    troubled: sql<number>`(select count(*) ${destinations}
      and (enabled = 0 or failing_since is not null))`,
    unread: sql<number>`${counted(sql`read = 0 and spam = 0 and trash = 0`)}
      - (select count(*) from submission where account_id = form.account_id and form_id = form.id
        and snoozed_until > ${sql.lit(now)} and read = 0 and spam = 0 and trash = 0)`,
    spam: counted(sql`spam = 1 and trash = 0`),
    rejected: sql<number>`cast(coalesce((select sum(count) from rejected_post
      where form_id = form.id and hour >= ${sql.lit(day * 24)}), 0) as bigint)`,
  };
}

/** What the list of projects shows of each that has forms; archived ones are left out. */
export function projectFigures(
  db: Db,
  {
    account_id,
    ids,
    now,
  }: { readonly account_id: number; readonly ids: readonly number[]; readonly now: number },
) {
  const { unread, month, last_at } = figures(now);
  const sum = (figure: RawBuilder<number>) => sql<number>`cast(sum(${figure}) as bigint)`;
  return db
    .selectFrom("form")
    .select(["project_id", ROW_COUNT])
    .select([sum(unread).as("unread"), sum(month).as("month")])
    .select(sql<number>`max(${last_at})`.as("last_at"))
    .where("account_id", "=", account_id)
    .where(isAmong(db, "project_id", idsText(db, ids)))
    .where(isListed(false))
    .groupBy("project_id")
    .execute();
}

const SILENCE = sql`from alert where account_id = form.account_id and kind = 'form_silent'
  and subject_id = form.id and resolved_at is null`;

export async function formBoard(
  db: Db,
  {
    account_id,
    project_id,
    member_id,
    query,
    state,
    order,
    isDescending,
    now,
    ...page
  }: FormBoardArgs,
): Promise<ListPage<BoardForm>> {
  const archived = state === "archived";
  const rejecting = idsOf(await rejectingForms(db, { account_id, since: now - DAY_MS }));
  const columns = figures(now);
  const sorted = columns[order];
  const isText = order === "name" || order === "project";
  const isUndelivered = sql<SqlBool>`form.id in ${unreachedForms(db, account_id)}`;
  const isRejecting = isAmong(db, "form.id", idsText(db, rejecting));
  const conditions: { readonly [State in FormState]?: RawBuilder<SqlBool> } = {
    accepting: sql`not ${isRejecting}`,
    rejecting: isRejecting,
    silent: sql`exists (select 1 ${SILENCE})`,
    undelivered: isUndelivered,
  };
  const conditionOf = state === undefined ? undefined : conditions[state];
  let found = db
    .selectFrom("form")
    .innerJoin("project", "project.id", "form.project_id")
    .select(["form.id", sql<number>`count(*) over ()`.as("n")])
    .where("form.account_id", "=", account_id)
    .where(isListed(archived, { project_id, member_id }))
    .orderBy(isText ? sql`lower(${sorted})` : sorted, isDescending ? "desc" : "asc")
    .orderBy("form.id")
    .limit(page.limit)
    .offset(page.offset);
  if (conditionOf !== undefined) found = found.where(conditionOf);
  if (query !== "") {
    const all = { account_id, archived, query, limit: Infinity, offset: 0 };
    const { matches } = await searchForms(db, all);
    found = found.where(isAmong(db, "form.id", idsText(db, idsOf(matches))));
  }
  const ids = await found.execute();
  if (ids.length === 0) return { records: [], count: 0 };
  const shown = Object.entries(columns).map(([name, column]) => sql`${column} as ${sql.ref(name)}`);
  const { rows } = await sql<Omit<BoardForm, "isRejecting">>`
    select form.id, form.archived, ${sql.join(shown)}, (select detail ${SILENCE}) as silence,
      case when ${isUndelivered} then 1 else 0 end as undelivered
    from form join project on project.id = form.project_id
    where ${isAmong(db, "form.id", idsText(db, idsOf(ids)))}`.execute(db);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return {
    records: ids.flatMap(({ id }) => {
      const row = byId.get(id);
      return row === undefined ? [] : [{ ...row, isRejecting: rejecting.includes(id) }];
    }),
    count: ids[0]?.n ?? 0,
  };
}
