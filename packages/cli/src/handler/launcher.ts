/** Starts commands for a long run, at less cost than the run itself would. */
import type { PreparedHandler, StartedHandler, UnstartedHandler } from "@intray/sdk/queue";
import type { OutputSink } from "./handler-output.ts";
import type { Command, Launch } from "./launch.ts";
import { LaunchHelper } from "./launch-helper.ts";
import { LaunchShells } from "./launch-shells.ts";
import type { Pause } from "./pause.ts";
import { isFaithful } from "./shell-environment.ts";

export interface Launcher {
  /** Begins a process that becomes the command when it is finished; `undefined` when it cannot. */
  prepare?(work: Launch): Promise<PreparedHandler | undefined>;
  /** `undefined` when it cannot start this one, or not yet: then start the command yourself. */
  launch?(work: Launch): Promise<StartedHandler | UnstartedHandler | undefined>;
  /** Lets go of what it has begun. No command of its own may run any more. */
  close(): void;
}

export interface LauncherOptions {
  readonly pause: Pause;
  /** Where the commands' output goes. */
  readonly sink: OutputSink;
  /** The sink is this process's standard error: another process may write to it as well. */
  readonly isOwnStderr: boolean;
}

/** Shells where the system has one that serves, else a helper; nothing until that is known. */
export function startLauncher(command: Command, options: LauncherOptions): Launcher {
  const { pause, sink, isOwnStderr } = options;
  let chosen: Launcher | undefined;
  let isClosed = false;
  const choose = async () => {
    const serves = await isFaithful(command.environment);
    if (isClosed) return;
    if (serves) chosen = new LaunchShells(command, { pause, sink });
    else if (isOwnStderr) chosen = new LaunchHelper(command, pause);
  };
  void choose();
  return {
    prepare: async (work) => chosen?.prepare?.(work),
    launch: async (work) => chosen?.launch?.(work),
    close() {
      isClosed = true;
      chosen?.close();
    },
  };
}
