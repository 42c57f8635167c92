/** Runs the real server as a child process. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { inherited } from "./run-cli.ts";
import { SERVER } from "../../../test/harness/bundled.ts";

const READY = /^intray listening on (http:\S+)$/;

export const ACCOUNT_KEY = "itk_acct_of_the_tests_that_start_a_real_server";

export interface RealServer extends AsyncDisposable {
  readonly url: string;
  /** Calls the API with the account key. @throws Error with the answer if its status is not 2xx. */
  api<Result>(method: string, path: string, body?: object): Promise<Result>;
  /** Kills the server with SIGKILL, like a crash. */
  kill(): Promise<void>;
}

/**
 * @param allow Value of INTRAY_WEBHOOK_ALLOW: the addresses that webhooks may be sent to.
 * @param port A free port by default.
 * @param settings Further ones, by the names of their variables.
 */
export async function startRealServer(
  dataFolder: string,
  allow: string,
  port = "0",
  settings: Readonly<Record<string, string>> = {},
): Promise<RealServer> {
  const child = spawn(process.execPath, [SERVER], {
    env: {
      ...inherited(),
      INTRAY_PORT: port,
      INTRAY_DATA_DIR: dataFolder,
      INTRAY_BOOTSTRAP_ACCOUNT_KEY: ACCOUNT_KEY,
      INTRAY_WEBHOOK_ALLOW: allow,
      INTRAY_RATE_LIMIT: "off",
      INTRAY_LOG_LEVEL: "warn",
      ...settings,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "close");
  for await (const line of createInterface({ input: child.stdout })) {
    const url = READY.exec(line)?.[1];
    if (url === undefined) continue;
    return {
      url,
      async api<Result>(method: string, path: string, body?: object) {
        const response = await fetch(`${url}/api/v1${path}`, {
          method,
          headers: { authorization: `Bearer ${ACCOUNT_KEY}`, "content-type": "application/json" },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        });
        if (!response.ok) {
          throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
        }
        return (await response.json()) as Result;
      },
      async kill() {
        child.kill("SIGKILL");
        await ended;
      },
      async [Symbol.asyncDispose]() {
        child.kill("SIGTERM");
        await ended;
      },
    };
  }
  throw new Error("The server ended before it was ready.");
}
