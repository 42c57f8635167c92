/** Writes the events of a run as lines of JSON, batching those of 20 ms. */
import type { QueueEvent } from "@intray/sdk/queue";
import type { Pause } from "../clock.ts";
import type { Output } from "../terminal/output.ts";
import { eventRecord } from "./run-report.ts";

/** Too short to notice, and the reader wakes up a tenth as often. */
const BATCH_MS = 20;

export class EventLines {
  readonly #out: Pick<Output, "write" | "jsonText">;
  readonly #pause: Pause;
  #lines = "";
  #written = new AbortController();

  constructor(out: Pick<Output, "write" | "jsonText">, pause: Pause) {
    this.#out = out;
    this.#pause = pause;
  }

  add(event: QueueEvent): void {
    if (this.#lines === "") void this.#pause(BATCH_MS, this.#written.signal).then(this.flush);
    this.#lines += `${this.#out.jsonText(JSON.stringify(eventRecord(event)))}\n`;
  }

  /** Writes what has not been written yet. */
  readonly flush = async (): Promise<void> => {
    const lines = this.#lines;
    if (lines === "") return;
    this.#lines = "";
    this.#written.abort();
    this.#written = new AbortController();
    // onBrokenPipe handles a reader that has left.
    await this.#out.write(lines).catch(() => undefined);
  };
}
