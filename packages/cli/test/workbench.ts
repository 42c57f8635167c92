/** What a test of the commands works with: a server, an empty home, an environment that points to both. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { KEY, FakeServer } from "./fake-server.ts";

export interface Workbench extends AsyncDisposable {
  readonly server: FakeServer;
  readonly folder: string;
  /** With a key and the server's address. */
  readonly env: NodeJS.ProcessEnv;
  /** Without either. */
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
