/** Permissions: a form key is limited to its form, an account key to its account. */
import type { MiddlewareHandler } from "hono";
import { mayAs } from "../../domain/account/role.ts";
import { AppError, invalid } from "../../domain/errors.ts";
import { formNotFound, noSuchProject } from "../../domain/not-found.ts";
import { parseFormRef } from "../../domain/form.ts";
import type { NamedForm } from "../../store/forms/form-names.ts";
import type { FormRecord } from "../../store/forms/form-rows.ts";
import { isPartial } from "../../store/engine/paging.ts";
import { type Caller, scopeOf } from "./caller.ts";
import type { ApiEnv, ApiParts } from "./env.ts";

/** @throws AppError `forbidden` for a form key. */
export function requireAccountKey(caller: Caller): void {
  if (caller.kind !== "form") return;
  throw new AppError(
    "forbidden",
    "A form key can only read its form and handle its submissions. Use an account key.",
  );
}

/** Rejects form keys where openapi.yaml does not have `x-form-key`. */
export const requireAccountKeys: MiddlewareHandler<ApiEnv> = async (c, next) => {
  if (c.get("operation")?.takesFormKey === false) requireAccountKey(c.get("caller"));
  await next();
};

/** Rejects callers with less than the role that openapi.yaml says in `x-role`. */
export const requireRoles: MiddlewareHandler<ApiEnv> = async (c, next) => {
  const { role, via } = c.get("caller");
  const needed = c.get("operation")?.role;
  if (needed !== undefined && needed !== "none" && !mayAs(role, needed)) {
    const whose = via === "key" ? "A key made with your role" : "Your role";
    throw new AppError(
      "forbidden",
      `${whose}, ${role}, is not enough: this needs ${needed}. Ask an owner or admin of the account.`,
    );
  }
  await next();
};

/** @throws AppError `forbidden` for a form key without `can_delete`, and for a narrow scope. */
export function requireDeletion(caller: Caller): void {
  if (caller.can_delete) return;
  throw new AppError(
    "forbidden",
    "This key may not delete submissions or move them to the trash. Use an account key of the scope write, or a form key created with can_delete.",
  );
}

/**
 * Returns the form with this id or uuid. Without a name: the form of a form key, and `undefined`, which
 * means every form, for an account key.
 *
 * @throws AppError `forbidden` for a form key on another form, `not_found` for an account key.
 */
export async function namedForm(
  { store }: Pick<ApiParts, "store">,
  caller: Caller,
  name: string | undefined,
): Promise<NamedForm | undefined> {
  if (name === undefined && caller.form_id === undefined) return undefined;
  const ref = name === undefined ? { id: caller.form_id, uuid: undefined } : parseFormRef(name);
  const form = await store.reads.findFormName({ account_id: caller.account_id, ref });
  if (caller.form_id !== undefined && form?.id !== caller.form_id) {
    throw new AppError(
      "forbidden",
      `This key belongs to another form, not ${name ?? ""}. Use a key of that form, or an account key.`,
    );
  }
  if (form === undefined || (await isForeign(store, caller, form))) throw formNotFound(name ?? "");
  return form;
}

/** Whether a form is of a project that the caller has no access to. */
async function isForeign(store: ApiParts["store"], caller: Caller, { id }: NamedForm) {
  const scope = { ...scopeOf(caller), form_id: undefined };
  if (!isPartial(scope)) return false;
  const found = await store.reads.firstInaccessible({ ...scope, records: "forms", ids: [id] });
  return found !== undefined;
}

/**
 * The forms that a list is limited to: one, those of a project, or all that the caller can access.
 *
 * @throws AppError as {@link namedForm}; `invalid` for a project that the account does not have, or beside a form.
 */
export async function namedScope(
  parts: Pick<ApiParts, "store">,
  caller: Caller,
  {
    form_id,
    project_id,
  }: { readonly form_id?: string | undefined; readonly project_id?: number | undefined },
) {
  const { account_id, member_id } = caller;
  if (project_id !== undefined) {
    requireAccountKey(caller);
    if (form_id !== undefined) throw invalid("project_id", "Name a form or a project, not both.");
    const found = await parts.store.reads.findProject({ account_id, id: project_id });
    if (found === undefined) throw noSuchProject(project_id);
  }
  const form = await namedForm(parts, caller, form_id);
  const limits = { member_id, project_id: project_id ?? caller.project_id };
  return { form, scope: { account_id, form_id: form?.id, ...limits } };
}

/** As {@link namedForm}, for requests that must name a form. */
export async function requireForm(
  parts: Pick<ApiParts, "store">,
  caller: Caller,
  name: string,
): Promise<NamedForm> {
  const form = await namedForm(parts, caller, name);
  if (form === undefined) throw formNotFound(name);
  return form;
}

/** As {@link requireForm}, with all settings of the form. */
export async function requireFormRecord(
  parts: Pick<ApiParts, "store">,
  caller: Caller,
  name: string,
): Promise<FormRecord> {
  const { id } = await requireForm(parts, caller, name);
  const ref = { id, uuid: undefined };
  const form = await parts.store.reads.findForm({ account_id: caller.account_id, ref });
  if (form === undefined) throw formNotFound(name);
  return form;
}
