/** The progress of a queue run, from its events. */
import type { QueueEvent } from "@intray/sdk/queue";
import type { Progress } from "../terminal/progress.ts";

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
