import type { QueueEnd, QueueSummary } from "@intray/sdk/queue";
import { describe, expect, it } from "vitest";
import { summarySentence } from "./run-report.ts";

describe("summarySentence", () => {
  it("counts the outcomes, and leaves out those that did not occur", () => {
    expect(summarySentence(summary({ started: 5, handled: 3, failed: 1, dead: 1 }))).toBe(
      "3 handled, 1 failed, 1 given up.",
    );
    expect(summarySentence(summary({ deferred: 1, interrupted: 2, gone: 3 }))).toBe(
      "1 deferred, 2 interrupted, 3 gone.",
    );
  });

  it("says that there was nothing to do only if the queue was drained", () => {
    const ends: QueueEnd[] = [
      { kind: "stopped" },
      { kind: "max" },
      { kind: "misconfigured", reason: "It ended with 78." },
    ];

    expect(summarySentence(summary({}))).toBe("Nothing to do.");
    for (const end of ends) expect(summarySentence(summary({ end }))).toBe("Nothing was done.");
  });
});

function summary(more: Partial<QueueSummary>): QueueSummary {
  return {
    started: 0,
    handled: 0,
    acked: 0,
    failed: 0,
    dead: 0,
    deferred: 0,
    interrupted: 0,
    gone: 0,
    end: { kind: "drained" },
    ...more,
  };
}
