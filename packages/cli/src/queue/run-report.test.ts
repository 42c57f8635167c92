import type { QueueSummary } from "@intray/sdk/queue";
import { summarySentence } from "./run-report.ts";

it.each<[Partial<QueueSummary>, string]>([
  [{ started: 5, handled: 3, failed: 1, dead: 1 }, "3 handled, 1 failed, 1 given up."],
  [{ deferred: 1, interrupted: 2, gone: 3 }, "1 deferred, 2 interrupted, 3 gone."],
  [{}, "Nothing to do."],
  [{ end: { kind: "stopped" } }, "Nothing was done."],
  [{ end: { kind: "max" } }, "Nothing was done."],
])("summarySentence of %j is %s", (counts, sentence) => {
  expect(summarySentence(summary(counts))).toBe(sentence);
});

const summary = (more: Partial<QueueSummary>): QueueSummary => ({
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
});
