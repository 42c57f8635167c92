/** The output of a queue run: sentences for people, objects for `--json`. */
import type { QueueEvent, QueueSummary } from "@intray/sdk/queue";

/** The event as `--json` prints it, one per line: `{"event":"acked","submission_id":7,…}`. */
export function eventRecord({ kind, ...rest }: QueueEvent): Record<string, unknown> {
  return { event: kind, ...snakeCase(rest) };
}

/** The last line of `--json`. */
export function summaryRecord({ end, ...counts }: QueueSummary): Record<string, unknown> {
  return { event: "ended", end: end.kind, ...snakeCase(counts) };
}

/** The event as a sentence; `undefined` for events that are not shown. */
export function eventSentence(event: QueueEvent): string | undefined {
  switch (event.kind) {
    case "walk":
    case "seen":
    case "handled":
    case "misconfigured":
      return undefined;
    case "started":
      return event.attempt === 1 && !event.redelivered
        ? undefined
        : `Submission ${event.submissionId}: attempt ${event.attempt}.`;
    case "acked":
      return `Submission ${event.submissionId}: marked read.`;
    case "gone":
      return `Submission ${event.submissionId}: not handled, ${event.reason}.`;
    case "retry":
      return `Submission ${event.submissionId}: ${event.reason}; retry after ${isoTime(event.dueAt)}.`;
    case "dead":
      return `Submission ${event.submissionId} is given up: ${event.reason}.`;
    case "waiting":
      return event.reason === "nothing is due" ? undefined : `Waiting: ${event.reason}`;
  }
}

/** The summary as a sentence: `3 handled, 1 failed.` */
export function summarySentence(summary: QueueSummary): string {
  const counts = [
    [summary.handled, "handled"],
    [summary.failed, "failed"],
    [summary.dead, "given up"],
    [summary.deferred, "deferred"],
    [summary.interrupted, "interrupted"],
    [summary.gone, "gone"],
  ] as const;
  const parts = counts.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`);
  if (parts.length > 0) return `${parts.join(", ")}.`;
  return summary.end.kind === "drained" ? "Nothing to do." : "Nothing was done.";
}

function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}

/** Cache of JSON names: they are few, and each submission has five events. */
const wireNames = new Map<string, string>();

function wireName(name: string): string {
  let known = wireNames.get(name);
  if (known === undefined) {
    known = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    wireNames.set(name, known);
  }
  return known;
}

function snakeCase(members: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(members).map(([name, value]) => [wireName(name), value]),
  );
}
