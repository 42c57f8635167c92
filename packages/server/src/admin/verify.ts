/** `verify`: checks the integrity of stored data. */
import { lockFolder } from "../store/sqlite/lock.ts";
import { repairCounters, wrongCounters, type WrongCounter } from "../store/submissions/recount.ts";
import { recountDeliveries, wrongDeliveryCounts } from "../store/submissions/delivery-state.ts";
import type { CommandContext, Command } from "./command.ts";
import type { Opened } from "../store/open-store.ts";
import { withDatabase } from "./open-database.ts";
import { longOpenIds } from "../store/engine/id-order.ts";
import { laggingSequences } from "../store/engine/sequences.ts";
import type { Db } from "../store/engine/schema.ts";
import { sql } from "kysely";
import { systemRandom } from "../platform/random.ts";
import { keyFilePath, readKeyFile } from "../config/key-file.ts";
import { createSecretBox, DecryptionError } from "../platform/secret-box.ts";
import { requireKey } from "../store/encrypt-at-rest.ts";
import { decryptHeaders, decryptSecretColumns } from "../store/webhooks/webhook-encryption.ts";
import { allWebhooks, asWebhook } from "../store/webhooks/webhook-rows.ts";
import { hash, createHash } from "node:crypto";
import { type StoredFiles, openStoredFiles } from "./stored-files.ts";
import type { Config } from "../config/config.ts";
import { messageOf } from "../platform/errors.ts";

const checkCounters: Check = {
  name: "counters",
  async *run({ opened }) {
    for (const counter of await wrongCounters(opened.db)) {
      yield `form ${counter.form_id}, ${stateOf(counter)}: the counter is ${counter.stored}, but there are ${counter.counted}`;
    }
  },
};

function stateOf({ read, spam, trash }: WrongCounter): string {
  const state = trash === 1 ? "in the trash" : spam === 1 ? "spam" : "in the inbox";
  return `${read === 1 ? "read" : "unread"} ${state}`;
}

/** No transaction of the server takes this long. */
const MAX_OPEN_S = 60;

/** Checks that new ids are larger than old ones, and that no open transaction hides rows from ascending lists. */
const checkIds: Check = {
  name: "ids",
  async *run({ opened: { kind, db } }) {
    if (kind === "sqlite") return;
    for (const { table, newest_id, last_id } of await laggingSequences(db)) {
      yield `the next id of ${table} would be ${last_id + 1}, but ${newest_id} exists, as in a copy without sequences. Restart the server, which corrects it`;
    }
    for (const { table_name, lowest, pid } of await longOpenIds(db, { openForS: MAX_OPEN_S })) {
      yield `ascending lists and event streams end below ${table_name} ${lowest}, since the PostgreSQL process ${pid} has kept a transaction open for more than ${MAX_OPEN_S} seconds. End it with select pg_terminate_backend(${pid})`;
    }
  },
};

/** Ids of submissions per statement. */
const SPAN = 1_000;

/** Checks that the counters of each submission's deliveries equal a recount. */
const checkDeliveryStates: Check = {
  name: "delivery states",
  async *run({ opened }) {
    for await (const span of spansOf(opened.db, SPAN)) {
      for (const id of await wrongDeliveryCounts(opened.db, span)) {
        yield `submission ${id}: its counters of deliveries differ from its deliveries`;
      }
    }
  },
};

/** Ids of submissions, `size` at a time up to the newest. */
async function* spansOf(db: Db, size: number): AsyncGenerator<{ above: number; to: number }> {
  const last = await db
    .selectFrom("submission")
    .select(({ fn }) => fn.max<number | null>("id").as("id"))
    .executeTakeFirstOrThrow();
  for (let above = 0; above < (last.id ?? 0); above += size) yield { above, to: above + size };
}

/** Checks the integrity of the SQLite file, and that dates increase with ids. */
const checkDatabase: Check = {
  name: "database file",
  async *run({ opened, isQuick }) {
    if (opened.kind === "postgres") return;
    const { sqlite, db } = opened;
    const found = sqlite.pragma(isQuick ? "quick_check" : "integrity_check") as readonly object[];
    for (const row of found) {
      const problem = String(Object.values(row)[0]);
      if (problem !== "ok") yield `SQLite reports: ${problem}`;
    }
    const dangling = sqlite.pragma("foreign_key_check") as readonly {
      readonly table: string;
      readonly rowid: number;
      readonly parent: string;
    }[];
    for (const { table, rowid, parent } of dangling) {
      yield `row ${rowid} of ${table} refers to a ${parent} that does not exist`;
    }
    // Filters by date find their id by binary search, which requires dates in the order of ids.
    const { rows } = await sql<{ id: number }>`
      select id from (
        select id, created_at, lag(created_at) over (order by id) as before from submission
      ) where created_at < before limit 10`.execute(db);
    for (const { id } of rows) yield `submission ${id} has an earlier date than the one before it`;
  },
};

const checkKey: Check = {
  name: "encryption key",
  async *run({ opened: { db }, config }) {
    const canary = await db.selectFrom("encryption_canary").select("encrypted").executeTakeFirst();
    // Without a canary the server has never started on this database.
    if (canary === undefined) return;
    const file = keyFilePath(config);
    let keys: readonly Uint8Array[];
    try {
      keys = config.encryptionKeys ?? (file === undefined ? [] : readKeyFile(file));
      requireKey(canary.encrypted, createSecretBox(keys, systemRandom));
    } catch (error) {
      yield messageOf(error);
      return;
    }
    const box = createSecretBox(keys, systemRandom);
    const webhooks = await allWebhooks(db).selectAll().orderBy("id").execute();
    for (const webhook of webhooks.map(asWebhook)) {
      try {
        decryptSecretColumns(box, webhook);
        decryptHeaders(box, webhook.id, webhook.headers);
      } catch (error) {
        if (!(error instanceof DecryptionError)) throw error;
        yield `webhook ${webhook.id} ("${webhook.name}"): ${error.message} Enter its URL and headers again, and regenerate its secret`;
      }
    }
  },
};

const BODY_BATCH = 200;
const DAY_MS = 24 * 3_600 * 1_000;
/** More than any back-off: the longest of the built-in schedule is four hours. */
const MAX_WAIT_MS = 3 * DAY_MS;
const MAX_REPORTED_DELIVERIES = 20;

/** Checks that deliveries have plausible times, and that their stored bodies match their hashes. */
const checkDeliveries: Check = {
  name: "deliveries",
  async *run({ opened: { db }, now, isQuick }) {
    const all = db.selectFrom("delivery").select("id").orderBy("id").limit(MAX_REPORTED_DELIVERIES);
    const far = all.where("next_attempt_at", ">", now + MAX_WAIT_MS);
    for (const { id } of await far.execute()) {
      yield `delivery ${id} is due only in more than three days; check the clock, then re-fire it`;
    }
    const leased = all.where("lease_expires_at", ">", now + DAY_MS);
    for (const { id } of await leased.execute()) {
      yield `delivery ${id} is leased for more than a day; check the clock`;
    }
    const backwards = all.whereRef("finished_at", "<", "created_at");
    for (const { id } of await backwards.execute()) {
      yield `delivery ${id} finished before it was created`;
    }
    if (!isQuick) yield* damagedBodies(db);
  },
};

async function* damagedBodies(db: Db): AsyncGenerator<string> {
  for await (const { above, to } of spansOf(db, BODY_BATCH)) {
    const rows = await db
      .selectFrom("delivery_body")
      .select(["submission_id", "webhook_id", "body", "sha256"])
      .where("submission_id", ">", above)
      .where("submission_id", "<=", to)
      .orderBy("submission_id")
      .orderBy("webhook_id")
      .execute();
    for (const row of rows) {
      if (hash("sha256", row.body, "buffer").equals(row.sha256)) continue;
      yield `the body of submission ${row.submission_id} that was sent to webhook ${row.webhook_id} does not match its hash`;
    }
  }
}

interface FileRow {
  readonly id: number;
  readonly submission_id: number;
  readonly name: string;
  readonly file_size: number;
  readonly sha256: Buffer;
  readonly storage_key: string;
}

/** Checks that every uploaded file exists and matches its size and hash. */
export const checkFiles: Check = {
  name: "uploaded files",
  async *run({ opened: { db }, config: { attachments }, isQuick }) {
    const files = await openStoredFiles(attachments);
    try {
      for await (const file of filesOf(db)) {
        const problem = await problemOf(files, file, isQuick);
        // A file whose submission was deleted during the check is not missing.
        if (problem === undefined || !(await isStillReferenced(db, file.id))) continue;
        yield `file ${file.id} ("${file.name}", of submission ${file.submission_id}) ${problem}: ${files.locationOf(file.storage_key)}`;
      }
    } finally {
      files.close();
    }
  },
};

async function* filesOf(db: Db): AsyncGenerator<FileRow> {
  for await (const { above, to } of spansOf(db, SPAN)) {
    yield* await db
      .selectFrom("attachment")
      .select(["id", "submission_id", "name", "file_size", "sha256", "storage_key"])
      .where("submission_id", ">", above)
      .where("submission_id", "<=", to)
      .orderBy("id")
      .execute();
  }
}

async function problemOf(
  files: StoredFiles,
  { storage_key, file_size, sha256 }: FileRow,
  isQuick: boolean,
): Promise<string | undefined> {
  try {
    const size = await files.size(storage_key);
    if (size === undefined) return "is missing";
    if (size !== file_size) return `has ${size} bytes instead of ${file_size}`;
    if (isQuick) return undefined;
    const content = await files.read(storage_key);
    if (content === undefined) return "is missing";
    const digest = createHash("sha256");
    for await (const chunk of content) digest.update(chunk as Buffer);
    return digest.digest().equals(sha256) ? undefined : "does not match its hash";
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return `cannot be read (${error.message})`;
  }
}

async function isStillReferenced(db: Db, id: number): Promise<boolean> {
  const row = await db
    .selectFrom("attachment")
    .select("id")
    .where("id", "=", id)
    .executeTakeFirst();
  return row !== undefined;
}

const CHECKS: readonly Check[] = [
  checkDatabase,
  checkKey,
  checkIds,
  checkCounters,
  checkFiles,
  checkDeliveries,
  checkDeliveryStates,
];
/** Problems per check: a folder that is not mounted would otherwise print a line for each file. */
const MAX_REPORTED = 100;

export const verify: Command = {
  name: "verify",
  summary: "checks the integrity of stored data",
  usage: "[--quick] [--repair-counters]",
  details: [
    "--quick            skips checks that read the content of files and bodies",
    "--repair-counters  counts the submissions, and the deliveries of each, and corrects the",
    "                   counters. With SQLite no server may be running",
    "",
    "It changes nothing else, and may run while the server runs. It prints a line for each",
    "problem, and exits with 1 if there is one.",
  ],
  options: { quick: { type: "boolean" }, "repair-counters": { type: "boolean" } },
  async run({ options }, context) {
    if (options["repair-counters"] === true) await repair(context);
    const { config, clock, print, printInfo } = context;
    const isQuick = options["quick"] === true;
    return withDatabase(config, "reader", async (opened) => {
      let isIntact = true;
      for (const check of CHECKS) {
        let found = 0;
        for await (const problem of check.run({ opened, config, now: clock.now(), isQuick })) {
          found += 1;
          if (found <= MAX_REPORTED) print(`${check.name}: ${problem}`);
        }
        if (found > MAX_REPORTED) print(`${check.name}: ${found - MAX_REPORTED} more`);
        if (found === 0) printInfo(`${check.name}: ok`);
        else isIntact = false;
      }
      return isIntact ? 0 : 1;
    });
  },
};

async function repair({ config, printInfo }: CommandContext): Promise<void> {
  // With SQLite a running server would wait for the recount and time out.
  const printRepaired = (name: string, count: number) =>
    printInfo(count === 0 ? `${name}: nothing to repair` : `${name}: ${count} repaired`);
  const lock = config.database.kind === "sqlite" ? lockFolder(config.dataDir) : undefined;
  try {
    await withDatabase(config, "writer", async ({ db }) => {
      const wrong = await wrongCounters(db);
      await db.transaction().execute((transaction) => repairCounters(transaction, wrong));
      printRepaired("counters", wrong.length);
      let repaired = 0;
      for await (const span of spansOf(db, SPAN)) {
        const ids = await wrongDeliveryCounts(db, span);
        repaired += ids.length;
        await db.transaction().execute((transaction) => recountDeliveries(transaction, ids));
      }
      printRepaired("delivery states", repaired);
    });
  } finally {
    lock?.release();
  }
}

interface Check {
  /** The name in the output, such as `counters`. */
  readonly name: string;
  run(parts: CheckParts): AsyncIterable<string>;
}

interface CheckParts {
  readonly opened: Opened;
  readonly config: Config;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Skips checks that read the content of files and bodies. */
  readonly isQuick: boolean;
}
