/** The same thing done to several records, of which some may fail. */
import { EXIT } from "../errors/exit-codes.ts";
import { describeProblem } from "../errors/problem.ts";

export interface FailedId {
  readonly id: number;
  readonly code: string;
  readonly message: string;
}

export interface BatchResult<Done> {
  readonly done: readonly Done[];
  readonly failed: readonly FailedId[];
}

/**
 * One after the other. A single one that fails is the command's failure; of several, the others go on
 * where the failure concerns that record alone.
 */
export async function forEachId<Done>(
  ids: readonly number[],
  act: (id: number) => Promise<Done>,
  onFailed: (failed: FailedId) => void,
  { isSingle = ids.length === 1 }: { readonly isSingle?: boolean } = {},
): Promise<BatchResult<Done>> {
  const done: Done[] = [];
  const failed: FailedId[] = [];
  for (const id of ids) {
    try {
      done.push(await act(id));
    } catch (error) {
      const { exit, code, message } = describeProblem(error);
      const concernsOneOnly = exit === EXIT.notFound || exit === EXIT.rejected;
      if (isSingle || !concernsOneOnly) throw error;
      failed.push({ id, code, message });
      onFailed({ id, code, message });
    }
  }
  return { done, failed };
}
