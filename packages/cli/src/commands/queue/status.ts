import { BaseCommand } from "../../base-command.ts";
import type { LedgerStatus } from "../../ledger/ledger-report.ts";
import { lookFlags } from "../../queue/look-flags.ts";
import type { Column } from "../../table.ts";

const COLUMNS: readonly Column<LedgerStatus>[] = [
  { name: "scope", value: ({ identity }) => identity.scope },
  { name: "filter", value: ({ identity }) => identity.filter },
  { name: "consumer", value: ({ identity }) => identity.consumer },
  ...(["seen", "running", "retry", "handled", "dead", "acked", "gone"] as const).map((state) => ({
    name: state,
    value: ({ counts }: LedgerStatus) => counts[state] ?? 0,
  })),
  { name: "oldest", value: ({ oldestWaitingSince }) => isoTime(oldestWaitingSince) },
  { name: "retry at", value: ({ nextRetryAt }) => isoTime(nextRetryAt) },
  { name: "last run", value: ({ lastRun }) => isoTime(lastRun?.startedAt) },
  { name: "ended", value: describeEnd },
];

/** `intray queue status` */
export default class QueueStatus extends BaseCommand {
  static override summary = "Show the queues of this machine: what waits, what was done, who runs.";
  static override description = "Reads the ledgers alone: no key, no server.";
  static override examples = ["<%= config.bin %> <%= command.id %>"];
  static override flags = lookFlags;

  override async run(): Promise<readonly object[]> {
    const { flags } = await this.parse(QueueStatus);
    const { chooseLedgers } = await import("../../queue/ledger-choice.ts");
    const { baseUrl } = await this.settings();
    const ledgers = chooseLedgers(this.environment.stateHome, new URL(baseUrl).origin, flags);
    if (!this.jsonEnabled()) {
      const format = this.out.isTerminal ? "table" : "tsv";
      await this.out.records(COLUMNS, ledgers, { format });
      if (ledgers.length === 0) this.out.note(`No queue of ${baseUrl} has run on this machine.`);
    }
    return ledgers.map(toRecord);
  }
}

function toRecord(status: LedgerStatus): object {
  const { identity, counts, oldestWaitingSince, nextRetryAt, lastRun } = status;
  return {
    ...identity,
    counts,
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

function isoTime(ms: number | undefined): string | undefined {
  return ms === undefined ? undefined : new Date(ms).toISOString();
}
