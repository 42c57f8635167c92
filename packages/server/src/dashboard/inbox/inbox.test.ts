import type { Submission } from "@intray/sdk/schemas";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type DashboardServer, type Page, startDashboard } from "../../../test/dashboard.ts";

const DAY = /T.*/;
let server: DashboardServer;
let form: { readonly id: number; readonly uuid: string };
beforeAll(async () => {
  server = await startDashboard({ INTRAY_RATE_LIMIT: "off" });
});
afterAll(() => server.close());
beforeEach(async () => {
  form = await server.make("/forms", { name: "Contact" });
});

const post = (fields: Record<string, string>) =>
  server.post(form.uuid, new URLSearchParams(fields));
const mark = (ids: readonly number[], set: object) =>
  server.ask("POST", "/submissions/bulk", { json: { submission_ids: ids, set } });
const open = (query = "") => server.ada.get(`/inbox?form_id=${form.id}${query}`);
const act = (query: string, fields: Record<string, string | readonly string[]>) =>
  server.ada.submit(`/inbox/do?form_id=${form.id}${query}`, fields);
const read = async (id: number) =>
  (await server.ask("GET", `/submissions/${id}`)).json() as Submission;
/** The rows of a page. */
const ids = ({ text }: Page) =>
  [...text.matchAll(/<li data-id="(\d+)"/g)].map(([, id]) => Number(id));
const untilOf = ({ text }: Page) => /name="until" value="([^"]*)"/.exec(text)?.[1] ?? "";
const notice = ({ text }: Page) => /<p class="notice"[^>]*>([^<]*)/.exec(text)?.[1];

describe("the inbox", () => {
  it("has a part for each state, with counts", async () => {
    const plain = await post({ name: "Ada", message: "Hello" });
    const wasRead = await post({ name: "Bob" });
    const spam = await post({ name: "Win" });
    const trashed = await post({ name: "Old" });
    await mark([wasRead], { read: true });
    await mark([spam], { spam: true });
    await mark([trashed], { trash: true });

    const shown = await Promise.all(
      ["", "&tab=unread", "&tab=spam", "&tab=trash"].map((tab) => open(tab)),
    );

    expect(shown.map(ids)).toEqual([[wasRead, plain], [plain], [spam], [trashed]]);
    expect(shown[0]?.words).toContain("Inbox 2 Unread 1 Spam 1 Trash 1");
    expect(shown[0]?.text).toMatch(new RegExp(`<li data-id="${plain}" class="unread">`));
    expect(shown[0]?.text).toMatch(new RegExp(`<li data-id="${wasRead}">`));
  });

  it("shows every form's submissions, each with its form", async () => {
    const id = await post({ name: "Ada" });

    const all = await server.ada.get("/inbox");

    expect(ids(all)[0]).toBe(id);
    expect(all.text).toContain('<bdi class="of">Contact</bdi>');
    expect((await open()).text).not.toContain('class="of"');
  });

  it("is searched by text and by days, both of which it keeps", async () => {
    const id = await post({ name: "Ada", message: "Forty chairs, please" });
    await post({ name: "Bob", message: "One table" });
    const today = (await read(id)).created_at.replace(DAY, "");

    const byText = await open("&query=CHAIRS");
    const byDay = await open(`&from=${today}&to=${today}`);
    const before = await open("&to=2020-01-01");

    expect([ids(byText), ids(byDay).length, ids(before)]).toEqual([[id], 2, []]);
    expect(byText.text).toContain('value="CHAIRS"');
    expect(byDay.text).toContain(`value="${today}"`);
    expect(before.words).toContain("Nothing here matches. Clear the search");
  });

  it.each([
    ["from", "2026-02-30", "is no day"],
    ["to", "x", "is no day"],
    ["query", "x".repeat(201), "<=200 characters"],
  ])("says what is wrong with %s and keeps it", async (name, value, sentence) => {
    await post({ name: "Ada" });

    const page = await open(`&${name}=${value}`);

    expect([page.status, ids(page)]).toEqual([422, []]);
    expect(page.words).toContain(sentence);
    expect(page.words).toContain("Inbox 1");
    expect(page.words).not.toContain("Next page");
    expect(page.text).toContain(`value="${value}"`);
  });

  it("refuses a cursor that is none", async () => {
    expect(await open("&cursor=abc")).toMatchObject({
      status: 422,
      words: expect.stringContaining("This is not a cursor"),
    });
  });

  it("goes on by cursor, within its tab and search", async () => {
    await server.fill(form.id, 120);

    const first = await open("&query=b");
    const next = /rel="next" href="\/dashboard([^"]*)"/.exec(first.text)?.[1] ?? "";
    const second = await server.ada.get(next.replaceAll("&amp;", "&"));

    expect([ids(first).length, ids(second).length]).toEqual([50, 50]);
    expect(Math.max(...ids(second))).toBeLessThan(Math.min(...ids(first)));
    expect(second.text).toContain('value="b"');
  });

  it("shows what somebody hostile wrote as text", async () => {
    const script = `"><script>alert(1)</script><img src=x onerror=alert(1)>`;
    await post({ name: script, message: script, email: "not an address" });
    await server.ask("PATCH", `/forms/${form.id}`, { json: { form: { name: script } } });

    const pages = [await open(), await open(`&query=${encodeURIComponent(script)}`)];

    for (const { text, words } of pages) {
      expect(text).not.toMatch(/<script>|<img/);
      expect(words).toContain(script);
    }
  });

  it("is nobody else's", async () => {
    const id = await post({ name: "Ada" });
    const eve = await server.otherAccount();

    const [list, one, many, more, saved] = [
      await eve.get(`/inbox?form_id=${form.id}`),
      await eve.post("/inbox/do", { act: "trash", id: String(id) }),
      await eve.post(`/inbox/do?form_id=${form.id}`, { act: "trash", which: "match", until: "9" }),
      await eve.post("/inbox/do?tab=trash", { act: "delete", sure: "yes", id: String(id) }),
      await eve.post("/inbox/export", { format: "csv", id: String(id) }),
    ];

    expect([list, one, many, saved].map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect(more.status).toBe(303);
    expect(await read(id)).toMatchObject({ trash: false });
    expect(ids(await eve.get("/inbox"))).not.toContain(id);
  });
});

describe("the buttons of the inbox", () => {
  it.each([
    ["read", { read: true }, "marked read", ""],
    ["unread", { read: false }, "marked unread", ""],
    ["spam", { spam: true }, "marked as spam", ""],
    ["ham", { spam: false }, "marked as not spam", "&tab=spam"],
    ["trash", { trash: true }, "moved to the trash", ""],
    ["restore", { trash: false }, "taken out of the trash", "&tab=trash"],
  ])("%s changes what is ticked", async (name, set, sentence, tab) => {
    const ticked = await post({ name: "Ada" });
    const other = await post({ name: "Bob" });
    const before = Object.fromEntries(Object.entries(set).map(([key, value]) => [key, !value]));
    await mark([ticked, other], before);

    const page = await act(tab, { act: name, which: "ticked", id: String(ticked) });

    expect(notice(page)).toBe(`1 submission ${sentence}.`);
    expect(await read(ticked)).toMatchObject(set);
    expect(await read(other)).toMatchObject(before);
  });

  it("change all that the page shows", async () => {
    const made = [await post({ name: "Ada" }), await post({ name: "Bob" })];

    const page = await act("", { act: "read", which: "page", shown: made.map(String) });

    expect(notice(page)).toBe("2 submissions marked read.");
    expect(await Promise.all(made.map(async (id) => (await read(id)).read))).toEqual([true, true]);
  });

  it("change all that match, and nothing that came in since the page was shown", async () => {
    await server.fill(form.id, 130);
    const wanted = await post({ a: "wanted" });
    const shown = await open("&query=b");
    const late = await post({ a: "b" });
    // The clock's next millisecond: what came in within the same one as the page cannot be told apart.
    const until = new Date(Date.parse((await read(late)).created_at) - 1).toISOString();

    const page = await act("&query=b", { act: "spam", which: "match", until });

    expect(untilOf(shown) <= (await read(late)).created_at).toBe(true);
    expect(notice(page)).toBe("130 submissions marked as spam.");
    expect(await read(wanted)).toMatchObject({ spam: false });
    expect(await read(late)).toMatchObject({ spam: false });
  });

  it("stop after so many, and go on when asked to", async () => {
    await server.fill(form.id, 10_150);
    const until = untilOf(await open());
    let page = await act("", { act: "trash", which: "match", until });
    const first = page.words;
    while (page.words.includes("Not all is done yet")) {
      const fields = [...page.text.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(
        ([, name = "", value = ""]) => [name, value] as const,
      );
      page = await act("", Object.fromEntries(fields));
    }

    expect(first).toMatch(/[\d,]+ submissions moved to the trash so far\. There are more\./);
    expect(notice(page)).toBe("10,150 submissions moved to the trash.");
    expect(page.words).toContain("Inbox 0 Unread 0 Spam 0 Trash 10,150");
  });

  it("re-fire webhooks, and say when there is none", async () => {
    const id = await post({ name: "Ada" });
    const none = await act("", { act: "refire", id: String(id) });
    await server.make("/form_webhooks", { form_id: form.id, url: "http://127.0.0.1:9/" });

    const page = await act("", { act: "refire", id: String(id) });

    expect(notice(none)).toBe("No webhook is enabled for these; nothing was sent.");
    expect(notice(page)).toBe("1 submission sent to their webhooks again.");
    const log = (await server.ask("GET", `/submissions/${id}/webhook_logs`)).json();
    expect(log).toMatchObject({ webhook_logs: [{ trigger: "refire_bulk" }] });
  });

  it("ask before they delete, and only delete what is in the trash", async () => {
    const [trashed, restored] = [await post({ name: "Ada" }), await post({ name: "Bob" })];
    await mark([trashed], { trash: true });
    const both = { act: "delete", id: [String(trashed), String(restored)] };

    const asked = await server.ada.post(`/inbox/do?form_id=${form.id}&tab=trash`, both);
    const still = await server.ask("GET", `/submissions/${trashed}`);
    const done = await act("&tab=trash", { ...both, sure: "yes" });

    expect(asked.words).toContain("You are about to delete these 2 submissions");
    expect(
      [...asked.text.matchAll(/name="id" value="(\d+)"/g)].map(([, id]) => Number(id)),
    ).toEqual([trashed, restored]);
    expect(still.status).toBe(200);
    expect(notice(done)).toBe("1 submission deleted for good.");
    expect((await server.ask("GET", `/submissions/${trashed}`)).status).toBe(404);
    expect(await read(restored)).toMatchObject({ trash: false });
  });

  it("empty the trash", async () => {
    await server.fill(form.id, 270);
    const until = untilOf(await open());
    await act("", { act: "trash", which: "match", until });

    const page = await act("&tab=trash", { act: "delete", which: "match", until, sure: "yes" });

    expect(notice(page)).toBe("270 submissions deleted for good.");
    expect(page.words).toContain("Trash 0");
  });

  it.each([
    ["another button", { act: "steal", id: "1" }],
    ["an id that is none", { act: "read", id: "1 or 1" }],
    ["too many ids", { act: "read", id: Array.from({ length: 1_001 }, (_, i) => String(i + 1)) }],
    ["deleting what matches outside of the trash", { act: "delete", sure: "1", which: "match" }],
  ])("refuse %s", async (_, fields) => {
    expect((await server.ada.post("/inbox/do", fields)).status).toBe(422);
  });

  it("do nothing when nothing is ticked", async () => {
    expect(notice(await act("", { act: "trash" }))).toBe(
      "Nothing was ticked, so nothing was done.",
    );
  });
});
