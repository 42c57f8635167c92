/** Passes deliveries on this machine to a URL, a command, both or neither. */
import { systemClock, type Clock } from "../clock.ts";
import { childEnvironment } from "../config/environment.ts";
import { usageFailure } from "../errors/failure.ts";
import type { ListenFlags } from "./listen-flags.ts";
import type { Send } from "../outgoing.ts";
import { spawn } from "node:child_process";
import type { Writable } from "node:stream";
import { signalGroup } from "../handler/process-group.ts";

const TIMEOUT_MS = 30_000;

export interface Targets {
  readonly forward?: (delivery: LocalDelivery) => Promise<TargetResult>;
  readonly execute?: (delivery: LocalDelivery) => Promise<TargetResult>;
}

/** The result of each target. */
export interface TargetResults {
  readonly forward?: TargetResult;
  readonly exec?: TargetResult;
}

/** The targets of the flags. Throws Failure 2 for an invalid URL. */
export function targetsOf(
  flags: Partial<Pick<ListenFlags, "forward-to" | "exec" | "target-timeout">>,
  {
    send,
    userAgent,
    signal,
  }: { readonly send: Send; readonly userAgent: string; readonly signal: AbortSignal },
): Targets {
  const url = targetUrl(flags["forward-to"]);
  const timeoutMs = flags["target-timeout"] ?? TIMEOUT_MS;
  const common = { timeoutMs, clock: systemClock, signal };
  const { exec: command } = flags;
  const environment = childEnvironment();
  const output = process.stderr;
  return {
    ...(url && { forward: (one) => forward(one, { ...common, url, send, userAgent }) }),
    ...(command !== undefined && {
      execute: (one) => execute(one, { ...common, command, environment, output }),
    }),
  };
}

/** Passes the delivery to all targets concurrently. */
export async function sendToTargets(
  delivery: LocalDelivery,
  targets: Targets,
): Promise<TargetResults> {
  const [forwarded, exec] = await Promise.all([
    targets.forward?.(delivery),
    targets.execute?.(delivery),
  ]);
  return { ...(forwarded && { forward: forwarded }), ...(exec && { exec }) };
}

function targetUrl(text: string | undefined): URL | undefined {
  if (text === undefined) return undefined;
  const address = fullAddress(text);
  if (URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)) return new URL(address);
  throw usageFailure(
    `--forward-to is "${text}", which is not an http or https address.`,
    "Write it like --forward-to localhost:3000/hook.",
  );
}

/** With what may be left out: `localhost:3000/hook` and `3000/hook` are on this machine, by http. */
function fullAddress(text: string): string {
  if (/^:?\d{1,5}(?:\/|$)/.test(text)) return `http://localhost:${text.replace(/^:/, "")}`;
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
}

interface ExecuteOptions {
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
function execute(delivery: LocalDelivery, options: ExecuteOptions): Promise<TargetResult> {
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

interface ForwardOptions {
  readonly url: URL;
  readonly send: Send;
  readonly timeoutMs: number;
  readonly userAgent: string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** Does not follow redirects; discards the body of the response. Never rejects. */
async function forward(
  { contentType, body, headers }: LocalDelivery,
  { url, send, timeoutMs, userAgent, clock, signal }: ForwardOptions,
): Promise<TargetResult> {
  const startedAt = clock.now();
  const durationMs = () => Math.max(0, Math.round(clock.now() - startedAt));
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const status = await send(url, {
      method: "POST",
      headers: {
        "content-type": contentType,
        "user-agent": userAgent,
        ...Object.fromEntries(headers),
      },
      body,
      signal: AbortSignal.any([timeout, signal]),
    });
    return { kind: "answered", status, durationMs: durationMs() };
  } catch (error) {
    const reason = timeout.aborted
      ? `no response within ${timeoutMs / 1_000} s`
      : `no response (${error instanceof Error && "code" in error ? String(error.code) : String(error)})`;
    return { kind: "failed", reason, durationMs: durationMs() };
  }
}

export interface LocalDelivery {
  /** `null` when unknown, for example for a test delivery with a sample. */
  readonly submissionId: number | null;
  /** Id of the delivery in the webhook log; `null` when unknown. */
  readonly logId: number | null;
  readonly contentType: string;
  readonly body: Buffer;
  /** Headers of the delivery, including signatures. */
  readonly headers: readonly (readonly [name: string, value: string])[];
}

/** The result of a target: a response, an exit code or an error. */
export type TargetResult =
  | { readonly kind: "answered"; readonly status: number; readonly durationMs: number }
  | { readonly kind: "exited"; readonly code: number; readonly durationMs: number }
  | { readonly kind: "failed"; readonly reason: string; readonly durationMs: number };

/** Whether the server would count it as delivered. */
export function isDelivered(result: TargetResult): boolean {
  switch (result.kind) {
    case "answered":
      return result.status >= 200 && result.status < 300;
    case "exited":
      return result.code === 0;
    case "failed":
      return false;
  }
}

/** Describes the result for people: `200 in 12 ms`. */
export function describeTargetResult(result: TargetResult): string {
  const time = `in ${result.durationMs} ms`;
  switch (result.kind) {
    case "answered":
      return `${result.status} ${time}`;
    case "exited":
      return `exit code ${result.code} ${time}`;
    case "failed":
      return `${result.reason} ${time}`;
  }
}
