/** The events of a run as lines of JSON, those of one turn of the event loop in one write. */
import { setImmediate } from "node:timers/promises";
import type { QueueEvent } from "@intray/sdk/queue";
import type { Output } from "../output.ts";
import { eventRecord } from "./run-report.ts";

export class EventLines {
  readonly #out: Pick<Output, "write" | "jsonText">;
  #lines = "";

  constructor(out: Pick<Output, "write" | "jsonText">) {
    this.#out = out;
  }

  add(event: QueueEvent): void {
    if (this.#lines === "") void setImmediate().then(() => this.flush());
    this.#lines += `${this.#out.jsonText(JSON.stringify(eventRecord(event)))}\n`;
  }

  /** Writes what has not been written yet. */
  async flush(): Promise<void> {
    const lines = this.#lines;
    this.#lines = "";
    // A reader that leaves is heard of by whenReaderLeaves.
    if (lines !== "") await this.#out.write(lines).catch(() => undefined);
  }
}
