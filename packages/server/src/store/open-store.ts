/** Opens the store that the settings name: SQLite or PostgreSQL. */
import type { Store, StoreOptions } from "./store.ts";

/**
 * Opens the database, after migrating it to the newest schema and encrypting its secrets.
 *
 * @throws Error whose message tells the operator what to fix.
 */
export async function openStore({ database, ...rest }: StoreOptions): Promise<Store> {
  // Loads only the modules of the chosen database, to save memory.
  if (database.kind === "sqlite") {
    const { openSqliteStore } = await import("./sqlite/store.ts");
    return openSqliteStore({ file: database.file, ...rest });
  }
  const { openPostgresStore } = await import("./postgres/store.ts");
  return openPostgresStore({ url: database.url, ...rest });
}
