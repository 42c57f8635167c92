/** Runs the waiting writes in one transaction, so that they share one sync to the disk. */
import type SQLite from "better-sqlite3";
import { type Call, type Reply, toSent } from "./calls.ts";

export interface Writing {
  run(name: string, args: unknown): unknown;
  /** Writes what the calls so far have in common; follows them in their transaction. */
  settle(): void;
  /** What was run since the last `settle` is rolled back. */
  forget(): void;
  /** The transaction is on the disk. */
  keep(): void;
  /** The transaction is rolled back. */
  abandon(): void;
}

export interface Batcher {
  /**
   * One transaction for all calls; every call gets a reply only after the commit is on the disk. A
   * call that throws loses its own changes and nothing else.
   */
  commit(calls: readonly Call[]): Promise<readonly Reply[]>;
}

/**
 * @param isGuarded Says whether a call may be expected to fail. Such a call gets a savepoint at
 *   once; the others share a bare transaction, which is replayed with savepoints when one fails:
 *   a savepoint makes SQLite copy each page it touches.
 */
export function createBatcher(
  sqlite: SQLite.Database,
  writing: Writing,
  isGuarded: (name: string) => boolean,
): Batcher {
  const begin = sqlite.prepare("begin immediate");
  const commitAll = sqlite.prepare("commit");
  const savepoint = sqlite.prepare("savepoint one");
  const release = sqlite.prepare("release one");
  const rollbackOne = sqlite.prepare("rollback to one");

  async function guarded(call: Call): Promise<Reply> {
    savepoint.run();
    try {
      const result = await writing.run(call.name, call.args);
      writing.settle();
      release.run();
      return { id: call.id, result };
    } catch (error) {
      writing.forget();
      // A full disk ends the whole transaction, and the savepoint with it.
      if (!sqlite.inTransaction) throw error;
      rollbackOne.run();
      release.run();
      return { id: call.id, error: toSent(error) };
    }
  }

  async function attempt(calls: readonly Call[], guardAll: boolean): Promise<readonly Reply[]> {
    const replies: Reply[] = [];
    begin.run();
    try {
      for (const call of calls) {
        if (guardAll || isGuarded(call.name)) {
          // Outside of the savepoint, whose rollback would take it along.
          writing.settle();
          replies.push(await guarded(call));
        } else {
          // Posts are written at once, and a promise that is none costs a turn.
          const result = writing.run(call.name, call.args);
          replies.push({ id: call.id, result: result instanceof Promise ? await result : result });
        }
      }
      writing.settle();
      commitAll.run();
      writing.keep();
      return replies;
    } catch (error) {
      writing.abandon();
      if (sqlite.inTransaction) sqlite.exec("rollback");
      throw error;
    }
  }

  async function oneByOne(calls: readonly Call[]): Promise<readonly Reply[]> {
    const replies: Reply[] = [];
    for (const call of calls) {
      try {
        replies.push(...(await attempt([call], true)));
      } catch (error) {
        replies.push({ id: call.id, error: toSent(error) });
      }
    }
    return replies;
  }

  return {
    async commit(calls) {
      try {
        return await attempt(calls, false);
      } catch {
        // Nothing of it stayed. Who is guilty shows when each runs by itself.
        return oneByOne(calls);
      }
    },
  };
}
