// What the page behind Ctrl+K finds, and what it does not.
import { useDashboard } from "../../../test/dashboard.ts";

const server = useDashboard({ INTRAY_RATE_LIMIT: "off" });
const find = (q: string) => server.ada.get(`/palette?${new URLSearchParams({ q })}`);
const linksOf = ({ text }: { readonly text: string }) =>
  [...text.slice(text.indexOf('id="palette"')).matchAll(/<a href="([^"]*)"/g)].map(([, to]) => to);

beforeAll(async () => {
  const { id: project_id } = await server.create("/projects", { name: "Acme" });
  for (const name of ["Contact", "Zebra <b>"]) {
    const { id } = await server.create("/forms", { name, project_id });
    await server.post(String(id), { name: "Ada <i>", message: `of ${name}` });
  }
});

describe("the palette", () => {
  it("has every page, and finds them, forms with their project, and submissions by their text", async () => {
    const all = linksOf(await find(""));
    const found = await find("zebra");

    expect(all).toEqual(expect.arrayContaining(["/dashboard/email", "/dashboard/forms#new"]));
    expect(found.words).toContain("Forms Acme / Zebra <b> Submissions Ada <i>, Acme / Zebra <b>");
    expect(linksOf(found)).toEqual([
      expect.stringMatching(/^\/dashboard\/forms\/\d+$/),
      expect.stringMatching(/^\/dashboard\/submissions\/\d+$/),
    ]);
    expect(linksOf(await find("audit"))).toEqual(["/dashboard/audit"]);
  });

  const odd = ["is:", "form:", '"', "<script>alert(1)</script>", "%", "\u0000", "x".repeat(5_000)];
  it.each(odd)("answers any text: %j", async (q) => {
    const page = await find(q);

    expect(page.status).toBe(200);
    expect(page.text).not.toContain("<script>alert");
  });

  it("searches submissions from two characters on, and nothing of another account", async () => {
    const eve = await server.otherAccount();

    expect((await find("z")).words).not.toContain("Submissions");
    expect(linksOf(await eve.get("/palette?q=zebra"))).toEqual([]);
  });
});
