/** The neighbors of a submission in a filtered view: two searches from it, in both directions. */
import type { Submission, SubmissionList } from "@intray/sdk/schemas";
import { AppError } from "../../domain/errors.ts";
import { type ApiClient, dataOf } from "../http/api-client.ts";
import { firstPage, type InboxView, listQuery } from "../inbox/view.ts";

export interface Neighbors {
  /** Ids; `null` at the ends of the list. */
  readonly newer: number | null;
  readonly older: number | null;
}

/**
 * A search starts at a time, which all submissions of one batch of posts may share. The first page has the neighbor
 * almost always. If more share it than these pages have, there seems to be no neighbor.
 */
const PAGE_SIZES = [5, 50, 100];

export async function searchNeighbors(
  api: ApiClient,
  view: InboxView,
  submission: Pick<Submission, "id" | "created_at">,
): Promise<Neighbors> {
  try {
    const query = listQuery(firstPage(view));
    const [newer, older] = await Promise.all([
      nextIn(api, { ...query, order_by: "date_asc" }, submission),
      nextIn(api, { ...query, order_by: "date_desc" }, submission),
    ]);
    return { newer, older };
  } catch (error) {
    // The filters of an address that somebody typed.
    if (error instanceof AppError && error.code === "invalid") return { newer: null, older: null };
    throw error;
  }
}

type Query = ReturnType<typeof listQuery> & { readonly order_by: "date_asc" | "date_desc" };

async function nextIn(
  api: ApiClient,
  query: Query,
  { id, created_at }: Pick<Submission, "id" | "created_at">,
): Promise<number | null> {
  const isNewer = query.order_by === "date_asc";
  let cursor: string | null = "";
  for (const per_page of PAGE_SIZES) {
    if (cursor === null) break;
    const at: Query = isNewer ? after(query, created_at) : before(query, created_at);
    const { submissions, meta }: SubmissionList = dataOf(
      await api.GET("/api/v1/submissions", {
        params: { query: { ...at, per_page, ...(cursor === "" ? {} : { cursor }) } },
      }),
    );
    const found = submissions.find((other) => (isNewer ? other.id > id : other.id < id));
    if (found !== undefined) return found.id;
    cursor = meta.next_cursor;
  }
  return null;
}

// The API's bounds are exclusive, so that these include submissions of the same millisecond.

function after(query: Query, created_at: string): Query {
  const bound = shifted(created_at, -1);
  const { created_after = bound } = query;
  return { ...query, created_after: created_after > bound ? created_after : bound };
}

function before(query: Query, created_at: string): Query {
  const bound = shifted(created_at, 1);
  const { created_before = bound } = query;
  return { ...query, created_before: created_before < bound ? created_before : bound };
}

const shifted = (time: string, ms: number) => new Date(Date.parse(time) + ms).toISOString();
