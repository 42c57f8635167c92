import type { Form } from "@intray/sdk/schemas";
import { useEach } from "../../../../../test/harness/use.ts";
import { inputOn, type Page, useDashboard, says, idsOn } from "../../../test/dashboard.ts";

/** Of an action on all matching submissions, to which the question was answered. */
const MATCHING = { scope: "matching", confirmed: "yes" };
const server = useDashboard({ INTRAY_RATE_LIMIT: "off" });
const form = useEach(() => server.create<Form>("/forms", { name: "Contact" }));

const post = (fields: Record<string, string>) => server.post(form.uuid, fields);

const open = (query = "") => server.ada.get(`/inbox?form_id=${form.id}${query}`);
const runBulk = (query: string, fields: Record<string, string | readonly string[]>) =>
  server.ada.submit(`/inbox/bulk?form_id=${form.id}${query}`, fields);
/** Returns the ids of a page's rows. */
const ids = (page: Page) => idsOn(page, "submission");
const notice = ({ text }: Page) => /<p(?: class="notice")? role="status">([^<]*)/.exec(text)?.[1];

describe("the inbox", () => {
  it("has a tab for each state, with counts", async () => {
    const plain = await post({ name: "Ada", message: "Hello" });
    const wasRead = await post({ name: "Bob" });
    const spam = await post({ name: "Win" });
    const trashed = await post({ name: "Old" });
    await server.mark(wasRead, { read: true });
    await server.mark(spam, { spam: true });
    await server.mark(trashed, { trash: true });

    const shown = await Promise.all(
      ["", "&tab=unread", "&tab=spam", "&tab=trash"].map((tab) => open(tab)),
    );

    expect(shown.map(ids)).toEqual([[wasRead, plain], [plain], [spam], [trashed]]);
    expect(shown[0]?.words).toContain("Inbox 2 To do 1 Spam 1 Trash 1");
    expect(shown[0]?.text).toMatch(new RegExp(`<li id="submission-${plain}" class="unseen">`));
    expect(shown[0]?.text).toMatch(new RegExp(`<li id="submission-${wasRead}" class="done">`));
  });

  it("has a submission to do, everywhere, unless it is snoozed until a later day", async () => {
    await server.insert("login", { email: "bob@example.org" });
    const [first, second] = [await post({ name: "Ada" }), await post({ name: "Bob" })];
    const path = `/submissions/${first}/handling`;
    const day = "2099-03-29";

    const past = await server.ada.post(path, { assignee: "", snooze: "2020-01-01" });
    const saved = await server.ada.submit(path, { assignee: "bob@example.org", snooze: day });

    const late = '"2020-01-01" is not a day after today. Choose a later day.';
    expect(past).toMatchObject(says(422, late));
    expect(saved.words).toContain(`Saved. Snoozed until ${day}.`);
    expect(saved.text).toContain('data-read-state="true">Snoozed<');
    expect(await server.submission(first)).toMatchObject({
      assignee: "bob@example.org",
      snoozed_until: `${day}T00:00:00.000Z`,
    });
    const toDo = await open("&tab=unread");
    expect(ids(toDo)).toEqual([second]);
    expect(toDo.words).toContain("Inbox 2 To do 1 Spam 0 Trash 0 Snoozed 1");
    expect(toDo.text).toContain("<title>(1) To do of Contact");
    expect(ids(await open("&query=is:snoozed+assignee:bob"))).toEqual([first]);
    expect((await server.ada.get(`/forms/${form.id}`)).words).toContain("Inbox (1 to do)");
    const board = await server.ada.get("/forms?sort=-id");
    expect(board.text).toContain(`form_id=${form.id}&amp;tab=unread">1<`);

    await server.ada.submit(path, { assignee: "", snooze: "" });
    expect(await server.submission(first)).toMatchObject({ assignee: null, snoozed_until: null });
    expect(ids(await open("&tab=unread"))).toEqual([second, first]);
  });

  it("shows every form's submissions, each with its form", async () => {
    const id = await post({ name: "Ada" });

    const all = await server.ada.get("/inbox");

    expect(ids(all)[0]).toBe(id);
    expect(all.text).toContain('<bdi class="form-name">Contact</bdi>');
    expect((await open()).text).not.toContain('class="form-name"');
  });

  it("searches by text and date, and keeps both in its inputs", async () => {
    const id = await post({ name: "Ada", message: "Forty chairs, please" });
    await post({ name: "Bob", message: "One table" });
    const today = (await server.submission(id)).created_at.slice(0, 10);

    const byText = await open("&query=CHAIRS");
    const byDay = await open(`&from=${today}&to=${today}`);
    const before = await open("&to=2020-01-01");

    expect([ids(byText), ids(byDay).length, ids(before)]).toEqual([[id], 2, []]);
    expect(byText.text).toContain('value="CHAIRS"');
    expect(byDay.text).toContain(`value="${today}"`);
    expect(before.words).toContain("No matching submissions. Clear the search");
  });

  it.each([
    ["from", "2026-02-30", "is not a date"],
    ["to", "x", "is not a date"],
    ["query", "x".repeat(201), "at most 200 characters"],
  ])("shows the error of an invalid %s and keeps its value", async (name, value, sentence) => {
    await post({ name: "Ada" });

    const page = await open(`&${name}=${value}`);

    expect([page.status, ids(page)]).toEqual([422, []]);
    expect(page.words).toContain(sentence);
    expect(page.words).toContain("Inbox 1");
    expect(page.words).not.toContain("Next page");
    expect(page.text).toContain(`value="${value}"`);
  });

  it("rejects an invalid cursor", async () => {
    expect(await open("&cursor=abc")).toMatchObject(says(422, "This is not a cursor"));
  });
});

describe("a bulk action", () => {
  it.each([
    ["read", { read: true }, "marked done", ""],
    ["unread", { read: false }, "marked not done", ""],
    ["spam", { spam: true }, "marked spam", ""],
    ["ham", { spam: false }, "marked not spam", "&tab=spam"],
    ["trash", { trash: true }, "moved to the trash", ""],
    ["restore", { trash: false }, "restored from the trash", "&tab=trash"],
  ])("%s changes the selected submissions", async (name, set, sentence, tab) => {
    const selected = await post({ name: "Ada" });
    const other = await post({ name: "Bob" });
    const before = Object.fromEntries(Object.entries(set).map(([key, value]) => [key, !value]));
    await server.bulk([selected, other], before);

    const page = await runBulk(tab, { bulk_action: name, scope: "selected", id: `${selected}` });

    expect(notice(page)).toBe(`1 submission ${sentence}.`);
    expect(await server.submission(selected)).toMatchObject(set);
    expect(await server.submission(other)).toMatchObject(before);
  });

  it("changes all submissions of the page", async () => {
    const made = [await post({ name: "Ada" }), await post({ name: "Bob" })];

    const on_page = made.map(String);
    const page = await runBulk("", { bulk_action: "read", scope: "page", on_page });

    expect(notice(page)).toBe("2 submissions marked done.");
    expect(await Promise.all(made.map(async (id) => (await server.submission(id)).read))).toEqual([
      true,
      true,
    ]);
  });

  it("changes all matching submissions that arrived before the page was shown", async () => {
    await server.fill(form.id, 130);
    const wanted = await post({ a: "wanted" });
    const shown = await open("&query=b");
    const late = await post({ a: "b" });
    // Arrivals in the same millisecond as the page would match, so the limit is one before.
    const until = new Date(
      Date.parse((await server.submission(late)).created_at) - 1,
    ).toISOString();

    const page = await runBulk("&query=b", { bulk_action: "spam", until, ...MATCHING });

    expect(inputOn(shown, "until") <= (await server.submission(late)).created_at).toBe(true);
    expect(notice(page)).toBe("130 submissions marked spam.");
    expect(await server.submission(wanted)).toMatchObject({ spam: false });
    expect(await server.submission(late)).toMatchObject({ spam: false });
  });

  it("stops at the limit of one request and can be continued", async () => {
    await server.fill(form.id, 10_150);
    const until = inputOn(await open(), "until");
    const all = { bulk_action: "trash", until, ...MATCHING };
    let page = await runBulk("", all);
    const first = page.words;
    while (page.words.includes("Not finished yet")) {
      const fields = [...page.text.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(
        ([, name = "", value = ""]) => [name, value] as const,
      );
      page = await runBulk("", Object.fromEntries(fields));
    }

    expect(first).toMatch(
      /[\d,]+ submissions moved to the trash so far\. More submissions match\./,
    );
    expect(notice(page)).toBe("10,150 submissions moved to the trash.");
    expect(page.words).toContain("Inbox 0 To do 0 Spam 0 Trash 10,150");
  });

  it("re-fires webhooks, and reports if there are none", async () => {
    const id = await post({ name: "Ada" });
    const none = await runBulk("", { bulk_action: "refire", id: String(id) });
    await server.addWebhook(form.id);

    const page = await runBulk("", { bulk_action: "refire", id: String(id) });

    expect(notice(none)).toBe(
      "None of these submissions has an enabled webhook. Nothing was sent.",
    );
    expect(notice(page)).toBe("1 submission sent to webhooks again.");
    const log = await server.read(`/submissions/${id}/webhook_logs`);
    expect(log).toMatchObject({ webhook_logs: [{ trigger: "refire_bulk" }] });
  });

  it("asks before re-firing what was delivered, and offers only the rest", async () => {
    const [sent, failed] = [await post({ name: "Ada" }), await post({ name: "Bob" })];
    await server.addWebhook(form.id);
    const deliveries = (where = {}) =>
      server.rows("delivery", ["id"], { form_id: form.id, ...where });
    const both = { id: [String(sent), String(failed)] };
    await runBulk("", { bulk_action: "refire", ...both });
    await expect.poll(() => deliveries({ state: "blocked" })).toHaveLength(2);
    const delivered = { state: "succeeded", reason: null } as const;
    await server.update("delivery", delivered, { submission_id: sent });
    await server.update("submission", { webhook_sent_at: 1 }, { id: sent });
    const count = async () => (await deliveries()).length;
    const ask = (fields: Record<string, string | readonly string[]>) =>
      server.ada.post(`/inbox/bulk?form_id=${form.id}`, fields);

    const asked = await ask({ bulk_action: "refire", ...both });
    const askedAll = await ask({ bulk_action: "refire", scope: "matching", until: "9" });
    const before = await count();
    const rest = await runBulk("", { bulk_action: "refire_undelivered", ...both });
    const afterRest = await count();
    const all = await runBulk("", { bulk_action: "refire", confirmed: "yes", ...both });

    expect(asked.words).toContain("1 of 2 submissions were delivered already.");
    expect(askedAll.words).toContain("Some of the matching submissions may have been delivered");
    expect([before, notice(rest)]).toEqual([2, "1 submission sent to webhooks again."]);
    expect([afterRest, notice(all)]).toEqual([3, "2 submissions sent to webhooks again."]);
  });

  it("asks before deleting, and only deletes submissions in the trash", async () => {
    const [trashed, restored] = [await post({ name: "Ada" }), await post({ name: "Bob" })];
    await server.mark(trashed, { trash: true });
    const both = { bulk_action: "delete", id: [String(trashed), String(restored)] };

    const asked = await server.ada.post(`/inbox/bulk?form_id=${form.id}&tab=trash`, both);
    const still = await server.request("GET", `/submissions/${trashed}`);
    const done = await runBulk("&tab=trash", { ...both, confirmed: "yes" });

    expect(asked.words).toContain("This deletes 2 submissions, including files");
    const named = [...asked.text.matchAll(/name="id" value="(\d+)"/g)].map(([, id]) => Number(id));
    expect([named, still.status]).toEqual([[trashed, restored], 200]);
    expect(notice(done)).toBe("1 submission deleted permanently.");
    expect((await server.request("GET", `/submissions/${trashed}`)).status).toBe(404);
    expect(await server.submission(restored)).toMatchObject({ trash: false });
  });

  it("empties the trash", async () => {
    await server.fill(form.id, 270);
    const until = inputOn(await open(), "until");
    await runBulk("", { bulk_action: "trash", until, ...MATCHING });

    const page = await runBulk("&tab=trash", { bulk_action: "delete", until, ...MATCHING });

    expect(notice(page)).toBe("270 submissions deleted permanently.");
    expect(page.words).toContain("Trash 0");
  });

  it.each([
    ["an unknown action", { bulk_action: "steal", id: "1" }],
    ["an invalid id", { bulk_action: "read", id: "1 or 1" }],
    ["too many ids", { bulk_action: "read", id: Array<string>(1_001).fill("1") }],
    ["deletion of matches outside of the trash", { bulk_action: "delete", ...MATCHING }],
  ])("rejects %s", async (_, fields) => {
    expect((await server.ada.post("/inbox/bulk", fields)).status).toBe(422);
  });

  it("does nothing if nothing is selected", async () => {
    const page = await runBulk("", { bulk_action: "trash" });
    expect(notice(page)).toBe("No submissions are selected. Nothing was changed.");
  });
});
