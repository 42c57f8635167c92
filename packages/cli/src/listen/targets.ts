/** Passes deliveries on this machine to a URL, a command, both or neither. */
import { systemClock } from "../clock.ts";
import { childEnvironment } from "../config/environment.ts";
import { usageFailure } from "../errors/failure.ts";
import type { ListenFlags } from "./listen-flags.ts";
import type { Send } from "../outgoing.ts";
import { spawn } from "node:child_process";
import { signalGroup } from "../handler/process-group.ts";

const TIMEOUT_MS = 30_000;

export type TargetResults = { readonly forward?: TargetResult; readonly exec?: TargetResult };

/** Passes a delivery to all targets concurrently. Never rejects. */
export type SendToTargets = (delivery: LocalDelivery) => Promise<TargetResults>;

interface TargetOptions {
  readonly send: Send;
  readonly userAgent: string;
  readonly signal: AbortSignal;
}

/** Sends to the targets of the flags. Throws Failure 2 for an invalid URL. */
export function targetsOf(
  flags: Partial<Pick<ListenFlags, "forward-to" | "exec" | "target-timeout">>,
  options: TargetOptions,
): SendToTargets {
  const url = targetUrl(flags["forward-to"]);
  const { exec: command, "target-timeout": timeoutMs = TIMEOUT_MS } = flags;
  return async (delivery) => {
    const [forwarded, exec] = await Promise.all([
      url && forward(delivery, url, { ...options, timeoutMs }),
      command === undefined ? undefined : execute(delivery, command, { ...options, timeoutMs }),
    ]);
    return { ...(forwarded && { forward: forwarded }), ...(exec && { exec }) };
  };
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

/** Starts now, and returns the time since then. */
function startStopwatch(): () => number {
  const startedAt = systemClock.now();
  return () => Math.max(0, Math.round(systemClock.now() - startedAt));
}

/**
 * Kills the command and its children after `timeoutMs` or when the signal aborts. Never rejects.
 *
 * @param command A shell command from the command line. Nothing of a submission is inserted into it.
 */
function execute(
  delivery: LocalDelivery,
  command: string,
  { timeoutMs, signal }: TargetOptions & { readonly timeoutMs: number },
): Promise<TargetResult> {
  const durationMs = startStopwatch();
  const child = spawn(command, {
    shell: true,
    detached: true, // a process group of its own
    stdio: ["pipe", "pipe", "pipe"],
    env: { ...childEnvironment(), ...headerEnvironment(delivery) },
  });
  const timeout = AbortSignal.timeout(timeoutMs);
  const abort = AbortSignal.any([timeout, signal]);
  const kill = () => child.pid !== undefined && signalGroup(child.pid, "SIGKILL");
  abort.addEventListener("abort", kill, { once: true });
  child.stdin.on("error", () => undefined); // the command may exit without reading its stdin
  child.stdout.pipe(process.stderr, { end: false });
  child.stderr.pipe(process.stderr, { end: false });
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
const headerEnvironment = ({
  submissionId,
  logId,
  contentType,
  headers,
}: LocalDelivery): NodeJS.ProcessEnv => ({
  ...(submissionId !== null && { INTRAY_SUBMISSION_ID: String(submissionId) }),
  ...(logId !== null && { INTRAY_WEBHOOK_LOG_ID: String(logId) }),
  INTRAY_CONTENT_TYPE: contentType,
  ...Object.fromEntries(
    headers.map(([name, value]) => [
      `INTRAY_HEADER_${name.toUpperCase().replaceAll(/[^A-Z0-9]/g, "_")}`,
      value,
    ]),
  ),
});

/** Does not follow redirects; discards the body of the response. Never rejects. */
async function forward(
  { contentType, body, headers }: LocalDelivery,
  url: URL,
  { send, userAgent, signal, timeoutMs }: TargetOptions & { readonly timeoutMs: number },
): Promise<TargetResult> {
  const durationMs = startStopwatch();
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
  readonly headers: readonly (readonly [name: string, value: string])[];
}

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
