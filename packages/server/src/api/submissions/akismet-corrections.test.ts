// Marks of users that are told to Akismet, whose host is on loopback here.
import type { Form } from "@intray/sdk/schemas";
import { useShared } from "../../../../../test/harness/use.ts";
import { openAkismet } from "../../../test/spam/akismet.ts";
import { useApiServer } from "../../../test/api-server.ts";

const KEY = "0123456789ab";
const akismet = useShared(openAkismet);
const server = useApiServer({ INTRAY_AKISMET_KEY: KEY });
const using = useShared(() => makeForm({ spam_checks: { akismet: true } }));
const other = useShared(() => makeForm({}));
beforeEach(() => {
  akismet.told.length = 0;
});

const makeForm = (settings: object) => server.create<Form>("/forms", { name: "F", ...settings });

let posts = 0;
async function posted(form: Form): Promise<number> {
  posts += 1;
  return server.post(form.uuid, { message: `Message ${posts}` });
}

/** What Akismet was told: the calls with the numbers of the posts. */
const told = () =>
  akismet.told.map(({ call, form }) => `${call} ${form["comment_content"]?.split(" ").at(-1)}`);
const toldSoon = (count: number) => vi.waitUntil(() => akismet.told.length >= count);

/** Corrections are told in order, so nothing before this one is still on its way. */
async function toldAtLast(): Promise<string[]> {
  const id = await posted(using);
  const number = posts;
  const last = `submit-spam ${number}`;
  await server.mark(id, { spam: true });
  await vi.waitUntil(() => told().includes(last));
  return told().filter((one) => one !== last);
}

describe("a correction is told to Akismet", () => {
  it("when one submission is marked as spam, and as ham again", async () => {
    const id = await posted(using);

    await server.mark(id, { spam: true });
    await toldSoon(1);
    await server.mark(id, { spam: false });
    await toldSoon(2);

    const form = {
      api_key: KEY,
      blog: server.url,
      user_ip: "127.0.0.1",
      comment_type: "contact-form",
      comment_content: `message: Message ${posts}`,
    };
    expect(akismet.told).toMatchObject([
      { call: "submit-spam", form },
      { call: "submit-ham", form },
    ]);
  });

  it("when a whole record comes back with another verdict", async () => {
    const id = await posted(using);
    const record = await server.submission(id);

    await server.request("PUT", `/submissions/${id}`, { json: record });
    await server.request("PUT", `/submissions/${id}`, { json: { ...record, spam: true } });
    await toldSoon(1);

    expect(told()).toEqual([`submit-spam ${posts}`]);
  });

  it("for those submissions of a bulk request whose verdict changes and whose form uses it", async () => {
    const ids = [await posted(using), await posted(other), await posted(using)];
    const [first, , third] = [posts - 2, posts - 1, posts];
    await server.mark(ids[0] ?? 0, { spam: true });
    await toldSoon(1);

    await server.bulk(ids, { spam: true });
    await toldSoon(2);
    await server.bulk(ids, { spam: false });
    await toldSoon(4);

    expect(await toldAtLast()).toEqual([
      `submit-spam ${first}`,
      `submit-spam ${third}`,
      `submit-ham ${first}`,
      `submit-ham ${third}`,
    ]);
  });
});

it("Akismet is not told about other marks, an unchanged verdict, or a change that was rejected", async () => {
  const id = await posted(using);
  await server.mark(id, { read: true, trash: true });
  await server.mark(id, { spam: false });
  await server.bulk([id], { trash: false });
  const stale = await server.request("PATCH", `/submissions/${id}`, {
    json: { submission: { spam: true } },
    headers: { "if-match": '"another"' },
  });

  expect(stale.status).toBe(412);
  expect(await toldAtLast()).toEqual([]);
});
