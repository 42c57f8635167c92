/** What a queue run tells: sentences for people, lines of JSON for `--json`, its progress and its exit code. */
import type { QueueEvent, QueueSummary, QueueSourceError } from "@intray/sdk/queue";
import type { Progress } from "../terminal/progress.ts";
import { EXIT, type ExitCode, failure } from "../errors/failure.ts";

/** The event as `--json` prints it, one per line: `{"event":"acked","submission_id":7,…}`. */
export function eventRecord({ kind, ...rest }: QueueEvent): Record<string, unknown> {
  return { event: kind, ...snakeCase(rest) };
}

/** The last line of `--json`. */
export function summaryRecord({ end, ...counts }: QueueSummary): Record<string, unknown> {
  return { event: "ended", end: end.kind, ...snakeCase(counts) };
}

/** The event as a sentence; `undefined` for events that are not shown. */
export function eventSentence(event: QueueEvent): string | undefined {
  switch (event.kind) {
    case "walk":
    case "seen":
    case "handled":
    case "misconfigured":
      return undefined;
    case "started":
      return event.attempt === 1 && !event.redelivered
        ? undefined
        : `Submission ${event.submissionId}: attempt ${event.attempt}.`;
    case "acked":
      return `Submission ${event.submissionId}: marked read.`;
    case "gone":
      return `Submission ${event.submissionId}: not handled, ${event.reason}.`;
    case "retry":
      return `Submission ${event.submissionId}: ${event.reason}; retry after ${isoTime(event.dueAt)}.`;
    case "dead":
      return `Submission ${event.submissionId} is given up: ${event.reason}.`;
    case "waiting":
      return event.reason === "nothing is due" ? undefined : `Waiting: ${event.reason}`;
  }
}

/** The summary as a sentence: `3 handled, 1 failed.` */
export function summarySentence(summary: QueueSummary): string {
  const counts = [
    [summary.handled, "handled"],
    [summary.failed, "failed"],
    [summary.dead, "given up"],
    [summary.deferred, "deferred"],
    [summary.interrupted, "interrupted"],
    [summary.gone, "gone"],
  ] as const;
  const parts = counts.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`);
  if (parts.length > 0) return `${parts.join(", ")}.`;
  return summary.end.kind === "drained" ? "Nothing to do." : "Nothing was done.";
}

const isoTime = (ms: number): string => new Date(ms).toISOString();

const snakeCase = (members: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(members).map(([name, value]) => [
      name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  );

/** Counts each submission once it is handled, deferred, given up or gone. */
export class RunProgress {
  readonly #progress: Progress;
  /** Counted submissions that are not marked read on the server yet. */
  readonly #unmarked = new Set<number>();

  constructor(progress: Progress) {
    this.#progress = progress;
  }

  onEvent(event: QueueEvent): void {
    switch (event.kind) {
      case "handled":
      case "dead":
        this.#unmarked.add(event.submissionId);
        return this.#progress.advance(1);
      case "retry":
        return this.#progress.advance(1);
      case "acked":
      case "gone":
        // A submission that an earlier run handled has not been counted yet.
        if (!this.#unmarked.delete(event.submissionId)) this.#progress.advance(1);
        return;
      case "waiting":
        return this.end(); // a watching run has handled all submissions of the total
      case "walk":
      case "seen":
      case "started":
      case "misconfigured":
        return;
    }
  }

  end(): void {
    this.#progress.end();
  }
}

/**
 * Returns the exit code of a run.
 *
 * @param signalled Exit code of the signal that stopped the run, if any.
 * @throws Failure or an error of the SDK for ends that need a message.
 */
export function chooseExit(summary: QueueSummary, signalled: ExitCode | undefined): ExitCode {
  const { end, failed, dead, deferred } = summary;
  switch (end.kind) {
    case "stopped":
      return signalled ?? EXIT.done;
    case "deferring":
      throw failure(
        "handler_deferring",
        "The handler asked five times in a row to be called later (exit code 75).",
        { hint: "The submissions stay unread and are retried later." },
      );
    case "misconfigured":
      throw failure("handler_misconfigured", `The handler is misconfigured: ${end.reason}.`, {
        hint: "Nothing is lost: the submission stays unread, and no attempt is counted.",
      });
    case "source":
      // After a temporary failure the exit code must ask for another run, which sends the acknowledgements.
      if (end.error.failure === "refused") throw rejectionOf(end.error);
      throw failure("server_unavailable", end.error.message, {
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
  return failure("queue_refused", message, { cause });
}
