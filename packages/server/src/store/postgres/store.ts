/** The store on PostgreSQL: as many processes as are wanted, all peers. */
import { randomInt } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { systemRandom } from "../../platform/random.ts";
import { createSecretBox } from "../../platform/secret-box.ts";
import { readKey } from "../accounts/api-key-lookup.ts";
import { migrate } from "../migrate.ts";
import { READS } from "../reads.ts";
import type { Db, Schema } from "../engine/schema.ts";
import { encryptAtRest } from "../encrypt-at-rest.ts";
import type { Store, StoreOptions } from "../store.ts";
import type { StoreQuery } from "../engine/store-query.ts";
import { writeNamed, type WriteName, writeOnce, WRITES } from "../writes.ts";
import { createClaimLook } from "./claim-look.ts";
import { createCountFolding } from "./count-folding.ts";
import { openIntakePool, openPostgres } from "./database.ts";
import { explained, isCollision } from "./errors.ts";
import { createFormCache } from "./form-cache.ts";
import { createIntake } from "./intake.ts";
import { CHANNEL, type Hint, openListener } from "./listener.ts";
import { ownerMark } from "./presence.ts";
import { prepareTrigrams } from "./trigrams.ts";

const MAX_TRIES = 4;
/** Posts tell other processes of due deliveries so often at most. */
const TELL_EVERY_MS = 100;

/** @throws Error with a sentence for the person who starts the server. */
export async function openPostgresStore({
  url,
  encryptionKeys,
  clock,
  log,
  onDue,
  onCommit,
  onChange,
}: Omit<StoreOptions, "database" | "onDeath"> & { readonly url: string }): Promise<Store> {
  const lost = (error: Error) => log.warn({ err: error }, "A connection to PostgreSQL was lost.");
  const { db, pool } = await openPostgres(url, lost);
  const intakePool = openIntakePool(url, lost);
  const owner = randomInt(1, 1_000_000_000);
  try {
    await migrate(db);
    await prepareTrigrams(db, log);
    const box = createSecretBox(encryptionKeys, systemRandom);
    await encryptAtRest(db, box);
    const listener = await openListener({ url, owner, clock, onHint: (hint) => hinted(hint) });
    const forms = createFormCache(db, box, clock, () => listener.isListening);
    const hinted = (hint: Hint) => {
      if (hint === "due") onDue();
      if (hint === "forms") forms.forget();
      onChange?.();
    };
    const intake = createIntake(intakePool, (posts, ms) => {
      onCommit?.(posts, ms);
      onChange?.();
    });
    const look = createClaimLook(db, pool);
    const counts = createCountFolding(db, clock, log);
    const tellSoon = createTelling(db, clock);
    const write = async (name: WriteName, run: (on: Db) => Promise<unknown>) => {
      const result = await changed(db, name, run);
      counts.note();
      if (WRITES[name].changesForms) forms.forget();
      onChange?.();
      if (WRITES[name].emitsEvents) tellSoon("events");
      return result as never;
    };
    return {
      clockAheadMs: () => listener.clockAheadMs,
      owner: ownerMark(owner),
      async accept(submission) {
        const accepted = await intake.accept(submission);
        counts.note();
        tellSoon(accepted.hasDue ? "due" : "events");
        return accepted;
      },
      async write(name, args) {
        if (name === "claimDeliveries") {
          const nothing = await explaining(look(args as never));
          if (nothing !== undefined) return nothing as never;
        }
        return write(name, (on) => writeNamed(name).run(on, args as never, box));
      },
      writeOnce: (name, args, key) => write(name, (on) => writeOnce(on, { name, args, key }, box)),
      async read(name, args) {
        try {
          return (await (READS[name] as StoreQuery)(db, args as never, box)) as never;
        } catch (error) {
          throw explained(error);
        }
      },
      findForm: (ref) => explaining(forms.find(ref)),
      findKey: (hash) => explaining(readKey(db, hash)),
      // What makes it quick is kept by the database itself.
      releaseMemory() {},
      async close() {
        await intake.idle();
        await counts.close();
        await listener.close();
        if (!intakePool.ending) await intakePool.end();
        await db.destroy();
      },
    };
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

async function explaining<T>(answer: T | Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw explained(error);
  }
}

/** In a transaction of its own, and again when another one was in its way. */
async function changed(
  db: Kysely<Schema>,
  name: WriteName,
  run: (on: Db) => Promise<unknown>,
): Promise<unknown> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await db.transaction().execute(async (transaction) => {
        const result = await run(transaction);
        // Told with the commit, so that nobody reads what is older.
        if (WRITES[name].changesForms) await tell(transaction, "forms");
        if (WRITES[name].queuesDeliveries) await tell(transaction, "due");
        return result;
      });
    } catch (error) {
      if (!isCollision(error) || tries === MAX_TRIES) throw explained(error);
    }
  }
}

async function tell(db: Db, hint: Hint): Promise<void> {
  await sql`select pg_notify(${CHANNEL}, ${hint})`.execute(db);
}

/** Not with each post: telling makes commits wait for each other. One hint says that there are events, too. */
function createTelling(
  db: Db,
  clock: StoreOptions["clock"],
): (hint: Exclude<Hint, "forms">) => void {
  let pending: Hint | undefined;
  return (hint) => {
    const isPending = pending !== undefined;
    if (pending !== "due") pending = hint;
    if (isPending) return;
    clock.after(TELL_EVERY_MS, () => {
      const told = pending ?? hint;
      pending = undefined;
      // A hint that does not arrive is made up for by the next look of its own.
      tell(db, told).catch(() => undefined);
    });
  };
}
