/** For tests on SQLite: counts the statements that a store runs. */
import SQLite from "better-sqlite3";
import { Kysely, SqliteDialect } from "kysely";
import { systemRandom } from "../src/platform/random.ts";
import { createSecretBox } from "../src/platform/secret-box.ts";
import type { Schema } from "../src/store/engine/schema.ts";
import type { StoreQuery } from "../src/store/engine/store-query.ts";
import { openStore } from "../src/store/open-store.ts";
import { bindReads, READS } from "../src/store/reads.ts";
import type { Store, StoreOptions } from "../src/store/store.ts";
import { wrapWrites } from "../src/store/writes.ts";

export function countStatements() {
  const counter = {
    /** Statements of reads, and writes, which count as one. */
    statements: 0,
    reads: new Set<string>(),
    /** Opens a store that reads in this thread, where statements can be counted. */
    openStore: openCounting,
  };
  async function openCounting(options: StoreOptions): Promise<Store> {
    const store = await openStore(options);
    if (options.database.kind !== "sqlite") throw new Error("This test counts on SQLite.");
    const database = new SQLite(options.database.file, { readonly: true });
    const db = new Kysely<Schema>({
      dialect: new SqliteDialect({ database }),
      log({ query }) {
        // A search for the id of a date, whose steps grow with the logarithm of the rows.
        if (!query.sql.includes('"is_reached"')) counter.statements += 1;
      },
    });
    const box = createSecretBox(options.encryptionKeys, systemRandom);
    return {
      ...store,
      reads: bindReads((name, args) => {
        counter.reads.add(name);
        return (READS[name] as StoreQuery)(db, args as never, box, options.sendable);
      }),
      writes: wrapWrites(store.writes, (run) => {
        counter.statements += 1;
        return run();
      }),
      async close() {
        await db.destroy();
        await store.close();
      },
    };
  }
  return counter;
}
