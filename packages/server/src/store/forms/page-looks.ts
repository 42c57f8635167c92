/** The table page_look: when the page of a form was looked at, and what was found. */
import { sql } from "kysely";
import { parseSettings } from "../../domain/form.ts";
import type { PageForm } from "../../domain/page-form.ts";
import type { AccountScope } from "../engine/paging.ts";
import type { Db } from "../engine/schema.ts";
import { FORM_LABEL } from "./form-names.ts";
import { isListed } from "./live-forms.ts";

const DAY_MS = 86_400_000;
/** A look takes less; after it, the page of a process that was killed is free again. */
const CLAIM_MS = 300_000;

/** The page of a form that is to be looked at. */
export interface WatchedPage {
  readonly form_id: number;
  /** Any of them may end the address of the form. */
  readonly formIds: readonly string[];
  readonly url: string;
  /** The form as it was when the same page was last read; `null` if it was not. */
  readonly before: PageForm | null;
}

export interface PageLook {
  readonly looked_at: number;
  /** Why the page or the form on it could not be found; `null` if it was. */
  readonly problem: string | null;
  /** As it was last found. */
  readonly found: PageForm | null;
  /** What had changed when a change was last found, and when that was. */
  readonly changes: readonly string[];
  readonly changed_at: number | null;
}

/** Of forms with a page, few in number: it is read from the settings, which have no index. */
const rowsWithPage = (db: Db) =>
  db
    .selectFrom("form")
    .leftJoin("page_look", "page_look.form_id", "form.id")
    .select(["form.id", "form.uuid", "form.settings", FORM_LABEL.as("name")])
    .select(["page_look.url", "page_look.due_at", "page_look.looked_at", "page_look.problem"])
    .select(["page_look.found", "page_look.changes", "page_look.changed_at"])
    .where("form.settings", "like", '%"watched_page":"%');

type Row = Awaited<ReturnType<ReturnType<typeof rowsWithPage>["execute"]>>[number];

const parseForm = (json: string | null) => (json === null ? null : (JSON.parse(json) as PageForm));

/** Pages that were looked at a day ago or never; also those of a clock that was set back. */
export async function pagesToLookAt(
  db: Db,
  { now }: { readonly now: number },
): Promise<readonly WatchedPage[]> {
  const rows = await rowsWithPage(db).where(isListed(false)).orderBy("form.id").execute();
  return rows.flatMap(({ id, uuid, settings, due_at, ...row }) => {
    const url = parseSettings(settings).watched_page;
    const isSame = row.url === url;
    const isWaiting = isSame && due_at !== null && due_at > now && due_at <= now + DAY_MS;
    if (url === null || isWaiting) return [];
    const before = isSame ? parseForm(row.found) : null;
    return [{ form_id: id, formIds: [uuid, String(id)], url, before }];
  });
}

/** Takes a page for its look. Returns whether no other process has taken it. */
export async function claimPageLook(
  db: Db,
  { form_id, url, now }: Pick<WatchedPage, "form_id" | "url"> & { readonly now: number },
): Promise<boolean> {
  await db.deleteFrom("page_look").where("form_id", "=", form_id).where("url", "<>", url).execute();
  const due_at = now + CLAIM_MS;
  const taken = await db
    .insertInto("page_look")
    .columns(["form_id", "url", "due_at", "changes"])
    .expression(
      db
        .selectFrom("form")
        .select(["id", sql.val(url).as("url"), sql.val(due_at).as("due_at")])
        .select(sql.lit("[]").as("changes"))
        .where("id", "=", form_id),
    )
    .onConflict((conflict) =>
      conflict
        .column("form_id")
        .doUpdateSet({ due_at })
        .where(sql<boolean>`page_look.due_at <= ${now} or page_look.due_at > ${now + DAY_MS}`),
    )
    .returning("form_id")
    .executeTakeFirst();
  return taken !== undefined;
}

/** Records a look at the page that was claimed. One that found nothing keeps what was found before. */
export async function recordPageLook(
  db: Db,
  {
    form_id,
    url,
    now,
    ...look
  }: { readonly form_id: number; readonly url: string; readonly now: number } & (
    { readonly problem: string } | { readonly found: PageForm; readonly changes: readonly string[] }
  ),
): Promise<void> {
  const seen =
    "problem" in look
      ? { problem: look.problem }
      : {
          problem: null,
          found: JSON.stringify(look.found),
          ...(look.changes.length === 0
            ? {}
            : { changes: JSON.stringify(look.changes), changed_at: now }),
        };
  await db
    .updateTable("page_look")
    .set({ looked_at: now, due_at: now + DAY_MS, ...seen })
    .where("form_id", "=", form_id)
    .where("url", "=", url)
    .execute();
}

function lookOf({ settings, ...row }: Row): PageLook | undefined {
  const { looked_at, problem, changes, changed_at } = row;
  if (looked_at === null || row.url !== parseSettings(settings).watched_page) return undefined;
  const found = parseForm(row.found);
  return {
    looked_at,
    problem,
    found,
    changes: JSON.parse(changes ?? "[]") as string[],
    changed_at,
  };
}

/** The last look at the page of a form; `undefined` if there was none. */
export async function findPageLook(
  db: Db,
  { form_id }: { readonly form_id: number },
): Promise<PageLook | undefined> {
  const row = await rowsWithPage(db).where("form.id", "=", form_id).executeTakeFirst();
  return row && lookOf(row);
}

/** Forms whose page could not be read, or has no form that posts to them. */
export async function formsMissingOnPages(db: Db, { account_id, ...scope }: AccountScope) {
  const rows = await rowsWithPage(db)
    .where("form.account_id", "=", account_id)
    .where(isListed(false, scope))
    .where("page_look.problem", "is not", null)
    .orderBy("form.id")
    .execute();
  return rows.flatMap((row) => {
    const look = lookOf(row);
    return look?.problem == null
      ? []
      : [{ id: row.id, name: row.name, url: row.url, problem: look.problem }];
  });
}
