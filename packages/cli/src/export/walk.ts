/** The submissions of an export: those there at its start, oldest first, a page at a time. */
import type { Intray, Submission, SubmissionListParams } from "@intray/sdk";

const PER_PAGE = 100;

export interface Walk {
  /** How many there were at the start; for progress only. */
  readonly total: number;
  readonly pages: AsyncIterable<readonly Submission[]>;
}

/** Fixes the upper bound, then walks by cursor. What arrives meanwhile is left to the next export. */
export async function startWalk(client: Intray, filter: SubmissionListParams): Promise<Walk> {
  const newest = await client.submissions.list({ ...filter, order_by: "date_desc", per_page: 1 });
  const [last] = newest.submissions;
  return {
    total: newest.meta.count,
    pages: last === undefined ? noPages() : walkTo(client, filter, last.id),
  };
}

async function* walkTo(
  client: Intray,
  filter: SubmissionListParams,
  lastId: number,
): AsyncGenerator<readonly Submission[]> {
  const pages = client.submissions
    .list({ ...filter, order_by: "date_asc", per_page: PER_PAGE })
    .pages();
  for await (const { submissions } of fetchAhead(pages)) {
    const wanted = submissions.filter(({ id }) => id <= lastId);
    if (wanted.length > 0) yield wanted;
    if (wanted.length < submissions.length) return;
  }
}

/** Asks for the next page while the last one is written. */
async function* fetchAhead<T>(source: AsyncIterable<T>): AsyncGenerator<T> {
  const iterator = source[Symbol.asyncIterator]();
  let next = iterator.next();
  try {
    for (;;) {
      const { done, value } = await next;
      if (done === true) return;
      next = iterator.next();
      // it is awaited in the next round; until then a failure is not unhandled
      next.catch(() => undefined);
      yield value;
    }
  } finally {
    await next.catch(() => undefined);
    await iterator.return?.();
  }
}

async function* noPages(): AsyncGenerator<never> {}
