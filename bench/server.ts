// Starts an Intray server for a bench, with forms and webhooks, on a new database.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Form } from "@intray/sdk/schemas";
import { startProgram } from "../demo/program.ts";
import { seed } from "../packages/server/test/seed.ts";
import { apiOf } from "../test/harness/api.ts";
import { openFolder } from "../test/harness/folder.ts";
import { startCluster } from "../test/harness/postgres.ts";

export const SERVER = fileURLToPath(
  new URL("../packages/server/bin/intray-server.js", import.meta.url),
);
export const CLI = fileURLToPath(new URL("../packages/cli/bin/run.js", import.meta.url));
export const BENCH_KEY = "bench-key-bench-key-bench-key-bench-key";
/** The unit of processor times in /proc on Linux. */
const TICKS_PER_SECOND = 100;
const EMAIL = "bench@example.org";
const PASSWORD = "bench bench bench";

export type BenchServer = Awaited<ReturnType<typeof startServer>>;

/**
 * Starts a server with default settings, except that deliveries to loopback are allowed and posts are not
 * rate-limited. It uses SQLite unless `settings` names another database.
 */
export async function startServer(settings: Readonly<Record<string, string>> = {}) {
  const { path: folder, close } = openFolder();
  const passwordFile = join(folder, "password");
  await writeFile(passwordFile, PASSWORD);
  const program = startProgram("the server", [SERVER], {
    INTRAY_PORT: "0",
    INTRAY_DATA_DIR: folder,
    INTRAY_BOOTSTRAP_ACCOUNT_KEY: BENCH_KEY,
    INTRAY_LOG_LEVEL: "error",
    INTRAY_WEBHOOK_ALLOW: "127.0.0.1",
    INTRAY_RATE_LIMIT: "off",
    INTRAY_KEY_RATE_LIMIT: "off",
    INTRAY_ADMIN_EMAIL: EMAIL,
    INTRAY_ADMIN_PASSWORD_FILE: passwordFile,
    ...settings,
  });
  const url = await program.url();
  const headers = { authorization: `Bearer ${BENCH_KEY}`, "content-type": "application/json" };
  const callApi = apiOf(url, BENCH_KEY);
  const makeForm = (form: object = {}) =>
    callApi<Form>("POST", "/forms", { name: "Bench", ...form });
  const memory = async (name: string) => {
    const status = await readProc(program.pid, "status");
    const [, kib] = new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(status) ?? [];
    return Number(kib) / 1_024;
  };
  return {
    url,
    /** Where its files are, removed when it stops. */
    folder,
    headers,
    callApi,
    /** Creates a form and returns its post URL; with `receiver` the form has a webhook to that URL. */
    async makeForm(receiver: string | undefined, formSettings?: object) {
      const form = await makeForm(formSettings);
      if (receiver !== undefined) {
        await callApi("POST", "/form_webhooks", { form_id: form.id, name: "W", url: receiver });
      }
      return `${url}/f/${form.uuid}`;
    },
    /** Creates a form with `rows` submissions and returns its id. */
    async fillForm(rows: number) {
      const { id } = await makeForm();
      await seed(settings["INTRAY_DATABASE_URL"] ?? join(folder, "intray.db"), { into: id, rows });
      return id;
    },
    async signIn() {
      const answer = await fetch(`${url}/dashboard/sign-in`, {
        method: "POST",
        headers: { origin: url },
        body: new URLSearchParams({ email: EMAIL, password: PASSWORD }),
        redirect: "manual",
      });
      const [cookie] = answer.headers.getSetCookie();
      if (cookie === undefined) throw new Error(`Sign-in failed with status ${answer.status}.`);
      return { cookie: cookie.replace(/;.*/, "") };
    },
    /** Peak memory in MiB; NaN on systems without /proc. */
    peakMib: () => memory("VmHWM"),
    /** Current memory in MiB; NaN on systems without /proc. */
    residentMib: () => memory("VmRSS"),
    /** Processor time used so far; NaN on systems without /proc. */
    cpuSeconds: () => cpuSecondsOf(program.pid),
    /** Stops it and removes its files. */
    async [Symbol.asyncDispose]() {
      await program.stop();
      close();
    },
  };
}

/** Processor time that a process has used so far; NaN on systems without /proc. */
export async function cpuSecondsOf(pid: number): Promise<number> {
  // After the program's name in parentheses, user and system time are the 12th and 13th value.
  const words = (await readProc(pid, "stat")).split(") ").at(-1)?.split(" ") ?? [];
  return (Number(words[11]) + Number(words[12])) / TICKS_PER_SECOND;
}

const readProc = (pid: number, name: string) =>
  readFile(`/proc/${pid}/${name}`, "utf8").catch(() => "");

/** Environment of the CLI with this server. */
export const cliEnvironment = ({ url, folder }: Pick<BenchServer, "url" | "folder">) => ({
  INTRAY_BASE_URL: url,
  INTRAY_API_KEY: BENCH_KEY,
  XDG_CONFIG_HOME: join(folder, "config"),
  XDG_STATE_HOME: join(folder, "state"),
  NODE_ENV: "production",
});

export interface PostgresSettings extends Readonly<Record<string, string>> {
  readonly INTRAY_DATABASE_URL: string;
  readonly INTRAY_ATTACHMENTS_DIR: string;
}

/** Runs with the settings of servers on a new PostgreSQL cluster, and an empty folder for their files. */
export async function withPostgres<Result>(
  run: (settings: PostgresSettings) => Promise<Result>,
): Promise<Result> {
  const cluster = await startCluster();
  const files = openFolder();
  try {
    return await run({
      INTRAY_DATABASE_URL: cluster.url,
      INTRAY_ATTACHMENTS_DIR: files.path,
      INTRAY_ENCRYPTION_KEY: "7".repeat(64),
    });
  } finally {
    await cluster.stop();
    files.close();
  }
}
