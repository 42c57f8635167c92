import { newSubmission, useFixture } from "../../../test/fixture.ts";
import { featuresOf, classifiedText } from "../../domain/spam/features.ts";
import { emptyModel, learn, scoreOf, weightsOf } from "../../domain/spam/model.ts";
import { listTrainedAccounts, readTrainedModel } from "./spam-models.ts";
import { setSpamPrior, train } from "./training-examples.ts";
import { deleteSubmission, getSubmission, updateSubmission } from "../submissions/submissions.ts";

const fixture = useFixture();

const NOW = 10_000;
const SCOPE = { account_id: 1, now: NOW };

async function post(message: string, number = 1): Promise<number> {
  const fields = JSON.stringify([["message", message]]);
  return (await fixture.accept(newSubmission(number, { fields }))).id;
}

const mark = (id: number, change: { spam?: boolean; read?: boolean }) =>
  fixture.transact((on) => updateSubmission(on, { ...SCOPE, id, change }));

const readModel = () => readTrainedModel(fixture.db, { account_id: 1, known: -1 });

async function numbers() {
  const { spam = 0, ham = 0, examples = 0 } = (await readModel()) ?? {};
  return { spam, ham, examples };
}

const featuresIn = (message: string) => featuresOf(classifiedText([["message", message]]));

/** What the stored model says of a message; above 0 for spam. */
async function scored(message: string): Promise<number> {
  const model = (await readModel()) ?? emptyModel();
  return scoreOf(weightsOf(model), featuresIn(message));
}

async function learned(): Promise<readonly { readonly id: number; readonly spam: number }[]> {
  const rows = await fixture.rows("spam_training_example", ["submission_id", "spam"]);
  return rows.map(({ submission_id: id, spam }) => ({ id, spam }));
}

describe("a user's mark", () => {
  it("teaches the submission at once", async () => {
    const id = await post("casino bonus");

    await mark(id, { spam: true });

    expect(await numbers()).toEqual({ spam: 1, ham: 0, examples: 1 });
    expect(await scored("casino bonus")).toBeGreaterThan(0.5);
    expect(await listTrainedAccounts(fixture.db, { limit: 10 })).toEqual([1]);
  });

  it("is learned once when it is repeated", async () => {
    const id = await post("casino bonus");
    await mark(id, { spam: true });
    const once = await readModel();

    await mark(id, { spam: true });

    expect(await numbers()).toEqual({ spam: 1, ham: 0, examples: 1 });
    expect((await readModel())?.sums).toEqual(once?.sums);
  });

  it("takes its training example back exactly when it is changed", async () => {
    const id = await post("casino bonus");
    await mark(id, { spam: true });

    await mark(id, { spam: false });

    const model = emptyModel();
    learn(model, [{ features: featuresIn("casino bonus"), spam: false, pull: 0, score: 0 }], []);
    const stored = await readModel();
    expect(await numbers()).toEqual({ spam: 0, ham: 1, examples: 1 });
    expect(stored?.bias).toBeCloseTo(model.bias, 5);
    expect(await scored("casino bonus")).toBeLessThan(-0.5);
    expect(stored?.counts).toEqual(model.counts);
  });

  it("changed back and forth leaves what one mark leaves", async () => {
    const id = await post("casino bonus");
    await mark(id, { spam: true });
    const once = await scored("casino bonus");

    await mark(id, { spam: false });
    await mark(id, { spam: true });

    expect(await scored("casino bonus")).toBeCloseTo(once, 4);
  });

  it("teaches ham that was ham before", async () => {
    const id = await post("opening hours");

    await mark(id, { spam: false });

    expect(await numbers()).toEqual({ spam: 0, ham: 1, examples: 1 });
    expect(await scored("opening hours")).toBeLessThan(-0.5);
  });

  it("of spam also teaches the newest ham that was read, once", async () => {
    const older = await post("older letter", 1);
    const newer = await post("newer letter", 2);
    await mark(older, { read: true });
    await mark(newer, { read: true });
    await post("unread letter", 3);

    const first = await post("casino", 4);
    await mark(first, { spam: true });
    expect(await learned()).toEqual([
      { id: newer, spam: 0 },
      { id: first, spam: 1 },
    ]);
    await mark(await post("poker", 5), { spam: true });
    await mark(await post("roulette", 6), { spam: true });

    expect(await numbers()).toEqual({ spam: 3, ham: 2, examples: 5 });
  });

  it("replaces an example that was implied by another mark", async () => {
    const read = await post("newer letter", 1);
    await mark(read, { read: true });
    await mark(await post("casino", 2), { spam: true });

    await mark(read, { spam: true });

    expect(await numbers()).toEqual({ spam: 2, ham: 0, examples: 2 });
    expect(await scored("newer letter")).toBeGreaterThan(0.5);
  });

  it("of spam does not also teach the same submission as ham", async () => {
    const id = await post("casino");
    await mark(id, { read: true });

    await mark(id, { spam: true });

    expect(await learned()).toEqual([{ id, spam: 1 }]);
  });

  it("is not replaced by an implied example", async () => {
    const id = await post("casino");
    await mark(id, { spam: true });
    const fields = [["message", "casino"]] as const;

    const inputs = [{ submission_id: id, fields, spam: false, isImplied: true }] as const;
    await fixture.transact((on) => train(on, { ...SCOPE, inputs }));

    expect(await learned()).toEqual([{ id, spam: 1 }]);
  });

  it("teaches nothing when it does not set spam", async () => {
    await mark(await post("opening hours"), { read: true });

    expect(await readModel()).toBeUndefined();
  });

  it("stays learned when the submission is deleted, without its features", async () => {
    const id = await post("casino bonus");
    await mark(id, { spam: true });
    const before = await scored("casino bonus");

    await fixture.transact((on) => deleteSubmission(on, { ...SCOPE, id }));
    await mark(await post("opening hours", 2), { spam: false });

    expect(await learned()).toHaveLength(1);
    expect(before).toBeGreaterThan(0.5);
    expect(await scored("casino bonus")).toBeGreaterThan(0.3);
  });

  it("is learned beside marks of the same moment", async () => {
    const ids = await Promise.all(
      Array.from({ length: 8 }, (_, n) => post(n % 2 === 0 ? `casino ${n}` : `garden ${n}`, n)),
    );

    await Promise.all(ids.map((id, n) => mark(id, { spam: n % 2 === 0 })));

    expect(await numbers()).toEqual({ spam: 4, ham: 4, examples: 8 });
    expect(await scored("casino")).toBeGreaterThan(0);
    expect(await scored("garden")).toBeLessThan(0);
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
  it("are learned together, each with its own features", async () => {
    const messages = ["casino", "casino night", "invoice"];
    const inputs = await Promise.all(
      messages.map(async (message, n) => ({
        submission_id: await post(message, n + 1),
        fields: [["message", message]] as const,
        spam: n < 2,
      })),
    );

    await fixture.transact((on) => train(on, { ...SCOPE, inputs }));

    expect(await numbers()).toEqual({ spam: 2, ham: 1, examples: 3 });
    expect(await scored("casino")).toBeGreaterThan(0);
    expect(await scored("invoice")).toBeLessThan(0);
  });

  it("leave the newest 1,000 examples of a kind, and take the others back", async () => {
    const of = { account_id: 1, form_id: 1, fields: "[]", spam: 0 } as const;
    const row = { ...of, content_hash: Buffer.alloc(16), created_at: NOW, updated_at: NOW };
    const rows = Array.from({ length: 1_003 }, () => row);
    await fixture.db.insertInto("submission").values(rows).execute();
    const ids = (await fixture.rows("submission", ["id"])).map(({ id }) => id);
    const inputs = ids.map((submission_id, n) => ({
      submission_id,
      fields: [["message", `opening hours ${n}`]] as const,
      spam: false,
    }));
    await fixture.transact((on) => train(on, { ...SCOPE, inputs: inputs.slice(0, 3) }));

    await fixture.transact((on) => train(on, { ...SCOPE, now: NOW + 1, inputs: inputs.slice(3) }));

    expect(await numbers()).toEqual({ spam: 0, ham: 1_000, examples: 1_000 });
    const examples = await learned();
    expect(examples).toHaveLength(1_000);
    expect(examples.map(({ id }) => id)).not.toContain(ids[0]);
  });
});

it("fits what it learned again when the prior is switched off or on", async () => {
  const texts = ["guaranteed first page of Google", "opening hours", "loan offer", "lost umbrella"];
  for (const [n, text] of texts.entries()) await mark(await post(text, n), { spam: n % 2 === 0 });
  const judge = async () => ({ ...(await readModel()), score: await scored("first page of Google") });
  const switchTo = async (spam_prior: 0 | 1) => {
    await fixture.transact((on) => setSpamPrior(on, { ...SCOPE, spam_prior }));
    return judge();
  };
  const alone = emptyModel(false);
  const examples = texts.map((text, n) => ({ features: featuresIn(text), spam: n % 2 === 0, pull: 0, score: 0 }));
  learn(alone, examples, []);
  const [before, off, again, on] = [await judge(), await switchTo(0), await switchTo(0), await switchTo(1)];

  expect([off.usesPrior, again.version, on.usesPrior]).toEqual([false, off.version, true]);
  expect(off.score).toBeCloseTo(scoreOf(weightsOf(alone), featuresIn("first page of Google")), 1);
  expect(off.score).toBeLessThan(before.score);
  expect(on.score).toBeCloseTo(before.score, 1);
  expect(on.threshold).not.toBe(off.threshold);
}); // prettier-ignore

it("reads nothing when the version has not changed", async () => {
  await mark(await post("casino"), { spam: true });
  const first = await readModel();

  const known = first?.version ?? 0;

  expect(await readTrainedModel(fixture.db, { account_id: 1, known })).toBeUndefined();
  expect(await readTrainedModel(fixture.db, { account_id: 2, known })).toBeUndefined();
});
