/** Runs a command, prints its error, and returns the exit code. */
import { askPassword, type Terminal } from "./ask-password.ts";
import { type Command, type CommandContext, type CommandInput, UsageError } from "./command.ts";
import { messageOf } from "../platform/errors.ts";

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
    streams: { input, output, result },
    ...context
  }: Omit<CommandContext, "print" | "printInfo" | "askPassword"> & { readonly streams: Streams },
): Promise<number> {
  try {
    return await command.run(commandInput, {
      ...context,
      print: (line) => void result.write(`${line}\n`),
      printInfo: (line) => void output.write(`${line}\n`),
      askPassword: (prompt) => askPassword({ input, output }, prompt),
    });
  } catch (error) {
    output.write(`intray-server ${command.name}: ${messageOf(error)}\n`);
    return error instanceof UsageError ? EXIT_USAGE : EXIT_FAILED;
  }
}
