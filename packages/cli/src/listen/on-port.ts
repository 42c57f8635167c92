/** Receives on a port of this machine until it is told to stop. */
import type { ListenFlags } from "./listen-flags.ts";
import type { Told } from "./listen-report.ts";
import { isTaken } from "./local-delivery.ts";
import type { Reaction } from "./local-delivery.ts";
import { openReceiver } from "./receiver.ts";
import { handOn } from "./targets.ts";
import type { Targets } from "./targets.ts";

export interface OnPortOptions {
  /** 0 for a free one. */
  readonly port: number;
  readonly secrets: readonly string[];
  readonly respond: ListenFlags["respond"];
  readonly targets: Targets;
  readonly stopping: AbortSignal;
  readonly tell: (told: Omit<Told, "at">) => Promise<void>;
  /** Called with the receiver's address. */
  readonly onOpen: (url: string) => void;
  readonly onError: (error: unknown) => void;
}

/** Resolves when the receiver is closed again. @throws Failure 75 when the port is taken. */
export async function receiveOnPort(options: OnPortOptions): Promise<void> {
  const { port, secrets, targets, tell, onError } = options;
  const receiver = await openReceiver({
    port,
    secrets,
    onError,
    receive: async (delivery, verdict) => {
      const isValid = verdict.kind === "valid";
      const reactions = isValid ? await handOn(delivery, targets) : {};
      const answered = statusAfter(Object.values(reactions), options.respond);
      await tell({ delivery, verdict, reactions, ...(isValid && { answered }) });
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
function statusAfter(reactions: readonly Reaction[], respond: number | undefined): number {
  const failed = reactions.find((reaction) => !isTaken(reaction));
  if (failed === undefined) return respond ?? 204;
  return failed.kind === "answered" ? failed.status : failed.kind === "exited" ? 500 : 502;
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
