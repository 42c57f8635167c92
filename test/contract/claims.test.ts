// Claims over HTTP: who gets what, what gives it back, and what nobody may do.
import type { ClaimResult, Problem, ReleaseResult, Submission } from "@intray/sdk/schemas";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  type ApiServer,
  startApiServer,
  OTHER_ACCOUNT_KEY,
} from "../../packages/server/test/api-server.ts";
import { systemClock } from "../../packages/server/src/platform/clock.ts";

let now = Date.parse("2026-03-01T00:00:00Z");
let server: ApiServer;
let form: { readonly id: number; readonly uuid: string };
beforeAll(async () => {
  server = await startApiServer({}, { ...systemClock, now: () => now });
});
afterAll(() => server.close());
beforeEach(async () => {
  form = await server.create("/forms", { name: "Contact" });
});

let posts = 0;
const post = (fields: Record<string, string> = {}) =>
  server.post(form.uuid, new URLSearchParams({ n: `${(posts += 1)}`, ...fields }));
const ask = (path: string, json: unknown, key?: string) =>
  server.request("POST", `/submissions/${path}`, { json, ...(key === undefined ? {} : { key }) });
const asked = (over: object = {}) => ({
  form_id: `${form.id}`,
  limit: 10,
  lease_seconds: 60,
  consumer: "worker 1",
  ...over,
});
const claim = async (over: object = {}) => (await ask("claim", asked(over))).json() as ClaimResult;
const idsOf = ({ submissions }: ClaimResult) => submissions.map(({ id }) => id);
const record = async (id: number) =>
  (await server.request("GET", `/submissions/${id}`)).json() as Submission;
const patch = (id: number, submission: object) =>
  server.request("PATCH", `/submissions/${id}`, { json: { submission } });

describe("a claim", () => {
  it("leases the oldest unread ham to one consumer, whole, and counts it", async () => {
    const [first, second, third] = [await post(), await post(), await post()];
    await post({ _gotcha: "bot" });
    await patch(second, { read: true });

    const mine = await claim({ limit: 1 });
    const theirs = await claim({ consumer: "worker 2" });
    const nothing = await claim();

    expect(mine).toMatchObject({
      submissions: [
        {
          id: first,
          claim_count: 1,
          claim: { state: "leased", consumer: "worker 1", until: mine.lease_expires_at },
        },
      ],
      lease_expires_at: new Date(now + 60_000).toISOString(),
    });
    expect(idsOf(theirs)).toEqual([third]);
    expect(theirs.lease_token).not.toBe(mine.lease_token);
    expect(nothing.submissions).toEqual([]);
  });

  it("leaves leased submissions in every list", async () => {
    const id = await post();
    await claim();

    const list = await server.request("GET", `/submissions?form_id=${form.id}&filter_by=new`);

    expect(list.json()).toMatchObject({ submissions: [{ id, read: false }], meta: { count: 1 } });
  });

  it("takes spam, or all that is unread, when it is asked to", async () => {
    const [ham, spam, other] = [
      await post(),
      await post({ _gotcha: "bot" }),
      await post({ _gotcha: "bot" }),
    ];

    expect(idsOf(await claim({ filter: "spam", limit: 1 }))).toEqual([spam]);
    expect(idsOf(await claim({ filter: "unread" }))).toEqual([ham, other]);
  });

  it("gets back by time alone what was not acknowledged", async () => {
    const id = await post();
    await claim();

    now += 59_999;
    const early = await claim();
    now += 1;
    const late = await claim({ lease_seconds: 1 });

    expect([idsOf(early), idsOf(late)]).toEqual([[], [id]]);
    expect(late.submissions[0]?.claim_count).toBe(2);
    now += 1_000;
    expect((await record(id)).claim).toBeUndefined();
  });

  it("is acknowledged by marking it read, with no token", async () => {
    const id = await post();
    const { lease_token } = await claim();

    const read = (await patch(id, { read: true })).json() as Submission;
    const late = await ask("release", { lease_token, submission_ids: [id] });
    await patch(id, { read: false });

    expect(read.claim).toBeUndefined();
    expect(late.status).toBe(409);
    expect(idsOf(await claim())).toEqual([id]);
  });
});

describe("a release", () => {
  it("gives back at once, or not before a time", async () => {
    const [first, second] = [await post(), await post()];
    const { lease_token } = await claim();

    const answers = [
      await ask("release", { lease_token, submission_ids: [first, 999_999, first] }),
      await ask("release", { lease_token, submission_ids: [second], retry_after_seconds: 10 }),
    ];

    expect(answers.map((answer) => (answer.json() as ReleaseResult).results)).toEqual([
      [
        { submission_id: first, status: "released" },
        { submission_id: 999_999, status: "not_leased" },
      ],
      [{ submission_id: second, status: "released" }],
    ]);
    expect((await record(second)).claim).toEqual({
      state: "put_off",
      until: new Date(now + 10_000).toISOString(),
      consumer: null,
    });
    expect(idsOf(await claim())).toEqual([first]);
    now += 10_000;
    expect(idsOf(await claim())).toEqual([second]);
  });

  it("of a dead one keeps it from every claim until it is marked unread", async () => {
    const id = await post();
    const { lease_token } = await claim();
    await ask("release", { lease_token, submission_ids: [id], dead: true });

    now += 10 * 365 * 86_400_000;
    const later = await claim();
    const { claim: state, read } = await record(id);
    await patch(id, { read: false });

    expect([later.submissions, state, read]).toEqual([
      [],
      { state: "dead", until: null, consumer: null },
      false,
    ]);
    expect(idsOf(await claim())).toEqual([id]);
  });

  it("is fenced: a lease that ended, or another's, gives nothing back", async () => {
    const id = await post();
    const first = await claim();
    now += 60_000;
    const ended = await ask("release", {
      lease_token: first.lease_token,
      submission_ids: [id],
      dead: true,
    });
    await claim();
    const stolen = await ask("release", { lease_token: first.lease_token, submission_ids: [id] });

    expect([ended.status, stolen.status]).toEqual([409, 409]);
    expect((stolen.json() as Problem).code).toBe("conflict");
    expect((await record(id)).claim?.state).toBe("leased");
  });
});

describe("an extension", () => {
  it("keeps all of a lease, or some of it, from now on", async () => {
    const [first, second] = [await post(), await post()];
    const { lease_token } = await claim();

    now += 50_000;
    const all = (await ask("extend", { lease_token, lease_seconds: 30 })).json() as ClaimResult;
    now += 20_000;
    const some = await ask("extend", { lease_token, lease_seconds: 60, submission_ids: [second] });
    now += 10_000;
    const free = await claim();

    expect(idsOf(all)).toEqual([first, second]);
    expect(all.lease_expires_at).toBe(new Date(now).toISOString());
    expect(idsOf(some.json() as ClaimResult)).toEqual([second]);
    expect(idsOf(free)).toEqual([first]);
  });

  it("of a lease that is over is 409, and leases nothing", async () => {
    const id = await post();
    const { lease_token } = await claim();
    now += 60_000;

    const answer = await ask("extend", { lease_token, lease_seconds: 60 });

    expect(answer.status).toBe(409);
    expect(idsOf(await claim())).toEqual([id]);
  });
});

describe("the form of a claim", () => {
  it("is named by its number, by that as text, or by its uuid", async () => {
    const ids = [await post(), await post(), await post()];

    const names = [form.id, `${form.id}`, form.uuid];
    const leases = [];
    for (const form_id of names) leases.push(await claim({ form_id, limit: 1 }));

    expect(leases.flatMap(idsOf)).toEqual(ids);
    expect((await ask("claim", asked({ form_id: 999_999 }))).status).toBe(404);
  });
});

describe("the key", () => {
  it("of a form claims in its own form, and reaches no other's lease", async () => {
    const other = await server.create<{ id: number; uuid: string }>("/forms", { name: "Other" });
    const { key } = await server.create<{ key: string }>("/api_keys", {
      kind: "form",
      form_id: `${form.id}`,
    });
    const mine = await post();
    const foreign = await server.post(other.uuid, new URLSearchParams({ n: "other" }));
    const { lease_token } = await claim({ form_id: `${other.id}` });

    const own = await ask("claim", { limit: 5, lease_seconds: 60, consumer: "w" }, key);
    const refused = await ask("claim", asked({ form_id: `${other.id}` }), key);
    const release = await ask("release", { lease_token, submission_ids: [foreign] }, key);
    const extend = await ask("extend", { lease_token, lease_seconds: 1 }, key);

    expect(idsOf(own.json() as ClaimResult)).toEqual([mine]);
    expect([refused.status, release.status, extend.status]).toEqual([403, 409, 409]);
    expect((await record(foreign)).claim?.state).toBe("leased");
  });

  it("of another account finds nothing", async () => {
    const id = await post();
    const { lease_token } = await claim();

    const claimed = await ask("claim", asked(), OTHER_ACCOUNT_KEY);
    const released = await ask("release", { lease_token, submission_ids: [id] }, OTHER_ACCOUNT_KEY);

    expect([claimed.status, released.status]).toEqual([404, 409]);
  });
});

describe("what is no claim", () => {
  it.each([
    ["claim", { limit: 0 }, "limit"],
    ["claim", { limit: 101 }, "limit"],
    ["claim", { limit: "1" }, "limit"],
    ["claim", { lease_seconds: 3_601 }, "lease_seconds"],
    ["claim", { lease_seconds: 0.5 }, "lease_seconds"],
    ["claim", { consumer: "" }, "consumer"],
    ["claim", { consumer: "x".repeat(201) }, "consumer"],
    ["claim", { filter: "trash" }, "filter"],
    ["claim", { form_id: "../1" }, "form_id"],
    ["claim", { form_id: 0 }, "form_id"],
    ["claim", { form_id: 1.5 }, "form_id"],
    ["claim", { form_id: null }, "form_id"],
    ["release", { lease_token: "", submission_ids: [1] }, "lease_token"],
    ["release", { lease_token: "t", submission_ids: [] }, "submission_ids"],
    ["release", { lease_token: "t", submission_ids: ["1"] }, "submission_ids"],
    ["release", { lease_token: "t", submission_ids: [1], retry_after_seconds: -1 }, "retry_after"],
    ["release", { lease_token: "t", submission_ids: [1], retry_after_seconds: 2e9 }, "retry_after"],
    [
      "release",
      { lease_token: "t", submission_ids: [1], dead: true, retry_after_seconds: 1 },
      "dead",
    ],
    ["extend", { lease_token: "t", lease_seconds: 0 }, "lease_seconds"],
    ["extend", { lease_seconds: 1 }, "lease_token"],
  ])("to %s with %j is 422 and names it", async (path, over, name) => {
    const answer = await ask(path, path === "claim" ? asked(over) : over);

    expect(answer.status).toBe(422);
    expect(answer.text).toContain(name);
  });

  it.each(["\ud800", "💥".repeat(100), "'; drop table submission; --"])(
    "may still come from a consumer named %j",
    async (consumer) => {
      await post();

      const { submissions } = await claim({ consumer });

      expect(submissions).toHaveLength(1);
      expect(submissions[0]?.claim?.consumer).toBe(
        consumer.replaceAll(/\ud800(?![\udc00-\udfff])/g, "\uFFFD"),
      );
    },
  );

  it("takes a token of any text for one that holds nothing", async () => {
    const id = await post();

    for (const lease_token of ["%", "null", "💥", "a".repeat(200)]) {
      expect((await ask("release", { lease_token, submission_ids: [id] })).status).toBe(409);
    }
  });
});
