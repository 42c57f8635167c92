/** Runs a shell command for a delivery: the body on its stdin, the headers in its environment. */
import { spawn } from "node:child_process";
import type { Writable } from "node:stream";
import type { Clock } from "../clock.ts";
import { signalGroup } from "../handler/process-group.ts";
import type { LocalDelivery, TargetResult } from "./local-delivery.ts";

export interface ExecuteOptions {
  /** A shell command from the command line. Nothing of a submission is inserted into it. */
  readonly command: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly timeoutMs: number;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Receives the command's output. */
  readonly output: Writable;
}

/** Kills the command and its children after `timeoutMs` or when the signal aborts. Never rejects. */
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
  const timeout = AbortSignal.timeout(timeoutMs);
  const abort = AbortSignal.any([timeout, signal]);
  const kill = () => child.pid !== undefined && signalGroup(child.pid, "SIGKILL");
  abort.addEventListener("abort", kill, { once: true });
  child.stdin.on("error", () => undefined); // the command may exit without reading its stdin
  child.stdout.pipe(output, { end: false });
  child.stderr.pipe(output, { end: false });
  child.stdin.end(delivery.body);
  return new Promise<TargetResult>((resolve) => {
    child.once("error", (error) => {
      resolve({ kind: "failed", reason: error.message, durationMs: durationMs() });
    });
    child.once("exit", (code, killedBy) => {
      if (code !== null) return resolve({ kind: "exited", code, durationMs: durationMs() });
      const reason = timeout.aborted
        ? `killed after ${timeoutMs / 1_000} s`
        : `ended by ${killedBy ?? "a signal"}`;
      resolve({ kind: "failed", reason, durationMs: durationMs() });
    });
  }).finally(() => abort.removeEventListener("abort", kill));
}

/** Ids and headers only; the fields of the submission are in the body, since `ps e` shows environments. */
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
