// Bulk changes of submissions have the same effects as single ones.
import type { BulkResult, Form, Submission, SubmissionList } from "@intray/sdk/schemas";
import { useEach } from "../harness/use.ts";
import { useApiServer, OTHER_ACCOUNT_KEY } from "../../packages/server/test/api-server.ts";

const server = useApiServer();
const form = useEach(() => server.create<Form>("/forms", { name: "Contact" }));

let posts = 0;
const post = (fields: Record<string, string> = {}) =>
  server.post(form.uuid, { n: `${(posts += 1)}`, ...fields });
const bulk = (submission_ids: unknown, set: unknown, key?: string) =>
  server.request("POST", "/submissions/bulk", {
    json: { submission_ids, set },
    ...(key === undefined ? {} : { key }),
  });
const record = (id: number) => server.read<Submission>(`/submissions/${id}`);
const counts = async () =>
  (await server.read<SubmissionList>(`/submissions?form_id=${form.id}`)).meta;

describe("a bulk change", () => {
  it("returns a result for each submission, once, in the order requested, and updates the counts", async () => {
    const [first, second, third] = [await post(), await post(), await post()];
    await bulk([second], { read: true });

    const answer = await bulk([third, second, 999_999, third, first], { read: true });

    expect((answer.json() as BulkResult).results).toEqual([
      { submission_id: third, status: "updated" },
      { submission_id: second, status: "unchanged" },
      { submission_id: 999_999, status: "not_found" },
      { submission_id: first, status: "updated" },
    ]);
    expect(await counts()).toMatchObject({ inbox_count: 3, unread_count: 0 });
  });

  it("changes no submission that has another uid than the one sent", async () => {
    const [first, second] = [await post(), await post()];
    const uids = [(await record(first)).uid ?? "", "that of a lost submission"];
    const json = { submission_ids: [first, second], uids, set: { read: true } };

    const answer = await server.request("POST", "/submissions/bulk", { json });
    const uneven = { json: { ...json, uids: uids.slice(1) } };
    const rejected = await server.request("POST", "/submissions/bulk", uneven);

    expect((answer.json() as BulkResult).results).toEqual([
      { submission_id: first, status: "updated" },
      { submission_id: second, status: "not_found" },
    ]);
    expect((await record(second)).read).toBe(false);
    expect(rejected.status).toBe(422);
    const patch = (uid: string) =>
      server.request("PATCH", `/submissions/${second}?uid=${uid}`, {
        json: { submission: { read: true } },
      });
    expect((await patch("lost")).status).toBe(404);
    expect((await record(second)).read).toBe(false);
    expect((await patch((await record(second)).uid ?? "")).status).toBe(200);
    expect((await record(second)).read).toBe(true);
  });

  it("leaves the other members unchanged, and records why a submission is spam", async () => {
    const [read, bot] = [await post(), await post({ _gotcha: "x" })];
    await bulk([read], { read: true });

    await bulk([read, bot], { spam: true });

    expect(await record(read)).toMatchObject({ read: true, spam: true, spam_reason: "marked" });
    expect(await record(bot)).toMatchObject({ read: false, spam: true, spam_reason: "honeypot" });
    await bulk([read, bot], { spam: false, trash: true });
    expect(await record(bot)).toMatchObject({ spam: false, trash: true, spam_reason: null });
    expect(await counts()).toMatchObject({ spam_count: 0, trash_count: 2 });
  });
});

it("the scope of a key is its form for a form's key, and the account's forms for an account's key", async () => {
  const other = await server.create<{ uuid: string }>("/forms", { name: "Other" });
  const key = await server.createKey({ form_id: form.id, can_delete: true });
  const [mine, foreign] = [await post(), await server.post(other.uuid, new URLSearchParams("a=1"))];

  const mixed = await bulk([foreign, mine], { trash: true }, key);
  const none = await bulk([foreign], { trash: true }, key);
  const strange = await bulk([mine, foreign], { trash: true }, OTHER_ACCOUNT_KEY);

  expect((mixed.json() as BulkResult).results).toEqual([
    { submission_id: foreign, status: "not_found" },
    { submission_id: mine, status: "updated" },
  ]);
  expect([none.status, strange.status]).toEqual([404, 404]);
  expect((await record(foreign)).trash).toBe(false);
});

it.each([
  [[1, "2"], { read: true }, "submission_ids"],
  [[2 ** 53], { read: true }, "submission_ids"],
  [Array.from({ length: 1_001 }, (_, n) => n + 1), { read: true }, "submission_ids"],
  [[1], { read: "yes" }, "read"],
  [[1], null, "set"],
])("is 422 for %j and %j", async (ids, set, name) => {
  const answer = await bulk(ids, set);

  expect(answer.status).toBe(422);
  expect(answer.text).toContain(name);
});
