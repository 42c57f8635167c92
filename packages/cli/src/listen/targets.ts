/** Passes deliveries to a URL, a command, both or neither. */
import { systemClock } from "../clock.ts";
import { childEnvironment } from "../config/environment.ts";
import { EXIT, Failure } from "../errors/failure.ts";
import { execute } from "./execute.ts";
import { forward } from "./forward.ts";
import type { ListenFlags } from "./listen-flags.ts";
import type { Send } from "../outgoing.ts";
import type { LocalDelivery, TargetResult } from "./local-delivery.ts";

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
  throw new Failure({
    exit: EXIT.usage,
    code: "usage",
    message: `--forward-to is "${text}", which is not an http or https address.`,
    hint: "Write it like --forward-to localhost:3000/hook.",
  });
}

/** With what may be left out: `localhost:3000/hook` and `3000/hook` are on this machine, by http. */
function fullAddress(text: string): string {
  if (/^:?\d{1,5}(?:\/|$)/.test(text)) return `http://localhost:${text.replace(/^:/, "")}`;
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
}
