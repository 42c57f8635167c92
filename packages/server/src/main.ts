/** The entry point: reads the command line, environment and signals, and runs a server or one command. */
import { isSea } from "node:sea";
import { UsageError } from "./admin/command.ts";
import type { Invocation } from "./admin/commands.ts";
import { EXIT_FAILED, EXIT_USAGE, runCommand } from "./admin/run.ts";
import { systemClock } from "./platform/clock.ts";
import { type Config, ConfigError, EXIT_BAD_CONFIGURATION, readConfig } from "./config/config.ts";
import { systemRandom } from "./platform/random.ts";
import { createLog } from "./platform/log.ts";
import { watchForIdleness } from "./platform/idleness.ts";
import type { ServerOptions } from "./bootstrap/foundation.ts";
import type { RunningServer } from "./bootstrap/server.ts";
import { StartError } from "./bootstrap/start-error.ts";

/** Runs the command given on the command line; without one, starts the server. */
export async function main(): Promise<void> {
  const args = process.argv.slice(2);
  // Without loading the commands, which the server does not need.
  if (args.length === 0) return serve(false);
  const invocation = await invocationOrExit(args);
  if (invocation.kind === "serve") return serve(invocation.isDry);
  if (invocation.kind === "text") {
    process.stdout.write(`${invocation.text}\n`);
    return;
  }
  const { command, input } = invocation;
  const printResult = (line: string) => void process.stdout.write(`${line}\n`);
  const { config, warnings } = settingsOrExit(
    command.reportInvalidSettings &&
      ((problems) => command.reportInvalidSettings?.(input, problems, printResult)),
  );
  process.exitCode = await runCommand(command, input, {
    config,
    settingWarnings: warnings,
    program: isSea()
      ? [process.execPath]
      : [process.execPath, ...process.execArgv, process.argv[1] ?? ""],
    clock: systemClock,
    random: systemRandom,
    streams: { input: process.stdin, output: process.stderr, result: process.stdout },
  });
}

async function invocationOrExit(args: readonly string[]): Promise<Invocation> {
  const { parseCommandLine } = await import("./admin/commands.ts");
  try {
    return parseCommandLine(args);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`intray-server: ${error.message} See intray-server --help.\n`);
    return process.exit(EXIT_USAGE);
  }
}

/** Runs until SIGINT or SIGTERM. A second signal stops without waiting for deliveries and open requests. */
async function serve(isDry: boolean): Promise<void> {
  // Imported late, so that commands start fast.
  const { startServer } = await import("./bootstrap/server.ts");
  const settings = settingsOrExit();
  const log = createLog(settings.config.logLevel);
  for (const warning of settings.warnings) log.warn(warning);
  const stop = new AbortController();
  const options: ServerOptions = {
    config: settings.config,
    clock: systemClock,
    random: systemRandom,
    log,
    stop: stop.signal,
    followsDatabase: true,
    onDeath: (error) => {
      log.error({ err: error }, "The store failed. The server exits.");
      process.exit(EXIT_FAILED);
    },
  };
  if (isDry) {
    const { dryRun } = await import("./bootstrap/dry-run.ts");
    process.exitCode = await dryRun(options, (line) => void process.stdout.write(`${line}\n`));
    return;
  }
  const starting = startServer(options);
  stopOnSignal(starting, stop);
  if (settings.config.geoipFile !== undefined) reloadOnSignal(starting);
  try {
    const server = await starting;
    if (server.welcome !== undefined && process.stderr.isTTY) process.stderr.write(server.welcome);
    process.stdout.write(`intray listening on ${server.url}\n`);
    watchForIdleness({ clock: systemClock, cpuMs, onIdle: () => void server.tidyUp() });
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    process.stderr.write(`intray-server: ${error.message}\n`);
    // A connection to a database that does not answer would keep the process alive.
    process.exit(error.exitCode);
  }
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

function settingsOrExit(report: (problems: readonly string[]) => void = printProblems): {
  readonly config: Config;
  readonly warnings: readonly string[];
} {
  try {
    return readConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    report(error.message.split("\n"));
    return process.exit(EXIT_BAD_CONFIGURATION);
  }
}

function printProblems(problems: readonly string[]): void {
  for (const problem of problems) process.stderr.write(`intray-server: ${problem}\n`);
}

/** Only with a file to reload: otherwise SIGHUP keeps its default action, which ends the process. */
function reloadOnSignal(starting: Promise<RunningServer>): void {
  process.on("SIGHUP", () => {
    starting.then(
      (server) => server.reload(),
      () => undefined, // serve() reports why the server did not start
    );
  });
}

/** Registered before the server is ready, since a signal may arrive as soon as it has printed its URL. */
function stopOnSignal(starting: Promise<RunningServer>, stop: AbortController): void {
  let signals = 0;
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      signals += 1;
      const atOnce = signals > 1;
      stop.abort();
      starting.then(
        (server) => server.close({ atOnce, reason: `it received ${signal}` }),
        () => undefined, // serve() reports why the server did not start
      );
    });
  }
}
