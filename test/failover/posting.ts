// Posts to several servers without a pause, whatever they answer. Some senders are impatient: they repeat a post
// with its idempotency key, at the other servers too, until it is accepted.
import { postTo } from "../harness/api.ts";

export type Posting = ReturnType<typeof startPosting>;

const AT_ONCE_PER_SERVER = 4;
/** Between two posts of one sender, so that the machine keeps up. */
const PAUSE_MS = 10;
const PAUSE_AFTER_FAILURE_MS = 50;
/** A post that gets no answer does not count, and is not repeated. */
const ANSWER_MS = 20_000;
const IMPATIENT_MS = 300;

/** Posts to form 1, which the first start of a server makes. */
export function startPosting(urls: readonly string[]) {
  const accepted = new Map<string, number>();
  const failed = new Map<string, string>();
  const keyed = new Set<string>();
  const latest = urls.map(() => ({ sentAt: 0, answeredAt: 0 }));
  const firsts = new Map<string, number>();
  let sent = 0;
  const over = new AbortController();

  async function post(server: number, n: string, hasKey = false): Promise<boolean> {
    const sentAt = performance.now();
    try {
      const id = await postTo(
        urls[server] ?? "",
        1,
        { n },
        {
          headers: hasKey ? { "idempotency-key": `post ${n}` } : {},
          signal: AbortSignal.timeout(hasKey ? IMPATIENT_MS : ANSWER_MS),
        },
      );
      accepted.set(n, id);
      latest[server] = { sentAt, answeredAt: performance.now() };
      return true;
    } catch (error) {
      if (!hasKey && !over.signal.aborted) failed.set(n, String(error));
      return false;
    }
  }
  const next = () => String((sent += 1));
  async function sendOnce(server: number): Promise<void> {
    while (!over.signal.aborted) {
      await pause((await post(server, next())) ? PAUSE_MS : PAUSE_AFTER_FAILURE_MS);
    }
  }
  async function sendUntilAccepted(first: number): Promise<void> {
    while (!over.signal.aborted) {
      const n = next();
      keyed.add(n);
      for (let server = first; !over.signal.aborted; server += 1) {
        if (await post(server % urls.length, n, true)) break;
        await pause(PAUSE_AFTER_FAILURE_MS);
      }
      await pause(PAUSE_MS);
    }
  }
  const senders = urls.flatMap((_, server) => [
    ...Array.from({ length: AT_ONCE_PER_SERVER }, () => sendOnce(server)),
    sendUntilAccepted(server),
  ]);
  return {
    /** The id that each post was answered with, by the value of its field `n`. */
    accepted,
    /** The fields `n` of posts without a key that were not accepted, with the reason. */
    failed,
    /** The fields `n` of posts with an idempotency key. */
    keyed,
    /** Milliseconds from a moment to the answer of the first post that was sent after it to this server. */
    firstAcceptedMs(server: number, sinceMs: number) {
      const key = `${server} ${sinceMs}`;
      const last = latest[server];
      if (!firsts.has(key) && last !== undefined && last.sentAt > sinceMs) {
        firsts.set(key, last.answeredAt - sinceMs);
      }
      return firsts.get(key);
    },
    async stop() {
      over.abort();
      await Promise.all(senders);
    },
  };
}

const pause = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms));
