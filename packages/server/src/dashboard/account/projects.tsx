/** `/dashboard/projects`: projects, which group forms. */
import { Hono } from "hono";
import type { Form, FormList, Project } from "@intray/sdk/schemas";
import { type AppError, invalid } from "../../domain/errors.ts";
import { byForm, byId, dataOf, errorOf } from "../http/api-client.ts";
import { readPosted } from "../http/body.ts";
import type { DashboardContext, DashboardEnv, DashboardParts } from "../http/env.ts";
import { Card, PageHead } from "../layout/card.tsx";
import { askFirst } from "../layout/confirmation.tsx";
import { plural } from "../format/quantities.ts";
import { PostForm, Select, TextField } from "../layout/fields.tsx";
import { Timestamp } from "../format/timestamp.tsx";
import { redirectWithNotice, returnAddress } from "../http/notice.ts";
import { chooseProject } from "../http/preferences.ts";
import { onceFor } from "../http/request-key.tsx";
import { showPage } from "../layout/page.tsx";
import { ListAndNew, pageLinks, pageQuery, Table } from "../layout/lists.tsx";

const LIST = "/dashboard/projects";

export function createProjectPages({ publicUrl }: DashboardParts): Hono<DashboardEnv> {
  const routes = new Hono<DashboardEnv>();
  routes.get("/", (c) => showProjects(c));

  routes.post("/", async (c) => {
    const posted = await readPosted(c);
    const name = posted.text("name").trim();
    const body = { project: { name } };
    const made = await c.var.api.POST("/api/v1/projects", { body, ...onceFor(posted) });
    const error = errorOf(made);
    if (error !== undefined) return showProjects(c, { name, error });
    return redirectWithNotice(c, LIST, `The project ${name} was created.`);
  });

  routes.post("/show", async (c) => {
    const posted = await readPosted(c);
    const id = posted.text("project");
    const project = id === "" ? undefined : await readProject(c, id);
    chooseProject(c, project?.id, publicUrl());
    return c.redirect(returnAddress(posted.text("return_to"), "/dashboard"), 303);
  });

  routes.get("/:id", async (c) => showProject(c, { project: await findProject(c) }));

  routes.post("/:id", async (c) => {
    const project = await findProject(c);
    const name = (await readPosted(c)).text("name").trim();
    const changed = await c.var.api.PATCH("/api/v1/projects/{id}", {
      ...byId(project.id),
      body: { project: { name } },
    });
    const error = errorOf(changed);
    if (error !== undefined) return showProject(c, { project: { ...project, name }, error });
    return redirectWithNotice(c, LIST, `The project was renamed to ${name}.`);
  });

  routes.get("/:id/delete", async (c) => askToDelete(c, await findProject(c)));

  routes.post("/:id/delete", async (c) => {
    const project = await findProject(c);
    const move_to = (await readPosted(c)).text("move_to");
    const forms = await formsOf(c, project);
    if (forms.length > 0 && move_to === "") {
      throw invalid("move_to", "Nothing was deleted. Go back and select where its forms go.");
    }
    // One by one: if one cannot be moved, the others are shown where they are, and the project stays.
    for (const { id } of forms) {
      const change = { ...byForm(id), body: { form: { project_id: Number(move_to) } } };
      dataOf(await c.var.api.PATCH("/api/v1/forms/{form_id}", change));
    }
    dataOf(await c.var.api.DELETE("/api/v1/projects/{id}", byId(project.id)));
    const moved = forms.length === 0 ? "" : ` ${plural(forms.length, "form")} moved.`;
    return redirectWithNotice(c, LIST, `The project ${project.name} was deleted.${moved}`);
  });
  return routes;
}

/** The forms of a project. */
async function formsOf(c: DashboardContext, { id }: Project): Promise<readonly Form[]> {
  const found: Form[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const query = { project_id: id, per_page: 100, ...(cursor === "" ? {} : { cursor }) };
    const page: FormList = dataOf(await c.var.api.GET("/api/v1/forms", { params: { query } }));
    found.push(...page.forms);
    cursor = page.meta.next_cursor;
  }
  return found;
}

/** More names would hide the question. */
const MAX_NAMED = 20;
const MAX_PROJECTS = 100;

/** Says what happens to the forms, and lets a person choose where they go: nothing moves by itself. */
async function askToDelete(c: DashboardContext, project: Project) {
  const query = { per_page: MAX_PROJECTS };
  const [forms, { projects }] = await Promise.all([
    formsOf(c, project),
    c.var.api.GET("/api/v1/projects", { params: { query } }).then(dataOf),
  ]);
  const others = projects.filter(({ id }) => id !== project.id);
  const names = forms.slice(0, MAX_NAMED).map(({ name }) => name);
  const more = forms.length > MAX_NAMED ? ` and ${forms.length - MAX_NAMED} more` : "";
  return askFirst(c, {
    section: "projects",
    title: `Delete ${project.name}`,
    text:
      others.length === 0
        ? "This is the only project, and every form has one, so it cannot be deleted. Create another project first."
        : forms.length === 0
          ? "It has no forms. Deleting it cannot be undone."
          : `Its ${plural(forms.length, "form moves", "forms move")} to the project that you select, with submissions, webhooks and keys: ${names.join(", ")}${more}. Deleting the project cannot be undone.`,
    action: `${LIST}/${project.id}/delete`,
    inputs:
      forms.length === 0 || others.length === 0 ? null : (
        <Select
          name="move_to"
          label="Move its forms to"
          options={[
            ["", "Select a project"],
            ...others.map(({ id, name }) => [String(id), name] as const),
          ]}
        />
      ),
    answers: others.length === 0 ? [] : [["yes", "Delete project"]],
    isDangerous: true,
    back: `${LIST}/${project.id}`,
  });
}

const readProject = async (c: DashboardContext, id: string | undefined): Promise<Project> =>
  dataOf(await c.var.api.GET("/api/v1/projects/{id}", byId(id)));

const findProject = (c: DashboardContext) => readProject(c, c.req.param("id"));

async function showProjects(
  c: DashboardContext,
  { name = "", error }: { readonly name?: string; readonly error?: AppError } = {},
) {
  const query = pageQuery(c);
  const { projects, meta } = dataOf(await c.var.api.GET("/api/v1/projects", { params: { query } }));
  return showPage(c, {
    title: "Projects",
    section: "projects",
    status: error === undefined ? 200 : 422,
    content: (
      <>
        <h1>Projects</h1>
        <p class="soft">Projects group forms, for example by site or by customer.</p>
        <ListAndNew
          list={
            <Table
              class="stack"
              empty="No projects on this page."
              rows={projects}
              columns={[
                {
                  heading: "Project",
                  cell: (project) => <a href={`${LIST}/${project.id}`}>{project.name}</a>,
                },
                { heading: "Created", cell: ({ created_at }) => <Timestamp at={created_at} /> },
              ]}
            />
          }
          pages={pageLinks(c, meta)}
          title="New project"
        >
          <PostForm action={LIST} error={error} button="Create project" isOnce>
            <TextField name="name" label="Name" value={name} required />
          </PostForm>
        </ListAndNew>
      </>
    ),
  });
}

async function showProject(
  c: DashboardContext,
  { project, error }: { readonly project: Project; readonly error?: AppError },
) {
  const here = `${LIST}/${project.id}`;
  return showPage(c, {
    title: project.name,
    section: "projects",
    status: error === undefined ? 200 : 422,
    content: (
      <>
        <PageHead crumbs={[["Projects", LIST]]} title={project.name}>
          <a class="button danger" href={`${here}/delete`}>
            Delete project
          </a>
        </PageHead>
        <Card title="Name">
          <PostForm action={here} error={error} button="Save name">
            <TextField name="name" label="Name" value={project.name} required />
          </PostForm>
        </Card>
      </>
    ),
  });
}
