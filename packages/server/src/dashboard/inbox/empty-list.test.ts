import type { Form } from "@intray/sdk/schemas";
import { useDashboard } from "../../../test/dashboard.ts";

const server = useDashboard();

describe("an empty inbox", () => {
  it("shows how to get the first submission, and what comes next", async () => {
    const { uuid } = await server.create<Form>("/forms", { name: "<b>Contact</b>" });

    const { text, words } = await server.ada.get("/inbox");

    expect(text).toContain(`href="/try/${uuid}"`);
    expect(text).toContain(`/f/${uuid}&quot;`);
    expect(text).not.toContain("<b>Contact");
    expect(words).toContain("What is sent with <b>Contact</b> appears here as soon as it arrives");
    expect(words).toContain("What comes next Get an e-mail");
    expect((await server.ada.get("/inbox?tab=spam")).words).toContain("No spam.");
    expect((await server.ada.get("/inbox?query=x")).words).toContain("No matching submissions.");
  });

  it("leads to the form of the view", async () => {
    const { id, uuid } = await server.create<Form>("/forms", { name: "Jobs" });
    await server.create("/forms", { name: "Other" });

    const { text } = await server.ada.get(`/inbox?form_id=${id}`);

    expect(text).toContain(`href="/try/${uuid}"`);
    expect(text).toContain(`href="/dashboard/webhooks/new?form_id=${id}"`);
  });

  it("leads to a new form if there is none", async () => {
    const eve = await server.otherAccount();
    await server.update("form", { deleted_at: 1 }, { id: 2 });

    expect((await eve.get("/inbox")).words).toContain("No submissions yet. Create a form");
  });

  it("is only empty once it had submissions", async () => {
    const { id } = await server.create("/forms", { name: "Old" });
    const spam = { read: 0, spam: 1, trash: 0, count: 1 } as const;
    await server.insert("submission_count", { form_id: id, account_id: 1, ...spam });

    const { words } = await server.ada.get(`/inbox?form_id=${id}`);

    expect(words).toContain("No submissions.");
    expect(words).not.toContain("What comes next");
  });
});
