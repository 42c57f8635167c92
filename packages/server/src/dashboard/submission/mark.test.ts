import type { Form } from "@intray/sdk/schemas";
import { useEach } from "../../../../../test/harness/use.ts";
import { linkOn, type Page, useDashboard } from "../../../test/dashboard.ts";

const server = useDashboard({ INTRAY_RATE_LIMIT: "off" });
/** Oldest first. */
let ids: readonly number[];
const form = useEach(() => server.create<Form>("/forms", { name: "Contact" }));
beforeEach(async () => {
  const made: number[] = [];
  for (const name of ["one", "two", "three", "four"]) {
    const email = `${name}@example.org`;
    made.push(await server.post(form.uuid, { name, email, even: `${made.length % 2}` }));
  }
  ids = made;
});

const id = (index: number) => ids[index] ?? 0;

const mark = (index: number, query: string, fields: Record<string, string>) =>
  server.ada.post(`/submissions/${id(index)}/mark${query}`, fields);
const addressOf = ({ location }: Page) => location?.replace("/dashboard", "");
const shown = (page: Page) => server.ada.get(addressOf(page) ?? "");
const inTab = (tab: string, more = "") => `?tab=${tab}&form_id=${form.id}${more}`;

describe("a button of a submission that was opened from a list", () => {
  it.each([
    ["inbox", { read: "yes" }, "Marked done: four."],
    ["unread", { read: "yes" }, "Marked done: four."],
    ["inbox", { spam: "yes" }, "Marked spam: four."],
    ["inbox", { trash: "yes" }, "Moved to the trash: four."],
  ])("leads to the next one of the tab %s for %j", async (tab, fields, notice) => {
    const done = await mark(3, inTab(tab), fields);

    expect(addressOf(done)).toBe(`/submissions/${id(2)}${inTab(tab)}`);
    expect((await shown(done)).words).toContain(notice);
  });

  it("skips what is not in the list any more", async () => {
    await mark(2, "", { spam: "yes" });

    const done = await mark(3, inTab("inbox"), { trash: "yes" });
    expect(addressOf(done)).toBe(`/submissions/${id(1)}${inTab("inbox")}`);
  });

  it("keeps the filters of the list", async () => {
    const search = inTab("inbox", "&query=1&from=2020-01-01");

    const done = await mark(3, search, { read: "yes" });

    // "four" and "two" have even=1.
    expect(addressOf(done)).toBe(`/submissions/${id(1)}${search}`);
  });

  it("finds the next of many that were stored in the same millisecond", async () => {
    await server.fill(form.id, 30);
    const { created_at } = await server.row("submission", ["created_at"], { id: id(3) });
    await server.update("submission", { created_at }, { form_id: form.id });
    const search = inTab("inbox", "&from=2020-01-01");

    const visited: number[] = [];
    for (let at = `/submissions/${id(3)}${search}`; at !== "";) {
      visited.push(Number(/\d+/.exec(at)?.[0]));
      at = linkOn(await server.ada.get(at), /rel="next" href="([^"]*)"/);
    }

    expect(visited).toEqual(ids.toReversed());
  });

  it("leads back to the list at its end", async () => {
    const done = await mark(0, inTab("inbox", "&query=example"), { spam: "yes" });

    expect(addressOf(done)).toBe(`/inbox?form_id=${form.id}&query=example`);
    expect((await shown(done)).words).toContain("Marked spam: one.");
  });

  it("stays if it was opened from elsewhere, or puts it back", async () => {
    const elsewhere = await mark(3, "", { read: "yes" });
    const back = await mark(3, inTab("inbox"), { read: "no" });

    expect(addressOf(elsewhere)).toBe(`/submissions/${id(3)}`);
    expect(addressOf(back)).toBe(`/submissions/${id(3)}${inTab("inbox")}&keep=unread`);
  });

  it("leads on for a filter that is invalid", async () => {
    const done = await mark(3, inTab("inbox", "&from=yesterday"), { read: "yes" });

    expect(addressOf(done)).toBe(`/inbox?form_id=${form.id}&from=yesterday`);
    expect(await server.submission(id(3))).toMatchObject({ read: true });
  });
});

describe("Undo", () => {
  it("is offered once, and not for what changed nothing", async () => {
    const first = await mark(3, inTab("inbox"), { spam: "yes" });
    const [page, again] = [await shown(first), await shown(first)];
    const nothing = await shown(await mark(3, "", { spam: "yes" }));

    const offered = [page, again, nothing].map(({ text }) => text.includes('name="undo"'));
    expect(offered).toEqual([true, false, false]);
  });

  it("does not outlive a notice of something else", async () => {
    await mark(3, inTab("inbox"), { spam: "yes" });

    const saved = await server.ada.submit(`/forms/${form.id}/thank-you`, {});

    expect(saved.text).not.toContain('name="undo"');
  });

  it.each([
    "a-token-of-an-act //evil.example/dashboard/inbox",
    "a-token-of-an-act https://evil.example/",
    "short /dashboard/inbox",
    "nonsense",
  ])("ignores the forged cookie %s", async (cookie) => {
    await mark(3, inTab("inbox"), { spam: "yes" });
    server.ada.cookies.set("intray_undo", encodeURIComponent(cookie));

    const { status, text } = await server.ada.get("/inbox");

    expect(status).toBe(200);
    expect(text).not.toContain('name="undo"');
  });
});
