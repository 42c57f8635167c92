/** Searches the names and ids of an account's forms, projects or webhooks. */
import type { SelectQueryBuilder } from "kysely";
import { fold } from "../../domain/folded-text.ts";
import type { NamedForms } from "../../domain/submission/search-query.ts";
import type { AccountPage } from "../engine/paging.ts";
import { isListed } from "./live-forms.ts";
import type { Db, Schema } from "../engine/schema.ts";

/** Rows read at a time: 1,000 are compared in less than a millisecond. */
const BATCH = 1_000;

/**
 * The place of a match in the list, since clients take the first one: 0 for the id or uuid, 1 for the whole
 * name, 2 for the whole name in other letter case, 3 for every other match.
 */
const RANK = { identifier: 0, name: 1, foldedName: 2, other: 3 } as const;
type Rank = (typeof RANK)[keyof typeof RANK];

interface SearchedRow {
  readonly id: number;
  readonly name: string;
  readonly uuid?: string;
  readonly project_id?: number | null;
  readonly form_id?: number | null;
  /** Of a webhook, or its origin for callers who may not see more. */
  readonly url?: string | undefined;
}

/** A page of a list, or with `query` of the search in it. */
export type SearchablePage = AccountPage & { readonly query: string | undefined };

export type FormsPage = SearchablePage & { readonly archived: boolean };

/** The matches of one page, best first and otherwise oldest first, and the number of all matches. */
interface FoundPage {
  readonly matches: readonly { readonly id: number; readonly rank: Rank }[];
  readonly count: number;
}

type Page = AccountPage & { readonly query: string };

/** Forms whose name contains `query`, in any letter case, or whose id, uuid or project's id it is. */
export const searchForms = async (
  db: Db,
  page: Page & Pick<FormsPage, "archived">,
): Promise<FoundPage> =>
  searchRows(page, async (after, limit) =>
    db
      .selectFrom("form")
      .select(["id", "name", "uuid", "project_id"])
      .where("account_id", "=", page.account_id)
      .where("id", ">", after)
      .where(isListed(page.archived, page))
      .orderBy("id")
      .limit(limit)
      .execute(),
  );

/** The projects whose name contains `query`, in any letter case, or whose id it is. */
export const searchProjects = async (
  projects: SelectQueryBuilder<Schema, "project", object>,
  page: Page,
): Promise<FoundPage> =>
  searchRows(page, async (after, limit) =>
    projects.select(["id", "name"]).where("id", ">", after).orderBy("id").limit(limit).execute(),
  );

/** The records of a page in its order, each with its rank; without those that were deleted meanwhile. */
export function inFoundOrder<Row extends { readonly id: number }>(
  { matches }: FoundPage,
  rows: readonly Row[],
): readonly (Row & { readonly rank: number })[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return matches.flatMap(({ id, rank }) => {
    const row = byId.get(id);
    return row === undefined ? [] : [{ ...row, rank }];
  });
}

/**
 * Compares all rows of the account here, since the databases fold letters differently: the cost grows with
 * the number of its forms, not with the table.
 *
 * @param read Returns the next `limit` rows after an id, oldest first.
 */
export async function searchRows(
  { query, after_id = 0, afterRank = RANK.other, limit, offset }: Page,
  read: (after: number, limit: number) => Promise<readonly SearchedRow[]>,
): Promise<FoundPage> {
  const rankOf = matcher(query);
  const found: Record<Rank, number[]> = { 0: [], 1: [], 2: [], 3: [] };
  for (let after = 0, size = BATCH; size === BATCH;) {
    const rows = await read(after, BATCH);
    size = rows.length;
    after = rows.at(-1)?.id ?? 0;
    for (const row of rows) {
      const rank = rankOf(row);
      if (rank !== undefined) found[rank].push(row.id);
    }
  }
  const all = Object.values(RANK).flatMap((rank) => found[rank].map((id) => ({ id, rank })));
  const isAfterCursor = ({ id, rank }: { readonly id: number; readonly rank: Rank }) =>
    after_id === 0 || rank > afterRank || (rank === afterRank && id > after_id);
  const matches = all.filter(isAfterCursor).slice(offset, offset + limit);
  return { matches, count: all.length };
}

/** Returns a function that returns the rank of a row; `undefined` for a row that does not match. */
function matcher(query: string): (row: SearchedRow) => Rank | undefined {
  const part = fold(query);
  const whole = query.toLowerCase();
  return ({ id, uuid, name, project_id, form_id, url = "" }) => {
    if (String(id) === whole || uuid === whole) return RANK.identifier;
    if (name === query) return RANK.name;
    const folded = fold(name);
    if (folded === part) return RANK.foldedName;
    const isNamed = folded.includes(part) || fold(url).includes(part);
    const isInside = String(project_id) === whole || String(form_id) === whole;
    return isNamed || isInside ? RANK.other : undefined;
  };
}

/**
 * The ids of the account's forms with this name, in any letter case, or this id or uuid, or whose project has this name
 * or id; if there is none, of those whose name, or whose project's, contains it.
 */
export async function formsNamed(
  db: Db,
  { account_id, by, name }: NamedForms & { readonly account_id: number },
): Promise<readonly number[]> {
  const forms = await db
    .selectFrom("form")
    .leftJoin("project", "project.id", "form.project_id")
    .select(["form.id", "form.name", "uuid", "project_id", "project.name as project"])
    .where("form.account_id", "=", account_id)
    .where("deleted_at", "is", null)
    .orderBy("form.id")
    .execute();
  const wanted = fold(name);
  const named = forms.map((form) =>
    by === "form"
      ? { id: form.id, name: fold(form.name), keys: [form.uuid, String(form.id)] }
      : { id: form.id, name: fold(form.project ?? ""), keys: [String(form.project_id)] },
  );
  const exact = named.filter((form) => form.name === wanted || form.keys.includes(wanted));
  const found = exact.length > 0 ? exact : named.filter((form) => form.name.includes(wanted));
  return found.map(({ id }) => id);
}
