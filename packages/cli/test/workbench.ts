/** Fixture for tests of commands: a fake server, an empty home folder, and an environment with both. */
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { KEY, FakeServer } from "./fake-server.ts";

export interface Workbench {
  /** Has no submissions, no requests and no own handlers when a test begins. */
  readonly server: FakeServer;
  /** Is empty when a test begins. */
  readonly folder: string;
  /** Environment with an API key and the server's address. */
  readonly env: NodeJS.ProcessEnv;
  /** Environment without them. */
  readonly bareEnv: NodeJS.ProcessEnv;
}

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

export async function useWorkbench(): Promise<Workbench> {
  const folder = await useFolder();
  const server = await FakeServer.start();
  beforeEach(() => server.reset());
  afterAll(() => server.stop());
  const bareEnv = { HOME: folder, XDG_CONFIG_HOME: join(folder, "config"), NODE_ENV: "test" };
  const env = { ...bareEnv, INTRAY_API_KEY: KEY, INTRAY_BASE_URL: server.url };
  return { server, folder, bareEnv, env };
}
