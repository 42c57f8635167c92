// The query of the lists of forms and projects.
import type { Form, FormList, ProjectList } from "@intray/sdk/schemas";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ApiServer, startApiServer } from "../../test/api-server.ts";

let server: ApiServer;
let project = 0;
let contact: Form;
beforeAll(async () => {
  server = await startApiServer();
  ({ id: project } = await server.create("/projects", { name: "Straße 7" }));
  contact = await server.create<Form>("/forms", { name: "Contact ÉCOLE", project_id: project });
  await server.create("/forms", { name: "100 % sure_thing" });
});
afterAll(() => server.close());

const list = async <List>(path: string) => (await server.request("GET", path)).json() as List;
const formsFor = async (query: string) => {
  const { forms, meta } = await list<FormList>(`/forms?query=${encodeURIComponent(query)}`);
  expect(meta.count).toBe(forms.length);
  return forms.map(({ name }) => name);
};

describe("the query of the list of forms", () => {
  it.each([
    ["contact", ["Contact ÉCOLE"]],
    ["  école ", ["Contact ÉCOLE"]],
    ["%", ["100 % sure_thing"]],
    ["e_t", ["100 % sure_thing"]],
    ["m", ["Sample form"]],
    ["no such form", []],
  ])("finds names that contain %j", async (query, names) => {
    expect(await formsFor(query)).toEqual(names);
  });

  it("finds a form by its id and by its uuid, and the forms of a project by its id", async () => {
    expect(await formsFor(String(contact.id))).toEqual(["Contact ÉCOLE"]);
    expect(await formsFor(contact.uuid.toUpperCase())).toEqual(["Contact ÉCOLE"]);
    expect(await formsFor(contact.uuid.slice(0, 11))).toEqual([]);
    expect(await formsFor(String(project))).toContain("Contact ÉCOLE");
  });

  it("lists all forms if it is empty, and is refused with its name if it is too long", async () => {
    const { forms } = await list<FormList>("/forms?query=");
    const long = await server.request("GET", `/forms?query=${"x".repeat(201)}`);

    expect(forms.map(({ name }) => name)).toContain("Sample form");
    expect(long.json()).toMatchObject({ code: "invalid", errors: [{ field: "query" }] });
  });

  it("has the same matches by page and by cursor, whose query is part of it", async () => {
    for (let n = 0; n < 5; n++) await server.create("/forms", { name: `Survey ${n}` });
    const pages: string[] = [];
    const walked: string[] = [];
    for (let page = 1; page <= 4; page++) {
      const { forms } = await list<FormList>(`/forms?query=SURVEY&per_page=2&page=${page}`);
      pages.push(...forms.map(({ name }) => name));
    }
    let first: string | null = null;
    for (let cursor: string | null = ""; cursor !== null;) {
      const found: FormList = await list(`/forms?query=SURVEY&per_page=2&cursor=${cursor}`);
      expect(found.meta.count).toBe(5);
      walked.push(...found.forms.map(({ name }) => name));
      cursor = found.meta.next_cursor;
      first ??= cursor;
    }

    expect(pages).toEqual([0, 1, 2, 3, 4].map((n) => `Survey ${n}`));
    expect(walked).toEqual(pages);
    for (const other of ["", "query=Contact&"]) {
      const answer = await server.request("GET", `/forms?${other}per_page=2&cursor=${first}`);
      expect(answer.json()).toMatchObject({ errors: [{ field: "cursor" }] });
    }
  });

  it("finds nothing of another account, and no deleted form", async () => {
    const doomed = await server.create<Form>("/forms", { name: "Doomed" });
    await server.request("DELETE", `/forms/${doomed.id}`);

    expect(await formsFor("Doomed")).toEqual([]);
    expect(await formsFor("Strange")).toEqual([]);
  });
});

describe("the query of the list of projects", () => {
  it.each([
    ["strasse", ["Straße 7"]],
    ["MY", ["My project"]],
    ["%", []],
  ])("finds names that contain %j", async (query, names) => {
    const { projects } = await list<ProjectList>(`/projects?query=${encodeURIComponent(query)}`);

    expect(projects.map(({ name }) => name)).toEqual(names);
  });

  it("finds a project by its id", async () => {
    const { projects } = await list<ProjectList>(`/projects?query=${project}`);

    expect(projects.map(({ id }) => id)).toEqual([project]);
  });
});
