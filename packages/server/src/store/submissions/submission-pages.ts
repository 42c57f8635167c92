/** Pages of submissions, read and written in one call. */
import type { SerializeOptions } from "../../domain/submission-text.ts";
import { dataVersion } from "../engine/data-version.ts";
import { findFormName } from "../forms/form-names.ts";
import type { Db } from "../engine/schema.ts";
import { countStates, countSubmissions, type SubmissionCounts } from "./submission-counts.ts";
import { listSubmissionIds, type SubmissionPage } from "./submission-list.ts";
import { serializeSubmissions, type SerializedSubmissions } from "./serialized-submissions.ts";

/** What a page needs beside its filter; one more id is looked for than is shown. */
type Asked = SubmissionPage & SerializeOptions;

export interface SerializedSlice extends SerializedSubmissions {
  /** Of one more than are shown, where there is one; some may have been deleted since. */
  readonly ids: readonly number[];
}

export interface SerializedPage extends SerializedSlice {
  readonly count: number;
  readonly isExact: boolean;
  readonly states: SubmissionCounts;
  /** `null` across forms. */
  readonly form_name: string | null;
}

export interface PageRead {
  /** A number that every commit changes; `undefined` where the database has none. */
  readonly version: number | undefined;
  /** `undefined` when the version is the one that was known. */
  readonly page: SerializedPage | undefined;
}

/** `limit` ids at most, and the records of all but the last of so many. */
export async function serializeSubmissionSlice(db: Db, asked: Asked): Promise<SerializedSlice> {
  const { publicUrl, now, limit } = asked;
  const ids = await listSubmissionIds(db, asked);
  const texts = await serializeSubmissions(db, { ids: ids.slice(0, limit - 1), publicUrl, now });
  return { ids, ...texts };
}

/** The same with what is said about the list, unless nothing was committed since the version that is `known`. */
export async function serializeSubmissionPage(
  db: Db,
  { known, ...asked }: Asked & { readonly known: number | undefined },
): Promise<PageRead> {
  // Before the page is read: what is committed meanwhile makes it old, and never the other way round.
  const version = await dataVersion(db);
  if (version !== undefined && version === known) return { version, page: undefined };
  const { account_id, form_id } = asked;
  const page = {
    ...(await serializeSubmissionSlice(db, asked)),
    ...(await countSubmissions(db, asked)),
    states: await countStates(db, { account_id, form_id }),
    form_name: form_id === undefined ? null : await nameOf(db, account_id, form_id),
  };
  return { version, page };
}

/** Read with the page: a name that was read before it may be older than the version. */
async function nameOf(db: Db, account_id: number, id: number): Promise<string | null> {
  const form = await findFormName(db, { account_id, ref: { id, uuid: undefined } });
  return form?.name ?? null;
}
