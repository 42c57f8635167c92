// Claims over HTTP: leasing, acknowledging, releasing and extending. Rejected ones: claim-requests.test.ts.
import type { ClaimResult, Problem, ReleaseResult, Submission } from "@intray/sdk/schemas";
import { beforeEach, describe, expect, it } from "vitest";
import { useApiServer } from "../../packages/server/test/api-server.ts";
import { withWallTime } from "../../packages/server/test/fake-clock.ts";

let now = Date.parse("2026-03-01T00:00:00Z");
const server = useApiServer(
  {},
  withWallTime(() => now),
);
let form: { readonly id: number; readonly uuid: string };
beforeEach(async () => {
  form = await server.create("/forms", { name: "Contact" });
});

let posts = 0;
const post = (fields: Record<string, string> = {}) =>
  server.post(form.uuid, new URLSearchParams({ n: `${(posts += 1)}`, ...fields }));
const send = (path: string, json: unknown) =>
  server.request("POST", `/submissions/${path}`, { json });
const claim = async (over: object = {}) => {
  const request = { form_id: `${form.id}`, limit: 10, lease_seconds: 60, consumer: "worker 1" };
  return (await send("claim", { ...request, ...over })).json() as ClaimResult;
};
const idsOf = ({ submissions }: ClaimResult) => submissions.map(({ id }) => id);
const record = async (id: number) => await server.read<Submission>(`/submissions/${id}`);
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

  it("leases a submission again once its lease has expired", async () => {
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
    const late = await send("release", { lease_token, submission_ids: [id] });
    await patch(id, { read: false });

    expect(read.claim).toBeUndefined();
    expect(late.status).toBe(409);
    expect(idsOf(await claim())).toEqual([id]);
  });
});

describe("a release", () => {
  it("makes submissions claimable immediately, or after a delay", async () => {
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
    expect((await record(second)).claim).toEqual({
      state: "put_off",
      until: new Date(now + 10_000).toISOString(),
      consumer: null,
    });
    expect(idsOf(await claim())).toEqual([first]);
    now += 10_000;
    expect(idsOf(await claim())).toEqual([second]);
  });

  it("with dead excludes the submission from claims until it is marked unread", async () => {
    const id = await post();
    const { lease_token } = await claim();
    await send("release", { lease_token, submission_ids: [id], dead: true });

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

  it("with the token of an ended or replaced lease answers 409 and releases nothing", async () => {
    const id = await post();
    const first = await claim();
    now += 60_000;
    const ended = await send("release", {
      lease_token: first.lease_token,
      submission_ids: [id],
      dead: true,
    });
    await claim();
    const stolen = await send("release", { lease_token: first.lease_token, submission_ids: [id] });

    expect([ended.status, stolen.status]).toEqual([409, 409]);
    expect((stolen.json() as Problem).code).toBe("conflict");
    expect((await record(id)).claim?.state).toBe("leased");
  });
});

describe("an extension", () => {
  it("extends all of a lease, or some of it, from now on", async () => {
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

  it("of an expired lease answers 409 and leases nothing", async () => {
    const id = await post();
    const { lease_token } = await claim();
    now += 60_000;

    const answer = await send("extend", { lease_token, lease_seconds: 60 });

    expect(answer.status).toBe(409);
    expect(idsOf(await claim())).toEqual([id]);
  });
});
