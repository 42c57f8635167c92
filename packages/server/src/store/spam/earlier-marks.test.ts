import { newSubmission, useFixture } from "../../../test/fixture.ts";
import { featuresOfWord } from "../../domain/spam/features.ts";
import { scoreOf, weightsOf } from "../../domain/spam/model.ts";
import { updateSubmission } from "../submissions/submissions.ts";
import { hasEarlierMarks, learnEarlierMarks } from "./earlier-marks.ts";
import { readTrainedModel } from "./spam-models.ts";

const fixture = useFixture();

async function marked(messages: readonly string[], spam: (n: number) => boolean) {
  const ids: number[] = [];
  for (const [n, message] of messages.entries()) {
    const fields = JSON.stringify([["message", message]]);
    const { id } = await fixture.accept(newSubmission(n, { fields }));
    await mark(id, spam(n));
    ids.push(id);
  }
  return ids;
}

const mark = (id: number, spam: boolean) =>
  fixture.transact((on) =>
    updateSubmission(on, { account_id: 1, now: 10_000, id, change: { spam } }),
  );

/** Makes the database one that 0.1.0 wrote: examples have no features, and there is no model. */
async function makeEarlier(): Promise<void> {
  await fixture.update("spam_training_example", { features: null, pull: 0, score: 0 });
  await fixture.db.deleteFrom("spam_model").execute();
}

const learnBatch = () => fixture.transact((on) => learnEarlierMarks(on, { limit: 3 }));

async function readModel() {
  const model = await readTrainedModel(fixture.db, { account_id: 1, known: -1 });
  if (model === undefined) throw new Error("There is no model.");
  const weights = weightsOf(model);
  const scored = (word: string) => scoreOf(weights, featuresOfWord(word));
  const { spam, ham, examples, version } = model;
  return { numbers: { spam, ham, examples }, version, scored };
}

describe("marks of version 0.1.0", () => {
  it("are learned again from their submissions, once", async () => {
    const messages = ["casino bonus", "casino night", "opening hours", "garden hours"];
    await marked(messages, (n) => n < 2);
    const before = await readModel();
    await makeEarlier();

    const wasEarlier = await hasEarlierMarks(fixture.db, {});
    let batches = 0;
    while (await learnBatch()) batches += 1;

    const after = await readModel();
    expect(wasEarlier).toBe(true);
    expect(batches).toBe(2);
    expect(await hasEarlierMarks(fixture.db, {})).toBe(false);
    expect(after.numbers).toEqual(before.numbers);
    expect(after.scored("casino")).toBeGreaterThan(0);
    expect(after.scored("garden")).toBeLessThan(0);
    expect(after.version).toBeGreaterThan(before.version);
  });

  it("that a user changes are learned as changed", async () => {
    const [id = 0] = await marked(["casino bonus"], () => false);
    await makeEarlier();

    await mark(id, true);

    expect((await readModel()).numbers).toEqual({ spam: 1, ham: 0, examples: 1 });
    expect(await hasEarlierMarks(fixture.db, {})).toBe(false);
  });
});
