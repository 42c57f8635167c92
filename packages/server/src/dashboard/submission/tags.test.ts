import { useDashboard } from "../../../test/dashboard.ts";

const server = useDashboard();
let id: number;
let count = 0;
/** Each is different, so that none is a duplicate. */
const post = () => server.post("1", { message: `hello ${(count += 1)}` });
beforeEach(async () => {
  id = await post();
});
const tags = async () => (await server.submission(id)).tags;

describe("tags on a submission's page", () => {
  it("are added and removed, from a stale page and twice as well", async () => {
    const stale = await server.ada.submit(`/submissions/${id}/tags`, { tags: "vip, call back" });
    expect(stale.text).toContain(`${new URLSearchParams({ query: 'tag:"call back"' })}`);
    expect(stale.words).toContain("Tags added.");
    await server.mark(id, { tags: ["vip", "call back", "from elsewhere"] });

    for (const _ of ["click", "double click"]) {
      await server.ada.submit(`/submissions/${id}/tags`, { remove: "vip" });
    }

    expect(await tags()).toEqual(["call back", "from elsewhere"]);
  });

  it("show what was typed with the reason why it was not saved", async () => {
    const typed = "x".repeat(60);

    const page = await server.ada.post(`/submissions/${id}/tags`, { tags: typed });

    expect(page).toMatchObject({ status: 422, text: expect.stringContaining(`value="${typed}"`) });
    expect(page.words).toContain("A tag has at most 50.");
  });

  it("are text, whatever they are", async () => {
    await server.mark(id, { tags: ["<script>alert(1)</script>"] });

    for (const path of [`/submissions/${id}`, "/inbox"]) {
      const { text, words } = await server.ada.get(path);
      expect(text).not.toContain("<script>alert(1)");
      expect(words).toContain("<script>alert(1)</script>");
    }
  });
});

it("the tags that are offered are the most used ones of the account or project, as they were spelled last", async () => {
  const { id: project_id } = await server.create("/projects", { name: "Acme" });
  const { id: form } = await server.create("/forms", { name: "Contact", project_id });
  const other = await server.post(String(form), { message: "hi" });
  await server.bulk([id, await post()], { add_tags: ["often", "vip"] });
  await server.bulk([await post()], { add_tags: ["Often", "<b>&"] });
  await server.bulk([other], { add_tags: ["acme"] });
  const offered = ({ text }: { readonly text: string }) =>
    [...text.matchAll(/<option value="([^"]*)"><\/option>/g)].map(([, tag]) => tag);

  const onPage = offered(await server.ada.get(`/submissions/${id}`));
  const inProject = offered(await server.ada.get(`/inbox?project=${project_id}`));
  const eve = await server.otherAccount();

  expect(onPage.slice(0, 2)).toEqual(["Often", "vip"]);
  expect(onPage).toEqual(expect.arrayContaining(["&lt;b&gt;&amp;", "acme"]));
  expect([inProject, offered(await eve.get("/inbox"))]).toEqual([["acme"], []]);
});

it("tags in the inbox are added to and removed from the selection", async () => {
  const bulk = (bulk_action: string, typed: string) =>
    server.ada.submit("/inbox/bulk", { bulk_action, tags: typed, id: `${id}` });
  const added = await bulk("tag", "vip, later");
  expect(added.words).toContain("1 submission tagged.");
  expect(await tags()).toEqual(["vip", "later"]);

  await bulk("untag", "VIP");
  expect(await tags()).toEqual(["later"]);
});
