import { linkOn, EMAIL, PASSWORD, useDashboard, says } from "../../../test/dashboard.ts";
import type { ApiKey } from "@intray/sdk/schemas";
import type { AuditAction } from "../../domain/account/audit.ts";

const HOSTILE = `</td><script>alert(1)</script>"'\u202Eevil`;

const server = useDashboard();
beforeEach(() => server.sql("delete from audit"));

const OF_KEY = { account_id: 1, at: 1000, actor_kind: "key" } as const;
const ON_FORM = { subject_kind: "form", subject_id: 7, subject: "Contact" } as const;
const insert = (actor: string, action: AuditAction = "form.created") =>
  server.insert("audit", { ...OF_KEY, ...ON_FORM, actor, action });

describe("the audit log page", () => {
  it("shows actions of the dashboard and of API keys", async () => {
    await server.ada.submit("/forms", { name: "By user" });
    await server.create("/forms", { name: "By key" });

    const { words, text } = await server.ada.get("/audit");

    expect(words).toContain("First key (key) Form created form By key 127.0.0.1");
    expect(words).toContain(`${EMAIL} Form created form By user 127.0.0.1`);
    expect(text).toMatch(/<a href="\/dashboard\/forms\/\d+">form <bdi>By key/);
  });

  it("names settings and times as the pages do", async () => {
    await server.request("PATCH", "/forms/1", { json: { redirect_url: "https://example.org/" } });
    const key = { kind: "account", scope: "read", expires_in: 86_400 };
    const { expires_at } = await server.create<ApiKey>("/api_keys", key);
    const set = { submission_ids: [await server.post("1", { name: "Ada" })], set: { trash: true } };
    await server.request("POST", "/submissions/bulk", { json: set });

    // Marks are recorded after the response.
    const page = async () => (await server.ada.get("/audit")).words;
    await expect.poll(page).toContain("Submissions marked moved to the trash");
    const { words, text } = await server.ada.get("/audit");

    expect(words).toContain(
      "Form changed Redirect URL Values Redirect URL: none → https://example.org/ form",
    );
    expect(text).toContain(`expires </bdi><time datetime="${expires_at}"`);
  });

  it("shows sign-ins, sign-outs and wrong passwords", async () => {
    const visitor = server.visitor();
    for (let n = 0; n < 3; n++) await visitor.signIn(EMAIL.toUpperCase(), "a guessed password");
    await visitor.signIn("nobody@example.org", "a guessed password");
    await visitor.signIn(EMAIL, PASSWORD);
    await visitor.post("/sign-out");
    // Wrong passwords are recorded after the response.
    const page = async () => (await server.ada.get("/audit")).words;
    await expect.poll(page).toContain("Wrong password 3 times within an hour");
    await expect.poll(page).toContain("Unknown address Sign-in with an unknown address rejected");
    const words = await page();

    const [, table = ""] = words.split("Subject IP address");
    expect(table.match(/Signed (?:in|out)|Wrong password 3/g)?.toSorted()).toEqual([
      "Signed in",
      "Signed out",
      "Wrong password 3",
    ]);
    expect(words).not.toContain("guessed");
    expect(words).not.toContain("nobody@example.org");
  });

  it("shows exports and password changes, without their content", async () => {
    const id = await server.post("1", { message: "private words" });
    const next = "an even longer battery";
    const change = (current_password: string, new_password: string) =>
      server.ada.post("/account/password", { current_password, new_password });

    await server.ada.post("/inbox/export", { format: "csv", scope: "page", on_page: `${id}` });
    await change(PASSWORD, next);
    await change(next, PASSWORD);
    const { words } = await server.ada.get("/audit");

    expect(words).toContain(`${EMAIL} Submissions exported csv, 1 selected 127.0.0.1`);
    expect(words.match(/Password changed/g)).toHaveLength(3);
    expect(words).not.toContain(next);
    expect(words).not.toContain("private");
  });

  it("shows old and new values, and consecutive undos of one person as one line", async () => {
    await server.request("PATCH", "/forms/1", {
      json: { redirect_url: "https://example.org/?<b>" },
    });
    for (let n = 0; n < 10; n++)
      await server.insert("audit", {
        ...OF_KEY,
        actor: "Bea",
        action: "submissions.undone",
        times: 2,
      });
    await server.insert("audit", { ...OF_KEY, actor: "Cem", action: "submissions.undone" });

    const { words, text } = await server.ada.get("/audit");

    expect(words).toContain("https://example.org/?<b>");
    expect(text).not.toContain("?<b>");
    expect(words).toContain("Bea (key) Marks of submissions undone 20 times");
    expect(words.match(/Marks of submissions undone/g)).toHaveLength(3);
  });

  it("filters by actor and action, with any name", async () => {
    await insert(HOSTILE);
    await insert("Export", "form.deleted");

    const all = await server.ada.get("/audit");
    const byActor = await server.ada.get(linkOn(all, /"([^"]*\/audit\?actor=%3C[^"]*)"/));
    const byAction = await server.ada.get("/audit?action=form.deleted&actor=Export");
    const byNeither = await server.ada.get("/audit?action=form.deleted&actor=%00nobody");
    const unknown = await server.ada.get("/audit?action=constructor");

    expect(all.text).not.toContain("<script>alert");
    expect(byActor.words).toContain("[RLO]evil (key) Form created form Contact");
    expect(byActor.words).not.toContain("Export");
    expect(byAction.words).toContain("Export (key) Form deleted form Contact");
    expect(byAction.words).not.toContain("evil (key)");
    expect(byNeither).toMatchObject(says(200, "No matching entries."));
    expect(unknown.words).toContain("Export (key)");
  });

  it("paginates by cursor, and rejects an invalid one", async () => {
    for (let n = 1; n <= 51; n++) await insert(`Key number ${n}.`);

    const first = await server.ada.get("/audit?actor=");
    const second = await server.ada.get(linkOn(first, /rel="next" href="([^"]*)"/));
    const wrong = await server.ada.get("/audit?cursor=drop%20table");

    expect(first.words).toContain("Key number 51.");
    expect(first.words).not.toContain("Key number 1.");
    expect(second.words).toContain("Key number 1.");
    expect(second.words).not.toContain("Key number 2.");
    expect(wrong).toMatchObject(says(422, "The cursor in this URL is invalid."));
  });
});
