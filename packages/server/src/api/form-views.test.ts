import type { Form, FormView, FormViewList } from "@intray/sdk/schemas";
import { OTHER_ACCOUNT_KEY, useApiServer } from "../../test/api-server.ts";

const server = useApiServer();

const FIELDS = [{ name: "note", type: "text", required: true }];
const make = (settings: object) => server.create<Form>("/forms", { name: `A & "B"`, ...settings });
const views = (query = "", key?: string) => server.read<FormViewList>(`/form_views${query}`, key);
const viewOf = async ({ id }: Form): Promise<FormView | undefined> =>
  (await views()).form_views.find(({ form_id }) => form_id === id);

it("a form view is read by the id or uuid of its form, and not found without field rules", async () => {
  const shown = await make({ fields: FIELDS, form_view_enabled: true });
  const without = await make({ form_view_enabled: true });
  const statusOf = async (id: number | string, key?: string) =>
    (await server.request("GET", `/form_views/${id}`, { ...(key && { key }) })).status;

  for (const id of [shown.id, shown.uuid]) {
    expect(await server.read(`/form_views/${id}`)).toEqual(await viewOf(shown));
  }
  const refused = [without.id, 999_999, "-1", "x".repeat(99)].map((id) => statusOf(id));
  expect(await Promise.all(refused)).toEqual([404, 404, 404, 404]);
  expect(await statusOf(shown.id, OTHER_ACCOUNT_KEY)).toBe(404);
  expect(await statusOf(shown.id, await server.createKey({ form_id: shown.id }))).toBe(403);
});

describe("the list of form views", () => {
  it("has an entry for each form with field rules, whether its page is enabled or not", async () => {
    const shown = await make({ fields: FIELDS, form_view_enabled: true });
    const hidden = await make({ fields: FIELDS });
    const without = await make({ form_view_enabled: true });

    expect(await viewOf(shown)).toMatchObject({
      id: shown.id,
      form_uuid: shown.uuid,
      name: `A & "B"`,
      enabled: true,
      url: `${server.url}/v/${shown.uuid}`,
      fields: FIELDS,
    });
    expect((await viewOf(shown))?.embed_html).toContain('title="A &amp; &quot;B&quot;"');
    expect(await viewOf(hidden)).toMatchObject({ enabled: false });
    expect(await viewOf(without)).toBeUndefined();
  });

  it("has pages like other lists, and shows nothing of other accounts or deleted forms", async () => {
    const gone = await make({ fields: FIELDS });
    await make({ fields: FIELDS });
    await server.request("DELETE", `/forms/${gone.id}`);
    const all = await views();

    const first = await views("?per_page=1");
    const second = await views(`?per_page=1&cursor=${first.meta.next_cursor ?? ""}`);
    const others = await views("", OTHER_ACCOUNT_KEY);

    expect(all.meta.count).toBe(all.form_views.length);
    expect(all.form_views.map(({ id }) => id)).not.toContain(gone.id);
    expect([...first.form_views, ...second.form_views]).toEqual(all.form_views.slice(0, 2));
    expect(others.form_views).toEqual([]);
  });
});
