// A server of ours for a bench, with forms and webhooks, on a database of its own.
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startProgram } from "../demo/program.ts";
import { seed } from "../packages/server/test/seed.ts";

const BIN = fileURLToPath(new URL("../packages/server/bin/intray-server.js", import.meta.url));
export const BENCH_KEY = "bench-key-bench-key-bench-key-bench-key";
/** Of /proc, on every Linux. */
const TICKS_PER_SECOND = 100;
const EMAIL = "bench@example.org";
const PASSWORD = "bench bench bench";

export interface BenchServer {
  readonly url: string;
  /** The address that a new form is posted to; its webhook, if any, posts to `receiver`. */
  makeForm(receiver: string | undefined): Promise<string>;
  /** A new form with so many submissions; its id. */
  fillForm(rows: number): Promise<number>;
  /** Asks the API; `path` is under `/api/v1`. The body is JSON. */
  ask(method: string, path: string, body?: unknown): Promise<unknown>;
  /** The head of such a request, for a load of them. */
  readonly headers: Readonly<Record<string, string>>;
  /** The head of a request to the dashboard, of somebody who is signed in. */
  signIn(): Promise<Readonly<Record<string, string>>>;
  /** The most memory that it has taken so far, in MiB; NaN where the system does not tell. */
  peakMib(): Promise<number>;
  /** The memory that it has now, likewise. */
  residentMib(): Promise<number>;
  /** The processor time that it has used so far; NaN where the system does not tell. */
  cpuSeconds(): Promise<number>;
  stop(): Promise<void>;
}

/** Default settings, but for where it may deliver to and for posts that all come from one address; on SQLite unless `settings` says otherwise. */
export async function startServer(
  settings: Readonly<Record<string, string>> = {},
): Promise<BenchServer> {
  const folder = await mkdtemp(join(tmpdir(), "intray-bench-"));
  const passwordFile = join(folder, "password");
  await writeFile(passwordFile, PASSWORD);
  const program = startProgram("the server", [BIN], {
    INTRAY_PORT: "0",
    INTRAY_DATA_DIR: folder,
    INTRAY_BOOTSTRAP_ACCOUNT_KEY: BENCH_KEY,
    INTRAY_LOG_LEVEL: "error",
    INTRAY_WEBHOOK_ALLOW: "127.0.0.1",
    INTRAY_RATE_LIMIT: "off",
    INTRAY_ADMIN_EMAIL: EMAIL,
    INTRAY_ADMIN_PASSWORD_FILE: passwordFile,
    ...settings,
  });
  const url = (await program.line("listening on ")).replace("intray listening on ", "");
  const headers = { authorization: `Bearer ${BENCH_KEY}`, "content-type": "application/json" };
  const ask: BenchServer["ask"] = async (method, path, body) => {
    const answer = await fetch(`${url}/api/v1${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  const makeForm = async () =>
    (await ask("POST", "/forms", { name: "Bench" })) as {
      readonly id: number;
      readonly uuid: string;
    };
  const told = (name: string) => readFile(`/proc/${program.pid}/${name}`, "utf8").catch(() => "");
  const memory = async (name: string) => {
    const [, kib] = new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(await told("status")) ?? [];
    return Number(kib) / 1_024;
  };
  return {
    url,
    headers,
    ask,
    async makeForm(receiver) {
      const form = await makeForm();
      if (receiver !== undefined) {
        await ask("POST", "/form_webhooks", { form_id: form.id, name: "W", url: receiver });
      }
      return `${url}/f/${form.uuid}`;
    },
    async fillForm(rows) {
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
      if (cookie === undefined) throw new Error(`Signing in: ${answer.status}.`);
      return { cookie: cookie.replace(/;.*/, "") };
    },
    peakMib: () => memory("VmHWM"),
    residentMib: () => memory("VmRSS"),
    async cpuSeconds() {
      // Behind the program's name in brackets: user and system time are the 12th and 13th.
      const words = (await told("stat")).split(") ").at(-1)?.split(" ") ?? [];
      return (Number(words[11]) + Number(words[12])) / TICKS_PER_SECOND;
    },
    async stop() {
      await program.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
