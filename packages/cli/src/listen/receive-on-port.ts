/** Receives on a port of this machine until it is told to stop. */
import type { ListenFlags } from "./listen-flags.ts";
import type { DeliveryReport } from "./listen-report.ts";
import { isDelivered } from "./local-delivery.ts";
import type { TargetResult } from "./local-delivery.ts";
import { openReceiver } from "./receiver.ts";
import { sendToTargets } from "./targets.ts";
import type { Targets } from "./targets.ts";

export interface OnPortOptions {
  /** 0 for a free one. */
  readonly port: number;
  readonly secrets: readonly string[];
  readonly respond: ListenFlags["respond"];
  readonly targets: Targets;
  readonly stopping: AbortSignal;
  readonly report: (told: Omit<DeliveryReport, "at">) => Promise<void>;
  /** Called with the receiver's address. */
  readonly onOpen: (url: string) => void;
  readonly onError: (error: unknown) => void;
}

/** Resolves when the receiver is closed again. @throws Failure 75 when the port is taken. */
export async function receiveOnPort(options: OnPortOptions): Promise<void> {
  const { port, secrets, targets, report, onError } = options;
  const receiver = await openReceiver({
    port,
    secrets,
    onError,
    receive: async (delivery, verdict) => {
      const isValid = verdict.kind === "valid";
      const reactions = isValid ? await sendToTargets(delivery, targets) : {};
      const answered = statusAfter(Object.values(reactions), options.respond);
      await report({ delivery, verdict, reactions, ...(isValid && { answered }) });
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

/** What stands behind us decides, as it would if it were the receiver; without any, `--respond`. */
function statusAfter(reactions: readonly TargetResult[], respond: number | undefined): number {
  const failed = reactions.find((reaction) => !isDelivered(reaction));
  if (failed === undefined) return respond ?? 204;
  return failed.kind === "answered" ? failed.status : failed.kind === "exited" ? 500 : 502;
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
