/** A queue handler that runs a command: one process group per attempt, with the submissions on its stdin. */
import type { Readable, Writable } from "node:stream";
import { deliveryLine, type HandlerResult, type QueueHandler } from "@intray/sdk/queue";
import { DoneIds } from "./done-ids.ts";
import { batchEnvironment, deliveryEnvironment } from "./handler-environment.ts";
import { OutputSink } from "./handler-output.ts";
import { launch } from "./launch.ts";
import type { Pause } from "../clock.ts";
import { endLeftoverGroup } from "./process-group.ts";

const GRACE_MS = 5_000;

export interface CommandHandlerOptions {
  readonly command: string;
  readonly args: readonly string[];
  /** The environment of every attempt; each delivery adds its own variables. */
  readonly environment: NodeJS.ProcessEnv;
  readonly timeoutMs: number;
  /** Time between SIGTERM and SIGKILL; default 5 s. */
  readonly graceMs?: number;
  readonly pause: Pause;
  /** Receives the command's output. */
  readonly stderr: Writable;
}

/** Runs the command once per submission or batch, without a shell: arguments are passed unchanged. */
export function commandHandler(options: CommandHandlerOptions): QueueHandler {
  const { pause, stderr, graceMs = GRACE_MS } = options;
  const command = { ...options, graceMs };
  const sink = new OutputSink(stderr);
  const onStderr = (chunk: Buffer, from: Readable) => sink.write(chunk, from);
  return {
    start: (delivery, submission) =>
      launch(
        command,
        {
          environment: deliveryEnvironment(delivery),
          input: deliveryLine(delivery, submission),
          onStdout: onStderr,
          onStderr,
        },
        pause,
      ),
    async startBatch(works) {
      const done = new DoneIds(works.map(({ delivery }) => delivery.submissionId));
      const started = await launch(
        command,
        {
          environment: batchEnvironment(works.length),
          input: works
            .map(({ delivery, submission }) => deliveryLine(delivery, submission))
            .join(""),
          onStdout: (chunk, from) => sink.write(done.read(chunk), from),
          onStderr,
        },
        pause,
      );
      if (started.kind !== "started") return started;
      return {
        ...started,
        async finish(killing, onDone): Promise<HandlerResult> {
          done.notify(onDone);
          const result = await started.finish(killing);
          await done.notified();
          return result;
        },
      };
    },
    endLeftover: (leader) => endLeftoverGroup(leader, { graceMs, pause }),
  };
}
