/** The store on PostgreSQL: any number of processes work on one database as equals. */
import { randomInt } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { systemRandom } from "../../platform/random.ts";
import { createSecretBox } from "../../platform/secret-box.ts";
import { readKey } from "../accounts/api-keys.ts";
import { migrate } from "../migrate.ts";
import { bindReads, READS } from "../reads.ts";
import type { Db, Schema } from "../engine/schema.ts";
import { encryptAtRest } from "../encrypt-at-rest.ts";
import type { Store, StoreOptions } from "../store.ts";
import type { StoreQuery } from "../engine/store-query.ts";
import { bindWrites, writeNamed, type WriteName, runWriteOnce, WRITES } from "../writes.ts";
import { createClaimCheck } from "./claim-check.ts";
import { createCounterMerging } from "./counter-merging.ts";
import { fitConnections, openIntakePool, openPostgres } from "./database.ts";
import { explain, isCollision } from "./errors.ts";
import { createFormCache } from "./form-cache.ts";
import { createIntake } from "./intake.ts";
import { CHANNEL, type Listener, type Notification, openListener, TOLD } from "./listener.ts";
import { createPresence, ownerMark } from "./presence.ts";
import { refuseTransactionPooler } from "./pooler.ts";
import { primaryOf } from "./primary.ts";
import { advanceSequences } from "../engine/sequences.ts";
import { prepareTrigrams } from "./trigrams.ts";

const MAX_TRIES = 4;
/** Posts notify other processes at most this often. */
const NOTIFY_EVERY_MS = 100;

/** @throws Error with a sentence for the person who starts the server. */
export async function openPostgresStore({
  url,
  encryptionKeys,
  sendable,
  clock,
  log,
  onDue,
  onCommit,
  onChange,
}: Omit<StoreOptions, "database" | "onDeath"> & { readonly url: string }): Promise<Store> {
  const lost = (error: Error) =>
    log.warn({ err: explain(error) }, "A connection to PostgreSQL was lost.");
  const primary = primaryOf(url);
  const { db, pool } = await openPostgres(primary, lost);
  const intakePool = openIntakePool(primary, lost);
  const owner = randomInt(1, 1_000_000_000);
  try {
    await refuseTransactionPooler(pool);
    await fitConnections(pool, intakePool, log);
    await migrate(db, { log, clock });
    await advanceSequences(db);
    await prepareTrigrams(db, log);
    const box = createSecretBox(encryptionKeys, systemRandom);
    await encryptAtRest(db, box);
    let listener: Listener | undefined;
    const hearers: ((text: string) => void)[] = [];
    const isListening = () => listener?.isListening ?? false;
    const presence = createPresence({ db, owner, clock, isListening });
    const forms = createFormCache(db, box, clock, isListening);
    // Notifications arrive from the moment at which it listens, before it is returned.
    const listening = await openListener({
      primary,
      owner,
      clock,
      onNotification(notification) {
        if (notification === "due") onDue();
        if (notification === "forms") forms.clear();
        onChange?.();
      },
      onTold: (text) => hearers.forEach((hear) => hear(text)),
      onReturned: (returned) => presence.returned(returned),
      onReconnect: () => presence.forget(),
    });
    listener = listening;
    const stopWatching = primary.watch({ clock, log });
    const intake = createIntake(intakePool, (posts, ms) => {
      onCommit?.(posts, ms);
      onChange?.();
    });
    const checkClaim = createClaimCheck(db, pool);
    const counters = createCounterMerging(db, clock, log);
    const notifySoon = createNotifier(db, clock);
    const write = async (name: WriteName, run: (on: Db) => Promise<unknown>) => {
      const result = await changed(db, name, run);
      counters.changed();
      if (WRITES[name].changesForms) forms.clear();
      onChange?.();
      if (WRITES[name].emitsEvents) notifySoon("events");
      return result;
    };
    return {
      databaseTime: () => listening.databaseTime,
      owner: ownerMark(owner),
      deadOwners: () => presence.deadOwners(),
      async accept(submission) {
        const accepted = await intake.accept(submission);
        counters.changed();
        notifySoon(accepted.hasDue ? "due" : "events");
        return accepted;
      },
      writes: bindWrites({
        async write(name, args) {
          if (name === "claimDeliveries") {
            const nothing = await explaining(checkClaim(args as never));
            if (nothing !== undefined) return nothing;
          }
          return write(name, (on) => writeNamed(name).run(on, args as never, box, sendable));
        },
        writeOnce: (name, args, key) =>
          write(name, (on) => runWriteOnce(on, { name, args, key }, box, sendable)),
      }),
      reads: bindReads((name, args) =>
        explaining((READS[name] as StoreQuery)(db, args as never, box, sendable)),
      ),
      findForm: (ref) => explaining(forms.find(ref)),
      findKey: (hash) => explaining(readKey(db, hash)),
      tellPeers(text) {
        notify(db, `${TOLD}${owner} ${text}`).catch(() => undefined);
      },
      hearPeers: (hear) => void hearers.push(hear),
      // The database tidies up by itself.
      tidyUp() {},
      async close() {
        stopWatching();
        await intake.idle();
        await counters.close();
        await listening.close();
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
    throw explain(error);
  }
}

/** Runs a write in its own transaction; repeats it after a serialization failure or a deadlock. */
async function changed(
  db: Kysely<Schema>,
  name: WriteName,
  run: (on: Db) => Promise<unknown>,
): Promise<unknown> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await db.transaction().execute(async (transaction) => {
        const result = await run(transaction);
        // Sent with the commit, so that no process reads an older state after it.
        if (WRITES[name].changesForms) await notify(transaction, "forms");
        if (WRITES[name].queuesDeliveries) await notify(transaction, "due");
        return result;
      });
    } catch (error) {
      if (!isCollision(error) || tries === MAX_TRIES) throw explain(error);
    }
  }
}

async function notify(db: Db, notification: string): Promise<void> {
  await sql`select pg_notify(${CHANNEL}, ${notification})`.execute(db);
}

/** Combines notifications: one per post would make commits wait for each other. Each also announces events. */
function createNotifier(
  db: Db,
  clock: StoreOptions["clock"],
): (hint: Exclude<Notification, "forms">) => void {
  let pending: Notification | undefined;
  return (notification) => {
    const isPending = pending !== undefined;
    if (pending !== "due") pending = notification;
    if (isPending) return;
    clock.after(NOTIFY_EVERY_MS, () => {
      const sent = pending ?? notification;
      pending = undefined;
      // A lost notification only delays the other process until its next check.
      notify(db, sent).catch(() => undefined);
    });
  };
}
