import type { QueueEvent, QueueSummary } from "@intray/sdk/queue";
import { BaseCommand } from "../../base-command.ts";
import { systemClock } from "../../clock.ts";
import { EXIT, type ExitCode, type Failure, usageFailure } from "../../errors/failure.ts";
import { isAborted } from "../../errors/sdk-problem.ts";
import { requireCommand } from "../../handler/find-command.ts";
import type { Healthcheck } from "../../queue/healthcheck.ts";
import {
  chooseExit,
  eventRecord,
  eventSentence,
  RunProgress,
  summaryRecord,
  summarySentence,
} from "../../queue/run-report.ts";
import type { RunFlags } from "../../queue/run-flags.ts";
import { describeBadDefaults, defaultArguments, runFlags } from "../../queue/run-flags.ts";
import { StopSignals, onBrokenPipe } from "../../terminal/stop-signals.ts";

export default class QueueRun extends BaseCommand {
  static override summary =
    "Run a handler for each unread submission, and mark it read on success.";
  static override description = `The command after -- gets each unread submission as one line of JSON on standard input.
Exit code 0 marks it read, 75 defers it, 65 gives it up, 78 means that the handler is misconfigured.
Any other exit code is a failure and is retried later. After a crash a submission may be delivered again,
with the same INTRAY_IDEMPOTENCY_KEY and with INTRAY_REDELIVERED=1.`;
  static override examples = [
    "intray queue run --form 3 -- ./handle",
    "*/5 * * * * intray queue run --max-time 280s --if-locked skip -q -- /usr/local/bin/handle",
  ];
  static override usage = "queue run [FLAGS] -- CMD [ARGS...]";
  static override acceptsCommand = true;
  static override streamsJson = true;
  static override flags = runFlags;

  /** The events of --json, one after another. */
  #printed: Promise<void> = Promise.resolve();

  override async run(): Promise<void> {
    const flags = await this.#flags();
    const [command, ...args] = this.commandWords;
    if (command === undefined || command === "") throw noHandler();
    const signals = new StopSignals(() => {
      this.out.note("Stopping when the running handlers have ended. Repeat to stop them too.");
    });
    onBrokenPipe(() => signals.stop());
    const health = await this.#healthcheck(flags["healthcheck-url"]);
    try {
      await requireCommand(command, this.environment.path);
      const summary = await this.#work(flags, [command, ...args], signals, health);
      if (summary !== undefined && this.jsonEnabled()) {
        await this.out.ndjson(summaryRecord(summary)).catch(() => undefined);
      }
      const exit =
        summary === undefined ? (signals.exit ?? EXIT.done) : chooseExit(summary, signals.exit);
      if (summary !== undefined) this.#reportEnd(summary, exit);
      await health?.end(exit === EXIT.done || signals.exit !== undefined);
      this.exitWith(exit);
    } catch (error) {
      await health?.end(false);
      throw error;
    } finally {
      signals.dispose();
    }
  }

  async #healthcheck(url: URL | undefined): Promise<Healthcheck | undefined> {
    if (url === undefined) return undefined;
    const { startHealthcheck } = await import("../../queue/healthcheck.ts");
    return startHealthcheck(url, {
      send: await this.route(),
      clock: systemClock,
      note: (sentence) => this.out.note(sentence),
    });
  }

  /** The given flags, completed by the defaults of the profile and the project. */
  async #flags(): Promise<RunFlags> {
    const given = [...this.argv]; // copied, because the parser removes words
    const { flags, metadata } = await this.parse(QueueRun);
    const defaults = defaultArguments(
      (await this.settings()).queue,
      (name) => name in flags && metadata.flags[name]?.setFromDefault !== true,
    );
    if (defaults.length === 0) return flags;
    try {
      return (await this.parse(QueueRun, [...defaults, ...given])).flags;
    } catch (error) {
      throw describeBadDefaults(error);
    }
  }

  async #work(
    flags: RunFlags,
    [command, ...args]: readonly [string, ...string[]],
    signals: StopSignals,
    health: Healthcheck | undefined,
  ): Promise<QueueSummary | undefined> {
    let progress: RunProgress | undefined;
    // Imported late, because it loads the database driver: a cron job starts often.
    const { runCommandQueue } = await import("../../queue/command-queue.ts");
    const running = runCommandQueue({
      client: await this.client(),
      connection: await this.connection(),
      flags,
      form: await this.formRef(flags.form),
      command,
      args,
      stateHome: this.environment.stateHome,
      signals,
      onEvent: (event) => {
        health?.onEvent(event);
        this.#report(event);
        progress?.onEvent(event);
      },
      note: (sentence) => this.out.note(sentence),
      warn: (sentence) => this.out.warn(sentence),
      stderr: this.out.stderr,
      onTotal: this.out.showsProgress
        ? (total) => (progress = new RunProgress(this.out.progress({ total })))
        : undefined,
    });
    return running
      .catch((error: unknown) => {
        // A request that was made before the first handler.
        if (signals.exit !== undefined && isAborted(error)) return undefined;
        throw error;
      })
      .finally(async () => {
        progress?.end();
        await this.#printed;
      });
  }

  #report(event: QueueEvent): void {
    if (this.jsonEnabled()) {
      // onBrokenPipe handles a reader that has left
      const print = () => this.out.ndjson(eventRecord(event)).catch(() => undefined);
      this.#printed = this.#printed.then(print);
    }
    const sentence = eventSentence(event);
    if (sentence === undefined) return;
    if (event.kind === "dead") this.out.warn(sentence);
    else this.out.note(sentence);
  }

  /** Failures are said with --quiet too: cron would not send a mail otherwise. */
  #reportEnd(summary: QueueSummary, exit: ExitCode): void {
    const sentence = summarySentence(summary);
    if (exit === EXIT.partial) this.out.warn(`${sentence} intray queue list shows why.`);
    else this.out.note(sentence);
  }
}

const noHandler = (): Failure =>
  usageFailure(
    "There is no handler: put a command after --.",
    "For example: intray queue run -- ./handle",
  );
