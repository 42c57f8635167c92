/** Does the same with several records, of which some may fail. */
import { EXIT } from "../errors/failure.ts";
import { describeProblem } from "../errors/problem.ts";

export interface FailedId<Id = number> {
  readonly id: Id;
  readonly code: string;
  readonly message: string;
}

export interface BatchResult<Done, Id = number> {
  readonly done: readonly Done[];
  readonly failed: readonly FailedId<Id>[];
}

/**
 * Calls `action` for each id in turn. With several ids, an error about one record only (exit code 3 or 5)
 * is collected and the others continue; any other error, or any error with a single id, is thrown.
 */
export async function forEachId<Done, Id = number>(
  ids: readonly Id[],
  action: (id: Id) => Promise<Done>,
  onFailed: (failed: FailedId<Id>) => void,
): Promise<BatchResult<Done, Id>> {
  const done: Done[] = [];
  const failed: FailedId<Id>[] = [];
  for (const id of ids) {
    try {
      done.push(await action(id));
    } catch (error) {
      const { exit, code, message } = describeProblem(error);
      const concernsOneOnly = exit === EXIT.notFound || exit === EXIT.rejected;
      if (ids.length === 1 || !concernsOneOnly) throw error;
      failed.push({ id, code, message });
      onFailed({ id, code, message });
    }
  }
  return { done, failed };
}
