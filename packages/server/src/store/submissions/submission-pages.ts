/** Pages of submissions, read and serialized in one call to the reader thread. */
import { requireHistory } from "../engine/history.ts";
import { sql } from "kysely";
import { isPostgres } from "../engine/dialect.ts";
import { findFormName } from "../forms/form-names.ts";
import type { Db } from "../engine/schema.ts";
import { countStates, countSubmissions, type SubmissionCounts } from "./submission-counts.ts";
import { listSubmissionIds, type SubmissionPage } from "./submission-list.ts";
import type { SerializedSubmissions, SerializeRequest } from "./serialized-submissions.ts";
import { serializeSubmissions } from "./serialized-submissions.ts";

/** A page with what its serialization needs. `limit` is one more than the page shows. */
type PageRequest = SubmissionPage & SerializeRequest;

export interface SerializedSlice extends SerializedSubmissions {
  /** The ids of the page and of one more submission, if there is one; some may have been deleted since. */
  readonly ids: readonly number[];
}

export interface SerializedPage extends SerializedSlice {
  readonly count: number;
  readonly isExact: boolean;
  readonly states: SubmissionCounts & { readonly snoozed_count: number };
  /** `null` for a list over all forms. */
  readonly form_name: string | null;
}

export interface PageRead<Page = SerializedPage> {
  /** A number that every commit changes; `undefined` if the database has none. */
  readonly version: number | undefined;
  /** `undefined` if the version is the `known` one. */
  readonly page: Page | undefined;
}

/** A page, and the version that its reader already has. */
type KnownPageRequest = PageRequest & { readonly known: number | undefined };

/** At most `limit` ids, and the records of the first `limit - 1`. */
export async function serializeSubmissionSlice(
  db: Db,
  request: PageRequest,
): Promise<SerializedSlice> {
  const { publicUrl, filesUrl, now, include, limit } = request;
  await requireHistory(db, "submission", request);
  const ids = await listSubmissionIds(db, request);
  const shown = { ids: ids.slice(0, limit - 1), publicUrl, filesUrl, now, include };
  const texts = await serializeSubmissions(db, shown);
  return { ids, ...texts };
}

/** A slice, unless nothing was committed since the `known` version. */
export const serializeSubmissionPage = (
  db: Db,
  { known, ...request }: KnownPageRequest,
): Promise<PageRead<SerializedSlice>> =>
  unlessKnown(db, known, () => serializeSubmissionSlice(db, request));

/** The same with the counts of its list. */
export const serializeCountedPage = (
  db: Db,
  { known, ...request }: KnownPageRequest,
): Promise<PageRead> =>
  unlessKnown(db, known, async () => {
    const { account_id, form_id, project_id, member_id, now } = request;
    const slice = await serializeSubmissionSlice(db, request);
    const scope = { account_id, form_id, project_id, member_id };
    const states = await countStates(db, { ...scope, now });
    return {
      ...slice,
      ...(await countSubmissions(db, request)),
      states,
      // The end of a snooze is no commit, nor is a clock that is set back before it.
      changesOnlyByCommit:
        slice.changesOnlyByCommit && states.snoozed_count === 0 && request.snoozed === undefined,
      form_name: form_id === undefined ? null : await nameOf(db, account_id, form_id),
    };
  });

/** Reads the version before the page: a commit in between makes the page newer than its version, never older. */
async function unlessKnown<Page>(
  db: Db,
  known: number | undefined,
  readPage: () => Promise<Page>,
): Promise<PageRead<Page>> {
  const version = await dataVersion(db);
  const isKnown = version !== undefined && version === known;
  return { version, page: isKnown ? undefined : await readPage() };
}

/** Read together with the page: a name that was read earlier may be older than the version. */
async function nameOf(db: Db, account_id: number, id: number): Promise<string | null> {
  const form = await findFormName(db, { account_id, ref: { id, uuid: undefined } });
  return form?.name ?? null;
}

/**
 * Returns a number that every commit of another connection changes; `undefined` on PostgreSQL.
 * https://www.sqlite.org/pragma.html#pragma_data_version
 */
async function dataVersion(db: Db): Promise<number | undefined> {
  if (isPostgres(db)) return undefined;
  const { rows } = await sql<{ data_version: number }>`pragma data_version`.execute(db);
  return rows[0]?.data_version;
}
