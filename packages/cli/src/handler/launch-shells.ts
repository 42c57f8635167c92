/** Shells that start commands, one command at a time each: as many as there are commands at once. */
import type { StartedHandler } from "@intray/sdk/queue";
import type { Command, Launch } from "./launch.ts";
import { LaunchShell, type LaunchShellOptions } from "./launch-shell.ts";

/** Less than a pipe holds: bash writes the whole input before anybody reads it. */
const MOST_INPUT_BYTES = 32_768;
/** bash ends the input with it by itself. */
const NEWLINE = "\n";
/** They end a variable, or all of them, on the way to the shell. */
const ENDS = /[\t\n]/;

export class LaunchShells {
  readonly #command: Command;
  readonly #options: LaunchShellOptions;
  #shells: LaunchShell[] = [];

  constructor(command: Command, options: LaunchShellOptions) {
    this.#command = command;
    this.#options = options;
  }

  /** `undefined` for what does not fit, and when a shell has died: then start the command yourself. */
  async launch(work: Launch): Promise<StartedHandler | undefined> {
    return fits(work) ? this.#freeShell().launch(work) : undefined;
  }

  close(): void {
    for (const shell of this.#shells) shell.close();
  }

  #freeShell(): LaunchShell {
    const free = this.#shells.find(({ isFree }) => isFree);
    if (free !== undefined) return free;
    this.#shells = this.#shells.filter(({ isOver }) => !isOver);
    const another = new LaunchShell(this.#command, this.#options);
    this.#shells.push(another);
    return another;
  }
}

function fits({ environment, input }: Launch): boolean {
  return (
    input.endsWith(NEWLINE) &&
    Buffer.byteLength(input) <= MOST_INPUT_BYTES &&
    Object.values(environment).every((value) => value !== undefined && !ENDS.test(value))
  );
}
