import type { Form, Submission, SubmissionList } from "@intray/sdk/schemas";
import { useEach } from "../../../../../test/harness/use.ts";
import { ACCOUNT_KEY, useApiServerAt } from "../../../test/api-server.ts";

const START = Date.parse("2026-03-01T00:00:00Z");
let now = START;
const server = useApiServerAt(() => now);

const form = useEach(() => server.create<Form>("/forms", { name: "Contact" }));

const post = (fields: Record<string, string>) => server.post(form.uuid, fields);
const list = (query: string) =>
  server.read<SubmissionList>(`/submissions?form_id=${form.id}&${query}`);
const idsOf = async (query: string) => (await list(query)).submissions.map(({ id }) => id);

describe("a submission", () => {
  it("keeps the order and the names of its fields", async () => {
    const id = await post({ "10": "ten", "2": "two", email: "ada@example.org" });
    const fields = '[["10","ten"],["2",["a","b"]],["__proto__","p"]]';
    await server.update("submission", { fields }, { id });

    const answer = await server.request("GET", `/submissions/${id}`);

    const record = answer.json() as Submission;
    expect(record.form_params.map(({ name }) => name)).toEqual(["10", "2", "__proto__"]);
    expect(answer.text).toContain('"__proto__":"p"');
    expect(record).toMatchObject({
      email: "ada@example.org",
      form: { name: "Contact", uuid: form.uuid },
    });
    expect(record).not.toHaveProperty("lead_agent");
  });

  it.each([
    [{ read: true }, "submission"],
    [{}, "submission"],
    [{ submission: { read: "true" } }, "submission.read"],
    [{ submission: { spam: 1 } }, "submission.spam"],
  ])("is not changed by %j", async (json, field) => {
    const id = await post({ n: "1" });

    expect((await server.refused("PATCH", `/submissions/${id}`, json))[0]).toBe(field);
    expect(await idsOf("filter_by=new")).toEqual([id]);
  });

  it("is deleted permanently with its files, and its record is returned", async () => {
    const id = await server.post(form.uuid, { file: new File(["bytes"], "a.txt") });
    const [file] = (await server.submission(id)).attachments;

    const deleted = await server.request("DELETE", `/submissions/${id}`);

    expect(deleted.json()).toMatchObject({ id, attachments: [{ id: file?.id }] });
    const publicPath = new URL(file?.public_url ?? "").pathname.replace("/api/v1", "");
    for (const [method, path, json] of [
      ["GET", `/submissions/${id}`],
      ["DELETE", `/submissions/${id}`],
      ["PATCH", `/submissions/${id}`, { submission: { read: true } }],
      ["GET", `/submissions/${id}/webhook_logs`],
      ["GET", `/attachments/${file?.id ?? 0}`],
      ["GET", publicPath],
    ] as const) {
      expect((await server.request(method, path, json && { json })).status).toBe(404);
    }
    expect((await list("")).meta).toMatchObject({ count: 0, inbox_count: 0, unread_count: 0 });
  });
});

it("a list by cursor loses and repeats no submission while others are posted and deleted", async () => {
  const ids: number[] = [];
  for (let n = 1; n <= 5; n += 1) ids.unshift(await post({ n: `${n}` }));
  const first = await list("per_page=2");

  await post({ n: "6" });
  await server.request("DELETE", `/submissions/${ids[1]}`);

  expect(first.submissions.map(({ id }) => id)).toEqual(ids.slice(0, 2));
  expect(await idsOf(`cursor=${first.meta.next_cursor}`)).toEqual(ids.slice(2));
});

describe("the submissions of a form", () => {
  const path = (query = "") => `/forms/${form.uuid}/submissions${query}`;
  const array = (query = "") => server.read<Submission[]>(path(query));

  it("are one JSON array, oldest first, of any length, without spam and trash", async () => {
    expect(await array()).toEqual([]);
    await post({ n: "spam", _gotcha: "bot" });
    await server.mark(await post({ n: "trash" }), { trash: true });
    await server.fill(form.id, 350, now);

    const all = (await array()).map(({ id }) => id);

    expect(all).toHaveLength(350);
    expect(all).toEqual(all.toSorted((a, b) => a - b));
  });

  it("are paginated with a Link header if requested, which never contains the key", async () => {
    const made = [await post({ n: "1" }), await post({ n: "2" }), await post({ n: "3" })];
    const listed: number[] = [];
    let next: string | undefined = path(
      `?per_page=2&created_after=2020-01-01&api_token=${ACCOUNT_KEY}`,
    );

    while (next !== undefined) {
      const answer = await server.request("GET", next);
      listed.push(...(answer.json() as Submission[]).map(({ id }) => id));
      const link: string | null = answer.headers.get("link");
      expect(link ?? "").not.toContain("api_token");
      const target = /^<([^>]+)>; rel="next"$/.exec(link ?? "")?.[1];
      next = target?.replace(`${server.url}/api/v1`, "");
    }

    expect(listed).toEqual(made);
  });

  it("are those created strictly after a time", async () => {
    now = Date.parse("2026-05-01T00:00:00Z");
    await post({ n: "1" });
    now += 1;
    const later = await post({ n: "2" });

    expect((await array("?created_after=2026-05-01")).map(({ id }) => id)).toEqual([later]);
  });
});
