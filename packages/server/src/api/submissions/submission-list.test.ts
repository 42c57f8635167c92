import type { SubmissionList } from "@intray/sdk/schemas";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type ApiServer, startApiServer } from "../../../test/api-server.ts";
import { withWallTime } from "../../../test/fake-clock.ts";

const START = Date.parse("2026-03-01T00:00:00Z");
let now = START;
let server: ApiServer;
let form: { readonly id: number; readonly uuid: string };

beforeAll(async () => {
  server = await startApiServer(
    {},
    withWallTime(() => now),
  );
});
afterAll(() => server.close());
beforeEach(async () => {
  form = await server.create("/forms", { name: "Contact" });
});

const post = (fields: Record<string, string>) =>
  server.post(form.uuid, new URLSearchParams(fields));
const patch = (id: number, submission: object) =>
  server.request("PATCH", `/submissions/${id}`, { json: { submission } });
const list = async (query: string) =>
  (
    await server.request("GET", `/submissions?form_id=${form.id}&${query}`)
  ).json() as SubmissionList;
const idsOf = async (query: string) => (await list(query)).submissions.map(({ id }) => id);

describe("the list of submissions", () => {
  it("filters new, read, spam and trash as openapi.yaml says", async () => {
    const fresh = await post({ n: "fresh" });
    const read = await post({ n: "read" });
    const spam = await post({ n: "spam", _gotcha: "bot" });
    const readSpam = await post({ n: "read spam", _gotcha: "bot" });
    const trash = await post({ n: "trash" });
    await patch(read, { read: true });
    await patch(readSpam, { read: true });
    await patch(trash, { trash: true });

    expect(await idsOf("")).toEqual([read, fresh]);
    expect(await idsOf("filter_by=all")).toEqual([read, fresh]);
    expect(await idsOf("filter_by=New")).toEqual([fresh]);
    expect(await idsOf("filter_by=SPAM")).toEqual([readSpam, spam]);
    expect(await idsOf("filter_by=trash")).toEqual([trash]);
    // Not the same as new: unread spam is unread too.
    expect(await idsOf("unread=true")).toEqual([spam, fresh]);
    expect(await idsOf("unread=false")).toEqual([readSpam, read]);
    expect(await idsOf("spam_status=false")).toEqual([read, fresh]);
    expect(await idsOf("filter_by=spam&unread=true")).toEqual([spam]);
    expect(await idsOf("filter_by=new&spam_status=true")).toEqual([]);
    expect((await list("per_page=1")).meta).toEqual({
      count: 2,
      page: 1,
      per_page: 1,
      next_cursor: expect.any(String) as string,
      inbox_count: 2,
      unread_count: 1,
      spam_count: 2,
      trash_count: 1,
      form_name: "Contact",
    });
  });

  it("filters by time: created_after and created_before exclude the bound, date_range includes both days", async () => {
    const at = async (time: string) => {
      now = Date.parse(time);
      return post({ time });
    };
    const first = await at("2026-03-10T00:00:00.000Z");
    const second = await at("2026-03-10T23:59:59.999Z");
    const third = await at("2026-03-11T00:00:00.000Z");

    expect(await idsOf("created_after=2026-03-10")).toEqual([third, second]);
    expect(await idsOf("created_before=2026-03-11T00:00:00Z")).toEqual([second, first]);
    expect(await idsOf("created_after=2026-03-10T01:00:00%2B01:00")).toEqual([third, second]);
    expect(await idsOf("date_range=2026-03-10 to 2026-03-10")).toEqual([second, first]);
    expect(await idsOf("date_range=2026-03-10 to 2026-03-11&created_after=2026-03-10")).toEqual([
      third,
      second,
    ]);
    expect(await idsOf("created_after=2026-03-11")).toEqual([]);
    expect((await list("date_range=2026-03-10 to 2026-03-10")).meta.count).toBe(2);
  });

  it("sorts by date in both directions, and by e-mail with page numbers", async () => {
    const b = await post({ email: "b@example.org" });
    const a = await post({ email: "a@example.org" });

    expect(await idsOf("order_by=date_asc")).toEqual([b, a]);
    expect(await idsOf("order_by=email_asc")).toEqual([a, b]);
    expect(await idsOf("order_by=email_desc&page=2&per_page=1")).toEqual([a]);
    expect((await list("order_by=email_asc&per_page=1")).meta.next_cursor).toBeNull();
  });

  it.each(["date_asc", "date_desc"])(
    "is paginated by cursor, %s, with each submission once while posts arrive",
    async (order) => {
      const made: number[] = [];
      for (let n = 0; n < 5; n++) made.push(await post({ n: `${n}` }));

      const listed: number[] = [];
      for (let cursor: string | null = ""; cursor !== null;) {
        const page = await list(`order_by=${order}&per_page=2&cursor=${cursor}`);
        if (listed.length === 0) await post({ n: "late" });
        listed.push(...page.submissions.map(({ id }) => id));
        cursor = page.meta.next_cursor;
      }

      const expected = order === "date_desc" ? made.toReversed() : made;
      expect(listed.slice(0, 5)).toEqual(expected);
      expect(new Set(listed).size).toBe(listed.length);
    },
  );

  it("has a next page beyond the exact count", async () => {
    await server.fill(form.id, 10_100, now);

    const page = await list("created_after=2020-01-01&page=100&per_page=100");

    expect(page.meta).toMatchObject({ count: 10_000, count_exact: false, page: 100 });
    expect(page.meta.next_cursor).not.toBeNull();
  });

  it("is empty past its end", async () => {
    await post({ n: "1" });

    expect(await list("page=9")).toMatchObject({
      submissions: [],
      meta: { page: 9, count: 1, next_cursor: null },
    });
  });

  it("rejects a cursor with another filter, another order, or a page", async () => {
    await post({ n: "1" });
    await post({ n: "2" });
    const { next_cursor } = (await list("per_page=1")).meta;

    for (const query of [
      "filter_by=new",
      "order_by=date_asc",
      "page=1",
      "created_after=2020-01-01",
    ]) {
      const answer = await server.request(
        "GET",
        `/submissions?form_id=${form.id}&${query}&cursor=${next_cursor}`,
      );
      expect(answer.status).toBe(422);
    }
    // per_page is not a filter.
    expect((await list(`per_page=50&cursor=${next_cursor}`)).submissions).toHaveLength(1);
  });
});
