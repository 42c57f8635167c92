/** Projects, which group forms. */
import type { operations } from "./generated/api.gen.ts";
import { callList } from "./list-call.ts";
import type { CallOptions, ChangeOptions } from "./options.ts";
import type { PagePromise } from "./paginate.ts";
import { type ApiPromise, call } from "./http/request.ts";
import type { Project, ProjectInput, ProjectList } from "./schemas.ts";
import type { Transport } from "./http/transport.ts";

type ListParams = NonNullable<operations["listProjects"]["parameters"]["query"]>;

/** `client.projects`. */
export class Projects {
  readonly #transport: Transport;

  /** Called by the client. */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Lists projects by id. */
  list(params: ListParams = {}, options: CallOptions = {}): PagePromise<ProjectList, Project> {
    return callList(
      this.#transport,
      {
        operation: "listProjects",
        path: "/projects",
        itemsOf: (page: ProjectList) => page.projects,
      },
      params,
      options,
    );
  }

  /** Gets a project. */
  get(id: number, options: CallOptions = {}): ApiPromise<Project> {
    return call(this.#transport, {
      operation: "getProject",
      method: "GET",
      path: ["projects", id],
      ...options,
    });
  }

  /** Creates a project. Needs an account key. */
  create(input: ProjectInput, options: CallOptions = {}): ApiPromise<Project> {
    return call(this.#transport, {
      operation: "createProject",
      method: "POST",
      path: "/projects",
      json: input,
      ...options,
    });
  }

  /** Changes the given members. */
  update(id: number, input: ProjectInput, options: ChangeOptions = {}): ApiPromise<Project> {
    return call(this.#transport, {
      operation: "updateProject",
      method: "PATCH",
      path: ["projects", id],
      json: input,
      ...options,
    });
  }

  /** Sends a PUT, which the API treats like {@link update}. */
  replace(id: number, input: ProjectInput, options: ChangeOptions = {}): ApiPromise<Project> {
    return call(this.#transport, {
      operation: "replaceProject",
      method: "PUT",
      path: ["projects", id],
      json: input,
      ...options,
    });
  }

  /** Deletes the project. Its forms move to the first of the others; the last one cannot be deleted. */
  delete(id: number, options: ChangeOptions = {}): ApiPromise<Project> {
    return call(this.#transport, {
      operation: "deleteProject",
      method: "DELETE",
      path: ["projects", id],
      ...options,
    });
  }
}
