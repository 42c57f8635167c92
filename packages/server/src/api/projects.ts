/** The projects resource. */
import type { Hono } from "hono";
import type { Project } from "@intray/sdk/schemas";
import { zDeleteProjectQuery, zListProjectsQuery, zProjectSettings } from "@intray/sdk/schemas";
import { invalid } from "../domain/errors.ts";
import { projectNotFound } from "../domain/not-found.ts";
import { type ProjectRecord, projectVersion } from "../store/forms/projects.ts";
import { scopeOf } from "./http/caller.ts";
import type { ApiContext, ApiEnv, ApiParts } from "./http/env.ts";
import { writeOnce } from "./http/idempotency.ts";
import { cutPage, pageOf } from "./http/pagination.ts";
import { parseBody, parseQuery, pathId } from "./http/request.ts";
import { namesReadOnly, READ_ONLY, requireReadOnly } from "./members/read-only-members.ts";
import { expectedVersions, setVersion } from "./http/versions.ts";
import { isoTime } from "../platform/iso-time.ts";

export function projectRoutes(app: Hono<ApiEnv>, parts: ApiParts): void {
  const { store, clock } = parts;
  const scope = (c: ApiContext) => ({ account_id: c.get("caller").account_id, id: pathId(c) });
  const existing = async (c: ApiContext) => {
    const project = await store.reads.findProject(scope(c));
    if (project === undefined) throw projectNotFound(pathId(c));
    return project;
  };

  app.get("/projects", async (c) => {
    const query = parseQuery(c, zListProjectsQuery);
    const scoped = scopeOf(c.get("caller"));
    const searched = query.query;
    // As cursors of version 0.1.0 were bound, if nothing is searched for.
    const boundTo = { list: "projects", ...scoped, ...(searched !== undefined && { searched }) };
    const page = pageOf(query, boundTo);
    const found = await store.reads.listProjects({ ...scoped, query: searched, ...page });
    const { records, meta } = cutPage(query, boundTo, found);
    return c.json({ projects: records.map(projectRecord), meta });
  });

  app.post("/projects", async (c) => {
    const { name } = await parseBody(c, zProjectSettings, "project");
    if (name === undefined) throw invalid("name", "A project needs a name.");
    const { account_id } = c.get("caller");
    const made = { account_id, name, now: clock.now() };
    const { result: project } = await writeOnce(c, parts, store.writes.createProject, made);
    setVersion(c, projectVersion(project).version);
    return c.json(projectRecord(project), 201);
  });

  app.get("/projects/:id", async (c) => {
    const project = await existing(c);
    setVersion(c, projectVersion(project).version);
    return c.json(projectRecord(project));
  });

  const change = async (c: ApiContext) => {
    let members: object = {};
    const { name } = await parseBody(c, zProjectSettings, "project", (body) => {
      members = body;
      return Object.keys(READ_ONLY.project.rules);
    });
    if (namesReadOnly(members, READ_ONLY.project)) {
      requireReadOnly(members, projectRecord(await existing(c)), READ_ONLY.project);
    }
    const changed = { name, expected: expectedVersions(c), now: clock.now() };
    const project = await store.writes.updateProject({ ...scope(c), ...changed });
    setVersion(c, projectVersion(project).version);
    return c.json(projectRecord(project));
  };
  app.patch("/projects/:id", change);
  app.put("/projects/:id", change);

  app.delete("/projects/:id", async (c) => {
    const { move_to } = parseQuery(c, zDeleteProjectQuery);
    const deletion = { ...scope(c), move_to, expected: expectedVersions(c), now: clock.now() };
    return c.json(projectRecord(await store.writes.deleteProject(deletion)));
  });

  app.post("/projects/:id/restore", async (c) => {
    const project = await store.writes.restoreProject({ ...scope(c), now: clock.now() });
    setVersion(c, projectVersion(project).version);
    return c.json(projectRecord(project));
  });
}

function projectRecord({ id, name, created_at, updated_at }: ProjectRecord): Project {
  return { id, name, created_at: isoTime(created_at), updated_at: isoTime(updated_at) };
}
