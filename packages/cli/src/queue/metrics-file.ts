/** Writes the state of a queue after each pass, for the textfile collector of node_exporter. */
import { readFile } from "node:fs/promises";
import type { QueueEvent } from "@intray/sdk/queue";
import { replaceFile } from "../config/json-file.ts";
import { describeProblem } from "../errors/problem.ts";

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
      .catch((error: unknown) => this.#options.warn(describeProblem(error).message));
    return this.#written;
  }

  async #write(isSuccess: boolean): Promise<void> {
    const { path, labels, countUnread, now } = this.#options;
    const plain = (value: number | string | undefined) => (value === undefined ? [] : [{ value }]);
    const metrics: readonly Metric[] = [
      {
        name: "intray_queue_submissions",
        help: "Submissions of the last run, by outcome.",
        samples: [...this.#counts].map(([outcome, value]) => ({ value, outcome })),
      },
      {
        name: "intray_queue_unread",
        help: "Unread submissions of the queue after the last pass.",
        samples: plain(await countUnread()),
      },
      {
        name: LAST_SUCCESS,
        help: "When the last pass ended in which nothing failed.",
        samples: plain(isSuccess ? now() / 1_000 : await lastSuccess(path)),
      },
    ];
    const text = metrics
      .filter(({ samples }) => samples.length > 0)
      .map((one) => textOf(one, labels));
    // node_exporter runs as another user.
    await replaceFile(path, text.join(""), { mode: 0o644, hint: "" });
  }
}

interface Metric {
  readonly name: string;
  readonly help: string;
  /** Each value, and the label of its own. */
  readonly samples: readonly { readonly value: number | string; readonly outcome?: string }[];
}

function textOf({ name, help, samples }: Metric, labels: MetricsFileOptions["labels"]): string {
  const lines = samples.map(({ value, ...own }) => {
    const pairs = Object.entries({ ...labels, ...own }).map(
      ([label, text]) => `${label}="${text}"`,
    );
    return `${name}{${pairs.join(",")}} ${value}\n`;
  });
  return `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${lines.join("")}`;
}

/** Of an earlier run. */
async function lastSuccess(path: string): Promise<string | undefined> {
  const text = await readFile(path, "utf8").catch(() => "");
  return new RegExp(`^${LAST_SUCCESS}\\{.*\\} ([\\d.]+)$`, "m").exec(text)?.[1];
}
