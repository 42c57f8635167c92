import fc from "fast-check";
import { expect, it } from "vitest";
import { DoneIds } from "./done-ids.ts";

async function read(chunks: readonly Buffer[], ids: readonly number[]) {
  const done = new DoneIds(ids);
  const named: number[] = [];
  const words = chunks.map((chunk) => done.read(chunk).toString());
  done.notify(async (some) => void named.push(...some));
  await done.notified();
  return { named, words: words.join("") };
}

it.each([
  ["12\n13\n", [12, 13], ""],
  ["12\r\n", [12], ""],
  ["working\n12\ndone 13\n", [12], "working\ndone 13\n"],
  ["12", [], ""],
  ["012\n+12\n 12\n1e1\n12.0\n", [], "012\n+12\n 12\n1e1\n12.0\n"],
  ["99\n", [], "99\n"],
  [`${"1".repeat(40)}\n12\n`, [12], `${"1".repeat(40)}\n`],
])("reads %j", async (text, named, words) => {
  expect(await read([Buffer.from(text)], [12, 13])).toEqual({ named, words });
});

it("reads the same ids however the output is split", async () => {
  const text = Buffer.from(`12\nGrüße ${"x".repeat(50)}\n13\n1234567890123456789\n14\n`);
  const whole = await read([text], [12, 13, 14]);

  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(text.length)), async (cuts) => {
      const at = [0, ...cuts.toSorted((a, b) => a - b), text.length];
      const chunks = at.slice(1).map((end, i) => text.subarray(at[i], end));

      expect((await read(chunks, [12, 13, 14])).named).toEqual(whole.named);
    }),
  );
  expect(whole.named).toEqual([12, 13, 14]);
});

it("reports the error of the callback", async () => {
  const done = new DoneIds([1]);
  done.notify(() => Promise.reject(new Error("disk full")));
  done.read(Buffer.from("1\n"));

  await expect(done.notified()).rejects.toThrow("disk full");
});
