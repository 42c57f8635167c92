import type { QueueSummary } from "@intray/sdk/queue";
import { summarySentence, EventLines } from "./run-report.ts";

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

const item = { submissionId: 7, formId: 3, generation: 1 };
const HANDLED = '{"event":"handled","submission_id":7,"form_id":3,"generation":1}\n';
const ACKED = '{"event":"acked","submission_id":7,"form_id":3,"generation":1}\n';

/** Functions that end the open pauses. */
let passes: (() => void)[];
beforeEach(() => {
  passes = [];
});
const momentPasses = () => {
  for (const pass of passes.splice(0)) pass();
};

const linesTo = (write: (text: string) => Promise<void>) =>
  new EventLines({ write, jsonText: (json) => json }, (_, signal) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    passes.push(resolve);
    signal.addEventListener("abort", () => resolve());
    return promise;
  });

describe("the lines of --json", () => {
  it("writes the events of one batch at once, in order, and the rest at the end", async () => {
    const written: string[] = [];
    const lines = linesTo(async (text) => void written.push(text));

    lines.add({ kind: "handled", ...item });
    lines.add({ kind: "walk", walk: 2 });
    expect(written).toEqual([]);
    momentPasses();
    await Promise.resolve();
    lines.add({ kind: "acked", ...item });
    await lines.flush();
    await lines.flush();

    expect(written).toEqual([`${HANDLED}{"event":"walk","walk":2}\n`, ACKED]);
  });

  it("waits the whole batch time again after a flush", async () => {
    const written: string[] = [];
    const lines = linesTo(async (text) => void written.push(text));
    lines.add({ kind: "handled", ...item });
    await lines.flush();

    lines.add({ kind: "acked", ...item });
    await new Promise((resolve) => void setImmediate(resolve));

    expect(written).toEqual([HANDLED]);
    momentPasses();
    await Promise.resolve();
    expect(written).toEqual([HANDLED, ACKED]);
  });

  it("goes on when the reader has left", async () => {
    const lines = linesTo(() => Promise.reject(new Error("EPIPE")));

    lines.add({ kind: "walk", walk: 1 });

    await expect(lines.flush()).resolves.toBeUndefined();
  });
});
