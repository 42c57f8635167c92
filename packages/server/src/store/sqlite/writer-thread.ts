/** The thread that owns the only writing connection. */
import { parentPort, workerData } from "node:worker_threads";
import type SQLite from "better-sqlite3";
import { elapsedMs } from "../../platform/clock.ts";
import { systemRandom } from "../../platform/random.ts";
import { createSecretBox, type SecretBox } from "../../platform/secret-box.ts";
import { prepareAcceptSubmission } from "./accept-submission.ts";
import { createBatcher } from "../engine/batch.ts";
import {
  ACCEPT_CALL,
  type Answer,
  CLOSE,
  received,
  RELEASE_MEMORY,
  type Sent,
  toSent,
  toSentReplies,
} from "../engine/calls.ts";
import { openSqlite } from "./database.ts";
import { createLanes } from "../engine/lanes.ts";
import { migrate } from "../migrate.ts";
import type { Db } from "../engine/schema.ts";
import { sealAtRest } from "../encrypt-at-rest.ts";
import { fromSent, type SentSubmission } from "./submission-codec.ts";
import { releaseThreadMemory, type StoreThreadData } from "./thread-start.ts";
import { WIRES } from "./codecs.ts";
import { laneOf, ONCE_CALL, type OnceCall, writeNamed, writeOnce } from "../writes.ts";

const port = parentPort;
if (port === null) throw new Error("The writer runs as a thread only.");
const { file, encryptionKeys } = workerData as StoreThreadData;
const tell = (answer: Answer) => port.postMessage(answer);

try {
  const { db, sqlite } = openSqlite(file, "writer");
  await migrate(db);
  const box = createSecretBox(encryptionKeys, systemRandom);
  await sealSecrets(db, sqlite, box);
  const accept = prepareAcceptSubmission(db, sqlite);
  const lanes = createLanes(laneOf);
  const batcher = createBatcher(
    sqlite,
    {
      run(name, args) {
        if (name === ACCEPT_CALL) return accept.take(fromSent(args as SentSubmission));
        if (name === ONCE_CALL) return writeOnce(db, args as OnceCall, box);
        const { run } = writeNamed(name);
        const { readArgs, sendResult } = WIRES[name] ?? {};
        const result = run(db, (readArgs?.(args as never) ?? args) as never, box);
        return sendResult === undefined ? result : result.then((of) => sendResult(of as never));
      },
      settle: () => accept.settle(),
      forget: () => accept.forget(),
      keep: () => accept.keep(),
      abandon: () => accept.abandon(),
    },
    (name) => laneOf(name) !== "intake",
  );

  let isRunning = false;
  let isClosing = false;
  const flush = async () => {
    const calls = lanes.take();
    if (calls.length === 0) {
      isRunning = false;
      if (isClosing) {
        await db.destroy();
        port.close();
      }
      return;
    }
    const startedAt = elapsedMs();
    const replies = toSentReplies(calls, await batcher.commit(calls));
    tell({ kind: "replies", replies, commit_ms: elapsedMs() - startedAt });
    // Back through the event loop, so that what was posted during the commit joins the next one.
    setImmediate(() => void flush());
  };
  const start = () => {
    if (isRunning) return;
    isRunning = true;
    setImmediate(() => void flush());
  };
  port.on("message", (message: Sent) => {
    if (message === RELEASE_MEMORY) {
      if (!isRunning) void releaseThreadMemory(sqlite);
      return;
    }
    if (message === CLOSE) isClosing = true;
    else for (const call of received(message)) lanes.push(call);
    start();
  });
  tell({ kind: "ready" });
} catch (error) {
  tell({ kind: "failed", error: toSent(error) });
  port.close();
}

/** What was plain until now is not to be found in the file any more, either. */
async function sealSecrets(db: Db, sqlite: SQLite.Database, box: SecretBox): Promise<void> {
  sqlite.pragma("secure_delete = ON");
  const { wasPlain } = await sealAtRest(db, box);
  sqlite.pragma("secure_delete = OFF");
  if (wasPlain) sqlite.pragma("wal_checkpoint(TRUNCATE)");
}
