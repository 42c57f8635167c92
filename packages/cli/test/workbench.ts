/** Fixture for tests of commands: a fake server, an empty home folder, and an environment with both. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { KEY, FakeServer } from "./fake-server.ts";

export interface Workbench extends AsyncDisposable {
  readonly server: FakeServer;
  readonly folder: string;
  /** Environment with an API key and the server's address. */
  readonly env: NodeJS.ProcessEnv;
  /** Environment without them. */
  readonly bareEnv: NodeJS.ProcessEnv;
}

export async function openWorkbench(): Promise<Workbench> {
  const server = await FakeServer.start();
  const folder = await mkdtemp(join(tmpdir(), "intray-cli-"));
  const bareEnv = { HOME: folder, XDG_CONFIG_HOME: join(folder, "config"), NODE_ENV: "test" };
  return {
    server,
    folder,
    bareEnv,
    env: { ...bareEnv, INTRAY_API_KEY: KEY, INTRAY_BASE_URL: server.url },
    async [Symbol.asyncDispose]() {
      await server.stop();
      await rm(folder, { recursive: true });
    },
  };
}
