// Saved views of the inbox: filters that people keep under a name.
import { EMAIL, type Page, useDashboard, says } from "../../../test/dashboard.ts";

const server = useDashboard({ INTRAY_RATE_LIMIT: "off" });
afterEach(() => server.sql("delete from saved_view"));

const save = (query: string, fields: Readonly<Record<string, string>>) =>
  server.ada.submit(`/inbox/views${query}`, fields);
/** Gives the session to another person of the account. */
const signInAs = async (email: string) => {
  const { id: login_id } = await server.row("login", ["id"], { email });
  await server.update("session", { login_id }, { account_id: 1 });
};
/** Addresses and names in the menu, which is above the list. */
const menuOf = ({ text }: Page) =>
  [...text.matchAll(/<li><a href="(\/dashboard\/inbox\?[^"]*)"[^>]*><bdi>([^<]*)/g)].map(
    ([, to = "", name]) => [to.replaceAll("&amp;", "&"), name],
  );

describe("a saved view", () => {
  it("shows the same search again, from its first page, and is replaced under its name", async () => {
    const { id: form } = await server.create("/forms", { name: "Contact" });
    const query = `?tab=spam&form_id=${form}&query=%22a+b%22&from=2026-01-31&delivery=failed`;

    const saved = await save(`${query}&page=3`, { name: " Late & bad " });
    const other = await save("?query=b", { name: "Late & bad" });

    expect(saved.words).toContain("The view Late & bad was saved.");
    expect(menuOf(saved)).toEqual([[`/dashboard/inbox${query}`, "Late &amp; bad"]]);
    expect(saved.text).toContain('aria-current="page"><bdi>Late');
    expect(menuOf(other)).toEqual([["/dashboard/inbox?tab=inbox&query=b", "Late &amp; bad"]]);
    expect((await server.ada.get("/palette?q=late")).text).toContain("tab=inbox&amp;query=b");
  });

  it("keeps the project that it was saved in", async () => {
    const { id } = await server.create("/projects", { name: "Acme" });

    const saved = await save(`?project=${id}`, { name: "Of Acme" });

    expect(menuOf(saved)).toEqual([[`/dashboard/inbox?tab=inbox&project=${id}`, "Of Acme"]]);
  });

  it("belongs to a person, or to all people of the account", async () => {
    await save("?query=a", { name: "Mine" });
    await save("?query=b", { name: "Ours", shared: "yes" });
    const [mine, ours] = await server.rows("saved_view", ["id"]);
    await server.insert("login", { email: "bob@example.org" });
    await signInAs("bob@example.org");

    const seen = menuOf(await server.ada.get("/inbox"));
    const other = await server.ada.post(`/inbox/views/${mine?.id}/delete`);
    const deleted = await server.ada.submit(`/inbox/views/${ours?.id}/delete`);
    await signInAs(EMAIL);

    expect([seen.map(([, name]) => name), other.status]).toEqual([["Ours"], 404]);
    expect(deleted.words).toContain("The view Ours was deleted.");
    expect(menuOf(await server.ada.get("/inbox")).map(([, name]) => name)).toEqual(["Mine"]);
    expect((await server.ada.get("/audit")).words).toContain("View of the inbox deleted");
  });

  it.each(["", "  ", "a\nb", "\u0000", "x".repeat(61)])("is not saved as %j", async (name) => {
    const page = await server.ada.post("/inbox/views?query=a", { name });

    expect(page).toMatchObject(says(422, "1 to 60 characters"));
  });

  it("is text, whatever its name and search are", async () => {
    const name = '<script>alert("1")</script>\u202E';

    const { text } = await save(`?query=${encodeURIComponent(`"><script>alert(2)`)}`, { name });

    expect(text).not.toContain("<script>alert");
    expect(text).toContain("&lt;script&gt;alert(&quot;1&quot;)");
  });

  it("is one of at most 50, and its search has a limit", async () => {
    for (let n = 0; n < 50; n += 1) await save("?query=a", { name: `View ${n}` });

    const oneMore = await server.ada.post("/inbox/views", { name: "One more" });
    const long = await server.ada.post(`/inbox/views?query=${"x".repeat(2_000)}`, { name: "Long" });

    expect([oneMore.status, long.status]).toEqual([409, 422]);
    expect(oneMore.words).toContain("views of your own, the most that are kept");
  });
});
