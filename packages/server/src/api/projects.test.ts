import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ApiServer, startApiServer } from "../../test/api-server.ts";

let server: ApiServer;
beforeAll(async () => {
  server = await startApiServer();
});
afterAll(() => server.close());

describe("a project", () => {
  it("is created, read, changed and deleted, with its record in each response", async () => {
    const { id } = await server.create("/projects", { name: "Site" });

    const patched = await server.request("PATCH", `/projects/${id}`, {
      json: { project: { name: "Shop" } },
    });
    const untouched = await server.request("PUT", `/projects/${id}`, { json: {} });
    const read = await server.request("GET", `/projects/${id}`);
    const deleted = await server.request("DELETE", `/projects/${id}`);

    for (const answer of [patched, untouched, read, deleted]) {
      expect(answer.status).toBe(200);
      expect(answer.json()).toMatchObject({ id, name: "Shop" });
    }
    expect((await server.request("GET", `/projects/${id}`)).status).toBe(404);
    expect((await server.request("DELETE", `/projects/${id}`)).status).toBe(404);
  });

  it("with forms in it is deleted only with force, which detaches them", async () => {
    const { id } = await server.create("/projects", { name: "Full" });
    const form = await server.create("/forms", { name: "Inside", project_id: id });

    const rejected = await server.request("DELETE", `/projects/${id}`);
    const unforced = await server.request("DELETE", `/projects/${id}?force=false`);
    const unclear = await server.request("DELETE", `/projects/${id}?force=yes`);
    const forced = await server.request("DELETE", `/projects/${id}?force=true`);

    expect(rejected.json()).toMatchObject({
      code: "conflict",
      error: expect.stringContaining("Inside") as string,
    });
    expect([rejected, unforced, unclear, forced].map(({ status }) => status)).toEqual([
      409, 409, 422, 200,
    ]);
    const after = await server.request("GET", `/forms/${form.id}`);
    expect(after.json()).toMatchObject({ project_id: null, project_name: null });
  });

  it("exists in a new account", async () => {
    const answer = await server.request("GET", "/projects");

    expect(answer.json()).toMatchObject({ projects: [{ id: 1 }] });
  });
});
