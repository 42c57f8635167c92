import { isOnPostgres } from "../../../test/database.ts";
import { usePeerStores } from "../../../test/peer-stores.ts";
import { addForm, addRecipient, type Fixture, newSubmission } from "../../../test/fixture.ts";
import { REPLY_PERIOD_MS } from "../../domain/mail/reply.ts";
import type { NewSubmission } from "../submissions/new-submission.ts";
import { pruneReplies, reserveReply, type ReplyRequest } from "./replies.ts";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const NOW = 100 * DAY_MS;
const ADA = "ada@example.org";

const { fixture, open } = usePeerStores();
let posts = 0;

/** Adds the destination of answers to a form, and returns a function that posts and returns the delivery. */
async function answering({ accept, db, rows }: Fixture, form_id = 1) {
  const webhook_id = await addRecipient({ db }, { form_id, purpose: "reply", url: "mailto:" });
  return async (over: Partial<NewSubmission> = {}): Promise<number> => {
    await accept(newSubmission((posts += 1), { form_id, ...over }));
    return (await rows("delivery", ["id"], { webhook_id })).at(-1)?.id ?? 0;
  };
}

const request = (delivery_id: number, over: Partial<ReplyRequest> = {}): ReplyRequest => {
  const now = over.now ?? NOW;
  return { delivery_id, address: ADA, now, age: { now, isSure: true }, daily_limit: 500, ...over };
};
const reserve = (delivery_id: number, over?: Partial<ReplyRequest>) =>
  fixture.transact((db) => reserveReply(db, request(delivery_id, over)));

describe("the right to answer", () => {
  it("is that of one delivery, which may be retried", async () => {
    const post = await answering(fixture);
    const [first, second] = [await post(), await post()];

    expect(await reserve(first)).toBeUndefined();
    expect(await reserve(second)).toBe("answered_recently");
    expect(await reserve(first, { now: NOW + HOUR_MS })).toBeUndefined();
    expect(await reserve(second, { now: NOW + DAY_MS + HOUR_MS / 2 })).toBe("answered_recently");
  });

  it("may be taken over a day after the last attempt, and not earlier", async () => {
    const post = await answering(fixture);
    const [first, second] = [await post(), await post()];
    await reserve(first);

    expect(await reserve(second, { now: NOW + REPLY_PERIOD_MS - 1 })).toBe("answered_recently");
    expect(await reserve(second, { now: NOW + REPLY_PERIOD_MS })).toBeUndefined();
    // A late retry of the first would be a second answer now.
    expect(await reserve(first, { now: NOW + REPLY_PERIOD_MS + 1 })).toBe("answered_recently");
  });

  it("is for an address and a form", async () => {
    const post = await answering(fixture);
    const other = await answering(fixture, await addForm(fixture));

    expect(await reserve(await post())).toBeUndefined();
    expect(await reserve(await post(), { address: "bob@example.org" })).toBeUndefined();
    expect(await reserve(await other())).toBeUndefined();
  });

  it("is not given for spam, trash, recipients of the form and suppressed addresses", async () => {
    const post = await answering(fixture);
    const id = await post();
    await addRecipient(fixture, { url: "mailto:Ada@Example.org", enabled: 0 });
    const recipient = await reserve(id);
    await fixture.db.deleteFrom("webhook").where("purpose", "=", "submissions").execute();
    await fixture.insert("mail_address", { address: ADA, suppressed_at: NOW });
    const suppressed = await reserve(id);
    await fixture.db.deleteFrom("mail_address").execute();
    const marked: (string | undefined)[] = [];
    for (const mark of [{ spam: 1 }, { spam: 0, trash: 1 }] as const) {
      await fixture.update("submission", mark);
      marked.push(await reserve(id));
    }
    await fixture.update("submission", { trash: 0 });

    expect([recipient, suppressed]).toEqual(["own_address", "suppressed"]);
    expect(marked).toEqual(["marked_spam_or_trash", "marked_spam_or_trash"]);
    expect(await reserve(id)).toBeUndefined();
    expect(await reserve(id + 1)).toBe("submission_deleted");
  });

  it("is given by an account so many times in 24 hours, retries not counted", async () => {
    const post = await answering(fixture);
    const ask = async (n: number, now = NOW) =>
      reserve(await post(), { now, address: `person${n}@example.org`, daily_limit: 2 });
    const first = await post();
    await reserve(first, { daily_limit: 2 });
    await reserve(first, { daily_limit: 2, now: NOW + 1 });

    const results = [await ask(1), await ask(2), await ask(3, NOW + DAY_MS / 2)];

    expect(results).toEqual([undefined, "daily_limit", "daily_limit"]);
    expect(await ask(4, NOW + DAY_MS + 1)).toBeUndefined();
  });
});

describe("many addresses of one mailbox", () => {
  it.each([
    [["v+1@x.test", "v+2@x.test", "v+@x.test", "v@x.test"], 1],
    [["v.i+1@gmail.com", "vi@gmail.com", "v.i@googlemail.com"], 1],
    [["v.i@x.test", "vi@x.test", "+v@x.test", "+w@x.test"], 4],
  ])("%j get %i answers", async (addresses, answers) => {
    const post = await answering(fixture);

    const results: unknown[] = [];
    for (const address of addresses) results.push(await reserve(await post(), { address }));

    expect(results.filter((refusal) => refusal === undefined)).toHaveLength(answers);
  });

  it("get 30 answers an hour in a domain, if it is no mail provider's", async () => {
    const post = await answering(fixture);
    const ask = async (address: string, now = NOW) => reserve(await post(), { address, now });
    const results: unknown[] = [];
    for (let n = 0; n <= 30; n += 1) {
      await ask(`v${n}@outlook.com`);
      results.push(await ask(`v${n}@victim.test`));
    }

    expect(results.slice(-2)).toEqual([undefined, "domain_limit"]);
    expect(await ask("v@sub.victim.test")).toBeUndefined();
    expect(await ask("v31@outlook.com")).toBeUndefined();
    expect(await ask("w@victim.test", NOW + HOUR_MS)).toBeUndefined();
  });
});

describe("a clock that is set", () => {
  it("refuses whom the form has answered at any time, as long as nothing is sure", async () => {
    const post = await answering(fixture);
    await reserve(await post());
    const now = NOW + 2 * DAY_MS;

    expect(await reserve(await post(), { now, age: { now, isSure: false } })).toBe(
      "answered_recently",
    );
    const age = { now, isSure: false };
    expect(await reserve(await post(), { now, age, address: "new@example.org" })).toBeUndefined();
    expect(await reserve(await post(), { now })).toBeUndefined();
  });

  it("refuses an address for a day, and not until the time of an answer that is in the future", async () => {
    const post = await answering(fixture);
    await reserve(await post(), { now: NOW + 40 * DAY_MS });

    expect(await reserve(await post())).toBe("answered_recently");
    const now = NOW + REPLY_PERIOD_MS;
    expect(await reserve(await post(), { now: now - 1 })).toBe("answered_recently");
    expect(await reserve(await post(), { now })).toBeUndefined();
  });
});

it("forgets old answers in batches", async () => {
  const post = await answering(fixture);
  for (const n of [1, 2, 3]) {
    await reserve(await post(), { address: `person${n}@example.org`, now: NOW + n });
  }

  const pruned = [
    await pruneReplies(fixture.db, { before: NOW + 2, limit: 1 }),
    await pruneReplies(fixture.db, { before: NOW + 2, limit: 5 }),
    await pruneReplies(fixture.db, { before: NOW + 2, limit: 5 }),
  ];

  expect(pruned).toEqual([1, 1, 0]);
  const left = await fixture.rows("mail_reply", ["address"]);
  expect(left).toEqual([{ address: "person3@example.org" }]);
});

it.skipIf(!isOnPostgres)(
  "is given once, and within the limit, to processes that race",
  async () => {
    const post = await answering(fixture);
    const stores = [await open(), await open()];
    const sameAddress: number[] = [];
    for (let n = 0; n < 20; n += 1) sameAddress.push(await post());
    const ask = (requests: readonly ReplyRequest[]) =>
      Promise.all(
        requests.map((one, n) => stores[n % 2]?.writes.reserveReply(one) ?? Promise.reject()),
      );

    const one = await ask(sameAddress.map((id) => request(id)));
    const others: ReplyRequest[] = [];
    for (let n = 0; n < 20; n += 1) {
      const address = `person${n}@example.org`;
      others.push(request(await post(), { address, daily_limit: 8 }));
    }
    const many = await ask(others);

    const allowed = (results: readonly (string | undefined)[]) =>
      results.filter((refusal) => refusal === undefined).length;
    expect(allowed(one)).toBe(1);
    // One of the eight was used before.
    expect(allowed(many)).toBe(7);
  },
);
