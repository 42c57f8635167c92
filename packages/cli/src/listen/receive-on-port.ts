/** Receives webhooks on a port of this machine. */
import type { ListenFlags } from "./listen-flags.ts";
import type { DeliveryReport } from "./listen-report.ts";
import { isDelivered } from "./local-delivery.ts";
import type { TargetResult } from "./local-delivery.ts";
import { openReceiver } from "./receiver.ts";
import { sendToTargets } from "./targets.ts";
import type { Targets } from "./targets.ts";

export interface OnPortOptions {
  /** 0 selects a free port. */
  readonly port: number;
  readonly secrets: readonly string[];
  readonly respond: ListenFlags["respond"];
  readonly targets: Targets;
  readonly stopping: AbortSignal;
  readonly report: (report: Omit<DeliveryReport, "at">) => Promise<void>;
  /** Called with the receiver's address. */
  readonly onOpen: (url: string) => void;
  readonly onError: (error: unknown) => void;
}

/**
 * Receives until `stopping` aborts; resolves when the receiver is closed. Throws Failure 75 when the
 * port is in use.
 */
export async function receiveOnPort(options: OnPortOptions): Promise<void> {
  const { port, secrets, targets, report, onError } = options;
  const receiver = await openReceiver({
    port,
    secrets,
    onError,
    receive: async (delivery, verdict) => {
      const isValid = verdict.kind === "valid";
      const results = isValid ? await sendToTargets(delivery, targets) : {};
      const answered = statusAfter(Object.values(results), options.respond);
      await report({ delivery, verdict, results, ...(isValid && { answered }) });
      return answered;
    },
  });
  options.onOpen(receiver.url);
  try {
    await aborted(options.stopping);
  } finally {
    await receiver.close();
  }
}

/** The status of our response: that of the first target that failed, else `--respond` or 204. */
function statusAfter(results: readonly TargetResult[], respond: number | undefined): number {
  const failed = results.find((result) => !isDelivered(result));
  if (failed === undefined) return respond ?? 204;
  return failed.kind === "answered" ? failed.status : failed.kind === "exited" ? 500 : 502;
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
