/** Searches the names and ids of an account's forms or projects. */
import { fold } from "../../domain/folded-text.ts";
import type { AccountPage } from "../engine/paging.ts";
import type { Db } from "../engine/schema.ts";

/** Rows read at a time: 1,000 are compared in less than a millisecond. */
const BATCH = 1_000;

/** What a search compares. */
interface SearchedRow {
  readonly id: number;
  readonly name: string;
  /** Texts that match if they are equal to the searched one; the id is another. */
  readonly exact: readonly string[];
}

/** A page of a list, or with `query` of the search in it. */
export type SearchablePage = AccountPage & { readonly query: string | undefined };

/** The ids of one page, oldest first, and the number of all matches. */
interface FoundPage {
  readonly ids: readonly number[];
  readonly count: number;
}

type Page = AccountPage & { readonly query: string };

/** Forms whose name contains `query`, in any letter case, or whose id, uuid or project's id it is. */
export async function searchForms(db: Db, page: Page): Promise<FoundPage> {
  return search(page, async (after) => {
    const rows = await db
      .selectFrom("form")
      .select(["id", "name", "uuid", "project_id"])
      .where("account_id", "=", page.account_id)
      .where("id", ">", after)
      .where("deleted_at", "is", null)
      .orderBy("id")
      .limit(BATCH)
      .execute();
    return rows.map(({ id, name, uuid, project_id }) => ({
      id,
      name,
      exact: [uuid, String(project_id)],
    }));
  });
}

/** Projects whose name contains `query`, in any letter case, or whose id it is. */
export async function searchProjects(db: Db, page: Page): Promise<FoundPage> {
  return search(page, async (after) => {
    const rows = await db
      .selectFrom("project")
      .select(["id", "name"])
      .where("account_id", "=", page.account_id)
      .where("id", ">", after)
      .orderBy("id")
      .limit(BATCH)
      .execute();
    return rows.map(({ id, name }) => ({ id, name, exact: [] }));
  });
}

/**
 * Compares all rows of the account here, since the databases fold letters differently: the cost grows with
 * the number of its forms, not with the table.
 */
async function search(
  { query, after_id = 0, limit, offset }: Page,
  read: (after: number) => Promise<readonly SearchedRow[]>,
): Promise<FoundPage> {
  const part = fold(query);
  const whole = query.toLowerCase();
  const ids: number[] = [];
  let count = 0;
  let passed = 0;
  for (let after = 0, size = BATCH; size === BATCH;) {
    const rows = await read(after);
    size = rows.length;
    after = rows.at(-1)?.id ?? 0;
    for (const { id, name, exact } of rows) {
      const isMatch = String(id) === whole || exact.includes(whole) || fold(name).includes(part);
      if (!isMatch) continue;
      count += 1;
      if (id <= after_id) continue;
      passed += 1;
      if (passed > offset && ids.length < limit) ids.push(id);
    }
  }
  return { ids, count };
}
