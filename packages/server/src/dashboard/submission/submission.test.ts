import { linkOn, useDashboard, says } from "../../../test/dashboard.ts";

const HOSTILE = `"><script>alert(1)</script><img src=x onerror=alert(2)>`;

describe("the page of a submission", () => {
  const server = useDashboard();
  beforeAll(async () => {
    await server.create("/forms", { form: { name: `Form ${HOSTILE}` } });
  });

  const post = (fields: Record<string, string>, form = "1") => server.post(form, fields);
  const fieldsOf = (count: number, value: string) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`field-${n}`, value]));

  it("shows every field as text, and has the buttons that notifications link to", async () => {
    const body = new URLSearchParams({ email: "ada@example.org", [HOSTILE]: HOSTILE, empty: "" });
    for (const value of ["one", "javascript:alert(3)", "=1+2"]) body.append("list[]", value);
    body.append("_source_url", `https://example.org/?utm_source=${encodeURIComponent(HOSTILE)}`);
    const id = await server.post("3", body);

    const { status, text, words } = await server.ada.get(`/submissions/${id}`);

    expect(status).toBe(200);
    expect(text).not.toContain("<script>alert");
    expect(text).not.toContain("<img src=x");
    expect(text).not.toMatch(/href="(?!\/|https?:|mailto:|#)/);
    expect(words).toContain(`${HOSTILE} ${HOSTILE}`);
    expect(words).toContain("empty empty");
    expect(words).toContain("list one javascript:alert(3) =1+2");
    expect(words).toContain(`Form ${HOSTILE}`);
    expect(text).toContain(
      '<a href="mailto:ada@example.org" rel="noopener noreferrer nofollow ugc">',
    );
    expect(text).toContain('<button id="mark-spam" name="spam" value="yes"');
    expect(text).not.toContain('id="refire"');
  });

  it("stays small, and shows everything with whole=yes", async () => {
    const id = await post(fieldsOf(9, `<${"&".repeat(70_000)}>`));

    const short = await server.ada.get(`/submissions/${id}`);
    const whole = await server.ada.get(`/submissions/${id}?whole=yes`);

    expect(Buffer.byteLength(short.text)).toBeLessThan(100_000);
    expect(short.words).toContain("Show everything");
    expect(whole.words.match(/&/g)?.length).toBe(9 * 70_000);
    expect(whole.words).not.toContain("Show everything");
  });

  it("stays small with a thousand fields and with long names", async () => {
    const many = await post(fieldsOf(999, "v"));
    const long = await post({ ["n".repeat(200_000)]: "v", after: "still there" });

    for (const id of [many, long]) {
      const { text } = await server.ada.get(`/submissions/${id}`);
      expect(text.length).toBeLessThan(100_000);
    }
    const { words } = await server.ada.get(`/submissions/${long}`);
    expect(words).toContain(`${"n".repeat(200)} … v after still there`);
    expect(words).toContain("Show everything");
    expect((await server.ada.get(`/submissions/${many}?whole=yes`)).words).toContain("field-998 v");
  });

  it("folds a long text after its beginning, without losing any of it", async () => {
    const words = Array.from({ length: 2_000 }, (_, n) => `w${n}`).join(" ");
    const id = await post({ message: words });

    const page = await server.ada.get(`/submissions/${id}`);

    expect(page.words.replace(/The rest \([\d,]+ characters\) /, "")).toContain(words);
    expect(page.words).toMatch(/The rest/);
  });

  it("shows the time of its creation in the zone of the form, too", async () => {
    const settings = { name: "NY", timezone: "America/New_York" };
    const { id: form } = await server.create("/forms", settings);
    await server.fill(form, 1, Date.parse("2025-07-21T01:30Z"));
    const { id } = await server.row("submission", ["id"], { form_id: form });
    const visitor = await server.signedIn();
    const path = `/submissions/${id}`;

    const unknown = await visitor.get(path);
    visitor.cookies.set("intray_browser_zone", "Asia%2FTokyo");
    const known = await visitor.get(path);

    expect(unknown.words).toContain("Created 20 Jul 2025, 21:30 America/New_York Seen");
    expect(known.words).toContain(
      "Created 21 Jul 2025, 10:30 20 Jul 2025, 21:30 America/New_York Seen",
    );
  });

  it("shows the names of direction overrides and control characters", async () => {
    const id = await post({ name: "photo\u202egpj.exe\u0007" });

    const { text, words } = await server.ada.get(`/submissions/${id}`);

    expect(words).toContain("photo[RLO]gpj.exe\u2407");
    expect(text).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
    expect(text).not.toContain("\u0007");
  });

  it("is seen, and nothing else, once the script tells that it is visible", async () => {
    const id = await post({ a: "seen" });
    const before = await server.ada.get(`/submissions/${id}`);

    const answer = await server.ada.post(`/submissions/${id}/seen`);
    const after = await server.ada.get(`/submissions/${id}`);

    expect(before.text).toContain(`data-seen="/dashboard/submissions/${id}/seen"`);
    expect([answer.status, answer.text]).toEqual([200, '{"done":false}']);
    expect(await server.submission(id)).toMatchObject({ read: false, seen_at: expect.any(String) });
    expect(after.text).not.toContain("data-seen=");
    expect(after.text).not.toContain('class="notice"');
  });

  it("changes nothing on GET requests", async () => {
    const id = await post({ a: "only read" });
    const before = await server.submission(id);

    await server.ada.get(`/submissions/${id}`);
    await server.ada.get(`/submissions/${id}/delete`);

    expect(await server.submission(id)).toEqual(before);
  });

  it.each([
    ["read", "yes", { read: true }, "Marked done."],
    ["read", "no", { read: false }, "Marked not done."],
    ["spam", "yes", { spam: true, read: false }, "Marked spam."],
    ["spam", "no", { spam: false }, "Marked not spam."],
    ["trash", "yes", { trash: true }, "Moved to the trash."],
    ["trash", "no", { trash: false }, "Restored from the trash."],
  ])("is changed and seen by the button %s=%s", async (name, value, expected, notice) => {
    const id = await post({ a: `button ${name} ${value}` });

    const page = await server.ada.submit(`/submissions/${id}/mark`, { [name]: value });

    expect(page.words).toContain(notice);
    expect(await server.submission(id)).toMatchObject({
      ...expected,
      seen_at: expect.any(String),
    });
  });

  it("returns a dead submission to the queue", async () => {
    const { id: form_id } = await server.create("/forms", { form: { name: "Dead letters" } });
    const id = await post({ a: "dead" }, String(form_id));
    const claimed = await server.claim({ form_id: String(form_id) });
    const { lease_token } = claimed.json() as { readonly lease_token: string };
    const json = { lease_token, submission_ids: [id], dead: true };
    await server.request("POST", "/submissions/release", { json });
    const shown = await server.ada.get(`/submissions/${id}`);

    await server.ada.submit(`/submissions/${id}/mark`, { read: "no" });

    expect(shown.words).toContain("Dead: given up by a consumer");
    expect(shown.words).toContain("Return to queue");
    expect((await server.submission(id)).claim).toBeUndefined();
  });

  it("rejects an invalid change", async () => {
    const id = await post({ a: "unchanged" });

    const answer = await server.ada.post(`/submissions/${id}/mark`, { read: "perhaps" });

    expect(answer).toMatchObject(says(422, "Nothing was changed"));
  });

  it("shows the spam findings with their weights", async () => {
    const id = await server.post("1", { a: "x", _gotcha: "filled" });

    const { words } = await server.ada.get(`/submissions/${id}`);

    expect(words).toMatch(/hidden honeypot field was filled in.*honeypot \+1\.00/);
    expect(words).toMatch(/Total 1\.00 or more is spam \+1\.00/);
  });

  it("is deleted permanently after a confirmation", async () => {
    const id = await post({ a: "to delete" });
    await server.ada.post(`/submissions/${id}/mark`, { trash: "yes" });
    const shown = await server.ada.get(`/submissions/${id}`);
    expect(shown.text).toContain(`href="/dashboard/submissions/${id}/delete"`);

    const confirmation = await server.ada.get(`/submissions/${id}/delete`);
    const done = await server.ada.post(`/submissions/${id}/delete`);

    expect(confirmation.words).toContain("Delete permanently?");
    expect(done.location).toBe("/dashboard/inbox?tab=trash&form_id=1");
    expect((await server.ada.get(`/submissions/${id}`)).status).toBe(404);
  });

  it("links to its neighbors in the list that it was opened from", async () => {
    const { id: form_id } = await server.create("/forms", { form: { name: "Three" } });
    const form = String(form_id);
    const first = await post({ a: "1" }, form);
    const elsewhere = await post({ a: "not of this form" });
    const second = await post({ a: "2" }, form);
    const spam = await post({ a: "3", _gotcha: "x" }, form);
    const third = await post({ a: "4" }, form);
    /** The previous and next one, whose links keep the query, and the place among how many. */
    const around = async (id: number, query = "") => {
      const page = await server.ada.get(`/submissions/${id}${query}`);
      const kept = query === "?tab=constructor" ? "" : query;
      const [prev, next] = ["prev", "next"].map((rel) => {
        const to = linkOn(page, new RegExp(`rel="${rel}" href="/dashboard/submissions/([^"]*)"`));
        return to === "" ? undefined : Number(to.replace(kept, ""));
      });
      return [prev, next, / (\d+ of \d+) /.exec(page.words)?.[1]];
    };
    const inForm = `&form_id=${form}`;

    expect(await around(second)).toEqual([third, first, "2 of 3"]);
    expect(await around(spam)).toEqual([undefined, undefined, undefined]);
    expect(await around(second, "?tab=inbox")).toEqual([third, elsewhere, expect.anything()]);
    expect(await around(second, `?tab=unread${inForm}`)).toMatchObject([third, first, "2 of 3"]);
    expect(await around(second, "?tab=constructor")).toEqual([third, first, "2 of 3"]);
    expect((await around(first, `?tab=unread${inForm}`))[2]).toBe("3 of 3");
    expect((await around(first, `?tab=inbox${inForm}&query=-2`))[2]).toBe("2 of 2");
    expect((await around(second, `?tab=inbox${inForm}&query=-2`))[2]).toBeUndefined();
    expect((await around(second, "?tab=trash"))[2]).toBeUndefined();
    const only = await around(second, `?tab=inbox${inForm}&query=4`);
    expect(only).toEqual([third, undefined, undefined]);
  });

  it("links back to the list that it was opened from", async () => {
    const id = await post({ a: "from the inbox" });
    const list = await server.ada.get("/inbox?query=from+the+inbox&from=2020-01-01");

    const row = linkOn(list, new RegExp(`href="(/dashboard/submissions/${id}[^"]*)"`));
    const { text } = await server.ada.get(row);

    expect(text).toContain(
      'href="/dashboard/inbox?query=from+the+inbox&amp;from=2020-01-01" data-key="u">Inbox</a>',
    );
  });
});
