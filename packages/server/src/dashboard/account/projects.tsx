/** `/dashboard/projects`: projects, which group forms. */
import { Hono } from "hono";
import type { Project } from "@intray/sdk/schemas";
import type { AppError } from "../../domain/errors.ts";
import { byId, dataOf, errorOf } from "../http/api-client.ts";
import { readPosted } from "../http/body.ts";
import type { DashboardContext, DashboardEnv } from "../http/env.ts";
import { Card, PageHead } from "../layout/card.tsx";
import { PostForm, TextField } from "../layout/fields.tsx";
import { Timestamp } from "../format/timestamp.tsx";
import { redirectWithNotice } from "../http/notice.ts";
import { onceFor } from "../http/request-key.tsx";
import { showPage } from "../layout/page.tsx";
import { ListAndNew, pageLinks, pageQuery, Table } from "../layout/lists.tsx";

const LIST = "/dashboard/projects";

export function createProjectPages(): Hono<DashboardEnv> {
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

  routes.post("/:id/delete", async (c) => {
    const project = await findProject(c);
    const deleted = await c.var.api.DELETE("/api/v1/projects/{id}", byId(project.id));
    const error = errorOf(deleted);
    if (error?.code === "conflict") {
      return showProject(c, { project, deletion: error });
    }
    if (error !== undefined) throw error;
    return redirectWithNotice(c, LIST, `The project ${project.name} was deleted.`);
  });
  return routes;
}

const findProject = async (c: DashboardContext): Promise<Project> =>
  dataOf(await c.var.api.GET("/api/v1/projects/{id}", byId(c.req.param("id"))));

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
  {
    project,
    error,
    deletion,
  }: { readonly project: Project; readonly error?: AppError; readonly deletion?: AppError },
) {
  const here = `${LIST}/${project.id}`;
  return showPage(c, {
    title: project.name,
    section: "projects",
    status: (error ?? deletion) === undefined ? 200 : 422,
    content: (
      <>
        <PageHead crumbs={[["Projects", LIST]]} title={project.name} />
        <Card title="Name">
          <PostForm action={here} error={error} button="Save name">
            <TextField name="name" label="Name" value={project.name} required />
          </PostForm>
        </Card>
        <Card title="Delete project">
          <PostForm
            action={`${here}/delete`}
            error={deletion}
            button="Delete project"
            look="danger"
          >
            <p>Its forms move to the first of the other projects.</p>
          </PostForm>
        </Card>
      </>
    ),
  });
}
