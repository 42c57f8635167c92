import type { Form, SubmissionList } from "@intray/sdk/schemas";
import type { Fields } from "../../../../../test/harness/api.ts";
import { OTHER_ACCOUNT_KEY, useApiServerAt } from "../../../test/api-server.ts";

const DAY_MS = 86_400_000;
const START = Date.parse("2026-11-01T00:00Z");
let now = START;
const server = useApiServerAt(() => now);
const ids: Record<string, number> = {};

const mark = (name: string, marks: object) => server.mark(ids[name] ?? 0, marks);

beforeAll(async () => {
  const contact = await server.create<Form>("/forms", { name: "Contact us" });
  const { id: project_id } = await server.create("/projects", { name: "Acme & Söhne" });
  const jobs = await server.create<Form>("/forms", { name: "Jobs (contact)", project_id });
  const post = async (name: string, form: string, fields: Fields) => {
    ids[name] = await server.post(form, fields);
    now += DAY_MS;
  };
  await post("ada", contact.uuid, {
    email: "Ada@Example.org",
    message: "forty blue chairs",
    "Größe[]": "XL",
  });
  await post("bob", contact.uuid, { email: "bob@example.org", message: "forty chairs at 10:30" });
  await post("cv", jobs.uuid, { email: "cara@other.org", file: new File(["cv"], "cv.txt") });
  const links = `http://x and http://${"y".repeat(40)}`;
  await post("link", jobs.uuid, { message: `see ${links} and tag:vip, "quoted"` });
  await post("spam", contact.uuid, { message: "cheap chairs" });
  await post("trash", contact.uuid, { message: "old chairs" });
  await mark("ada", { tags: ["VIP", "Call back"], seen: true });
  await mark("bob", { tags: ["vip"], read: true });
  await mark("spam", { spam: true, tags: ["vip"] });
  await mark("trash", { trash: true });
  await server.create(`/submissions/${ids.bob}/notes`, { text: "Called." });
  await server.insert("submission_reply", { submission_id: ids["ada"] ?? 0 });
});

const list = (query: string, more = "") =>
  server.read<SubmissionList>(`/submissions?query=${encodeURIComponent(query)}${more}`);
const found = async (query: string, more = "") => {
  const { submissions, meta } = await list(query, more);
  expect(meta.count).toBe(submissions.length);
  return submissions.map(({ id }) => Object.keys(ids).find((name) => ids[name] === id));
};

describe("the language of searches", () => {
  it.each([
    ["chairs", ["bob", "ada"]],
    ["forty chairs", ["bob"]],
    ["forty -blue", ["bob"]],
    ["http://x", ["link"]],
    ["10:30", ["bob"]],
    ['"tag:vip"', ["link"]],
    ["tag:vip", ["bob", "ada"]],
    ['tag:vip tag:"call back"', ["ada"]],
    ["tag:vip -tag:call", ["bob", "ada"]],
    ["-tag:vip", ["link", "cv"]],
    ["has:file", ["cv"]],
    ["-has:file -tag:vip", ["link"]],
    ["has:note", ["bob"]],
    ["has:reply", ["ada"]],
    ["is:replied", ["ada"]],
    ["-is:replied tag:vip", ["bob"]],
    ["from:ada", ["ada"]],
    ["from:EXAMPLE.org", ["bob", "ada"]],
    ["from:%", []],
    ["-from:example.org", ["link", "cv"]],
    ["is:unread", ["link", "cv", "ada"]],
    ["is:read", ["bob"]],
    ["is:seen", ["ada"]],
    ["is:unseen tag:vip", ["bob"]],
    ["is:spam", ["spam"]],
    ["is:possible-spam", ["link"]],
    ["-is:possible-spam chairs", ["bob", "ada"]],
    ["-is:spam tag:vip", ["bob", "ada"]],
    ["is:trash", ["trash"]],
    ["before:2026-11-02", ["ada"]],
    ["after:2026-11-02 before:2026-11-04", ["cv", "bob"]],
    ["-before:2026-11-04", ["link"]],
    ['form:"contact us"', ["bob", "ada"]],
    ["form:contact", ["link", "cv", "bob", "ada"]],
    ["-form:jobs", ["bob", "ada"]],
    ["form:contact form:jobs has:file", ["cv"]],
    ['project:"acme & söhne"', ["link", "cv"]],
    ["project:acme form:jobs", ["link", "cv"]],
    ['project:acme form:"contact us"', []],
    ["-project:acme", ["bob", "ada"]],
    ["project:SÖHNE file:CV.t", ["cv"]],
    ["message:CHAIRS", ["bob", "ada"]],
    ["email:chairs", []],
    ['message:"blue chairs" größe:xl', ["ada"]],
    ["-message:blue message:forty", ["bob"]],
    ["see:http", []],
    ["xl:%", []],
    ["file:%", []],
    ["-file:cv project:acme", ["link"]],
  ])("finds by %j", async (query, expected) => {
    expect(await found(query)).toEqual(expected);
    expect(await found(query, "&order_by=date_asc")).toEqual(expected.toReversed());
  });

  it("narrows the parameters that are given", async () => {
    expect(await found("is:spam", "&filter_by=all")).toEqual([]);
    expect(await found("is:read", "&filter_by=all")).toEqual(["bob"]);
    expect(await found("tag:vip", "&filter_by=spam")).toEqual(["spam"]);
    expect(await found("after:2026-11-02 chairs", "&created_after=2026-11-05")).toEqual([]);
    expect(await found("form:contact", "&form_id=1")).toEqual([]);
    // The posts are of midnight: the first and the last day of a range belong to it, and a bound does not.
    const range = "&date_range=2026-11-02+to+2026-11-03";
    expect(await found("", range)).toEqual(["cv", "bob"]);
    expect(await found("", `${range}&created_after=2026-11-02`)).toEqual(["cv"]);
    expect(await found("before:2026-11-03", range)).toEqual(["bob"]);
  });

  it("pages by cursor and by number, bound to its conditions", async () => {
    const first = await list("tag:vip", "&per_page=1");
    const cursor = encodeURIComponent(first.meta.next_cursor ?? "");
    const second = await list("tag:vip", `&per_page=1&cursor=${cursor}`);
    const byPage = await list("tag:vip", "&per_page=1&page=2");

    expect(first).toMatchObject({ submissions: [{ id: ids.bob }], meta: { count: 2 } });
    expect([second.submissions, second.meta.next_cursor]).toMatchObject([[{ id: ids.ada }], null]);
    expect(byPage.submissions).toMatchObject([{ id: ids.ada }]);
    const conditions = ["filter_by=any", "order_by=date_asc", "created_after=2026-10-01"];
    for (const other of ["tag:call", ...conditions.map((one) => `tag:vip&${one}`)]) {
      const answer = await server.request("GET", `/submissions?query=${other}&cursor=${cursor}`);
      expect(answer.status).toBe(422);
    }
  });

  it("counts the forms' own numbers, whatever form is searched for", async () => {
    const { meta } = await list('form:"contact us"');

    expect(meta).toMatchObject({ form_name: null, spam_count: 1, trash_count: 1 });
  });

  it("finds nothing of another account, nor with another form's key", async () => {
    const key = await server.createKey({ form_id: 1 });

    for (const other of [OTHER_ACCOUNT_KEY, key]) {
      for (const query of ["tag:vip", "has:file", "has:note", "form:contact", "is:spam"]) {
        const listed = await server.read(`/submissions?query=${query}`, other);
        expect(listed).toMatchObject({ submissions: [] });
      }
    }
  });

  it.each(["before:yesterdayish", "is:open", "has:cake", "tag:a ".repeat(21)])(
    "is refused for %j",
    async (query) => {
      const answer = await server.request("GET", `/submissions?query=${encodeURIComponent(query)}`);

      expect([answer.status, answer.json()]).toMatchObject([422, { errors: [{ field: "query" }] }]);
    },
  );
});
