/** Marks many submissions: in bulk, or one by one if the server has no bulk endpoint. */
import type { BulkChange, BulkResult, Intray } from "@intray/sdk";
import { forEachId } from "./for-each-id.ts";
import { isApiError } from "../errors/sdk-problem.ts";

/** Maximum number of submissions in one bulk request, from openapi.yaml. */
const BULK_SIZE = 1_000;
/** Statuses of servers without the bulk endpoint. Intray also responds 404 when no submission exists. */
const HAS_NO_BULK: ReadonlySet<number> = new Set([404, 405, 501]);

export interface MarkResult {
  readonly submission_id: number;
  readonly status: BulkResult["results"][number]["status"] | "failed";
  /** Why it was not marked, if the server gave a reason. */
  readonly message?: string;
}

/** The results in the order of `ids`. Throws errors that concern all submissions. */
export async function* markSubmissions(
  client: Intray,
  ids: readonly number[],
  change: BulkChange,
): AsyncGenerator<MarkResult> {
  for (let from = 0; from < ids.length; from += BULK_SIZE) {
    const batch = ids.slice(from, from + BULK_SIZE);
    yield* (await markInBulk(client, batch, change)) ?? (await markEach(client, batch, change));
  }
}

async function markInBulk(
  client: Intray,
  ids: readonly number[],
  change: BulkChange,
): Promise<readonly MarkResult[] | undefined> {
  try {
    return (await client.submissions.updateBulk(ids, change)).results;
  } catch (error) {
    // Only in bulk can tags be added and removed.
    if (change.add_tags !== undefined || change.remove_tags !== undefined) throw error;
    if (isApiError(error) && HAS_NO_BULK.has(error.status)) return undefined;
    throw error;
  }
}

async function markEach(
  client: Intray,
  ids: readonly number[],
  change: BulkChange,
): Promise<readonly MarkResult[]> {
  const results: MarkResult[] = [];
  const { add_tags: _added, remove_tags: _removed, ...marks } = change;
  await forEachId(
    ids,
    async (submission_id) => {
      await client.submissions.update(submission_id, marks);
      results.push({ submission_id, status: "updated" });
    },
    ({ id, code, message }) => {
      const status = code === "not_found" ? "not_found" : "failed";
      results.push({ submission_id: id, status, message });
    },
    { isSingle: false },
  );
  return results;
}
