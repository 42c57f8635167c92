import { linkOn, inputOn, useDashboard, says } from "../../../test/dashboard.ts";

const DAY_MS = 86_400_000;

describe("the page of API keys", () => {
  const server = useDashboard();
  const keyIn = (text: string) => /itk_(?:acct|form)_\w+/.exec(text)?.[0] ?? "";
  const status = async (key: string) => (await server.request("GET", "/me", { key })).status;

  it("shows a new key, which works until it is revoked", async () => {
    const made = await server.ada.submit("/keys", { name: "Nightly <export>" });
    const key = keyIn(made.text);
    const list = await server.ada.get("/keys");
    const revoke = linkOn(list, /"([^"]*\/keys\/\d+\/revoke)" data-confirm="Revoke Nightly/);

    expect(made).toMatchObject(says(200, "Copy the key now."));
    expect(await status(key)).toBe(200);
    expect(list.text).not.toContain(key);
    expect(list.text).toContain("Nightly &lt;export&gt;");

    const after = await server.ada.submit(revoke);
    expect(after.words).toContain("The key Nightly <export> was revoked");
    expect(await status(key)).toBe(401);
  });

  it("rotates a key; the old one works until it is revoked", async () => {
    const old = keyIn((await server.ada.submit("/keys", { name: "CI", form_id: "1" })).text);
    const list = await server.ada.get("/keys");
    const [, id = ""] = /keys\/(\d+)\/revoke" data-confirm="Revoke CI/.exec(list.text) ?? [];

    const rotated = await server.ada.submit(`/keys/${id}/rotate`);
    const fresh = keyIn(rotated.text);

    expect(fresh).toMatch(/^itk_form_/);
    expect([await status(old), await status(fresh)]).toEqual([200, 200]);
    expect(rotated.text).toContain(`/dashboard/keys/${id}/revoke`);
    expect(rotated.words).toContain("works until");
  });

  it("creates one key for each page, and shows it again when the page is reloaded", async () => {
    const fields = { name: "Once", request: inputOn(await server.ada.get("/keys"), "request") };

    const first = await server.ada.post("/keys", fields);
    const second = await server.ada.post("/keys", fields);
    const to = first.location ?? "";
    const [shown, reloaded] = [await server.ada.get(to), await server.ada.get(to)];

    expect(second.location).toBe(to);
    expect(keyIn(shown.text)).toMatch(/^itk_acct_/);
    expect(keyIn(reloaded.text)).toBe(keyIn(shown.text));
  });

  it("does not show the text of a key in another session", async () => {
    const made = await server.ada.post("/keys", { name: "Mine" });
    const colleague = await server.signedIn();

    const shown = await colleague.get(made.location ?? "");

    expect(shown.words).toContain("Its text is not shown any more");
    expect(keyIn(shown.text)).not.toMatch(/^itk_\w{20}/);
  });

  it.each([30, 90, 365])("creates a key that only reads and expires in %i days", async (days) => {
    const typed = {
      name: "Guest",
      scope: "read",
      expires: `${days}`,
      allowed_ips: "127.0.0.0/8, ::1",
    };
    const made = await server.ada.submit("/keys", typed);
    const me = await server.read<{ scope: string; expires_at: string }>("/me", keyIn(made.text));

    expect(me.scope).toBe("read");
    expect(Math.round((Date.parse(me.expires_at) - Date.now()) / DAY_MS)).toBe(days);
    expect(made.words).toContain("Scope: read. Expires:");
    expect((await server.ada.get("/keys")).words).toContain("from 127.0.0.0/8, ::1");
  });

  it("creates a key that works until the end of a day in the zone of the person", async () => {
    const typed = { name: "Until", expires: "date", expires_on: "2030-01-31" };
    const made = await server.ada.submit("/keys", typed);
    const me = await server.read("/me", keyIn(made.text));

    expect(me).toMatchObject({ scope: "write", expires_at: "2030-02-01T00:00:00.000Z" });
  });

  it.each([
    [{ expires: "date", expires_on: "" }, "Enter a date."],
    [{ expires: "date", expires_on: "2030-02-30" }, "Enter a date that exists."],
    [{ expires: "date", expires_on: "2020-01-31" }, "must be in the future"],
    [{ expires: "date", expires_on: "2999-01-31" }, "at most ten years ahead"],
    [{ expires: "soon" }, "Select when the key expires."],
    [{ allowed_ips: "10.0.0.0/8 home" }, "home"],
    [{ form_id: "2" }, "There is no form 2"],
  ])("rejects %j, and keeps what was typed", async (wrong, words) => {
    const typed = { name: "Kept <b>", scope: "read", ...wrong };
    const answer = await server.ada.post("/keys", typed);

    expect(answer).toMatchObject(says(422, words));
    expect(answer.text).toContain('value="Kept &lt;b&gt;"');
    expect(answer.text).toMatch(/value="read" checked/);
  });

  it("shows which keys have expired or soon will", async () => {
    const lifetimes = { "In five": 5 * DAY_MS + 60_000, "In a month": 31 * DAY_MS, Past: 60_000 };
    for (const [name, ms] of Object.entries(lifetimes)) {
      await server.create("/api_keys", { kind: "account", name, expires_in: ms / 1_000 });
    }
    const expires_at = Date.parse("2026-01-31T12:00:00Z");
    await server.update("api_key", { created_at: 1, expires_at }, { name: "Past" });
    const { text } = await server.ada.get("/keys");
    const rowOf = (name: string) =>
      text.split("<tr>").find((row) => row.includes(`>${name}<`)) ?? "";

    expect(rowOf("In five")).toContain('<span class="badge warn">expires in 5 days</span>');
    expect(rowOf("In a month")).not.toContain("badge");
    expect(rowOf("Past")).toContain('<span class="badge bad">expired</span>');
    expect(rowOf("Past")).toContain("31 Jan 2026");
  });

  it("rotates a key that lives as long as a key may", async () => {
    const longest = new Date(Date.now() + 3_652.9 * DAY_MS).toISOString();
    const json = { kind: "account", name: "Long", expires_at: longest };
    const { id } = await server.create("/api_keys", json);

    expect(await status(keyIn((await server.ada.submit(`/keys/${id}/rotate`)).text))).toBe(200);
  });

  it("rotates an expired key, and says that the old one has expired", async () => {
    const json = { kind: "account", name: "Gone", expires_in: 86_400 };
    const { id } = await server.create("/api_keys", json);
    await server.update("api_key", { created_at: 1, expires_at: DAY_MS + 1 }, { id });

    const rotated = await server.ada.submit(`/keys/${id}/rotate`);

    expect(rotated.words).toContain("has expired. Revoke it");
    expect(await status(keyIn(rotated.text))).toBe(200);
  });
});
