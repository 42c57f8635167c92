/** The same mark for many submissions: in bulk, or one by one where the server has no bulk. */
import type { BulkResult, Intray, SubmissionChange } from "@intray/sdk";
import { forEachId } from "./for-each-id.ts";
import { isApiError } from "../errors/sdk-problem.ts";

/** What one bulk request takes, by the contract. */
const BULK_SIZE = 1_000;
/** A server with the mission's endpoints alone. A 404 may also mean that all of them are unknown. */
const HAS_NO_BULK: ReadonlySet<number> = new Set([404, 405, 501]);

export interface MarkResult {
  readonly submission_id: number;
  readonly status: BulkResult["results"][number]["status"] | "failed";
  /** Why it is not marked, where there is more to say. */
  readonly message?: string;
}

/** In the order given. @throws what concerns all of them. */
export async function* markSubmissions(
  client: Intray,
  ids: readonly number[],
  change: SubmissionChange,
): AsyncGenerator<MarkResult> {
  for (let from = 0; from < ids.length; from += BULK_SIZE) {
    const some = ids.slice(from, from + BULK_SIZE);
    yield* (await markInBulk(client, some, change)) ?? (await markEach(client, some, change));
  }
}

async function markInBulk(
  client: Intray,
  ids: readonly number[],
  change: SubmissionChange,
): Promise<readonly MarkResult[] | undefined> {
  try {
    return (await client.submissions.updateBulk(ids, change)).results;
  } catch (error) {
    if (isApiError(error) && HAS_NO_BULK.has(error.status)) return undefined;
    throw error;
  }
}

async function markEach(
  client: Intray,
  ids: readonly number[],
  change: SubmissionChange,
): Promise<readonly MarkResult[]> {
  const results: MarkResult[] = [];
  await forEachId(
    ids,
    async (submission_id) => {
      await client.submissions.update(submission_id, change);
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
