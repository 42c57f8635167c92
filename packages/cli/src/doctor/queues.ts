/** Checks every queue of a server that has run on this machine, by its ledger and on the server. */
import { basename } from "node:path";
import type { Intray } from "@intray/sdk";
import { systemClock } from "../clock.ts";
import { EXIT } from "../errors/failure.ts";
import { ledgerPaths } from "../ledger/ledger-file.ts";
import type { QueueIdentity } from "../ledger/ledger-name.ts";
import { readStatus, type LedgerStatus } from "../ledger/ledger-report.ts";
import { isChosen, type LedgerChoice } from "../queue/ledger-choice.ts";
import { finding, type Finding } from "./finding.ts";
import { checkLedgerFiles } from "./ledger-files.ts";
import { checkWork } from "./queue-work.ts";
import { listOfScope, checkUnread } from "./unread.ts";

/** The server, if it accepted the key. */
export interface ReachedServer {
  readonly client: Intray;
  /** Scope of the key. */
  readonly scope: string;
}

export interface QueuesOptions {
  readonly folder: string;
  readonly baseUrl: string;
  readonly choice: LedgerChoice;
  readonly reached: ReachedServer | undefined;
}

/** The findings about all chosen queues, or one finding that there is no such queue. */
export async function checkQueues(options: QueuesOptions): Promise<readonly Finding[]> {
  const { folder, baseUrl, choice } = options;
  const { origin } = new URL(baseUrl);
  const findings: Finding[] = [];
  for (const path of ledgerPaths(folder)) {
    const { status, damage } = await open(path);
    if (damage !== undefined) findings.push(damage);
    if (status?.identity.origin !== origin || !isChosen(status.identity, choice)) continue;
    findings.push(...(await checkQueue(status, options)));
  }
  return findings.length > 0 ? findings : [noQueue(baseUrl, choice)];
}

/** Opens a ledger. A corrupt ledger has no identity, so its finding names the file. */
async function open(path: string): Promise<{ status?: LedgerStatus; damage?: Finding }> {
  let status: LedgerStatus | undefined;
  const opened = await finding(
    "ledger",
    () => {
      status = readStatus(path);
      return { state: "ok", message: path };
    },
    basename(path),
  );
  return opened.state === "failed" ? { damage: opened } : { ...(status && { status }) };
}

async function checkQueue(
  status: LedgerStatus,
  { reached }: QueuesOptions,
): Promise<readonly Finding[]> {
  const { identity, path } = status;
  const queue = `${identity.scope} ${identity.filter} ${identity.consumer}`;
  const command = (name: string) => commandFor(name, identity);
  const ledger = await finding("ledger", () => checkLedgerFiles(path), queue);
  const work = await checkWork(status, { queue, now: systemClock.now(), command });
  if (reached === undefined) return [ledger, ...work];
  const { client, scope } = reached;
  const list = listOfScope(identity.scope, scope);
  const unread = await finding(
    "unread",
    () =>
      list === undefined
        ? {
            state: "skipped",
            message: `It belongs to another key; the scope of this key is ${scope}.`,
          }
        : checkUnread(status, { client, list, command }),
    queue,
  );
  return [ledger, ...work, unread];
}

/** The command line for this queue. `queue run` has no --scope; the key and --form define it. */
function commandFor(name: string, { scope, filter, consumer }: QueueIdentity): string {
  if (name !== "run") {
    return `intray queue ${name} --scope ${scope} --filter ${filter} --consumer ${consumer}`;
  }
  const [, form] = /^form:(\d+)/.exec(scope) ?? [];
  const [, index, count] = /\/(\d+)of(\d+)$/.exec(scope) ?? [];
  return [
    "intray queue run",
    ...(form === undefined ? [] : [`--form ${form}`]),
    ...(index === undefined ? [] : [`--shard ${index}/${count}`]),
    ...(filter === "new" ? [] : [`--filter ${filter}`]),
    ...(consumer === "default" ? [] : [`--consumer ${consumer}`]),
  ].join(" ");
}

function noQueue(baseUrl: string, { scope, filter, consumer }: LedgerChoice): Finding {
  const isNarrowed = [scope, filter, consumer].some((given) => given !== undefined);
  const hint = isNarrowed
    ? "intray queue status lists all queues."
    : "intray queue run -- ./handle starts one.";
  return {
    check: "queues",
    state: isNarrowed ? "failed" : "ok",
    message: `No ${isNarrowed ? "such " : ""}queue of ${baseUrl} has run on this machine.`,
    hint,
    ...(isNarrowed && { exit: EXIT.notFound }),
  };
}
