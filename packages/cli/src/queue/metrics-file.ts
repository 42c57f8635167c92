/** Writes the state of a queue after each pass, for the textfile collector of node_exporter. */
import { readFile } from "node:fs/promises";
import type { QueueEvent } from "@intray/sdk/queue";
import { replaceFile } from "../config/json-file.ts";

/** Events that say what became of a submission. */
const OUTCOMES = ["handled", "retry", "dead", "gone"] as const;
const LAST_SUCCESS = "intray_queue_last_success_timestamp_seconds";

export interface MetricsFileOptions {
  readonly path: string;
  /** Tell queues apart that write into one folder. Values without quotes, backslashes and line breaks. */
  readonly labels: Readonly<Record<string, string>>;
  /** Resolves with the number of unread submissions; `undefined` if the server cannot be asked. */
  readonly countUnread: () => Promise<number | undefined>;
  readonly now: () => number;
  readonly warn: (sentence: string) => void;
}

export class MetricsFile {
  readonly #options: MetricsFileOptions;
  readonly #counts = new Map<string, number>(OUTCOMES.map((outcome) => [outcome, 0]));
  /** Whether a handler failed in this pass. */
  #hasFailed = false;
  #written: Promise<void> = Promise.resolve();

  constructor(options: MetricsFileOptions) {
    this.#options = options;
  }

  onEvent(event: QueueEvent): void {
    const count = this.#counts.get(event.kind);
    if (count !== undefined) this.#counts.set(event.kind, count + 1);
    if (event.kind === "retry" || event.kind === "dead") this.#hasFailed = true;
    if (event.kind === "waiting") void this.endPass(event.isWell);
  }

  /** Writes the file. A file that cannot be written is only warned of. */
  endPass(isWell: boolean): Promise<void> {
    const isSuccess = isWell && !this.#hasFailed;
    this.#hasFailed = false;
    this.#written = this.#written
      .then(() => this.#write(isSuccess))
      .catch((error: unknown) =>
        this.#options.warn(String(error instanceof Error ? error.message : error)),
      );
    return this.#written;
  }

  async #write(isSuccess: boolean): Promise<void> {
    const { path, labels, countUnread, now } = this.#options;
    const success = isSuccess ? now() / 1_000 : await lastSuccess(path);
    const unread = await countUnread();
    const sample = (name: string, value: number | string, more: Record<string, string> = {}) => {
      const pairs = Object.entries({ ...labels, ...more }).map(([key, text]) => `${key}="${text}"`);
      return `${name}{${pairs.join(",")}} ${value}\n`;
    };
    const head = (name: string, help: string) => `# HELP ${name} ${help}\n# TYPE ${name} gauge\n`;
    const outcomes = [...this.#counts].map(([outcome, count]) =>
      sample("intray_queue_submissions", count, { outcome }),
    );
    const text = [
      head("intray_queue_submissions", "Submissions of the last run, by outcome."),
      ...outcomes,
      ...(unread === undefined
        ? []
        : [
            head("intray_queue_unread", "Unread submissions of the queue after the last pass."),
            sample("intray_queue_unread", unread),
          ]),
      ...(success === undefined
        ? []
        : [
            head(LAST_SUCCESS, "When the last pass ended in which nothing failed."),
            sample(LAST_SUCCESS, success),
          ]),
    ];
    // node_exporter runs as another user.
    await replaceFile(path, text.join(""), { mode: 0o644, hint: "" });
  }
}

/** Of an earlier run. */
async function lastSuccess(path: string): Promise<string | undefined> {
  const text = await readFile(path, "utf8").catch(() => "");
  return new RegExp(`^${LAST_SUCCESS}\\{.*\\} ([\\d.]+)$`, "m").exec(text)?.[1];
}
