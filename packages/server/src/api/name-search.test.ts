// The query of the lists of forms, projects and webhooks.
import type { Form, FormList, FormWebhookList, ProjectList } from "@intray/sdk/schemas";
import { useApiServer } from "../../test/api-server.ts";

const server = useApiServer();
let project = 0;
let contact: Form;
beforeAll(async () => {
  ({ id: project } = await server.create("/projects", { name: "Straße 7" }));
  contact = await server.create<Form>("/forms", { name: "Contact ÉCOLE", project_id: project });
  await server.create("/forms", { name: "Half % sure_thing" });
});

const formsFor = async (query: string) => {
  const { forms, meta } = await server.read<FormList>(`/forms?query=${encodeURIComponent(query)}`);
  expect(meta.count).toBe(forms.length);
  return forms.map(({ name }) => name);
};

describe("the query of the list of forms", () => {
  it.each([
    ["contact", ["Contact ÉCOLE"]],
    ["  école ", ["Contact ÉCOLE"]],
    ["%", ["Half % sure_thing"]],
    ["e_t", ["Half % sure_thing"]],
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

  it("answers the whole record, as without it", async () => {
    const { forms } = await server.read<FormList>(`/forms?query=${contact.uuid}`);
    const found = await server.read<ProjectList>(`/projects?query=${project}&per_page=1`);

    expect(forms).toEqual([await server.read<Form>(`/forms/${contact.id}`)]);
    expect(found.projects).toEqual([await server.read(`/projects/${project}`)]);
  });

  it("lists all forms if it is empty, and is refused with its name if it is too long", async () => {
    const { forms } = await server.read<FormList>("/forms?query=");
    const long = await server.request("GET", `/forms?query=${"x".repeat(201)}`);

    expect(forms.map(({ name }) => name)).toContain("Sample form");
    expect(long.json()).toMatchObject({ code: "invalid", errors: [{ field: "query" }] });
  });

  it("begins with the form whose name, id or uuid it is, then the oldest, on every page", async () => {
    const names = ["Order form old", "My order form", "ORDER FORM", "Order form", "Order form 2"];
    for (const name of names) await server.create("/forms", { name });
    const { id, uuid } = await server.create<Form>("/forms", { name: "Order form new" });
    for (const name of [`Copy of ${id}`, `Copy of ${uuid}`, String(id)]) {
      await server.create("/forms", { name });
    }
    const first = ["Order form", "ORDER FORM"];
    const ordered = [...first, "Order form old", "My order form", "Order form 2", "Order form new"];
    const paged: string[] = [];
    const walked: string[] = [];

    for (let page = 1; page <= ordered.length; page++) {
      const { forms } = await server.read<FormList>(
        `/forms?query=Order+form&per_page=1&page=${page}`,
      );
      paged.push(...forms.map(({ name }) => name));
    }
    for (let cursor: string | null = ""; cursor !== null;) {
      const found: FormList = await server.read(
        `/forms?query=Order+form&per_page=1&cursor=${cursor}`,
      );
      expect(found.meta.count).toBe(ordered.length);
      walked.push(...found.forms.map(({ name }) => name));
      cursor = found.meta.next_cursor;
      for (const other of cursor === null ? [] : ["", "query=Contact&"]) {
        const answer = await server.request("GET", `/forms?${other}per_page=1&cursor=${cursor}`);
        expect(answer.json()).toMatchObject({ errors: [{ field: "cursor" }] });
      }
    }

    expect(await formsFor("Order form")).toEqual(ordered);
    expect(paged).toEqual(ordered);
    expect(walked).toEqual(ordered);
    const copies = [`Copy of ${id}`, ...(uuid.includes(String(id)) ? [`Copy of ${uuid}`] : [])];
    expect(await formsFor(String(id))).toEqual(["Order form new", String(id), ...copies]);
    expect(await formsFor(uuid)).toEqual(["Order form new", `Copy of ${uuid}`]);
  });

  it("goes on behind an exact match that was deleted or renamed meanwhile", async () => {
    const made: Form[] = [];
    for (const name of ["Ticket old", "Ticket", "Ticket", "Ticket"]) {
      made.push(await server.create<Form>("/forms", { name }));
    }
    const page = (cursor: string | null) =>
      server.read<FormList>(`/forms?query=Ticket&per_page=1&cursor=${cursor ?? ""}`);

    const first = await page(null);
    await server.request("DELETE", `/forms/${first.forms[0]?.id}`);
    const second = await page(first.meta.next_cursor);
    await server.patch(`/forms/${second.forms[0]?.id}`, { name: "Other" });
    const third = await page(second.meta.next_cursor);
    const fourth = await page(third.meta.next_cursor);

    const [old, ...exact] = made.map(({ id }) => id);
    const walked = [first, second, third, fourth].map(({ forms }) => forms[0]?.id);
    expect(walked).toEqual([...exact, old]);
    expect(fourth.meta.next_cursor).toBeNull();
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
    const { projects } = await server.read<ProjectList>(
      `/projects?query=${encodeURIComponent(query)}`,
    );

    expect(projects.map(({ name }) => name)).toEqual(names);
  });

  it("begins with the project whose id or name it is", async () => {
    await server.create("/projects", { name: "Shop archive" });
    const { id } = await server.create<{ id: number }>("/projects", { name: "Shop" });
    await server.create("/projects", { name: `Copy of ${project}` });
    const first = await server.read<ProjectList>("/projects?query=shop&per_page=1");
    const next = first.meta.next_cursor;
    const second = await server.read<ProjectList>(`/projects?query=shop&per_page=1&cursor=${next}`);
    const byId = await server.read<ProjectList>(`/projects?query=${project}&per_page=1`);

    expect(first.projects.map((found) => found.id)).toEqual([id]);
    expect(second.projects.map(({ name }) => name)).toEqual(["Shop archive"]);
    expect(byId.projects.map((found) => found.id)).toEqual([project]);
  });
});

it("the query of the list of webhooks finds names, forms, ids and as much of URLs as a key may see", async () => {
  const { id: form_id } = await server.create("/forms", { name: "Of the webhooks" });
  const { id: chat } = await server.addWebhook(form_id, { name: "ÉQUIPE chat" });
  const url = "https://sheets.example/Hook?token=abc";
  const { id: sheet } = await server.addWebhook(form_id, { name: "Sheet", url });
  const { id: other } = await server.addWebhook(contact.id, { name: `Copy of ${sheet}` });
  const found = async (query: string | number, key?: string) => {
    const path = `/form_webhooks?query=${encodeURIComponent(query)}`;
    const { form_webhooks, meta } = await server.read<FormWebhookList>(path, key);
    expect(meta.count).toBe(form_webhooks.length);
    return form_webhooks.map(({ id }) => id);
  };
  const key = await server.createKey({ scope: "read" });

  expect(await found("équipe")).toEqual([chat]);
  expect(await found("sheets.example/hook?TOKEN")).toEqual([sheet]);
  expect(await found(sheet)).toEqual([sheet, other]);
  expect(await found(form_id)).toEqual([chat, sheet]);
  expect(await found("%_'\"\\")).toEqual([]);
  expect([await found("sheets.example", key), await found("=abc", key)]).toEqual([[sheet], []]);
});
