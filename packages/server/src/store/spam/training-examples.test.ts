import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Fixture, newSubmission, openFixture } from "../../../test/store-fixture.ts";
import { listTrainedAccounts, readTrainedWords } from "./trained-words.ts";
import { train } from "./training-examples.ts";
import { deleteSubmission, getSubmission, updateSubmission } from "../submissions/submissions.ts";

let fixture: Fixture;
beforeEach(async () => {
  fixture = await openFixture();
});
afterEach(() => fixture.close());

const NOW = 10_000;
const SCOPE = { account_id: 1, now: NOW };

async function post(message: string, number = 1): Promise<number> {
  const fields = JSON.stringify([["message", message]]);
  return (await fixture.accept(newSubmission(number, { fields }))).id;
}

const mark = (id: number, change: { spam?: boolean; read?: boolean }) =>
  fixture.db.transaction().execute((on) => updateSubmission(on, { ...SCOPE, id, change }));

/** The stored counts of a word, and the numbers of examples. */
async function trainedCounts(word: string) {
  const all = await readTrainedWords(fixture.db, { account_id: 1, known: -1 });
  const at = all?.words.indexOf(word) ?? -1;
  return {
    spam: all?.spam,
    ham: all?.ham,
    word: at === -1 ? undefined : [all?.inSpam[at], all?.inHam[at]],
  };
}

describe("a user's mark", () => {
  it("trains the words of the submission", async () => {
    const id = await post("casino bonus");

    await mark(id, { spam: true });

    expect(await trainedCounts("casino")).toEqual({ spam: 1, ham: 0, word: [1, 0] });
    expect(await listTrainedAccounts(fixture.db, { limit: 10 })).toEqual([1]);
  });

  it("counts once when it is repeated", async () => {
    const id = await post("casino bonus");

    await mark(id, { spam: true });
    await mark(id, { spam: true });

    expect(await trainedCounts("casino")).toEqual({ spam: 1, ham: 0, word: [1, 0] });
  });

  it("removes its training example when it is taken back", async () => {
    const id = await post("casino bonus");

    await mark(id, { spam: true });
    await mark(id, { spam: false });

    expect(await trainedCounts("casino")).toEqual({ spam: 0, ham: 1, word: [0, 1] });
  });

  it("trains ham that was ham before", async () => {
    const id = await post("opening hours");

    await mark(id, { spam: false });

    expect(await trainedCounts("openin")).toEqual({ spam: 0, ham: 1, word: [0, 1] });
  });

  it("of spam also trains the newest ham that was read, once", async () => {
    await mark(await post("older letter", 1), { read: true });
    await mark(await post("newer letter", 2), { read: true });
    await post("unread letter", 3);

    await mark(await post("casino", 4), { spam: true });
    expect(await trainedCounts("newer")).toEqual({ spam: 1, ham: 1, word: [0, 1] });
    await mark(await post("poker", 5), { spam: true });
    expect(await trainedCounts("older")).toEqual({ spam: 2, ham: 2, word: [0, 1] });
    await mark(await post("roulette", 6), { spam: true });

    expect(await trainedCounts("unread")).toEqual({ spam: 3, ham: 2, word: undefined });
  });

  it("replaces an example that was implied by another mark", async () => {
    const read = await post("newer letter", 1);
    await mark(read, { read: true });
    await mark(await post("casino", 2), { spam: true });

    await mark(read, { spam: true });

    expect(await trainedCounts("newer")).toEqual({ spam: 2, ham: 0, word: [1, 0] });
  });

  it("of spam does not also train the same submission as ham", async () => {
    const id = await post("casino");
    await mark(id, { read: true });

    await mark(id, { spam: true });

    expect(await trainedCounts("casino")).toEqual({ spam: 1, ham: 0, word: [1, 0] });
  });

  it("is not replaced by an implied example", async () => {
    const id = await post("casino");
    await mark(id, { spam: true });
    const fields = [["message", "casino"]] as const;

    const inputs = [{ submission_id: id, fields, spam: false, isImplied: true }] as const;
    await fixture.db.transaction().execute((on) => train(on, { ...SCOPE, inputs }));

    expect(await trainedCounts("casino")).toEqual({ spam: 1, ham: 0, word: [1, 0] });
  });

  it("trains nothing when it does not set spam", async () => {
    await mark(await post("opening hours"), { read: true });

    expect(await readTrainedWords(fixture.db, { account_id: 1, known: -1 })).toBeUndefined();
  });

  it("stays trained when the submission is deleted", async () => {
    const id = await post("casino bonus");
    await mark(id, { spam: true });

    await fixture.db.transaction().execute((on) => deleteSubmission(on, { ...SCOPE, id }));

    expect(await trainedCounts("casino")).toEqual({ spam: 1, ham: 0, word: [1, 0] });
  });

  it("is stored as the finding, and removed with the mark", async () => {
    const id = await post("casino bonus");

    const marked = await mark(id, { spam: true });
    const stored = await getSubmission(fixture.db, { id, account_id: 1 });
    const cleared = await mark(id, { spam: false });

    expect(stored?.spam_findings).toMatchObject([{ check: "marked", weight: 1 }]);
    expect(JSON.parse(marked.spam_findings ?? "")).toEqual(stored?.spam_findings);
    expect(cleared.spam_findings).toBeNull();
  });
});

describe("many training inputs", () => {
  it("are trained together, each with its own words", async () => {
    const ids = [await post("casino", 1), await post("casino night", 2), await post("invoice", 3)];
    const inputs = ids.map((submission_id, n) => ({
      submission_id,
      fields: [["message", ["casino", "casino night", "invoice"][n] ?? ""]] as const,
      spam: n < 2,
    }));

    await fixture.db.transaction().execute((on) => train(on, { ...SCOPE, inputs }));

    expect(await trainedCounts("casino")).toEqual({ spam: 2, ham: 1, word: [2, 0] });
    expect(await trainedCounts("invoic")).toEqual({ spam: 2, ham: 1, word: [0, 1] });
  });

  it("halve the counts when there are too many, and delete words that reach zero", async () => {
    const id = await post("casino");
    await mark(id, { spam: true });
    await fixture.db.updateTable("spam_training").set({ spam: 2_000 }).execute();
    await fixture.db
      .updateTable("spam_word")
      .set({ spam: 1_001 })
      .where("word", "=", "casino")
      .execute();

    await mark(await post("poker", 2), { spam: true });

    expect(await trainedCounts("casino")).toEqual({ spam: 1_000, ham: 0, word: [500, 0] });
    expect((await trainedCounts("poker")).word).toBeUndefined();
  });

  it("leave a vocabulary of 30,000 words, without the rarest", async () => {
    await mark(await post("casino"), { spam: true });
    await mark(await post("casino", 2), { spam: true });
    const rows = Array.from({ length: 30_100 }, (_, n) => ({
      account_id: 1,
      word: `w${n}`,
      spam: 1,
      ham: 0,
      trained_at: 1,
    }));
    for (let at = 0; at < rows.length; at += 3_000) {
      await fixture.db
        .insertInto("spam_word")
        .values(rows.slice(at, at + 3_000))
        .execute();
    }
    await fixture.db.updateTable("spam_training").set({ version: 49 }).execute();

    await mark(await post("invoice", 3), { spam: false });

    const all = await readTrainedWords(fixture.db, { account_id: 1, known: -1 });
    expect(all?.words).toHaveLength(30_000);
    expect((await trainedCounts("casino")).word).toEqual([2, 0]);
    expect((await trainedCounts("invoic")).word).toEqual([0, 1]);
  });
});

it("reads nothing when the version has not changed", async () => {
  await mark(await post("casino"), { spam: true });
  const first = await readTrainedWords(fixture.db, { account_id: 1, known: -1 });

  const known = first?.version ?? 0;

  expect(await readTrainedWords(fixture.db, { account_id: 1, known })).toBeUndefined();
  expect(await readTrainedWords(fixture.db, { account_id: 2, known: -1 })).toBeUndefined();
});
