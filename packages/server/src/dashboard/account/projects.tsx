/** `/dashboard/projects`: projects, which group forms. */
import { Hono } from "hono";
import type { Project } from "@intray/sdk/schemas";
import { type AppError, invalid } from "../../domain/errors.ts";
import { byId, dataOf, errorOf } from "../http/api-client.ts";
import { readPosted } from "../http/body.ts";
import type { DashboardContext, DashboardEnv, DashboardParts } from "../http/env.ts";
import { Card, Stats } from "../layout/card.tsx";
import { askFirst } from "../layout/confirmation.tsx";
import { plural } from "../format/quantities.ts";
import {
  PostButton,
  PostForm,
  Select,
  TextField,
  LinkButton,
  optionsOf,
} from "../layout/fields.tsx";
import { fillDays, firstDay, SHOWN_DAYS } from "../format/days.ts";
import { FormName, healthColumns, LastPost, Sparkline } from "../forms/forms.tsx";
import { DELETED_PROJECT, redirectWithNotice, returnAddress } from "../http/notice.ts";
import { chooseProject } from "../http/preferences.ts";
import { onceFor } from "../http/request-key.tsx";
import { showPage } from "../layout/page.tsx";
import { ListAndNew, pageLinks, pageQuery, Table } from "../layout/lists.tsx";

const LIST = "/dashboard/projects";

export function createProjectPages(parts: DashboardParts): Hono<DashboardEnv> {
  const routes = new Hono<DashboardEnv>();
  routes.get("/", (c) => showProjects(c, parts));

  routes.post("/", async (c) => {
    const posted = await readPosted(c);
    const name = posted.text("name").trim();
    const body = { project: { name } };
    const made = await c.var.api.POST("/api/v1/projects", { body, ...onceFor(posted) });
    const error = errorOf(made);
    if (error !== undefined) return showProjects(c, parts, { name, error });
    return redirectWithNotice(c, LIST, `The project ${name} was created.`);
  });

  routes.post("/show", async (c) => {
    const posted = await readPosted(c);
    const id = posted.text("project");
    const project = id === "" ? undefined : await readProject(c, id);
    chooseProject(c, project?.id, parts.publicUrl());
    return c.redirect(returnAddress(posted.text("return_to"), "/dashboard"), 303);
  });

  routes.get("/:id", async (c) => showProject(c, parts, { project: await findProject(c) }));

  routes.post("/:id", async (c) => {
    const project = await findProject(c);
    const name = (await readPosted(c)).text("name").trim();
    const changed = await c.var.api.PATCH("/api/v1/projects/{id}", {
      ...byId(project.id),
      body: { project: { name } },
    });
    const error = errorOf(changed);
    if (error !== undefined) return showProject(c, parts, { project: { ...project, name }, error });
    return redirectWithNotice(c, LIST, `The project was renamed to ${name}.`);
  });

  routes.get("/:id/delete", async (c) => askToDelete(c, await findProject(c)));

  routes.post("/:id/delete", async (c) => {
    const project = await findProject(c);
    const move_to = (await readPosted(c)).text("move_to");
    if (move_to === "" && (await formsOf(c, project)).count > 0) {
      throw invalid("move_to", "Nothing was deleted. Go back and select where its forms go.");
    }
    const query = move_to === "" ? {} : { move_to: Number(move_to) };
    const params = { ...byId(project.id).params, query };
    dataOf(await c.var.api.DELETE("/api/v1/projects/{id}", { params }));
    const undo = { token: `${DELETED_PROJECT}${project.id}`, to: LIST };
    return redirectWithNotice(c, LIST, `The project ${project.name} was deleted.`, undo);
  });
  return routes;
}

/** How many forms are in a project, archived ones too, and names of the first. */
async function formsOf(c: DashboardContext, { id }: Project) {
  const lists = await Promise.all(
    [false, true].map(async (archived) => {
      const query = { project_id: id, archived, per_page: MAX_NAMED };
      return dataOf(await c.var.api.GET("/api/v1/forms", { params: { query } }));
    }),
  );
  return {
    names: lists.flatMap(({ forms }) => forms.map(({ name }) => name)).slice(0, MAX_NAMED),
    count: lists.reduce((sum, { meta }) => sum + meta.count, 0),
  };
}

/** More names would hide the question. */
const MAX_NAMED = 20;
const MAX_PROJECTS = 100;
/** Forms and keys on the page of a project. */
const MAX_SHOWN = 50;

/** Says what happens to the forms, and lets a person choose where they go: nothing moves by itself. */
async function askToDelete(c: DashboardContext, project: Project) {
  const query = { per_page: MAX_PROJECTS };
  const [{ names, count }, { projects }] = await Promise.all([
    formsOf(c, project),
    c.var.api.GET("/api/v1/projects", { params: { query } }).then(dataOf),
  ]);
  const others = projects.filter(({ id }) => id !== project.id);
  const more = count > MAX_NAMED ? ` and ${count - MAX_NAMED} more` : "";
  return askFirst(c, {
    section: "projects",
    title: `Delete ${project.name}`,
    text:
      others.length === 0
        ? "This is the only project, and every form has one, so it cannot be deleted. Create another project first."
        : count === 0
          ? "It has no forms. You can undo this for seven days, from the audit log."
          : `Its ${plural(count, "form moves", "forms move")} to the project that you select, with submissions, webhooks and keys: ${names.join(", ")}${more}. You can undo this for seven days, from the audit log.`,
    action: `${LIST}/${project.id}/delete`,
    inputs:
      count === 0 || others.length === 0 ? null : (
        <Select
          name="move_to"
          label="Move its forms to"
          options={optionsOf(others, "Select a project")}
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
  { store, clock }: DashboardParts,
  { name = "", error }: { readonly name?: string; readonly error?: AppError } = {},
) {
  const query = pageQuery(c);
  const { projects, meta } = dataOf(await c.var.api.GET("/api/v1/projects", { params: { query } }));
  const { account_id } = c.var.session;
  const now = clock.now();
  const ids = projects.map(({ id }) => id);
  const figures = await store.reads.projectFigures({ account_id, ids, now });
  const none = { n: 0, unread: 0, month: 0, last_at: 0 };
  const rows = projects.map((project) => ({
    ...project,
    ...(figures.find(({ project_id }) => project_id === project.id) ?? none),
  }));
  return showPage(c, {
    title: "Projects",
    section: "projects",
    status: error === undefined ? 200 : 422,
    note: "Projects group forms, for example by site or by customer.",
    content: (
      <ListAndNew
        list={
          <Table
            class="stack many"
            empty="No projects on this page."
            rows={rows}
            columns={[
              {
                heading: "Project",
                class: "grow",
                cell: (project) => <a href={`${LIST}/${project.id}`}>{project.name}</a>,
              },
              {
                heading: "Forms",
                look: "number",
                cell: ({ id, n }) => <a href={`/dashboard/forms?project_id=${id}`}>{n}</a>,
              },
              {
                heading: "To do",
                look: "number",
                cell: ({ id, unread }) => (
                  <a href={`/dashboard/inbox?tab=unread&project=${id}`}>
                    {unread.toLocaleString("en")}
                  </a>
                ),
              },
              {
                heading: `Last ${SHOWN_DAYS} days`,
                look: "number",
                cell: ({ month }) => month.toLocaleString("en"),
              },
              {
                heading: "Last post",
                class: "nowrap",
                cell: ({ last_at }) => <LastPost at={last_at} now={now} />,
              },
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
    ),
  });
}

async function showProject(
  c: DashboardContext,
  { store, clock }: DashboardParts,
  { project, error }: { readonly project: Project; readonly error?: AppError },
) {
  const here = `${LIST}/${project.id}`;
  const now = clock.now();
  const scope = { ...c.var.scope, project_id: project.id };
  const list = { query: "", state: undefined, order: "name", isDescending: false } as const;
  const query = { project_id: project.id, per_page: MAX_SHOWN };
  const everybody = { query: { per_page: 100 } };
  const [{ records: forms, count }, days, { attempts }, keys, { members }] = await Promise.all([
    store.reads.formBoard({ ...scope, ...list, limit: MAX_SHOWN, offset: 0, now }),
    store.reads.accountDays({ ...scope, fromDay: firstDay(now) }),
    store.reads.attemptStats(scope),
    c.var.api.GET("/api/v1/api_keys", { params: { query } }).then(dataOf),
    c.var.api.GET("/api/v1/members", { params: everybody }).then(dataOf),
  ]);
  const people = members.filter(
    ({ project_ids }) => project_ids === null || project_ids.includes(project.id),
  );
  const sum = (name: "arrived" | "spam") => days.reduce((all, day) => all + day[name], 0);
  const posts = fillDays(now, days).map(({ arrived }) => arrived);
  const delivered = attempts.filter(({ outcome }) => outcome === "succeeded").length;
  return showPage(c, {
    title: project.name,
    section: "projects",
    status: error === undefined ? 200 : 422,
    crumbs: [["Projects", LIST]],
    beside: (
      <div class="row">
        <PostButton
          action={`${LIST}/show`}
          label="Show only this project"
          values={{ project: String(project.id), return_to: "/dashboard" }}
        />
        <LinkButton to={`${here}/delete`} label="Delete project" look="danger" />
      </div>
    ),
    content: (
      <>
        <Card title={`Last ${SHOWN_DAYS} days`}>
          <Stats
            isTotal
            of={[
              ["Submissions", sum("arrived").toLocaleString("en")],
              ["Spam", sum("spam").toLocaleString("en")],
              ["Delivery attempts that succeeded", `${delivered} of ${attempts.length}`],
              ["By day", <Sparkline values={posts} label={`Submissions in ${SHOWN_DAYS} days`} />],
            ]}
          />
        </Card>
        <Card class="full-width" title="Forms">
          <Table
            class="stack"
            empty="No forms. A form that is created while this project is shown begins in it."
            rows={forms}
            columns={[{ heading: "Form", cell: FormName }, ...healthColumns(forms, now)]}
          />
          {count > forms.length ? (
            <p class="soft small">{`The first ${forms.length} of ${plural(count, "form")}.`}</p>
          ) : null}
        </Card>
        <Card title="People" note="Who has access to it, with their roles.">
          <ul class="plain-list">
            {people.map(({ id, email, name, role }) => (
              <li>
                <a href={`/dashboard/people/${id}`}>{name ?? email}</a>{" "}
                <span class="soft">{role}</span>
              </li>
            ))}
          </ul>
        </Card>
        <Card title="API keys" note="Keys of its forms, and of the whole account.">
          <Table
            class="stack"
            empty="No API keys."
            rows={keys.api_keys}
            columns={[
              { heading: "Key", cell: ({ name }) => <a href="/dashboard/keys">{name}</a> },
              {
                heading: "Access",
                cell: ({ kind, form_id }) =>
                  kind !== "form"
                    ? `Whole ${kind}`
                    : (forms.find(({ id }) => id === form_id)?.name ?? `Form ${form_id}`),
              },
            ]}
          />
          {keys.meta.count > keys.api_keys.length ? (
            <p class="soft small">{`The first ${keys.api_keys.length} of ${keys.meta.count} keys.`}</p>
          ) : null}
        </Card>
        <Card title="Name">
          <PostForm action={here} error={error} button="Save name">
            <TextField name="name" label="Name" value={project.name} required />
          </PostForm>
        </Card>
      </>
    ),
  });
}
