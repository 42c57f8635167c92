/** How far a run of the queue is, from its events. */
import type { QueueEvent } from "@intray/sdk/queue";
import type { Progress } from "../terminal/progress.ts";

/** Counts each submission once it is through: handled, put off, given up or gone. */
export class RunProgress {
  readonly #progress: Progress;
  /** Through, with the mark on the server still to come. */
  readonly #unmarked = new Set<number>();

  constructor(progress: Progress) {
    this.#progress = progress;
  }

  note(event: QueueEvent): void {
    switch (event.kind) {
      case "handled":
      case "dead":
        this.#unmarked.add(event.submissionId);
        return this.#progress.advance(1);
      case "retry":
        return this.#progress.advance(1);
      case "acked":
      case "gone":
        // One that an earlier run handled is told of here for the first time.
        if (!this.#unmarked.delete(event.submissionId)) this.#progress.advance(1);
        return;
      case "waiting":
        return this.end(); // a watching run is through with what was there when it began
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
