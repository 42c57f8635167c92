import { newItem } from "@intray/sdk/queue";
import { describe, expect, it } from "vitest";
import { CommitBatcher } from "./commit-batcher.ts";

function recording() {
  const written: { readonly ids: readonly number[]; readonly outlives: string }[] = [];
  const commits = new CommitBatcher((items, outlives) => {
    if (items.some(({ submissionId }) => submissionId === 13)) throw new Error("disk full");
    written.push({ ids: items.map(({ submissionId }) => submissionId), outlives });
  });
  const add = (id: number, outlives: "machine" | "process" = "machine") =>
    commits.add([newItem(id, 1)], outlives);
  return { commits, written, add };
}

describe("commits", () => {
  it("that are pending at the same time share a transaction, in the order of the calls", async () => {
    const { written, add } = recording();

    await Promise.all([add(2), add(1)]);
    await add(3);

    expect(written.map(({ ids }) => ids)).toEqual([[2, 1], [3]]);
  });

  it("are synced if one of them must survive a power cut", async () => {
    const { written, add } = recording();

    await Promise.all([add(1, "process"), add(2)]);
    await add(3, "process");

    expect(written.map(({ outlives }) => outlives)).toEqual(["machine", "process"]);
  });

  it("fail for all that share a transaction, and not for the next", async () => {
    const { add } = recording();

    const both = await Promise.allSettled([add(1), add(13)]);

    expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    await expect(add(2)).resolves.toBeUndefined();
  });

  it("are written at once by flush", () => {
    const { commits, written, add } = recording();
    void add(1);

    commits.flush();

    expect(written).toHaveLength(1);
  });
});
