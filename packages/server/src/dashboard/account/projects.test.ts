import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type DashboardServer, startDashboard } from "../../../test/dashboard.ts";

describe("the projects' pages", () => {
  let server: DashboardServer;
  beforeAll(async () => {
    server = await startDashboard();
  });
  afterAll(() => server.close());

  it("make, rename and delete one", async () => {
    const made = await server.ada.submit("/projects", { name: "Site of the bakery" });
    const [, id = ""] = /projects\/(\d+)">Site of the bakery/.exec(made.text) ?? [];
    const renamed = await server.ada.submit(`/projects/${id}`, { name: "Bakery" });
    const deleted = await server.ada.submit(`/projects/${id}/delete`);

    expect(made.words).toContain("The project Site of the bakery is there.");
    expect(renamed.words).toContain("The project is called Bakery now.");
    expect(deleted.words).toContain("The project Bakery is deleted.");
    expect((await server.ada.get(`/projects/${id}`)).status).toBe(404);
  });

  it("ask before a project with forms goes; the forms stay", async () => {
    const asked = await server.ada.post("/projects/1/delete");
    expect(asked.status).toBe(422);
    expect(asked.words).toContain("This project has forms. Nothing was deleted yet.");

    await server.ada.submit("/projects/1/delete", { force: "yes" });

    expect((await server.ada.get("/forms")).words).toContain("Sample form none");
  });

  it("refuse a project without a name beside the field", async () => {
    const answer = await server.ada.post("/projects", { name: "  " });

    expect(answer.status).toBe(422);
    expect(answer.text).toContain('aria-invalid="true"');
  });

  it.each(["/projects/2", "/projects/999", "/projects/x"])("have nothing at %s", async (path) => {
    const answers = [
      await server.ada.get(path),
      await server.ada.post(path, { name: "Taken" }),
      await server.ada.post(`${path}/delete`, { force: "yes" }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
  });
});
