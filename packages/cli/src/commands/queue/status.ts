import type { LedgerStatus } from "../../ledger/ledger-report.ts";
import { systemClock } from "../../clock.ts";
import { EXIT } from "../../errors/failure.ts";
import { durationFlag } from "../../flags/flags.ts";
import { tableFlags } from "../../flags/list-flags.ts";
import { chooseColumns } from "../../records/fields.ts";
import { ledgerFlags, QueueCommand } from "../../queue/queue-command.ts";
import type { Column } from "../../terminal/table.ts";

/** Finished, or passed through in a moment. */
const HIDDEN_STATES: ReadonlySet<string> = new Set(["running", "handled", "acked", "gone"]);
const COLUMNS: readonly Column<LedgerStatus>[] = [
  { name: "scope", value: ({ identity }) => identity.scope },
  { name: "filter", isWide: true, value: ({ identity }) => identity.filter },
  { name: "consumer", value: ({ identity }) => identity.consumer },
  ...(["seen", "running", "retry", "handled", "dead", "acked", "gone"] as const).map((state) => ({
    name: state,
    isWide: HIDDEN_STATES.has(state),
    value: ({ counts }: LedgerStatus) => counts[state] ?? 0,
  })),
  { name: "oldest", kind: "time", value: ({ oldestWaitingSince }) => isoTime(oldestWaitingSince) },
  {
    name: "retry at",
    kind: "time",
    isWide: true,
    value: ({ nextRetryAt }) => isoTime(nextRetryAt),
  },
  { name: "last run", kind: "time", value: ({ lastRun }) => isoTime(lastRun?.startedAt) },
  { name: "ended", kind: "text", value: describeEnd },
];

export default class QueueStatus extends QueueCommand {
  static override summary =
    "Show the queues of this machine: waiting, finished and running submissions.";
  static override description =
    "Reads only the ledgers: needs no key and no server. With --max-age the exit code is 10 if a submission has waited or the last run was longer ago than that, and 3 if no queue has run here.";
  static override examples = [
    "intray queue status",
    "intray queue status --consumer crm --max-age 10m -q",
  ];
  static override flags = {
    ...ledgerFlags,
    ...tableFlags,
    "max-age": durationFlag({
      description: "Exit non-zero if the oldest item or the last run is older than this.",
    }),
  };

  override async run(): Promise<readonly object[]> {
    const { flags } = await this.parse(QueueStatus);
    const { baseUrl } = await this.settings();
    const ledgers = await this.chooseLedgers(flags);
    if (!this.jsonEnabled()) {
      const format = this.out.isTerminal ? "table" : "tsv";
      const columns = chooseColumns(flags.columns, COLUMNS) ?? COLUMNS;
      const style = { format, isWide: flags.wide, hasHeader: flags.headers } as const;
      await this.out.records(columns, ledgers, style);
      if (ledgers.length === 0) this.out.note(`No queue of ${baseUrl} has run on this machine.`);
    }
    const maxAgeMs = flags["max-age"];
    if (maxAgeMs !== undefined) await this.#checkAge(ledgers, maxAgeMs);
    return ledgers.map(toRecord);
  }

  async #checkAge(ledgers: readonly LedgerStatus[], maxAgeMs: number): Promise<void> {
    const now = systemClock.now();
    const warnings = ledgers.flatMap((ledger) => listAgeWarnings(ledger, { now, maxAgeMs }));
    for (const warning of warnings) this.out.warn(warning);
    if (warnings.length > 0) this.exitWith(EXIT.partial);
    if (ledgers.length === 0) this.exitWith(EXIT.notFound);
  }
}

function toRecord(status: LedgerStatus): object {
  const { identity, counts, oldestWaitingSince, nextRetryAt, lastRun } = status;
  return {
    ...identity,
    counts,
    oldest_waiting_seconds:
      oldestWaitingSince === undefined
        ? null
        : Math.max(0, Math.floor((systemClock.now() - oldestWaitingSince) / 1_000)),
    oldest_waiting_since: isoTime(oldestWaitingSince) ?? null,
    next_retry_at: isoTime(nextRetryAt) ?? null,
    last_run:
      lastRun === undefined
        ? null
        : {
            pid: lastRun.pid,
            started_at: isoTime(lastRun.startedAt),
            ended_at: isoTime(lastRun.ended?.at) ?? null,
            end: lastRun.ended?.end ?? null,
          },
    locked: status.isLocked,
    ledger: status.path,
  };
}

function describeEnd({ lastRun, isLocked }: LedgerStatus): string | undefined {
  if (isLocked) return lastRun === undefined ? "running" : `running, process ${lastRun.pid}`;
  if (lastRun === undefined) return undefined;
  return lastRun.ended?.end ?? "died";
}

const isoTime = (ms: number | undefined): string | undefined =>
  ms === undefined ? undefined : new Date(ms).toISOString();

/**
 * Returns a warning for the oldest submission and for the last run if they are older than `maxAgeMs`.
 * The last run counts, because the ledger learns of new submissions only from runs.
 */
export function listAgeWarnings(
  { identity: { scope, filter, consumer }, oldestWaitingSince, lastRun, isLocked }: LedgerStatus,
  { now, maxAgeMs }: { readonly now: number; readonly maxAgeMs: number },
): string[] {
  const queue = `The queue ${scope} ${filter} ${consumer}`;
  const seconds = (since: number) => `${Math.floor((now - since) / 1_000)} s`;
  const isLate = (since: number | undefined) => since !== undefined && now - since > maxAgeMs;
  const warnings: string[] = [];
  if (oldestWaitingSince !== undefined && isLate(oldestWaitingSince)) {
    warnings.push(`${queue}: its oldest submission has waited for ${seconds(oldestWaitingSince)}.`);
  }
  const lastAt = lastRun?.ended?.at ?? lastRun?.startedAt;
  if (!isLocked && lastAt !== undefined && isLate(lastAt)) {
    warnings.push(`${queue}: its last run was ${seconds(lastAt)} ago.`);
  }
  return warnings;
}
