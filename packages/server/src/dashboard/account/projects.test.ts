import type { Form } from "@intray/sdk/schemas";
import { inputOn, linkOn, useDashboard } from "../../../test/dashboard.ts";

describe("the pages of projects", () => {
  const server = useDashboard();

  it("create, rename and delete a project", async () => {
    const made = await server.ada.submit("/projects", { name: "Site of the bakery" });
    const [, id = ""] = /projects\/(\d+)">Site of the bakery/.exec(made.text) ?? [];
    const renamed = await server.ada.submit(`/projects/${id}`, { name: "Bakery" });
    const deleted = await server.ada.submit(`/projects/${id}/delete`);

    expect(made.words).toContain("The project Site of the bakery was created.");
    expect(renamed.words).toContain("The project was renamed to Bakery.");
    expect(deleted.words).toContain("The project Bakery was deleted.");
    expect((await server.ada.get(`/projects/${id}`)).status).toBe(404);
  });

  it("ask where the forms of a project go before it is deleted, and never delete the last one", async () => {
    const onlyOne = await server.ada.get("/projects/1/delete");
    const refused = await server.ada.post("/projects/1/delete", { move_to: "1" });
    await server.ada.submit("/projects", { name: "Bakery" });
    const made = await server.ada.submit("/projects", { name: "Garage" });
    const [, garage = ""] = /projects\/(\d+)">Garage/.exec(made.text) ?? [];

    const asked = await server.ada.get("/projects/1/delete");
    const unanswered = await server.ada.post("/projects/1/delete", { move_to: "" });
    const nowhere = await server.ada.post("/projects/1/delete", { move_to: "999" });
    const before = await server.ada.get("/forms");
    const done = await server.ada.submit("/projects/1/delete", { move_to: garage });
    const garageForms = (await server.ada.get("/forms")).words;
    const undo = { undo: inputOn(done, "undo"), to: inputOn(done, "to") };
    const stranger = await (await server.otherAccount()).submit("/undo", undo);
    const undone = await server.ada.submit("/undo", undo);
    const twice = await server.ada.submit("/undo", undo);

    expect(onlyOne.words).toContain("so it cannot be deleted. Create another project first.");
    expect(onlyOne.words).not.toContain("Delete project");
    expect(refused.status).toBe(409);
    expect(asked.words).toMatch(/Its 1 form moves to the project that you select.*: Sample form/);
    expect([unanswered.status, nowhere.status]).toEqual([422, 422]);
    expect(unanswered.words).toContain("select where its forms go");
    expect(before.words).toContain("Sample form My project");
    expect(done.words).toContain("The project My project was deleted.");
    expect(garageForms).toContain("Sample form Garage");
    expect(stranger.words).toContain("There is no deleted project 1 to restore");
    expect(undone.words).toContain("Undone: the project My project is back");
    expect(twice.words).toContain("There is no deleted project 1 to restore");
    expect((await server.ada.get("/forms")).words).toContain("Sample form My project");
  });

  it("show the forms of a project with their health, its keys and figures", async () => {
    const { id } = await server.create("/projects", { name: "Bakery" });
    const form = await server.create<Form>("/forms", { name: "Orders", project_id: id });
    await server.createKey({ form_id: form.id, name: "Till" });
    await server.post(form.uuid, { name: "Ada" });
    for (const [project, name] of [
      [id, "Bea"],
      [1, "Cleo"],
    ] as const) {
      const person = { email: `${name}@example.org`, name, role: "viewer", project_ids: [project] };
      await server.create("/members", person);
    }

    const { words } = await server.ada.get(`/projects/${id}`);
    const list = await server.ada.get("/projects");
    const toDo = await server.ada.get(
      linkOn(list, new RegExp(`"([^"]*unread&amp;project=${id})"`)),
    );

    expect(words).toMatch(
      /Submissions \d Spam 0 .* Orders now nobody 1 0 .* owner Bea viewer .* Till Orders/,
    );
    expect(words).not.toMatch(/Sample form|Cleo/);
    expect(list.words).toMatch(/ Bakery 1 1 \d now /);
    expect(toDo.words).toMatch(/1 of 1 .*Ada/);
  });

  it("show the error of an empty name next to its field", async () => {
    const answer = await server.ada.post("/projects", { name: "  " });

    expect(answer.status).toBe(422);
    expect(answer.text).toContain('id="name-wrong">Name is empty. Fill it in.<');
  });
});
