/** The writer thread: owns the only connection that writes. */
import { parentPort, workerData } from "node:worker_threads";
import { msBetween, systemClock } from "../../platform/clock.ts";
import { systemRandom } from "../../platform/random.ts";
import { createSecretBox } from "../../platform/secret-box.ts";
import { prepareAcceptSubmission } from "./accept-submission.ts";
import { copyBeforeMigration } from "./copy-database.ts";
import { createBatcher } from "../engine/batch.ts";
import {
  ACCEPT_CALL,
  type ThreadAnswer,
  CLOSE,
  decodeCalls,
  TIDY_UP,
  type ThreadMessage,
  encodeError,
  encodeReplies,
} from "../engine/calls.ts";
import { emptyLog, openSqlite, releaseThreadMemory, type StoreThreadData } from "./database.ts";
import { explain } from "./errors.ts";
import { createLanes } from "../engine/lanes.ts";
import { migrate } from "../migrate.ts";
import { encryptAtRest } from "../encrypt-at-rest.ts";
import { decodeSubmission } from "./submission-codec.ts";
import { codecOf } from "./codecs.ts";
import * as SMALL_READS from "../small-reads.ts";
import type { StoreQuery } from "../engine/store-query.ts";
import { laneOf, ONCE_CALL, type OnceCall, writeNamed, runWriteOnce } from "../writes.ts";

const smallReads: Readonly<Record<string, StoreQuery>> = SMALL_READS;
const port = parentPort;
if (port === null) throw new Error("The writer runs as a thread only.");
const { file, encryptionKeys, sendable, copiesFirst = false } = workerData as StoreThreadData;
const reply = (answer: ThreadAnswer) => port.postMessage(answer);
const tell = (level: "info" | "warn") => (details: object, message: string) =>
  reply({ kind: "log", level, details, message });

const open = async () => {
  const { db, sqlite } = openSqlite(file, "writer");
  // What encryptAtRest encrypts must not remain in unused parts of the file.
  sqlite.pragma("secure_delete = on");
  await migrate(db, {
    log: { info: tell("info"), warn: tell("warn") },
    copy: copiesFirst
      ? (migration) => copyBeforeMigration(sqlite, migration, tell("info"))
      : undefined,
  });
  const box = createSecretBox(encryptionKeys, systemRandom);
  await encryptAtRest(db, box);
  sqlite.pragma("secure_delete = off");
  emptyLog(sqlite);
  const accept = prepareAcceptSubmission(db, sqlite);
  const laneOfCall = (name: string) => (name in SMALL_READS ? "api" : laneOf(name));
  const lanes = createLanes(laneOfCall);
  const batcher = createBatcher(
    sqlite,
    {
      run(name, args) {
        if (name === ACCEPT_CALL)
          return accept.accept(decodeSubmission(args as readonly unknown[]));
        if (name === ONCE_CALL) return runWriteOnce(db, args as OnceCall, box, sendable);
        const read = smallReads[name];
        if (read !== undefined) return read(db, args as never, box, sendable);
        const { run } = writeNamed(name);
        const { decodeArgs, encodeResult } = codecOf(name);
        const result = run(db, (decodeArgs?.(args as never) ?? args) as never, box, sendable);
        return encodeResult === undefined ? result : result.then((of) => encodeResult(of as never));
      },
      flush: () => accept.flush(),
      callsRolledBack: () => accept.callsRolledBack(),
      committed: () => accept.committed(),
      rolledBack: () => accept.rolledBack(),
      explained: explain,
    },
    (name) => laneOfCall(name) !== "intake",
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
    const startedAt = systemClock.monotonic();
    const replies = encodeReplies(calls, await batcher.commit(calls));
    reply({ kind: "replies", replies, commitMs: msBetween(startedAt, systemClock.monotonic()) });
    // After an event-loop turn, so that calls which arrived during the commit join the next one.
    setImmediate(() => void flush());
  };
  const start = () => {
    if (isRunning) return;
    isRunning = true;
    setImmediate(() => void flush());
  };
  port.on("message", (message: ThreadMessage) => {
    if (message === TIDY_UP) {
      if (isRunning) return;
      emptyLog(sqlite);
      void releaseThreadMemory(sqlite);
      return;
    }
    if (message === CLOSE) isClosing = true;
    else for (const call of decodeCalls(message)) lanes.push(call);
    start();
  });
  reply({ kind: "ready" });
};

// A CommonJS module, as in the bundle, cannot await.
open().catch((error: unknown) => {
  reply({ kind: "failed", error: encodeError(error) });
  port.close();
});
