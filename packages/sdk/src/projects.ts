/** Projects, which group forms. */
import { Resource } from "./resource.ts";

/** `client.projects`. */
export class Projects extends Resource {
  /** Lists projects by id. */
  readonly list = this.listOperation("listProjects", (page) => page.projects);

  /** Gets a project. */
  readonly get = this.operation("getProject");

  /** Creates a project. Needs an account key. */
  readonly create = this.operation("createProject");

  /** Changes the given members. */
  readonly update = this.operation("updateProject");

  /** Sends a PUT, which the API treats like {@link update}. */
  readonly replace = this.operation("replaceProject");

  /** Deletes the project. Its forms move to the first of the others; the last one cannot be deleted. */
  readonly delete = this.operation("deleteProject");
}
