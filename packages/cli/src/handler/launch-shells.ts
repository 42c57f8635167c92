/** Shells that start commands, one command at a time each: as many as there are commands at once. */
import type { PreparedHandler } from "@intray/sdk/queue";
import type { Command, Launch } from "./launch.ts";
import { END, LaunchShell, type LaunchShellOptions } from "./launch-shell.ts";

/** Less than a pipe holds: bash writes the whole input before anybody reads it. */
const MAX_INPUT_BYTES = 32_768;
/** Shells that are ready when a command ends, besides one for each command at once. */
const MAX_SPARE = 4;
/** bash ends the input with it by itself. */
const NEWLINE = "\n";

export class LaunchShells {
  readonly #command: Command;
  readonly #options: LaunchShellOptions;
  readonly #shells = new Set<LaunchShell>();
  #ready: LaunchShell[] = [];
  #waiting: ((shell: LaunchShell | undefined) => void)[] = [];
  #underWay = 0;

  constructor(command: Command, options: LaunchShellOptions) {
    this.#command = command;
    this.#options = options;
  }

  /** `undefined` for what does not fit, and when no shell lives: then start the command yourself. */
  async prepare(work: Launch): Promise<PreparedHandler | undefined> {
    if (!fits(work)) return undefined;
    const shell = this.#ready.pop() ?? (await this.#nextReady());
    const prepared = shell?.prepare(work);
    if (prepared === undefined) return undefined;
    this.#underWay += 1;
    return {
      ...prepared,
      finish: (killing) => prepared.finish(killing).finally(() => (this.#underWay -= 1)),
    };
  }

  close(): void {
    for (const shell of this.#shells) shell.close();
  }

  /** A shell copies itself again while the next command is started by another. */
  #nextReady(): Promise<LaunchShell | undefined> {
    const ready = new Promise<LaunchShell | undefined>((resolve) => {
      this.#waiting.push(resolve);
    });
    const wanted = this.#underWay + this.#waiting.length;
    if (this.#shells.size < wanted + Math.min(wanted, MAX_SPARE)) this.#begin();
    return ready;
  }

  #begin(): void {
    const shell = new LaunchShell(this.#command, this.#options, {
      onReady: (one) => {
        const wanted = this.#waiting.shift();
        if (wanted === undefined) this.#ready.push(one);
        else wanted(one);
      },
      onOver: (one) => {
        this.#shells.delete(one);
        this.#ready = this.#ready.filter((other) => other !== one);
        if (this.#shells.size === 0) for (const tell of this.#waiting.splice(0)) tell(undefined);
      },
    });
    this.#shells.add(shell);
  }
}

function fits({ environment, input }: Launch): boolean {
  return (
    input.endsWith(NEWLINE) &&
    Buffer.byteLength(input) <= MAX_INPUT_BYTES &&
    Object.values(environment).every((value) => value !== undefined && !value.includes(END))
  );
}
