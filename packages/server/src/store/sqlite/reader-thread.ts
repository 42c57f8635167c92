/** The reader thread: runs lists, counts and exports, so that they do not block the HTTP thread. */
import { parentPort, workerData } from "node:worker_threads";
import { systemRandom } from "../../platform/random.ts";
import { createSecretBox } from "../../platform/secret-box.ts";
import type { ThreadAnswer, Call, CallReply, ThreadMessage } from "../engine/calls.ts";
import { CLOSE, decodeCalls, TIDY_UP, encodeError, encodeReplies } from "../engine/calls.ts";
import { openSqlite, releaseThreadMemory, type StoreThreadData } from "./database.ts";
import { explain } from "./errors.ts";
import { READS } from "../reads.ts";
import type { PageRead } from "../submissions/submission-pages.ts";
import type { SerializedSubmissions } from "../submissions/serialized-submissions.ts";
import type { StoreQuery } from "../engine/store-query.ts";

const port = parentPort;
if (port === null) throw new Error("The reader runs as a thread only.");
const { file, encryptionKeys, sendable } = workerData as StoreThreadData;
const send = (message: ThreadAnswer, transferred: readonly ArrayBuffer[] = []) =>
  port.postMessage(message, transferred);

/** Reads whose result is a new buffer: it is transferred to the HTTP thread, not copied. */
const BUFFER_OF: Readonly<
  Record<string, (result: never) => SerializedSubmissions["bytes"] | undefined>
> = {
  serializeSubmissions: ({ bytes }: SerializedSubmissions) => bytes,
  serializeSubmissionSlice: ({ bytes }: SerializedSubmissions) => bytes,
  serializeSubmissionPage: ({ page }: PageRead<SerializedSubmissions>) => page?.bytes,
  serializeCountedPage: ({ page }: PageRead) => page?.bytes,
} satisfies { readonly [N in keyof typeof READS]?: unknown };

try {
  const { db, sqlite } = openSqlite(file, "reader");
  const box = createSecretBox(encryptionKeys, systemRandom);
  const reads = READS as Record<string, StoreQuery>;
  const run = async ({ id, name, args }: Call): Promise<CallReply> => {
    try {
      const read = reads[name];
      if (read === undefined) throw new Error(`There is no read named ${name}.`);
      return { id, result: await read(db, args as never, box, sendable) };
    } catch (error) {
      return { id, error: encodeError(explain(error)) };
    }
  };

  /** Handles the messages one after the other, in order. */
  const serve = async (before: Promise<void>, message: ThreadMessage) => {
    await before;
    if (message === TIDY_UP) return releaseThreadMemory(sqlite);
    if (message === CLOSE) {
      await db.destroy();
      port.close();
      return;
    }
    for (const call of decodeCalls(message)) {
      const reply = await run(call);
      send(
        { kind: "replies", replies: encodeReplies([call], [reply]) },
        buffersOf(call.name, reply),
      );
    }
  };

  let last = Promise.resolve();
  port.on("message", (message: ThreadMessage) => {
    last = serve(last, message);
  });
  send({ kind: "ready" });
} catch (error) {
  send({ kind: "failed", error: encodeError(explain(error)) });
  port.close();
}

function buffersOf(name: string, reply: CallReply): readonly ArrayBuffer[] {
  const bytesOf = BUFFER_OF[name];
  if (bytesOf === undefined || "error" in reply) return [];
  const bytes = bytesOf(reply.result as never);
  return bytes === undefined ? [] : [bytes.buffer];
}
