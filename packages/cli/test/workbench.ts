/** Fixture for tests of commands: a fake server, an empty home folder, and an environment with both. */
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { KEY, FakeServer } from "./fake-server.ts";
import { runCli } from "./run-cli.ts";
import { runOnTerminal } from "./terminal.ts";

export type Workbench = Awaited<ReturnType<typeof useWorkbench>>;

/** The end of a command that has printed nothing but a message like this. */
export const failed = (code: number, message: string | RegExp) => ({
  code,
  stdout: "",
  stderr: (typeof message === "string"
    ? expect.stringContaining(message)
    : expect.stringMatching(message)) as string,
});

/** A folder for all tests of the file that calls this; it is empty when a test begins. */
export async function useFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "intray-cli-"));
  beforeEach(async () => {
    await rm(folder, { recursive: true });
    await mkdir(folder);
  });
  afterAll(() => rm(folder, { recursive: true }));
  return folder;
}

export async function useWorkbench() {
  const folder = await useFolder();
  const server = await FakeServer.start();
  beforeEach(() => server.reset());
  afterAll(() => server.stop());
  const bareEnv: NodeJS.ProcessEnv = {
    HOME: folder,
    XDG_CONFIG_HOME: join(folder, "config"),
    NODE_ENV: "test",
  };
  const env: NodeJS.ProcessEnv = { ...bareEnv, INTRAY_API_KEY: KEY, INTRAY_BASE_URL: server.url };
  const run = (...args: string[]) => runCli(args, { env });
  return {
    /** Has no submissions, no requests and no own handlers when a test begins. */
    server,
    /** Is empty when a test begins. */
    folder,
    /** Environment without them. */
    bareEnv,
    /** Environment with an API key and the server's address. */
    env,
    /** Runs a command to its end with the key. */
    run,
    /** The same on a terminal. */
    runOnTerminal: (...args: string[]) => runOnTerminal(args, { env }),
  };
}
