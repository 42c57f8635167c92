import { describe, expect, it } from "vitest";
import { useDashboard } from "../../../test/dashboard.ts";

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

  it("delete a project and move its forms, but not the last project", async () => {
    const refused = await server.ada.post("/projects/1/delete");
    await server.ada.submit("/projects", { name: "Bakery" });

    await server.ada.submit("/projects/1/delete");

    expect(refused.status).toBe(422);
    expect(refused.words).toContain('"My project" is the last project');
    expect((await server.ada.get("/forms")).words).toContain("Sample form Bakery");
  });

  it("show the error of an empty name next to its field", async () => {
    const answer = await server.ada.post("/projects", { name: "  " });

    expect(answer.status).toBe(422);
    expect(answer.text).toContain('aria-invalid="true"');
  });

  it.each(["/projects/999", "/projects/x"])("answer 404 at %s", async (path) => {
    expect((await server.ada.get(path)).status).toBe(404);
  });
});
