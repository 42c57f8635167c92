import type { FieldRule, Form } from "@intray/sdk/schemas";
import { useDashboard } from "../../../test/dashboard.ts";
import { shownForm } from "../../../test/shown-form.ts";

const FIELDS: FieldRule[] = [
  { name: "email", type: "email", required: true, label: `<b>"E-mail"</b>` },
  { name: "zip", type: "text", min: 5, max: 5, pattern: "[0-9]{5} ?" },
  { name: "seats", type: "number", min: -1.5 },
  { name: "day", type: "date", max: "2026-12-31" },
  { name: "size", type: "select", options: ["S", "M & L"], multiple: true },
  { name: "cv", type: "file", accept: ".pdf", max_bytes: 1_000 },
];

describe("the page with the fields of a form", () => {
  const server = useDashboard();
  async function make(fields: FieldRule[] = []) {
    const form = await server.create<Form>("/forms", { name: "Contact", fields });
    return { form, path: `/forms/${form.id}/fields` };
  }
  const stored = async ({ id }: Form) => (await server.read<Form>(`/forms/${id}`)).fields;
  const shown = async (path: string) => shownForm((await server.ada.get(path)).text, "settings");

  it("saves unchanged rules without changing any", async () => {
    const { form, path } = await make(FIELDS);

    const saved = await server.ada.post(path, await shown(path));

    expect([saved.status, saved.location]).toEqual([303, `/dashboard${path}`]);
    expect(await stored(form)).toEqual(FIELDS);
  });

  it("adds the new fields, and removes fields whose name was cleared", async () => {
    const { form, path } = await make(FIELDS.slice(0, 2));

    const typed = { name_0: "", new_fields: "Homepage, E-mail*\n<b>, ," };
    await server.ada.post(path, { ...(await shown(path)), ...typed });

    expect(await stored(form)).toEqual([
      FIELDS[1],
      { name: "homepage", type: "url" },
      { name: "email", type: "email", label: "E-mail", required: true },
      { name: "b", type: "text", label: "<b>" },
    ]);
  });

  it.each([
    ["up 1", ["b", "a", "c"]],
    ["up 0", ["a", "b", "c"]],
    ["down 0", ["b", "a", "c"]],
    ["down 2", ["a", "b", "c"]],
    ["delete 1", ["a", "c"]],
    ["move 0 2", ["b", "c", "a"]],
    ["add", ["a", "b", "c", "new"]],
    ["move 9 -1", ["a", "b", "c"]],
    ["nonsense", ["a", "b", "c"]],
  ])("arranges with %s what was typed, previews it, and saves nothing", async (arrange, names) => {
    const { form, path } = await make(["a", "b", "c"].map((name) => ({ name, type: "text" })));
    const typed = { ...(await shown(path)), label_0: "<i>Typed", arrange };

    const added = arrange === "add" ? { new_fields: "New" } : {};
    const page = await server.ada.post(`${path}/arrange`, { ...typed, ...added });

    const rows = shownForm(page.text, "settings");
    const now = names.map((_, row) => rows[`name_${row}`]?.[0]);
    expect([page.status, now, rows[`name_${names.length}`]]).toEqual([200, names, undefined]);
    expect(page.text).toContain('value="&lt;i&gt;Typed"');
    // Escaped once for the page of the form, and again for the attribute that has it.
    expect(page.text).toContain("&amp;lt;i&amp;gt;Typed");
    expect(page.text).toContain('sandbox=""');
    expect(page.text).toContain('data-unsaved=""');
    expect(await stored(form)).toHaveLength(3);
  });

  it("keeps what was typed and shows the problem beside its field", async () => {
    const { form, path } = await make(FIELDS.slice(0, 2));
    const typed = { ...(await shown(path)), pattern_1: "(", max_1: "many" };

    const rejected = await server.ada.post(path, typed);

    expect(rejected).toMatchObject({ status: 422, text: /<details open/ });
    expect(rejected.words).toContain('The pattern of the field "zip" is not a regular expression');
    const kept = { pattern_1: ["("], max_1: ["many"] };
    expect(shownForm(rejected.text, "settings")).toMatchObject(kept);
    expect(await stored(form)).toEqual(FIELDS.slice(0, 2));
  });

  it("proposes rules from ham, which are saved only with the button", async () => {
    const { form, path } = await make();
    const none = await server.ada.get(`${path}?propose=yes`);
    await server.post(form.uuid, { email: "ada@example.org", note: "Hello" });
    await server.post(form.uuid, { email: "bob@example.org", note: "" });
    await server.post(form.uuid, { _gotcha: "x", bot: "1" });

    const proposed = await server.ada.get(`${path}?propose=yes`);
    const before = await stored(form);
    await server.ada.post(path, shownForm(proposed.text, "settings"));

    expect(none.words).toContain("There are no submissions to make a proposal from.");
    expect(proposed.words).toContain("Proposed from the last 2 submissions.");
    expect(before).toEqual([]);
    expect(await stored(form)).toEqual([
      { name: "email", type: "email", required: true },
      { name: "note", type: "text" },
    ]);
  });

  it("has a warning when pages send other fields", async () => {
    const { form, path } = await make([{ name: "email", type: "email", required: true }]);
    const post = (fields: Record<string, string>) =>
      fetch(`${server.url}/f/${form.uuid}`, { method: "POST", body: new URLSearchParams(fields) });
    const before = await server.ada.get(path);
    await post({ email: "ada@example.org", "pho<b>ne": "1" });
    await post({ mail: "bob@example.org" });
    await post({ _gotcha: "x", bot: "1" });

    const after = await server.ada.get(path);
    await server.patch(`/forms/${form.id}`, { fields: [{ name: "mail", type: "email" }] });
    const changed = await server.ada.get(path);

    expect(before.text).not.toContain("fields without a rule");
    expect(after.words).toContain("pho<b>ne");
    expect(after.words).toMatch(/mail\W* in 1 post/);
    expect(after.words).not.toContain("bot in");
    expect(changed.words).not.toMatch(/ mail\W* in 1 post/);
  });
});
