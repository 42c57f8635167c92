/** Reads the log of deliveries once every delivery in it has ended. */
import { api } from "./server-api.ts";

/** No lease is older than these two together. */
const LEASE_MS = 60_000;
const SWEEP_MS = 15_000;

interface LogEntry {
  readonly submission_id: number;
  readonly state: string;
  readonly attempts: readonly { readonly number: number }[];
}

/** A list of the API: deliveries to webhooks, or those of every kind. */
type List = "webhook_logs" | "deliveries";

interface LogPage {
  readonly entries: readonly LogEntry[];
  readonly meta: { readonly count: number; readonly next_cursor: string | null };
}

const OPEN_STATES: readonly string[] = ["queued", "retrying", "delivering"];

/**
 * Every entry of the log, once none is open. A lost lease ends within its duration plus one sweep, so
 * at least one delivery ends in that time.
 */
export async function allFinished(
  url: string,
  list: List,
  form: number,
): Promise<readonly LogEntry[]> {
  const page = async (query: string): Promise<LogPage> => {
    const path = `/${list}?form_id=${form}&per_page=100&${query}`;
    const answer = await api<Record<List, readonly LogEntry[]> & Pick<LogPage, "meta">>(
      url,
      "GET",
      path,
    );
    return { entries: answer[list], meta: answer.meta };
  };
  let fewest = Infinity;
  let deadline = 0;
  for (;;) {
    const pages = await Promise.all(OPEN_STATES.map((state) => page(`state=${state}`)));
    const open = pages.reduce((sum, { meta }) => sum + meta.count, 0);
    if (open === 0) {
      // The states are read one after the other, and a delivery may have changed its own in between.
      const entries = await allEntries(page);
      if (!entries.some(({ state }) => OPEN_STATES.includes(state))) return entries;
    }
    if (open < fewest) {
      fewest = open;
      deadline = performance.now() + LEASE_MS + SWEEP_MS;
    }
    if (performance.now() > deadline) {
      const [entry] = pages.flatMap(({ entries }) => entries);
      throw new Error(
        `${open} deliveries are open for too long, such as ${JSON.stringify(entry)}.`,
      );
    }
    await new Promise((resolve) => void setTimeout(resolve, 200));
  }
}

async function allEntries(page: (query: string) => Promise<LogPage>): Promise<readonly LogEntry[]> {
  const entries: LogEntry[] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const { entries: read, meta }: LogPage = await page(`cursor=${cursor}`);
    entries.push(...read);
    cursor = meta.next_cursor;
  }
  return entries;
}
