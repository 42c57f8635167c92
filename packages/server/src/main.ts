/** Reads the command line, the environment and the signals; runs one server, or one command. */
import { UsageError } from "./admin/command.ts";
import type { Wanted } from "./admin/commands.ts";
import { EXIT_FAILED, EXIT_USAGE, runCommand } from "./admin/run.ts";
import { systemClock } from "./platform/clock.ts";
import { type Config, ConfigError, readConfig } from "./config/config.ts";
import { systemRandom } from "./platform/random.ts";
import { createLog } from "./platform/log.ts";
import { watchForIdleness } from "./platform/idleness.ts";
import type { RunningServer } from "./bootstrap/server.ts";

const EXIT_BAD_CONFIGURATION = 78;

/** Does what the words behind the program's name ask for; without any, it serves. */
export async function main(): Promise<void> {
  const words = process.argv.slice(2);
  // A server has no use for what the commands bring along.
  if (words.length === 0) return serve();
  const wanted = await wantedOrExit(words);
  if (wanted.kind === "serve") return serve();
  if (wanted.kind === "text") {
    process.stdout.write(`${wanted.text}\n`);
    return;
  }
  const { config } = settingsOrExit();
  process.exitCode = await runCommand(wanted.command, wanted.asked, {
    config,
    clock: systemClock,
    random: systemRandom,
    streams: { input: process.stdin, output: process.stderr, result: process.stdout },
  });
}

async function wantedOrExit(words: readonly string[]): Promise<Wanted> {
  const { wantedBy } = await import("./admin/commands.ts");
  try {
    return wantedBy(words);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`intray-server: ${error.message} See intray-server --help.\n`);
    return process.exit(EXIT_USAGE);
  }
}

/** Runs until SIGINT or SIGTERM; a second signal stops at once. */
async function serve(): Promise<void> {
  // Only now: commands have no use for most of it, and should begin at once.
  const { startServer, StartError } = await import("./bootstrap/server.ts");
  const settings = settingsOrExit();
  const log = createLog(settings.config.logLevel);
  for (const warning of settings.warnings) log.warn(warning);
  const starting = startServer({
    config: settings.config,
    clock: systemClock,
    random: systemRandom,
    log,
    followsDatabase: true,
    onDeath: (error) => {
      log.error({ err: error }, "The store died; the server cannot go on.");
      process.exit(EXIT_FAILED);
    },
  });
  stopOnSignal(starting);
  if (settings.config.geoipFile !== undefined) reloadOnSignal(starting);
  try {
    const server = await starting;
    if (server.welcome !== undefined && process.stderr.isTTY) process.stderr.write(server.welcome);
    process.stdout.write(`intray listening on ${server.url}\n`);
    watchForIdleness({ clock: systemClock, cpuMs, onIdle: () => void server.releaseMemory() });
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    process.stderr.write(`intray-server: ${error.message}\n`);
    process.exitCode = EXIT_FAILED;
  }
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

function settingsOrExit(): { readonly config: Config; readonly warnings: readonly string[] } {
  try {
    return readConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`intray-server: ${error.message.replaceAll("\n", "\nintray-server: ")}\n`);
    return process.exit(EXIT_BAD_CONFIGURATION);
  }
}

/** Without a file to read again, SIGHUP means what it means to every other program. */
function reloadOnSignal(starting: Promise<RunningServer>): void {
  process.on("SIGHUP", () => {
    starting.then(
      (server) => server.reload(),
      () => undefined, // main() says why it did not start
    );
  });
}

/** Listens from the first moment on: whoever reads the ready line may send a signal at once. */
function stopOnSignal(starting: Promise<RunningServer>): void {
  let signals = 0;
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      signals += 1;
      const atOnce = signals > 1;
      starting.then(
        (server) => server.close({ atOnce }),
        () => undefined, // main() says why it did not start
      );
    });
  }
}
