import type { Form } from "@intray/sdk/schemas";
import { describe, expect, it } from "vitest";
import { useApiServer } from "../../test/api-server.ts";

const server = useApiServer();

describe("a project", () => {
  it("that is deleted leaves its forms to the first of the other projects", async () => {
    const { id } = await server.create("/projects", { name: "Full" });
    const form = await server.create("/forms", { name: "Inside", project_id: id });

    const deleted = await server.request("DELETE", `/projects/${id}`);

    expect(deleted.json()).toMatchObject({ id, name: "Full" });
    const after = await server.request("GET", `/forms/${form.id}`);
    expect(after.json()).toMatchObject({ project_id: 1, project_name: "My project" });
  });

  it("that is the last one is not deleted, not even by two requests at once", async () => {
    const { id } = await server.create("/projects", { name: "Second" });

    const answers = await Promise.all(
      [1, id].map((project) => server.request("DELETE", `/projects/${project}`)),
    );

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const { projects } = await server.read<{
      projects: { id: number }[];
    }>("/projects");
    const form = await server.create<Form>("/forms", { name: "Contact" });
    expect(projects.map((project) => project.id)).toEqual([form.project_id]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.json()).toMatchObject({ code: "conflict" });
  });
});
