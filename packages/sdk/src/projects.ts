/** Groups of forms. */
import type { operations } from "./generated/api.gen.ts";
import type { CallOptions } from "./options.ts";
import { type PagePromise, paginate } from "./paginate.ts";
import { type ApiPromise, call } from "./request.ts";
import type { Project, ProjectInput, ProjectList } from "./schemas.ts";
import type { Transport } from "./transport.ts";

type ListParams = NonNullable<operations["listProjects"]["parameters"]["query"]>;

export class Projects {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  list(params: ListParams = {}, options: CallOptions = {}): PagePromise<ProjectList, Project> {
    return paginate(
      (query) =>
        call<ProjectList>(this.#transport, { method: "GET", path: "/projects", query, ...options }),
      (page) => page.projects,
      params,
    );
  }

  get(id: number, options: CallOptions = {}): ApiPromise<Project> {
    return call(this.#transport, { method: "GET", path: ["projects", id], ...options });
  }

  create(input: ProjectInput, options: CallOptions = {}): ApiPromise<Project> {
    return call(this.#transport, { method: "POST", path: "/projects", json: input, ...options });
  }

  /** Changes the members that are given. */
  update(id: number, input: ProjectInput, options: CallOptions = {}): ApiPromise<Project> {
    return call(this.#transport, {
      method: "PATCH",
      path: ["projects", id],
      json: input,
      ...options,
    });
  }

  /** With forms in it only by `force`, which detaches them. */
  delete(id: number, { force = false } = {}, options: CallOptions = {}): ApiPromise<Project> {
    const query = force ? { force } : {};
    return call(this.#transport, { method: "DELETE", path: ["projects", id], query, ...options });
  }
}
