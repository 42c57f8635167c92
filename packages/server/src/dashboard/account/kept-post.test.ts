import type { ProjectList } from "@intray/sdk/schemas";
import type { Page } from "../../../test/dashboard.ts";
import { linkOn, EMAIL, inputOn, PASSWORD, useDashboard } from "../../../test/dashboard.ts";

describe("a form posted after the session has ended", () => {
  const server = useDashboard();
  const HTML = { accept: "text/html" };
  const CREDENTIALS = { email: EMAIL, password: PASSWORD };
  const kept = (page: Page) => ({ next: inputOn(page, "next"), kept: inputOn(page, "kept") });
  const projects = async () =>
    (await server.read<ProjectList>("/projects")).projects.map(({ name }) => name);

  async function expired() {
    const visitor = await server.signedIn();
    await server.sql("delete from session where id = (select max(id) from session)");
    return visitor;
  }

  it("is kept by the sign-in page, and posted once more after it", async () => {
    const visitor = await expired();
    const name = `A "name" & <more>\r\nand a line`;

    const shown = await visitor.post("/projects", { name }, HTML);
    const wrong = await visitor.post("/sign-in", { email: EMAIL, password: "no", ...kept(shown) });
    const signedIn = await visitor.post("/sign-in", { ...CREDENTIALS, ...kept(wrong) });
    const before = await projects();
    const again = linkOn(signedIn, /<form[^>]* action="([^"]+)"/);
    await visitor.submit("/projects", { name: "Stands for the browser" });

    expect([shown.status, wrong.status, signedIn.status]).toEqual([401, 401, 200]);
    expect(shown.words).toContain("Your session has ended.");
    expect(before).not.toContain("Stands for the browser");
    expect(again).toBe("/dashboard/projects");
    expect(signedIn.text).toContain('name="name" value="A &quot;name&quot; &amp; &lt;more&gt;');
    expect(await projects()).toContain("Stands for the browser");
  });

  it("is not kept if it has a password, signs out or is too long", async () => {
    const visitor = await expired();

    const posted = await Promise.all([
      visitor.post("/account/password", { new_password: PASSWORD }, HTML),
      visitor.post("/sign-out", {}, HTML),
      visitor.post("/projects", { name: "x".repeat(400_000) }, HTML),
    ]);

    for (const page of posted) {
      expect([page.status, inputOn(page, "kept")]).toEqual([401, ""]);
      expect(page.words).toContain("so nothing was changed");
    }
  });

  it("leads nowhere else after signing in, whatever the address says", async () => {
    const visitor = server.visitor();

    const forged = { next: "https://evil.test/", kept: "name=x" };
    const signedIn = await visitor.post("/sign-in", { ...CREDENTIALS, ...forged });

    expect(signedIn.text).toContain('action="/dashboard"');
    expect(signedIn.text).not.toContain("evil");
  });

  it("is rejected from another site before anything is kept", async () => {
    const visitor = await expired();

    const origin = "https://evil.test";
    const posted = await visitor.post("/projects", { name: "Forged" }, { ...HTML, origin });

    expect([posted.status, inputOn(posted, "kept")]).toEqual([403, ""]);
  });

  it("gets a redirect if a script has posted it", async () => {
    const visitor = await expired();

    const posted = await visitor.post("/submissions/1/seen", {}, { accept: "*/*" });

    expect([posted.status, posted.location]).toEqual([303, "/dashboard/sign-in"]);
  });

  it("says why, too, when a page is only opened", async () => {
    const visitor = await expired();

    const opened = await visitor.get("/forms", HTML);
    const shown = await visitor.get(opened.location ?? "");

    expect(shown.words).toContain("Your session has ended. Sign in to continue.");
  });
});
