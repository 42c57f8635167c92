/** An installation with an empty database, on which a test runs the server and the commands of intray-server. */
import { type Program, runProgram } from "../../demo/program.ts";
import { freshDatabase, settingsFor } from "../../packages/server/test/database.ts";
import type { Db } from "../../packages/server/src/store/engine/schema.ts";
import { openBeside } from "../../packages/server/test/database-dump.ts";
import { SERVER } from "../harness/bundled.ts";
import { useEach } from "../harness/use.ts";
import { KEY, startServerProgram } from "../harness/server-program.ts";

export const PASSWORD = "correct horse battery";

/** Makes an installation for each test of the calling file, and removes it after the test. */
export function useInstallation() {
  const fresh = useEach(() => freshDatabase({ isEmpty: true }));
  let server: Program | undefined;
  afterEach(() => stop());

  const settings = (over: Record<string, string>) => ({
    ...settingsFor(fresh),
    INTRAY_PORT: "0",
    INTRAY_BOOTSTRAP_ACCOUNT_KEY: KEY,
    INTRAY_LOG_LEVEL: "error",
    ...over,
  });

  /** Runs a command to its end; `input` is its standard input. */
  const run = (words: readonly string[], over: Record<string, string> = {}, input = "") =>
    runProgram([SERVER, ...words], settings(over), input);

  /** Starts the server and returns its URL. */
  async function serve(over: Record<string, string> = {}): Promise<string> {
    server = startServerProgram(settings(over));
    return server.url();
  }

  async function stop(signal?: NodeJS.Signals): Promise<void> {
    await server?.stop(signal);
    server = undefined;
  }

  /** Reads or changes the database directly, while a server may run on it. */
  async function onDatabase<T>(work: (db: Db) => Promise<T>): Promise<T> {
    const db = await openBeside(fresh.database);
    try {
      return await work(db);
    } finally {
      await db.destroy();
    }
  }

  return {
    database: () => fresh.database,
    folder: () => fresh.folder,
    run,
    serve,
    stop,
    onDatabase,
  };
}

export const getFromApi = (url: string, path: string, key: string) =>
  fetch(`${url}/api/v1${path}`, { headers: { authorization: `Bearer ${key}` } });
