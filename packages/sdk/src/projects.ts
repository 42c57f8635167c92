/** Groups of forms. */
import type { operations } from "./generated/api.gen.ts";
import type { CallOptions } from "./options.ts";
import { type PagePromise, paginate } from "./paginate.ts";
import { type ApiPromise, call } from "./http/request.ts";
import type { Project, ProjectInput, ProjectList } from "./schemas.ts";
import type { Transport } from "./http/transport.ts";

type ListParams = NonNullable<operations["listProjects"]["parameters"]["query"]>;

/** `client.projects`. */
export class Projects {
  readonly #transport: Transport;

  /** Made by the client. */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** In the order of their ids. */
  list(params: ListParams = {}, options: CallOptions = {}): PagePromise<ProjectList, Project> {
    return paginate(
      (query) =>
        call<ProjectList>(this.#transport, {
          operation: "listProjects",
          method: "GET",
          path: "/projects",
          query,
          ...options,
        }),
      (page) => page.projects,
      params,
    );
  }

  /** One project. */
  get(id: number, options: CallOptions = {}): ApiPromise<Project> {
    return call(this.#transport, {
      operation: "getProject",
      method: "GET",
      path: ["projects", id],
      ...options,
    });
  }

  /** Needs an account's key. */
  create(input: ProjectInput, options: CallOptions = {}): ApiPromise<Project> {
    return call(this.#transport, {
      operation: "createProject",
      method: "POST",
      path: "/projects",
      json: input,
      ...options,
    });
  }

  /** Changes the members that are given. */
  update(id: number, input: ProjectInput, options: CallOptions = {}): ApiPromise<Project> {
    return call(this.#transport, {
      operation: "updateProject",
      method: "PATCH",
      path: ["projects", id],
      json: input,
      ...options,
    });
  }

  /** By PUT, which the API gives the same meaning as {@link update}. */
  replace(id: number, input: ProjectInput, options: CallOptions = {}): ApiPromise<Project> {
    return call(this.#transport, {
      operation: "replaceProject",
      method: "PUT",
      path: ["projects", id],
      json: input,
      ...options,
    });
  }

  /** With forms in it only by `force`, which detaches them. */
  delete(id: number, { force = false } = {}, options: CallOptions = {}): ApiPromise<Project> {
    const query = force ? { force } : {};
    return call(this.#transport, {
      operation: "deleteProject",
      method: "DELETE",
      path: ["projects", id],
      query,
      ...options,
    });
  }
}
