import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Fixture, newSubmission, openFixture } from "../../../test/store-fixture.ts";
import { listTrainedAccounts, readTrainedWords } from "./trained-words.ts";
import { learn } from "./training-examples.ts";
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

/** What is remembered of a word, and the lessons there were. */
async function learnt(word: string) {
  const all = await readTrainedWords(fixture.db, { account_id: 1, known: -1 });
  const at = all?.words.indexOf(word) ?? -1;
  return {
    spam: all?.spam,
    ham: all?.ham,
    word: at === -1 ? undefined : [all?.inSpam[at], all?.inHam[at]],
  };
}

describe("a person's judgement", () => {
  it("teaches the words of the submission, with the mark itself", async () => {
    const id = await post("casino bonus");

    await mark(id, { spam: true });

    expect(await learnt("casino")).toEqual({ spam: 1, ham: 0, word: [1, 0] });
    expect(await listTrainedAccounts(fixture.db, { limit: 10 })).toEqual([1]);
  });

  it("counts once, however often it is said", async () => {
    const id = await post("casino bonus");

    await mark(id, { spam: true });
    await mark(id, { spam: true });

    expect(await learnt("casino")).toEqual({ spam: 1, ham: 0, word: [1, 0] });
  });

  it("undoes what it taught before when it is taken back", async () => {
    const id = await post("casino bonus");

    await mark(id, { spam: true });
    await mark(id, { spam: false });

    expect(await learnt("casino")).toEqual({ spam: 0, ham: 1, word: [0, 1] });
  });

  it("teaches ham as well when it only confirms it", async () => {
    const id = await post("opening hours");

    await mark(id, { spam: false });

    expect(await learnt("openin")).toEqual({ spam: 0, ham: 1, word: [0, 1] });
  });

  it("for spam teaches beside it the newest ham that was read, once", async () => {
    await mark(await post("older letter", 1), { read: true });
    await mark(await post("newer letter", 2), { read: true });
    await post("unread letter", 3);

    await mark(await post("casino", 4), { spam: true });
    expect(await learnt("newer")).toEqual({ spam: 1, ham: 1, word: [0, 1] });
    await mark(await post("poker", 5), { spam: true });
    expect(await learnt("older")).toEqual({ spam: 2, ham: 2, word: [0, 1] });
    await mark(await post("roulette", 6), { spam: true });

    expect(await learnt("unread")).toEqual({ spam: 3, ham: 2, word: undefined });
  });

  it("undoes what was taught beside another one", async () => {
    const read = await post("newer letter", 1);
    await mark(read, { read: true });
    await mark(await post("casino", 2), { spam: true });

    await mark(read, { spam: true });

    expect(await learnt("newer")).toEqual({ spam: 2, ham: 0, word: [1, 0] });
  });

  it("does not teach the submission itself as ham beside its spam", async () => {
    const id = await post("casino");
    await mark(id, { read: true });

    await mark(id, { spam: true });

    expect(await learnt("casino")).toEqual({ spam: 1, ham: 0, word: [1, 0] });
  });

  it("is not overruled by what only follows from another one", async () => {
    const id = await post("casino");
    await mark(id, { spam: true });
    const fields = [["message", "casino"]] as const;

    const judgements = [{ submission_id: id, fields, spam: false, isImplied: true }] as const;
    await fixture.db.transaction().execute((on) => learn(on, { ...SCOPE, judgements }));

    expect(await learnt("casino")).toEqual({ spam: 1, ham: 0, word: [1, 0] });
  });

  it("teaches nothing when it is about something else", async () => {
    await mark(await post("opening hours"), { read: true });

    expect(await readTrainedWords(fixture.db, { account_id: 1, known: -1 })).toBeUndefined();
  });

  it("stays learnt when the submission is deleted", async () => {
    const id = await post("casino bonus");
    await mark(id, { spam: true });

    await fixture.db.transaction().execute((on) => deleteSubmission(on, { ...SCOPE, id }));

    expect(await learnt("casino")).toEqual({ spam: 1, ham: 0, word: [1, 0] });
  });

  it("is kept as the finding, and gone with the mark", async () => {
    const id = await post("casino bonus");

    const marked = await mark(id, { spam: true });
    const kept = await getSubmission(fixture.db, { id, account_id: 1 });
    const cleared = await mark(id, { spam: false });

    expect(kept?.spam_findings).toMatchObject([{ check: "marked", weight: 1 }]);
    expect(JSON.parse(marked.spam_findings ?? "")).toEqual(kept?.spam_findings);
    expect(cleared.spam_findings).toBeNull();
  });
});

describe("many judgements at once", () => {
  it("are learnt together, each with its own words", async () => {
    const ids = [await post("casino", 1), await post("casino night", 2), await post("invoice", 3)];
    const judgements = ids.map((submission_id, n) => ({
      submission_id,
      fields: [["message", ["casino", "casino night", "invoice"][n] ?? ""]] as const,
      spam: n < 2,
    }));

    await fixture.db.transaction().execute((on) => learn(on, { ...SCOPE, judgements }));

    expect(await learnt("casino")).toEqual({ spam: 2, ham: 1, word: [2, 0] });
    expect(await learnt("invoic")).toEqual({ spam: 2, ham: 1, word: [0, 1] });
  });

  it("are halved when they are too many, and what is left of old words goes", async () => {
    const id = await post("casino");
    await mark(id, { spam: true });
    await fixture.db.updateTable("spam_training").set({ spam: 2_000 }).execute();
    await fixture.db
      .updateTable("spam_word")
      .set({ spam: 1_001 })
      .where("word", "=", "casino")
      .execute();

    await mark(await post("poker", 2), { spam: true });

    expect(await learnt("casino")).toEqual({ spam: 1_000, ham: 0, word: [500, 0] });
    expect((await learnt("poker")).word).toBeUndefined();
  });

  it("leave a vocabulary of 30,000 words, the rarest gone first", async () => {
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
    expect((await learnt("casino")).word).toEqual([2, 0]);
    expect((await learnt("invoic")).word).toEqual([0, 1]);
  });
});

it("reads nothing when nothing has changed since", async () => {
  await mark(await post("casino"), { spam: true });
  const first = await readTrainedWords(fixture.db, { account_id: 1, known: -1 });

  const known = first?.version ?? 0;

  expect(await readTrainedWords(fixture.db, { account_id: 1, known })).toBeUndefined();
  expect(await readTrainedWords(fixture.db, { account_id: 2, known: -1 })).toBeUndefined();
});
