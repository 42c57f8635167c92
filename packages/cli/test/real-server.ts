/** The real server as a child process, and the CLI and the SDK that use it. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Intray } from "@intray/sdk";
import { type Receiver, startReceiver } from "../../../test/harness/receiver.ts";
import { startServerProgram } from "../../../test/harness/server-program.ts";
import { type Ended, runCli } from "./run-cli.ts";
import { apiOf } from "../../../test/harness/api.ts";

export const ACCOUNT_KEY = "itk_acct_of_the_tests_that_start_a_real_server";

export interface RealServer extends AsyncDisposable {
  readonly url: string;
  /** Calls the API with the account key. @throws Error with the answer if its status is not 2xx. */
  api<Result>(method: string, path: string, body?: object): Promise<Result>;
  kill(): Promise<void>;
  /** Starts it again on the same port after it was killed. */
  startAgain(): Promise<void>;
}

/** @param settings Further ones, by the names of their variables. */
export async function startRealServer(
  dataFolder: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<RealServer> {
  const environment = {
    INTRAY_DATA_DIR: dataFolder,
    INTRAY_BOOTSTRAP_ACCOUNT_KEY: ACCOUNT_KEY,
    INTRAY_WEBHOOK_ALLOW: "127.0.0.1",
    INTRAY_RATE_LIMIT: "off",
    ...settings,
  };
  let server = startServerProgram(environment);
  const url = await server.url();
  return {
    url,
    api: (...call) => apiOf(url, ACCOUNT_KEY)(...call),
    async kill() {
      await server.stop("SIGKILL");
    },
    async startAgain() {
      server = startServerProgram({ ...environment, INTRAY_PORT: new URL(url).port });
      await server.url();
    },
    async [Symbol.asyncDispose]() {
      await server.stop();
    },
  };
}

export interface RealScene {
  readonly folder: string;
  readonly server: RealServer;
  /** Where the server may send webhooks. */
  readonly receiver: Receiver;
  readonly client: Intray;
  /** Environment of the CLI, with the account key and the server's address. */
  readonly env: NodeJS.ProcessEnv;
  readonly run: (...args: string[]) => Promise<Ended>;
  /** What the command prints; the test fails if it reports an error. */
  readonly text: (...args: string[]) => Promise<string>;
  /** The document that the command prints for --json; the test fails if it reports an error. */
  readonly json: <Result = Record<string, unknown>>(...args: string[]) => Promise<Result>;
}

export async function useRealServer(
  settings: Readonly<Record<string, string>> = {},
): Promise<RealScene> {
  const folder = await mkdtemp(join(tmpdir(), "intray-cli-"));
  const receiver = await startReceiver();
  const server = await startRealServer(join(folder, "data"), settings);
  const client = new Intray({ baseUrl: server.url, apiKey: ACCOUNT_KEY });
  afterAll(async () => {
    await client.close();
    await server[Symbol.asyncDispose]();
    receiver.close();
    await rm(folder, { recursive: true });
  });
  const env = { HOME: folder, INTRAY_API_KEY: ACCOUNT_KEY, INTRAY_BASE_URL: server.url };
  const run = (...args: string[]) => runCli(args, { env });
  async function text(...args: string[]) {
    const { code, stdout, stderr } = await run(...args);
    expect({ args, code, stderr }).toEqual({ args, code: 0, stderr: "" });
    return stdout;
  }
  const json = async <Result>(...args: string[]) =>
    JSON.parse(await text(...args, "--json")) as Result;
  return { folder, server, receiver, client, env, run, text, json };
}
