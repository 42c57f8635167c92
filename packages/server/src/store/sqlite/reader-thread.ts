/** The thread that answers lists, counts and exports, so that none of them holds up the HTTP thread. */
import { parentPort, workerData } from "node:worker_threads";
import { systemRandom } from "../../platform/random.ts";
import { createSecretBox } from "../../platform/secret-box.ts";
import {
  type Answer,
  type Call,
  CLOSE,
  received,
  type Reply,
  RELEASE_MEMORY,
  type Sent,
  toSent,
  toSentReplies,
} from "../engine/calls.ts";
import { openSqlite } from "./database.ts";
import { READS } from "../reads.ts";
import type { PageRead } from "../submissions/submission-pages.ts";
import type { SerializedSubmissions } from "../submissions/serialized-submissions.ts";
import type { StoreQuery } from "../engine/store-query.ts";
import { releaseThreadMemory, type StoreThreadData } from "./thread-start.ts";

const port = parentPort;
if (port === null) throw new Error("The reader runs as a thread only.");
const { file, encryptionKeys } = workerData as StoreThreadData;
const tell = (answer: Answer, transferred: readonly ArrayBuffer[] = []) =>
  port.postMessage(answer, transferred);

/** The buffer that a read has filled; nobody else has a view of it. */
const WRITTEN: Readonly<
  Record<string, (result: never) => SerializedSubmissions["bytes"] | undefined>
> = {
  serializeSubmissions: ({ bytes }: SerializedSubmissions) => bytes,
  serializeSubmissionSlice: ({ bytes }: SerializedSubmissions) => bytes,
  serializeSubmissionPage: ({ page }: PageRead) => page?.bytes,
} satisfies { readonly [N in keyof typeof READS]?: unknown };

try {
  const { db, sqlite } = openSqlite(file, "reader");
  const box = createSecretBox(encryptionKeys, systemRandom);
  const reads = READS as Record<string, StoreQuery>;
  const answer = async ({ id, name, args }: Call): Promise<Reply> => {
    try {
      const read = reads[name];
      if (read === undefined) throw new Error(`There is no read named ${name}.`);
      return { id, result: await read(db, args as never, box) };
    } catch (error) {
      return { id, error: toSent(error) };
    }
  };

  /** One message after the other, in the order they came. */
  const serve = async (before: Promise<void>, message: Sent) => {
    await before;
    if (message === RELEASE_MEMORY) return releaseThreadMemory(sqlite);
    if (message === CLOSE) {
      await db.destroy();
      port.close();
      return;
    }
    for (const call of received(message)) {
      const reply = await answer(call);
      tell(
        { kind: "replies", replies: toSentReplies([call], [reply]) },
        writtenBy(call.name, reply),
      );
    }
  };

  let last = Promise.resolve();
  port.on("message", (message: Sent) => {
    last = serve(last, message);
  });
  tell({ kind: "ready" });
} catch (error) {
  tell({ kind: "failed", error: toSent(error) });
  port.close();
}

/** Pages that were written here are handed over, and not copied. */
function writtenBy(name: string, reply: Reply): readonly ArrayBuffer[] {
  const bytesOf = WRITTEN[name];
  if (bytesOf === undefined || "error" in reply) return [];
  const bytes = bytesOf(reply.result as never);
  return bytes === undefined ? [] : [bytes.buffer];
}
