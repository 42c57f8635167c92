/** The thread that answers lists, counts and exports, so that none of them holds up the HTTP thread. */
import { parentPort, workerData } from "node:worker_threads";
import { systemRandom } from "../ids.ts";
import { createSecretBox } from "../secret-box.ts";
import {
  type Answer,
  type Call,
  received,
  type Reply,
  type SentCalls,
  toSent,
  toSentReplies,
} from "./calls.ts";
import { openSqlite } from "./database.ts";
import { READS } from "./reads.ts";
import type { StoreQuery, StoreThreadData } from "./thread-start.ts";

const port = parentPort;
if (port === null) throw new Error("The reader runs as a thread only.");
const { file, encryptionKeys } = workerData as StoreThreadData;
const tell = (answer: Answer) => port.postMessage(answer);

try {
  const { db } = openSqlite(file, "reader");
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
  const serve = async (before: Promise<void>, message: SentCalls | "close") => {
    await before;
    if (message === "close") {
      await db.destroy();
      port.close();
      return;
    }
    for (const call of received(message)) {
      tell({ kind: "replies", replies: toSentReplies([call], [await answer(call)]) });
    }
  };

  let last = Promise.resolve();
  port.on("message", (message: SentCalls | "close") => {
    last = serve(last, message);
  });
  tell({ kind: "ready" });
} catch (error) {
  tell({ kind: "failed", error: toSent(error) });
  port.close();
}
