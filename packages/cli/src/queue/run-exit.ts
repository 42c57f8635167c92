/** What the end of a run means for the exit code. */
import type { QueueSourceError, QueueSummary } from "@intray/sdk/queue";
import type { ExitCode } from "../errors/exit-codes.ts";
import { EXIT } from "../errors/exit-codes.ts";
import { Failure } from "../errors/failure.ts";

/**
 * The exit code of a run.
 *
 * @param signalled Exit code of the signal that stopped it, when one did.
 * @throws Failure, or the SDK's own error, for an end that needs words.
 */
export function exitOf(summary: QueueSummary, signalled: ExitCode | undefined): ExitCode {
  const { end, failed, dead, deferred } = summary;
  switch (end.kind) {
    case "stopped":
      return signalled ?? EXIT.done;
    case "deferring":
      throw new Failure({
        exit: EXIT.tryLater,
        code: "handler_deferring",
        message: "The handler asked five times in a row to be called later (exit code 75).",
        hint: "The submissions stay unread and are tried again after a while.",
      });
    case "misconfigured":
      throw new Failure({
        exit: EXIT.badConfiguration,
        code: "handler_misconfigured",
        message: `The handler cannot do its work: ${end.reason}.`,
        hint: "Nothing was lost: the submission stays unread and no attempt was counted.",
      });
    case "source":
      // The SDK's error says more, but a failed acknowledgement is always worth another run.
      if (end.error.failure === "refused") throw refusalOf(end.error);
      throw new Failure({
        exit: EXIT.tryLater,
        code: "server_unavailable",
        message: end.error.message,
        hint: "What was handled is on record and is acknowledged first by the next run.",
        cause: end.error.cause,
      });
    case "drained":
    case "max":
    case "max-time":
      if (failed > 0 || dead > 0) return EXIT.partial;
      return deferred > 0 ? EXIT.tryLater : EXIT.done;
  }
}

/** The SDK's error, unless the source has found better words for what it means here. */
function refusalOf({ message, cause }: QueueSourceError): unknown {
  if (cause instanceof Error && cause.message === message) return cause;
  return new Failure({ exit: EXIT.rejected, code: "queue_refused", message, cause });
}
