/** Command handlers that run a script, for the tests of `src/handler`. */
import { PassThrough } from "node:stream";
import { setTimeout as timeout } from "node:timers/promises";
import type {
  HandlerResult,
  QueueDelivery,
  QueueHandler,
  QueueSubmission,
  StartedHandler,
} from "@intray/sdk/queue";
import { makeCommandHandler, type CommandHandlerOptions } from "../src/handler/command-handler.ts";
import { systemPause } from "../src/clock.ts";

export const delivery: QueueDelivery = {
  id: "mail:7:1",
  submissionId: 7,
  formId: 3,
  attempt: 2,
  generation: 1,
  redelivered: true,
  consumer: "mail",
};
export const submission: QueueSubmission = { id: 7, form_id: 3 };

/** The first line of a script that writes files. */
export const WRITE = "const { writeFileSync, appendFileSync } = require('node:fs');";

const never = new AbortController().signal;

export const script = (code: string, more: Partial<CommandHandlerOptions> = {}): QueueHandler =>
  makeCommandHandler({
    command: process.execPath,
    args: ["-e", code],
    environment: { PATH: process.env["PATH"] },
    timeoutMs: 15_000,
    pause: systemPause,
    stderr: new PassThrough().resume(),
    ...more,
  });

export function shellScript(line: string, more: Partial<CommandHandlerOptions> = {}): QueueHandler {
  return script("", { command: "/bin/sh", args: ["-c", line], ...more });
}

/** Starts an attempt of submission `id`; the handler has not received its input yet. */
export async function started(handler: QueueHandler, work = submission): Promise<StartedHandler> {
  const start = await handler.start({ ...delivery, submissionId: work.id }, work);
  if (start.kind !== "started") throw new Error(start.reason);
  return start;
}

export const run = async (
  handler: QueueHandler,
  { work = submission, killing = never }: { work?: QueueSubmission; killing?: AbortSignal } = {},
): Promise<HandlerResult> => (await started(handler, work)).finish(killing);

export async function until(claim: () => boolean): Promise<void> {
  while (!claim()) await timeout(5);
}
