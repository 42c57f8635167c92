/** A command as a queue's handler: one process group a try, the submission as a line on its stdin. */
import type { Writable } from "node:stream";
import type {
  HandlerResult,
  QueueDelivery,
  QueueHandler,
  QueueSubmission,
} from "@intray/sdk/queue";
import { deliveryLine } from "@intray/sdk/queue";
import { DoneIds } from "./done-ids.ts";
import { batchEnvironment, deliveryEnvironment } from "./handler-environment.ts";
import { OutputSink } from "./handler-output.ts";
import { type Launch, launch } from "./launch.ts";
import { type Launcher, startLauncher } from "./launcher.ts";
import type { Pause } from "./pause.ts";
import { endLeftoverGroup } from "./process-group.ts";

const GRACE_MS = 5_000;

export interface CommandHandlerOptions {
  readonly command: string;
  readonly args: readonly string[];
  /** What every try finds; the delivery's own variables are added. */
  readonly environment: NodeJS.ProcessEnv;
  readonly timeoutMs: number;
  /** How long a group may take to end after SIGTERM before it is killed; default 5 s. */
  readonly graceMs?: number;
  readonly pause: Pause;
  /** Where the command's output goes. */
  readonly stderr: Writable;
  /** After so many starts a launcher is begun that starts the others. Without it all are our own. */
  readonly launcherAfter?: number;
}

export interface CommandHandler extends QueueHandler {
  /** Lets the launcher go. Nothing may run any more. */
  close(): void;
}

/** A handler that runs the command once a submission. It is no shell: words are passed as they are. */
export function commandHandler(options: CommandHandlerOptions): CommandHandler {
  const { pause, graceMs = GRACE_MS, launcherAfter = Infinity } = options;
  const command = { ...options, graceMs };
  const sink = new OutputSink(options.stderr);
  const isOwnStderr = options.stderr === process.stderr;
  let starts = 0;
  let launcher: Launcher | undefined;
  return {
    async prepare(delivery, submission) {
      return launcher?.prepare?.(workOf(delivery, submission));
    },
    async start(delivery, submission) {
      starts += 1;
      if (starts > launcherAfter) launcher ??= startLauncher(command, { pause, sink, isOwnStderr });
      const work = workOf(delivery, submission);
      return (
        (await launcher?.launch?.(work)) ??
        launch(
          command,
          {
            ...work,
            takeStdout: (chunk, from) => sink.write(chunk, from),
            takeStderr: (chunk, from) => sink.write(chunk, from),
          },
          pause,
        )
      );
    },
    async startBatch(works) {
      const done = new DoneIds(works.map(({ delivery }) => delivery.submissionId));
      const started = await launch(
        command,
        {
          environment: batchEnvironment(works.length),
          input: works
            .map(({ delivery, submission }) => deliveryLine(delivery, submission))
            .join(""),
          takeStdout: (chunk, from) => sink.write(done.read(chunk), from),
          takeStderr: (chunk, from) => sink.write(chunk, from),
        },
        pause,
      );
      if (started.kind !== "started") return started;
      return {
        ...started,
        async finish(killing, onDone): Promise<HandlerResult> {
          done.tell(onDone);
          const result = await started.finish(killing);
          await done.told();
          return result;
        },
      };
    },
    endLeftover: (leader) => endLeftoverGroup(leader, { graceMs, pause }),
    close: () => launcher?.close(),
  };
}

function workOf(delivery: QueueDelivery, submission: QueueSubmission): Launch {
  return {
    environment: deliveryEnvironment(delivery),
    input: deliveryLine(delivery, submission),
  };
}
