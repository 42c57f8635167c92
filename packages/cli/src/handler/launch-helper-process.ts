/**
 * The helper's own process: starts commands as it is told, and ends with whoever began it. A command
 * that has not been handed its input by then finds none.
 */
import type { StartedHandler } from "@intray/sdk/queue";
import { OutputSink } from "./handler-output.ts";
import { type Command, launch } from "./launch.ts";
import type { FromHelper, ToHelper } from "./launch-messages.ts";
import { systemPause } from "./pause.ts";

interface Run {
  readonly started: StartedHandler;
  readonly killing: AbortController;
}

const sink = new OutputSink(process.stderr);
const runs = new Map<number, Run>();
let command: Command | undefined;

process.on("disconnect", () => process.exit());
// They are for the run, which decides what becomes of its handlers; a terminal sends them to all.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => undefined);
process.on("message", (message: ToHelper) => void heed(message));
tell({ kind: "ready" });

async function heed(message: ToHelper): Promise<void> {
  switch (message.kind) {
    case "setUp":
      command = message;
      return;
    case "launch":
      if (command !== undefined) await start(command, message);
      return;
    case "finish":
      return finish(message.id);
    case "kill":
      runs.get(message.id)?.killing.abort();
  }
}

async function start(
  one: Command,
  { id, environment, input }: Extract<ToHelper, { kind: "launch" }>,
): Promise<void> {
  const take = (chunk: Buffer, from: Parameters<OutputSink["write"]>[1]) => sink.write(chunk, from);
  const work = { environment, input, takeStdout: take, takeStderr: take };
  const started = await launch(one, work, systemPause);
  if (started.kind !== "started") return tell({ ...started, id });
  runs.set(id, { started, killing: new AbortController() });
  tell({ kind: "started", id, ...(started.process && { process: started.process }) });
}

async function finish(id: number): Promise<void> {
  const run = runs.get(id);
  if (run === undefined) return;
  const result = await run.started.finish(run.killing.signal);
  runs.delete(id);
  tell({ kind: "finished", id, ...result });
}

function tell(message: FromHelper): void {
  // Whoever does not hear it has gone, and so do we.
  process.send?.(message, undefined, undefined, () => undefined);
}
