/** Opens the store that the settings name: SQLite or PostgreSQL. */
import type { Store, StoreOptions } from "./store.ts";

/**
 * Opens the database, bringing it to the newest schema first, with its secrets sealed.
 *
 * @throws Error with a sentence for the person who starts the server.
 */
export async function openStore({ database, ...rest }: StoreOptions): Promise<Store> {
  // What the other database needs is not loaded: it would lie in memory for nothing.
  if (database.kind === "sqlite") {
    const { openSqliteStore } = await import("./sqlite/store.ts");
    return openSqliteStore({ file: database.file, ...rest });
  }
  const { openPostgresStore } = await import("./postgres/store.ts");
  return openPostgresStore({ url: database.url, ...rest });
}
