/** `/dashboard/projects`: projects, which group forms. */
import { Hono } from "hono";
import type { Project } from "@intray/sdk/schemas";
import type { AppError } from "../../domain/errors.ts";
import { errorOf, dataOf } from "../http/api-client.ts";
import { readPosted } from "../http/body.ts";
import type { DashboardContext, DashboardEnv } from "../http/env.ts";
import { TextField } from "../layout/fields.tsx";
import { Timestamp } from "../format/timestamp.tsx";
import { redirectWithNotice } from "../http/notice.ts";
import { onceFor, RequestKeyInput } from "../http/request-key.tsx";
import { showPage } from "../layout/page.tsx";
import { pageLinks, pageQuery, Table } from "../layout/lists.tsx";
import { ErrorMessage } from "../layout/error-page.tsx";
import { CheckedForm } from "../layout/form-errors.tsx";

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
      params: { path: { id: project.id } },
      body: { project: { name } },
    });
    const error = errorOf(changed);
    if (error !== undefined) return showProject(c, { project: { ...project, name }, error });
    return redirectWithNotice(c, LIST, `The project was renamed to ${name}.`);
  });

  routes.post("/:id/delete", async (c) => {
    const project = await findProject(c);
    const deleted = await c.var.api.DELETE("/api/v1/projects/{id}", {
      params: { path: { id: project.id } },
    });
    const error = errorOf(deleted);
    if (error?.code === "conflict") {
      return showProject(c, { project, deletion: error });
    }
    if (error !== undefined) throw error;
    return redirectWithNotice(c, LIST, `The project ${project.name} was deleted.`);
  });
  return routes;
}

async function findProject(c: DashboardContext): Promise<Project> {
  const path = { id: Number(c.req.param("id")) };
  return dataOf(await c.var.api.GET("/api/v1/projects/{id}", { params: { path } }));
}

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
        <div class="list-and-new">
          <div class="stacked">
            <section class="card">
              {projects.length === 0 ? (
                <p class="empty">No projects on this page.</p>
              ) : (
                <Table class="stack" columns={["Project", "Created"]}>
                  {projects.map((project) => (
                    <tr>
                      <td>
                        <a href={`${LIST}/${project.id}`}>{project.name}</a>
                      </td>
                      <td data-label="Created">
                        <Timestamp at={project.created_at} />
                      </td>
                    </tr>
                  ))}
                </Table>
              )}
            </section>
            {pageLinks(c, meta)}
          </div>
          <section class="card" id="new">
            <h2>New project</h2>
            <CheckedForm error={error}>
              <form class="fields" method="post" action={LIST}>
                <RequestKeyInput />
                <TextField name="name" label="Name" value={name} required error={error} />
                <div>
                  <button class="main">Create project</button>
                </div>
              </form>
            </CheckedForm>
          </section>
        </div>
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
  return showPage(c, {
    title: project.name,
    section: "projects",
    status: (error ?? deletion) === undefined ? 200 : 422,
    content: (
      <>
        <div>
          <p class="crumbs">
            <a href={LIST}>Projects</a>
          </p>
          <h1>{project.name}</h1>
        </div>
        <section class="card">
          <h2>Name</h2>
          <CheckedForm error={error}>
            <form class="fields" method="post" action={`${LIST}/${project.id}`}>
              <TextField name="name" label="Name" value={project.name} required error={error} />
              <div>
                <button class="main">Save name</button>
              </div>
            </form>
          </CheckedForm>
        </section>
        <section class="card">
          <h2>Delete project</h2>
          <ErrorMessage error={deletion} />
          <form class="fields" method="post" action={`${LIST}/${project.id}/delete`}>
            <p>Its forms move to the first of the other projects.</p>
            <div>
              <button class="danger">Delete project</button>
            </div>
          </form>
        </section>
      </>
    ),
  });
}
