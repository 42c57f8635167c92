/** A shell in an empty folder, with a real server and with `intray` on its PATH. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { startServerProgram, KEY } from "./server-program.ts";
import { postTo } from "./api.ts";

const BIN = (path: string) => fileURLToPath(new URL(`../../packages/${path}`, import.meta.url));

export interface Shell extends AsyncDisposable {
  readonly url: string;
  readonly folder: string;
  /** Posts to the sample form. */
  post(fields: Readonly<Record<string, string>>): Promise<number>;
  /** Runs a program to its end; its working folder is the shell's. */
  run(
    command: string,
    args?: readonly string[],
    env?: Readonly<Record<string, string>>,
  ): Promise<Ended>;
}

type Ended = { readonly code: number | null; readonly stdout: string; readonly stderr: string };

/** @param settings Of the server, further ones. */
export async function openShell(settings: Readonly<Record<string, string>> = {}): Promise<Shell> {
  const folder = mkdtempSync(join(tmpdir(), "intray-shell-"));
  const commands = join(folder, "bin");
  mkdirSync(commands);
  const node = process.execPath;
  writeFileSync(
    join(commands, "intray"),
    `#!/bin/sh\nexec "${node}" "${BIN("cli/bin/run.js")}" "$@"\n`,
  );
  chmodSync(join(commands, "intray"), 0o755);
  const server = startServerProgram({
    INTRAY_DATA_DIR: join(folder, "data"),
    INTRAY_WEBHOOK_ALLOW: "127.0.0.1",
    ...settings,
  });
  const url = await server.url();
  const PATH = [commands, dirname(node), process.env["PATH"]].join(delimiter);
  return {
    url,
    folder,
    post: (fields) => postTo(url, 1, fields),
    async run(command, args = [], env = {}) {
      const own = { PATH, HOME: folder, INTRAY_BASE_URL: url, INTRAY_API_KEY: KEY };
      const child = spawn(command, args, { cwd: folder, env: { ...own, ...env } });
      child.stdin.end();
      let stdout = "";
      let stderr = "";
      child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
      child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
      const [code] = (await once(child, "close")) as [number | null];
      return { code, stdout, stderr };
    },
    async [Symbol.asyncDispose]() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
