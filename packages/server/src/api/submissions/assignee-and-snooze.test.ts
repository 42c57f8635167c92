// Who takes care of a submission, and until when people do not have it to do.
import type { Form, SubmissionList } from "@intray/sdk/schemas";
import { useEach } from "../../../../../test/harness/use.ts";
import { useApiServerAt } from "../../../test/api-server.ts";

const START = Date.parse("2026-11-01T00:00Z");
let now = START;
const server = useApiServerAt(() => now);
const form = useEach(() => server.create<Form>("/forms", { name: "Contact" }));
beforeEach(async () => {
  now = START;
  await server.sql("delete from login");
  for (const email of ["ada@example.org", "bob@example.org"]) {
    await server.insert("login", { email });
  }
});

let posts = 0;
const post = () => server.post(form.uuid, { message: `hello ${(posts += 1)}` });

const list = (query: string) =>
  server.read<SubmissionList>(`/submissions?form_id=${form.id}&order_by=date_asc&${query}`);
const ids = async (query: string) => {
  const { submissions, meta } = await list(query);
  expect(meta.count).toBe(submissions.length);
  return submissions.map(({ id }) => id);
};

describe("the assignee of a submission", () => {
  it("is a person of the account, whom searches name", async () => {
    const [first, second, third] = [await post(), await post(), await post()];

    const marked = await server.mark(first, { assignee: "Ada@example.org" });
    await server.bulk([second], { assignee: "bob@example.org" });

    expect(marked).toMatchObject({ assignee: "ada@example.org", read: false });
    expect(await ids("query=assignee:ADA")).toEqual([first]);
    expect(await ids("query=assignee:none")).toEqual([third]);
    expect(await ids("query=assignee:da@example.org")).toEqual([]);
    expect(await ids("query=assignee:zoe")).toEqual([]);
    const mine = await server.request("GET", "/submissions?query=assignee:me");
    expect([mine.status, mine.text]).toEqual([422, expect.stringContaining("not for API keys")]);
    expect(await ids("query=assignee:example.org")).toEqual([first, second]);
    expect(await ids("query=-assignee:bob")).toEqual([first, third]);
    expect(await ids("query=assignee:bob+hello")).toEqual([second]);
    expect(await server.mark(first, { assignee: null })).toMatchObject({ assignee: null });
    expect(await ids("query=assignee:ada")).toEqual([]);
  });

  it("is nobody once the person cannot sign in any more", async () => {
    const id = await post();
    await server.mark(id, { assignee: "bob@example.org" });
    expect(await ids("query=assignee:bob")).toEqual([id]);

    await server.sql("delete from login where email = 'bob@example.org'");

    expect(await server.submission(id)).toMatchObject({ assignee: null });
    expect(await ids("query=assignee:none")).toEqual([id]);
  });

  it.each([
    // It names none of the others: a key of a form must not learn who uses the account.
    [{ assignee: "nobody@example.org" }, /Nobody .* Write the address of a person who does\."/],
    [{ assignee: "me" }, /signs in with the address .*me/],
    [{ assignee: "" }, /signs in with the address/],
    [{ assignee: 1 }, /assignee/],
    [{ snoozed_until: "tomorrow" }, /must be a date or time/],
    [{ snoozed_until: "2026-02-30" }, /must be a date or time/],
  ])("is refused with a sentence: %j", async (submission, text) => {
    const json = { submission };
    const answer = await server.request("PATCH", `/submissions/${await post()}`, { json });

    expect(answer).toMatchObject({ status: 422, text });
  });
});

it("a snoozed submission returns by itself at its time, and stays in the queue of programs", async () => {
  const [first, second, done] = [await post(), await post(), await post()];
  await server.mark(done, { read: true, snoozed_until: "2027-01-01" });
  const { updated_at } = await server.submission(first);

  const marked = await server.mark(first, { snoozed_until: "2026-11-02T00:00+01:00" });

  expect(marked).toMatchObject({ snoozed_until: "2026-11-01T23:00:00.000Z", updated_at });
  const toDo = "filter_by=new&snoozed=false";
  expect(await ids(toDo)).toEqual([second]);
  expect(await ids("snoozed=true")).toEqual([first, done]);
  expect(await ids("query=is:snoozed+hello")).toEqual([first, done]);
  expect(await ids("query=-is:snoozed")).toEqual([second]);
  expect(await ids("query=is:snoozed&snoozed=false")).toEqual([]);
  expect((await list(toDo)).meta).toMatchObject({ unread_count: 2, snoozed_count: 1 });
  expect(await ids("filter_by=new")).toEqual([first, second]);
  const claimed = await server.claim({ form_id: form.id, limit: 9 });
  expect(claimed.json()).toMatchObject({ submissions: [{ id: first }, { id: second }] });

  now = Date.parse("2026-11-01T22:59:59.999Z");
  expect(await ids(toDo)).toEqual([second]);
  // The last commit is older: only the clock has changed.
  now += 1;
  expect(await ids(toDo)).toEqual([first, second]);
  expect((await list(toDo)).meta.snoozed_count).toBe(0);
  expect(await ids("snoozed=true")).toEqual([done]);
  now = START;
  expect(await ids(toDo)).toEqual([second]);
});
