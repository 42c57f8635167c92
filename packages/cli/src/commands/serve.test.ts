import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { describe, expect, it } from "vitest";
import { startCli } from "../../test/run-cli.ts";
import { findServerProgram } from "./serve.ts";
import { useFolder } from "../../test/workbench.ts";

const folder = await useFolder();

describe("serve", () => {
  it("runs the server, forwards signals and exits with the server's code", async () => {
    const env = { HOME: folder, INTRAY_PORT: "0", INTRAY_DATA_DIR: join(folder, "data") };
    const cli = startCli(["serve"], { env });
    const [line] = (await once(createInterface({ input: cli.stdout }), "line")) as [string];
    const url = /http:\/\/\S+/.exec(line)?.[0] ?? "";

    const healthy = await fetch(new URL("/healthz", url));
    cli.kill("SIGTERM");
    const [code] = (await once(cli, "exit")) as [number | null];

    expect(healthy.status).toBe(200);
    expect(code).toBe(0);
    await expect(fetch(new URL("/healthz", url))).rejects.toThrow("fetch failed");
  });

  it("exits with the server's code when the server does not start", async () => {
    const env = { HOME: folder, INTRAY_PORT: "none", INTRAY_DATA_DIR: join(folder, "data") };
    const cli = startCli(["serve"], { env });
    const [code] = (await once(cli, "exit")) as [number | null];

    expect(code).toBeGreaterThan(0);
  });

  it("prefers the server that is installed in the project", () => {
    expect(findServerProgram(process.cwd())).toMatch(/intray-server\.js$/);
  });
});
