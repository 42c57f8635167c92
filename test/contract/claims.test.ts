// Claims over HTTP. test/model/claims.test.ts proves what they lease and when.
import type { ClaimResult, Form, ReleaseResult, Submission } from "@intray/sdk/schemas";
import { useEach } from "../harness/use.ts";
import { useApiServerAt } from "../../packages/server/test/api-server.ts";

let now = Date.parse("2026-03-01T00:00:00Z");
const server = useApiServerAt(() => now);
const form = useEach(() => server.create<Form>("/forms", { name: "Contact" }));

let posts = 0;
const post = (fields: Record<string, string> = {}) =>
  server.post(form.uuid, { n: `${(posts += 1)}`, ...fields });
const send = (path: string, json: unknown, key?: string) =>
  server.request("POST", `/submissions/${path}`, { json, ...(key === undefined ? {} : { key }) });
const claimOf = (over: object = {}) => ({
  form_id: `${form.id}`,
  limit: 10,
  lease_seconds: 60,
  consumer: "worker 1",
  ...over,
});
const claim = async (over: object = {}) =>
  (await send("claim", claimOf(over))).json() as ClaimResult;
const idsOf = ({ submissions }: ClaimResult) => submissions.map(({ id }) => id);
const record = (id: number) => server.read<Submission>(`/submissions/${id}`);
const patch = (id: number, submission: object) =>
  server.request("PATCH", `/submissions/${id}`, { json: { submission } });

describe("a claim", () => {
  it("leases the oldest unread ham to one consumer, with all its members, and counts the claim", async () => {
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

  it("leaves leased submissions in the lists", async () => {
    const id = await post();
    await claim();

    const list = await server.request("GET", `/submissions?form_id=${form.id}&filter_by=new`);

    expect(list.json()).toMatchObject({ submissions: [{ id, read: false }], meta: { count: 1 } });
  });

  it("leases spam with filter spam, and all unread submissions with filter unread", async () => {
    const [ham, spam, other] = [
      await post(),
      await post({ _gotcha: "bot" }),
      await post({ _gotcha: "bot" }),
    ];

    expect(idsOf(await claim({ filter: "spam", limit: 1 }))).toEqual([spam]);
    expect(idsOf(await claim({ filter: "unread" }))).toEqual([ham, other]);
  });
});

it("a release makes submissions claimable immediately, or after a delay", async () => {
  const [first, second] = [await post(), await post()];
  const { lease_token } = await claim();

  const answers = [
    await send("release", { lease_token, submission_ids: [first, 999_999, first] }),
    await send("release", { lease_token, submission_ids: [second], retry_after_seconds: 10 }),
  ];

  expect(answers.map((answer) => (answer.json() as ReleaseResult).results)).toEqual([
    [
      { submission_id: first, status: "released" },
      { submission_id: 999_999, status: "not_leased" },
    ],
    [{ submission_id: second, status: "released" }],
  ]);
  const dead = await claim();
  await send("release", { lease_token: dead.lease_token, submission_ids: [first], dead: true });
  expect((await record(first)).claim).toEqual({ state: "dead", until: null, consumer: null });
  expect((await record(second)).claim).toEqual({
    state: "put_off",
    until: new Date(now + 10_000).toISOString(),
    consumer: null,
  });
  expect(idsOf(dead)).toEqual([first]);
  now += 10_000;
  expect(idsOf(await claim())).toEqual([second]);
});

it("an extension extends all of a lease, or some of it, from now on", async () => {
  const [first, second] = [await post(), await post()];
  const { lease_token } = await claim();

  now += 50_000;
  const all = (await send("extend", { lease_token, lease_seconds: 30 })).json() as ClaimResult;
  now += 20_000;
  const some = await send("extend", { lease_token, lease_seconds: 60, submission_ids: [second] });
  now += 10_000;
  const free = await claim();

  expect(idsOf(all)).toEqual([first, second]);
  expect(all.lease_expires_at).toBe(new Date(now).toISOString());
  expect(idsOf(some.json() as ClaimResult)).toEqual([second]);
  expect(idsOf(free)).toEqual([first]);
});

it("the form of a claim is given as its id, as its id in a string, or as its uuid", async () => {
  const ids = [await post(), await post(), await post()];

  const names = [form.id, `${form.id}`, form.uuid];
  const leases = [];
  for (const form_id of names) leases.push(await claim({ form_id, limit: 1 }));

  expect(leases.flatMap(idsOf)).toEqual(ids);
  expect((await send("claim", claimOf({ form_id: 999_999 }))).status).toBe(404);
});

describe("an API key", () => {
  it("of a form claims in that form only, and cannot use a lease of another form", async () => {
    const other = await server.create<{ id: number; uuid: string }>("/forms", { name: "Other" });
    const key = await server.createKey({ form_id: form.id });
    const mine = await post();
    const foreign = await server.post(other.uuid, { n: "other" });
    const { lease_token } = await claim({ form_id: `${other.id}` });

    const own = await send("claim", { limit: 5, lease_seconds: 60, consumer: "w" }, key);
    const rejected = await send("claim", claimOf({ form_id: `${other.id}` }), key);
    const release = await send("release", { lease_token, submission_ids: [foreign] }, key);
    const extend = await send("extend", { lease_token, lease_seconds: 1 }, key);

    expect(idsOf(own.json() as ClaimResult)).toEqual([mine]);
    expect([rejected.status, release.status, extend.status]).toEqual([403, 409, 409]);
    expect((await record(foreign)).claim?.state).toBe("leased");
  });
});

describe("a malformed request", () => {
  it.each([
    ["claim", { limit: 0 }, "limit"],
    ["claim", { limit: 101 }, "limit"],
    ["claim", { lease_seconds: 3_601 }, "lease_seconds"],
    ["claim", { consumer: "" }, "consumer"],
    ["claim", { filter: "trash" }, "filter"],
    ["claim", { form_id: "../1" }, "form_id"],
    ["release", { lease_token: "", submission_ids: [1] }, "lease_token"],
    ["release", { lease_token: "t", submission_ids: [] }, "submission_ids"],
    ["release", { lease_token: "t", submission_ids: [1], retry_after_seconds: -1 }, "retry_after"],
    [
      "release",
      { lease_token: "t", submission_ids: [1], dead: true, retry_after_seconds: 1 },
      "dead",
    ],
    ["extend", { lease_token: "t", lease_seconds: 0 }, "lease_seconds"],
    ["extend", { lease_seconds: 1 }, "lease_token"],
  ])("to %s with %j answers 422 and names the member", async (path, over, name) => {
    const answer = await send(path, path === "claim" ? claimOf(over) : over);

    expect(answer.status).toBe(422);
    expect(answer.text).toContain(name);
  });
});

describe("unusual text", () => {
  it.each(["\ud800", "💥".repeat(100), "'; drop table submission; --"])(
    "is accepted as the name of a consumer: %j",
    async (consumer) => {
      await post();

      const { submissions } = await claim({ consumer });

      expect(submissions).toHaveLength(1);
      expect(submissions[0]?.claim?.consumer).toBe(
        consumer.replaceAll(/\ud800(?![\udc00-\udfff])/g, "\uFFFD"),
      );
    },
  );

  it("is accepted as a lease token, which leases nothing and so answers 409", async () => {
    const id = await post();

    for (const lease_token of ["%", "null", "💥", "a".repeat(200)]) {
      expect((await send("release", { lease_token, submission_ids: [id] })).status).toBe(409);
    }
  });
});
