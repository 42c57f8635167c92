import { spawn } from "node:child_process";
import { once } from "node:events";
import { BaseCommand } from "../base-command.ts";
import { EXIT, Failure, errorReason, type ExitCode } from "../errors/failure.ts";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** `intray serve` */
export default class Serve extends BaseCommand {
  static override summary = "Run the server on this machine, if it is installed.";
  static override description =
    "The server is configured with INTRAY_* variables. The arguments after -- are passed to intray-server.";
  static override examples = ["intray serve", "intray serve -- --help"];
  static override acceptsCommand = true;

  override async run(): Promise<void> {
    await this.parse(Serve);
    const program = findServerProgram(process.cwd());
    if (program === undefined) {
      throw new Failure({
        exit: EXIT.badConfiguration,
        code: "server_missing",
        message: "The server is not installed here.",
        hint: "Install it with npm install @intray/server, or use a running server with --base-url.",
      });
    }
    const child = spawn(process.execPath, [program, ...this.commandWords], { stdio: "inherit" });
    // a terminal sends signals to both processes; `kill` sends one to this process, so it is forwarded
    for (const signal of SIGNALS) process.on(signal, () => void child.kill(signal));
    const [code, signal] = (await once(child, "exit").catch((error: unknown) => {
      throw new Failure({
        exit: EXIT.unexpected,
        code: "server_not_started",
        message: `The server cannot be started (${errorReason(error)}).`,
        cause: error,
      });
    })) as [number | null, NodeJS.Signals | null];
    if (signal === "SIGINT") return this.exitWith(EXIT.interrupted);
    if (signal !== null) return this.exitWith(EXIT.terminated);
    // the server's own exit code; it has printed the reason
    this.exitWith((code ?? EXIT.unexpected) as ExitCode);
  }
}

const PACKAGE = "@intray/server";

/** The path of intray-server.js, resolved from `folder`, then from this package; else `undefined`. */
export function findServerProgram(folder: string): string | undefined {
  for (const from of [pathToFileURL(join(folder, "package.json")).href, import.meta.url]) {
    try {
      const manifest = createRequire(from).resolve(`${PACKAGE}/package.json`);
      return join(dirname(manifest), "bin", "intray-server.js");
    } catch {
      // not installed there
    }
  }
  return undefined;
}
