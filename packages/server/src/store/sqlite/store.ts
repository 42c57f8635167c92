/** The store on SQLite: a writer thread, a reader thread while it is needed, and lookups by key on the HTTP thread. */
import { systemRandom } from "../../platform/random.ts";
import { createSecretBox } from "../../platform/secret-box.ts";
import { startThread } from "../../platform/start-thread.ts";
import type { AcceptedSubmission } from "../../domain/submission/accepted-submission.ts";
import { ACCEPT_CALL } from "../engine/calls.ts";
import { openSqlite, type StoreThreadData } from "./database.ts";
import { explain } from "./errors.ts";
import { prepareFormLookup } from "../forms/form-lookup.ts";
import { prepareKeyLookup } from "../accounts/api-keys.ts";
import { encodeSubmission } from "./submission-codec.ts";
import { openReader } from "./reader.ts";
import * as SMALL_READS from "../small-reads.ts";
import type { Store, StoreOptions } from "../store.ts";
import { openThreadPort } from "./thread-port.ts";
import { codecOf } from "./codecs.ts";
import { bindReads, type ReadName } from "../reads.ts";
import { bindWrites, ONCE_CALL, type OnceCall, type WriteName, WRITES } from "../writes.ts";

const MAX_WAITING_WRITES = 10_000;
const MAX_WAITING_READS = 1_000;

/** These read a row of each form. So many take 10 ms, for which posts can wait. */
const BY_FORM: ReadonlySet<ReadName> = new Set(["expiringGroups", "formRhythms", "pagesToLookAt"]);
const MANY_FORMS = 1_000;

export async function openSqliteStore({
  file,
  encryptionKeys,
  sendable,
  copiesFirst,
  clock,
  log,
  onDeath,
  onCommit,
  onChange,
}: Omit<StoreOptions, "database" | "onDue"> & { readonly file: string }): Promise<Store> {
  const workerData: StoreThreadData = { file, encryptionKeys, sendable, copiesFirst };
  const writer = await openThreadPort(
    startThread("writer-thread", import.meta.url, { workerData }),
    {
      maxWaiting: MAX_WAITING_WRITES,
      log,
      onDeath,
      onCommit(writes, ms) {
        onCommit?.(writes, ms);
        onChange?.();
      },
    },
  );
  const reader = openReader(
    () =>
      openThreadPort(startThread("reader-thread", import.meta.url, { workerData }), {
        maxWaiting: MAX_WAITING_READS,
        log,
        onDeath,
      }),
    clock,
  );
  const { db, sqlite } = openSqlite(file, "reader");
  const findForm = prepareFormLookup(db, sqlite, createSecretBox(encryptionKeys, systemRandom));
  const findKey = prepareKeyLookup(db, sqlite);
  const aboveMany = sqlite.prepare("select 1 from form limit 1 offset ?");
  const isForWriter = (name: ReadName) =>
    name in SMALL_READS &&
    !reader.isReady() &&
    !(BY_FORM.has(name) && aboveMany.get(MANY_FORMS) !== undefined);
  const runWrite = async (name: WriteName, call: string, args: unknown) => {
    const result = await writer.call(call, args);
    // Before the response: the client may post to the changed form right after it.
    if (WRITES[name].changesForms) findForm.clear();
    return result;
  };
  return {
    databaseTime: () => undefined,
    deadOwners: () => Promise.resolve({ dead: [], isSuspecting: false }),
    owner: "",
    accept: (submission) =>
      writer.call(ACCEPT_CALL, encodeSubmission(submission)) as Promise<AcceptedSubmission>,
    writes: bindWrites({
      async write(name, args) {
        const { encodeArgs, decodeResult } = codecOf(name);
        const result = await runWrite(name, name, encodeArgs?.(args as never) ?? args);
        return decodeResult?.(result as never) ?? result;
      },
      writeOnce: (name, args, key) =>
        runWrite(name, ONCE_CALL, { name, args, key } satisfies OnceCall),
    }),
    reads: bindReads((name, args) =>
      isForWriter(name) ? writer.call(name, args) : reader.call(name, args, !(name in SMALL_READS)),
    ),
    findForm: (ref) => explaining(() => findForm.find(ref)),
    findKey: (hash) => explaining(() => findKey(hash)),
    tellPeers() {},
    hearPeers() {},
    tidyUp() {
      writer.tidyUp();
      reader.tidyUp();
      sqlite.pragma("shrink_memory");
    },
    async close() {
      await reader.close();
      await writer.close();
      await db.destroy();
    },
  };
}

function explaining<T>(look: () => T): T {
  try {
    return look();
  } catch (error) {
    throw explain(error);
  }
}
