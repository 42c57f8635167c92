/** Runs a command, prints its error, and returns the exit code. */
import type { Clock } from "../platform/clock.ts";
import type { Config } from "../config/config.ts";
import type { Random } from "../platform/random.ts";
import { askPassword, type Terminal } from "./ask-password.ts";
import { type CommandInput, type Command, UsageError } from "./command.ts";

export const EXIT_FAILED = 1;
export const EXIT_USAGE = 2;

export interface Streams extends Terminal {
  /** For results; {@link Terminal.output} is for everything else. */
  readonly result: NodeJS.WriteStream;
}

export async function runCommand(
  command: Command,
  commandInput: CommandInput,
  {
    config,
    clock,
    random,
    streams: { input, output, result },
  }: {
    readonly config: Config;
    readonly clock: Clock;
    readonly random: Random;
    readonly streams: Streams;
  },
): Promise<number> {
  try {
    return await command.run(commandInput, {
      config,
      clock,
      random,
      print: (line) => void result.write(`${line}\n`),
      printInfo: (line) => void output.write(`${line}\n`),
      askPassword: (prompt) => askPassword({ input, output }, prompt),
    });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    output.write(`intray-server ${command.name}: ${message}\n`);
    return error instanceof UsageError ? EXIT_USAGE : EXIT_FAILED;
  }
}
