import { setImmediate } from "node:timers/promises";
import { expect, it } from "vitest";
import { EventLines } from "./event-lines.ts";

const item = { submissionId: 7, formId: 3, generation: 1 };

function linesTo(write: (text: string) => Promise<void>) {
  return new EventLines({ write, jsonText: (json) => json });
}

it("writes the events of one turn at once, in order", async () => {
  const written: string[] = [];
  const lines = linesTo(async (text) => void written.push(text));

  lines.add({ kind: "handled", ...item });
  lines.add({ kind: "walk", walk: 2 });
  await setImmediate();
  lines.add({ kind: "acked", ...item });
  await lines.flush();

  expect(written).toEqual([
    '{"event":"handled","submission_id":7,"form_id":3,"generation":1}\n{"event":"walk","walk":2}\n',
    '{"event":"acked","submission_id":7,"form_id":3,"generation":1}\n',
  ]);
});

it("goes on when the reader has left", async () => {
  const lines = linesTo(() => Promise.reject(new Error("EPIPE")));

  lines.add({ kind: "walk", walk: 1 });

  await expect(lines.flush()).resolves.toBeUndefined();
});
