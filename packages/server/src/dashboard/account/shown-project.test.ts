// The project that is chosen at the top of the menu limits every page.
import type { Form } from "@intray/sdk/schemas";
import { useEach } from "../../../../../test/harness/use.ts";
import { linkOn, inputOn, useDashboard } from "../../../test/dashboard.ts";

describe("the project that is shown", () => {
  const server = useDashboard({ INTRAY_RATE_LIMIT: "off" });
  async function fill(project: number, name: string, sender: string) {
    const form = await server.create<Form>("/forms", { name, project_id: project });
    await server.addWebhook(form.id, { name: `${name} hook` });
    await server.createKey({ form_id: form.id, name: `${name} key` });
    return { project, form: form.id, submission: await server.post(form.uuid, { name: sender }) };
  }
  const own = useEach(async () =>
    fill((await server.create("/projects", { name: "Bakery" })).id, "Contact", "Grace"),
  );
  const others = useEach(() => fill(1, "Garage", "Henry"));
  const show = (id: number | string) =>
    server.ada.submit("/projects/show", { project: String(id), return_to: "/dashboard/forms" });

  it.each([
    ["/inbox", "Grace", "Henry"],
    ["/inbox?query=e", "Grace", "Henry"],
    ["/inbox?from=2020-01-01", "Grace", "Henry"],
    ["/forms", "Contact", "Garage"],
    ["/webhooks", "Contact hook", "Garage hook"],
    ["/deliveries", "Contact hook", "Garage hook"],
    ["/keys", "Contact key", "Garage key"],
    ["", "Grace", "Henry"],
  ])("limits the lists, choices and counts of %s", async (path, inside, outside) => {
    const all = await server.ada.get(path);
    const chosen = await show(own.project);
    const only = await server.ada.get(path);
    await show("");

    expect([all.words.includes(inside), all.words.includes(outside)]).toEqual([true, true]);
    expect(chosen.text).toContain("</span>Bakery</button>");
    expect([only.words.includes(inside), only.words.includes(outside)]).toEqual([true, false]);
    expect(only.text).toContain('data-unread-count="true"> 1<');
  });

  it("opens a thing of another project, and the list of one form", async () => {
    await show(own.project);
    const form = await server.ada.get(`/forms/${others.form}`);
    const submission = await server.ada.get(`/submissions/${others.submission}`);
    const inbox = await server.ada.get(`/inbox?form_id=${others.form}`);
    await show("");

    expect([form.status, submission.status]).toEqual([200, 200]);
    expect(inbox.words).toContain("Henry");
  });

  it("says in an empty list that it shows one project, and gets new forms", async () => {
    const empty = await server.create("/projects", { name: "Empty" });
    await show(empty.id);
    const paths = ["/forms", "/webhooks", "/deliveries", "/inbox?tab=spam", "/inbox"];
    const pages = await Promise.all(paths.map((path) => server.ada.get(path)));
    const request = inputOn(await server.ada.get("/forms"), "request");
    await server.ada.submit("/forms", { name: "Newest", request });
    const { words } = await server.ada.get("/forms");
    await show("");

    for (const page of pages) {
      expect(page.words).toContain("Only the project Empty is shown. Show all projects");
    }
    expect(words).toContain("Newest Empty");
  });

  it("keeps acts on a list that was shown before another project was chosen", async () => {
    const inbox = await server.ada.get("/inbox");
    const until = inputOn(inbox, "until");
    await show(own.project);
    const matching = { bulk_action: "read", scope: "matching", until, confirmed: "yes" };
    await server.ada.submit(linkOn(inbox, /action="([^"]*\/inbox\/bulk[^"]*)"/), matching);
    await show("");
    expect((await server.ada.get("/inbox?tab=unread")).words).toContain("Nothing to do.");
  });

  it("is all of them for a project of another account, or one that is none", async () => {
    const refused = await Promise.all(
      ["2", "999", "x", "-1"].map((project) => server.ada.post("/projects/show", { project })),
    );
    server.ada.cookies.set("intray_project", "2");
    const forged = await server.ada.get("/forms");
    server.ada.cookies.delete("intray_project");

    expect(refused.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect([forged.status, forged.words.includes("Garage")]).toEqual([200, true]);
  });

  it("is not asked for in an account with a single project", async () => {
    const eve = await server.otherAccount();

    expect((await eve.get("/forms")).text).not.toContain("choose-project");
  });
});
