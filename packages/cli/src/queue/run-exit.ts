/** The exit code of a run. */
import type { QueueSourceError, QueueSummary } from "@intray/sdk/queue";
import { EXIT, Failure, type ExitCode } from "../errors/failure.ts";

/**
 * Returns the exit code of a run.
 *
 * @param signalled Exit code of the signal that stopped the run, if any.
 * @throws Failure or an error of the SDK for ends that need a message.
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
        hint: "The submissions stay unread and are retried later.",
      });
    case "misconfigured":
      throw new Failure({
        exit: EXIT.badConfiguration,
        code: "handler_misconfigured",
        message: `The handler is misconfigured: ${end.reason}.`,
        hint: "Nothing is lost: the submission stays unread, and no attempt is counted.",
      });
    case "source":
      // After a temporary failure the exit code must ask for another run, which sends the acknowledgements.
      if (end.error.failure === "refused") throw rejectionOf(end.error);
      throw new Failure({
        exit: EXIT.tryLater,
        code: "server_unavailable",
        message: end.error.message,
        hint: "Handled submissions are recorded, and the next run acknowledges them first.",
        cause: end.error.cause,
      });
    case "drained":
    case "max":
    case "max-time":
      if (failed > 0 || dead > 0) return EXIT.partial;
      return deferred > 0 ? EXIT.tryLater : EXIT.done;
  }
}

/** Returns the SDK's error, unless the source has replaced its message. */
function rejectionOf({ message, cause }: QueueSourceError): unknown {
  if (cause instanceof Error && cause.message === message) return cause;
  return new Failure({ exit: EXIT.rejected, code: "queue_refused", message, cause });
}
