import type { Form, ProjectList } from "@intray/sdk/schemas";
import { useApiServer } from "../../test/api-server.ts";

const server = useApiServer();

describe("a project", () => {
  it("that is deleted leaves its forms to the first of the other projects", async () => {
    const { id } = await server.create("/projects", { name: "Full" });
    const form = await server.create("/forms", { name: "Inside", project_id: id });

    const deleted = await server.request("DELETE", `/projects/${id}`);

    expect(deleted.json()).toMatchObject({ id, name: "Full" });
    const mine = { project_id: 1, project_name: "My project" };
    expect(await server.read(`/forms/${form.id}`)).toMatchObject(mine);
  });

  it("that is the last one is not deleted, not even by two requests at once", async () => {
    const { id } = await server.create("/projects", { name: "Second" });

    const answers = await Promise.all(
      [1, id].map((project) => server.request("DELETE", `/projects/${project}`)),
    );

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const { projects } = await server.read<ProjectList>("/projects");
    const form = await server.create<Form>("/forms", { name: "Contact" });
    expect(projects.map((project) => project.id)).toEqual([form.project_id]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.json()).toMatchObject({ code: "conflict" });
  });

  it("is restored once, with the forms that nobody has moved or deleted since", async () => {
    const { id } = await server.create("/projects", { name: "Gone" });
    const { id: other } = await server.create("/projects", { name: "Other" });
    const { id: third } = await server.create("/projects", { name: "Gone" });
    const [kept = 0, moved = 0, deleted = 0] = await Promise.all(
      ["Kept", "Moved", "Deleted"].map(
        async (name) => (await server.create("/forms", { name, project_id: id })).id,
      ),
    );
    const projectOf = async (form: number) =>
      (await server.read<Form>(`/forms/${form}`)).project_id;
    const nowhere = await server.request("DELETE", `/projects/${id}?move_to=${id}`);
    const foreign = await server.request("DELETE", `/projects/${id}?move_to=2`);
    await server.request("DELETE", `/projects/${id}?move_to=${other}`);
    const there = await projectOf(kept);
    await server.patch(`/forms/${moved}`, { project_id: third });
    await server.request("DELETE", `/forms/${deleted}`);

    const answers = await Promise.all(
      [1, 2].map(() => server.request("POST", `/projects/${id}/restore`)),
    );
    const unknown = await server.request("POST", "/projects/999/restore");

    expect([nowhere.status, foreign.status, there]).toEqual([422, 422, other]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404]);
    expect(unknown.status).toBe(404);
    expect(await server.read(`/projects/${id}`)).toMatchObject({ id, name: "Gone" });
    expect([await projectOf(kept), await projectOf(moved)]).toEqual([id, third]);
    expect((await server.request("GET", `/forms/${deleted}`)).status).toBe(404);
  });

  it("that was deleted more than seven days ago is not restored", async () => {
    const { id } = await server.create("/projects", { name: "Old" });
    await server.request("DELETE", `/projects/${id}`);
    await server.sql("update deleted_project set deleted_at = deleted_at - ?", 7 * 86_400_000);

    expect((await server.request("POST", `/projects/${id}/restore`)).status).toBe(404);
  });
});
