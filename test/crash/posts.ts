// Posts to servers that are killed meanwhile.
import { postTo } from "../harness/api.ts";

const POSTING_AT_ONCE = 8;

/**
 * Posts concurrently until `isOver`, and reports the acknowledged posts.
 *
 * @throws DOMException if it is not over after `giveUpMs`.
 */
export async function postUntil(
  isOver: () => boolean,
  {
    addresses,
    form,
    next,
    onAnswer,
    giveUpMs,
    mayPost = () => true,
  }: {
    readonly addresses: () => readonly string[];
    /** The uuid of the form. */
    readonly form: string;
    /** The field `n` of the next post. */
    readonly next: () => string;
    readonly onAnswer: (id: number, n: string) => void;
    readonly giveUpMs: number;
    /** Whether more posts are needed now; asked again after a while. */
    readonly mayPost?: () => boolean;
  },
): Promise<void> {
  const giveUp = AbortSignal.timeout(giveUpMs);
  const post = async () => {
    while (!isOver()) {
      giveUp.throwIfAborted();
      if (!mayPost()) {
        await new Promise((resolve) => void setTimeout(resolve, 10));
        continue;
      }
      const n = next();
      const all = addresses();
      const url = all[Number(n) % all.length];
      if (url === undefined) return;
      try {
        onAnswer(await postTo(url, form, { n }, { signal: giveUp }), n);
      } catch (error) {
        // The server was killed during the request, or did not accept it.
        if (giveUp.aborted) throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: POSTING_AT_ONCE }, post));
}
