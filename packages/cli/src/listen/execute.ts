/** Runs a command of the developer's for a delivery: the body on its stdin, the headers in its environment. */
import { spawn } from "node:child_process";
import type { Writable } from "node:stream";
import type { Clock } from "../clock.ts";
import { signalGroup } from "../handler/process-group.ts";
import type { LocalDelivery, TargetResult } from "./local-delivery.ts";

export interface ExecuteOptions {
  /** A line for the shell. It is the person's own; nothing of a submission is put into it. */
  readonly command: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly timeoutMs: number;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Where the command's output goes. */
  readonly output: Writable;
}

/** Ends the command with all its children when the time is over or the signal fires. Never rejects. */
export function execute(delivery: LocalDelivery, options: ExecuteOptions): Promise<TargetResult> {
  const { command, environment, timeoutMs, clock, signal, output } = options;
  const startedAt = clock.now();
  const durationMs = () => Math.max(0, Math.round(clock.now() - startedAt));
  const child = spawn(command, {
    shell: true,
    detached: true, // a process group of its own
    stdio: ["pipe", "pipe", "pipe"],
    env: { ...environment, ...headerEnvironment(delivery) },
  });
  const late = AbortSignal.timeout(timeoutMs);
  const over = AbortSignal.any([late, signal]);
  const kill = () => child.pid !== undefined && signalGroup(child.pid, "SIGKILL");
  over.addEventListener("abort", kill, { once: true });
  child.stdin.on("error", () => undefined); // a command need not read
  child.stdout.pipe(output, { end: false });
  child.stderr.pipe(output, { end: false });
  child.stdin.end(delivery.body);
  return new Promise<TargetResult>((resolve) => {
    child.once("error", (error) => {
      resolve({ kind: "failed", reason: error.message, durationMs: durationMs() });
    });
    child.once("exit", (code, killedBy) => {
      if (code !== null) return resolve({ kind: "exited", code, durationMs: durationMs() });
      const reason = late.aborted
        ? `killed after ${timeoutMs / 1_000} s`
        : `ended by ${killedBy ?? "a signal"}`;
      resolve({ kind: "failed", reason, durationMs: durationMs() });
    });
  }).finally(() => over.removeEventListener("abort", kill));
}

/** Names and ids alone: fields are in the body, since `ps e` shows environments. */
function headerEnvironment({
  submissionId,
  logId,
  contentType,
  headers,
}: LocalDelivery): NodeJS.ProcessEnv {
  return {
    ...(submissionId !== null && { INTRAY_SUBMISSION_ID: String(submissionId) }),
    ...(logId !== null && { INTRAY_WEBHOOK_LOG_ID: String(logId) }),
    INTRAY_CONTENT_TYPE: contentType,
    ...Object.fromEntries(
      headers.map(([name, value]) => [
        `INTRAY_HEADER_${name.toUpperCase().replaceAll(/[^A-Z0-9]/g, "_")}`,
        value,
      ]),
    ),
  };
}
