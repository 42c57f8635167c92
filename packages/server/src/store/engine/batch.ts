/** Runs the waiting writes in one transaction, so that they share one sync to disk. */
import type SQLite from "better-sqlite3";
import { Outage } from "../../domain/outage.ts";
import { type Call, encodeError, type CallReply } from "./calls.ts";

/** How the writer runs one call, and what it does at the ends of a transaction. */
export interface Writing {
  run(name: string, args: unknown): unknown;
  /** Writes what the calls so far share, such as counters; runs in their transaction. */
  flush(): void;
  /** The calls since the last `flush` are rolled back. */
  callsRolledBack(): void;
  /** The transaction is on disk. */
  committed(): void;
  rolledBack(): void;
  /** The error that the caller gets for one of the database. */
  explained(error: unknown): unknown;
}

/**
 * @param mayFail Whether a call is likely to fail. Such a call gets a savepoint at once. The others run
 *   without, since a savepoint makes SQLite copy each page that is changed; if one of them fails, every
 *   call of the transaction is run again by itself.
 */
export function createBatcher(
  sqlite: SQLite.Database,
  writing: Writing,
  mayFail: (name: string) => boolean,
) {
  const begin = sqlite.prepare("begin immediate");
  const commitAll = sqlite.prepare("commit");
  const savepoint = sqlite.prepare("savepoint one");
  const release = sqlite.prepare("release one");
  const rollbackOne = sqlite.prepare("rollback to one");

  async function runInSavepoint(call: Call): Promise<CallReply> {
    savepoint.run();
    try {
      const result = await writing.run(call.name, call.args);
      writing.flush();
      release.run();
      return { id: call.id, result };
    } catch (error) {
      writing.callsRolledBack();
      // A full disk rolls back the whole transaction, the savepoint included.
      if (!sqlite.inTransaction) throw error;
      rollbackOne.run();
      release.run();
      return { id: call.id, error: encodeError(writing.explained(error)) };
    }
  }

  async function attempt(calls: readonly Call[], withSavepoints: boolean) {
    const replies: CallReply[] = [];
    // After a disk error even the rollback may have failed.
    if (sqlite.inTransaction) sqlite.exec("rollback");
    begin.run();
    try {
      for (const call of calls) {
        if (withSavepoints || mayFail(call.name)) {
          // Before the savepoint: its rollback must not undo what other calls share.
          writing.flush();
          replies.push(await runInSavepoint(call));
        } else {
          // A post returns its result directly; awaiting it would cost an event-loop turn.
          const result = writing.run(call.name, call.args);
          replies.push({ id: call.id, result: result instanceof Promise ? await result : result });
        }
      }
      writing.flush();
      commitAll.run();
      writing.committed();
      return replies;
    } catch (error) {
      writing.rolledBack();
      if (sqlite.inTransaction) sqlite.exec("rollback");
      throw error;
    }
  }

  async function oneByOne(calls: readonly Call[]): Promise<readonly CallReply[]> {
    const replies: CallReply[] = [];
    for (const call of calls) {
      try {
        replies.push(...(await attempt([call], true)));
      } catch (error) {
        replies.push({ id: call.id, error: encodeError(writing.explained(error)) });
      }
    }
    return replies;
  }

  return {
    /**
     * Runs all calls in one transaction and resolves after the commit is on disk. A call that throws
     * undoes its own changes only.
     */
    async commit(calls: readonly Call[]) {
      try {
        return await attempt(calls, false);
      } catch (error) {
        const problem = writing.explained(error);
        // Each call by itself would fail too, after seconds of waiting for a lock. On a full disk a small one may fit.
        if (problem instanceof Outage && problem.outage !== "disk_full") {
          return calls.map(({ id }) => ({ id, error: encodeError(problem) }));
        }
        // The transaction was rolled back. Running each call by itself shows which one fails.
        return oneByOne(calls);
      }
    },
  };
}
