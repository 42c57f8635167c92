/** `/dashboard/keys`: API keys. The text of a key is only shown on the page that follows its creation. */
import { Hono } from "hono";
import type { ApiKey, ApiKeySettings, Form } from "@intray/sdk/schemas";
import type { AppError } from "../../domain/errors.ts";
import { apiKeyNotFound } from "../../domain/not-found.ts";
import { errorOf, dataOf } from "../http/api-client.ts";
import { type Posted, readPosted } from "../http/body.ts";
import type { DashboardContext, DashboardEnv, DashboardParts } from "../http/env.ts";
import { Checkbox, Select, TextField } from "../layout/fields.tsx";
import { Timestamp } from "../format/timestamp.tsx";
import { redirectWithNotice } from "../http/notice.ts";
import { onceFor, RequestKey } from "../http/request-key.tsx";
import { showPage } from "../layout/page.tsx";
import { pageLinks, pageQuery } from "../layout/pagination.tsx";
import { CheckedForm } from "../layout/form-errors.tsx";
import { createNewKeys } from "./new-keys.ts";
import { showNewKey } from "./new-key-page.tsx";

/** Options of the scope field; the account may have more forms. */
const MAX_FORMS = 100;
/** The shortest that the API takes. */
const MIN_LIFETIME_S = 60;

export function keyRoutes({ clock }: Pick<DashboardParts, "clock">): Hono<DashboardEnv> {
  const routes = new Hono<DashboardEnv>();
  const newKeys = createNewKeys(clock);

  /** Creates a key once for each page that asks for it, and opens the page that shows it. */
  const createKey = async (
    c: DashboardContext,
    { posted, api_key }: { readonly posted: Posted; readonly api_key: ApiKeySettings },
    query = "",
  ) => {
    const made = await c
      .get("api")
      .POST("/api/v1/api_keys", { body: { api_key }, ...onceFor(posted) });
    const error = errorOf(made);
    if (error !== undefined) return error;
    const { id, key } = dataOf(made);
    if (key !== null) newKeys.keep(c.get("session").id, { id, text: key });
    return c.redirect(`/dashboard/keys/${id}/new${query}`, 303);
  };

  routes.get("/", (c) => showKeys(c));

  routes.post("/", async (c) => {
    const posted = await readPosted(c);
    const name = posted.text("name").trim();
    const form_id = posted.text("form_id");
    const can_delete = posted.has("can_delete");
    const api_key = {
      kind: form_id === "" ? "account" : "form",
      ...(form_id === "" ? {} : { form_id: Number(form_id), can_delete }),
      ...(name === "" ? {} : { name }),
    } as const;
    const created = await createKey(c, { posted, api_key });
    if (created instanceof Response) return created;
    return showKeys(c, { typed: { name, form_id, can_delete }, error: created });
  });

  routes.post("/:id/rotate", async (c) => {
    const posted = await readPosted(c);
    const old = await findKey(c);
    const { id, kind, form_id, name, scope, can_delete } = old;
    const form = kind === "form" && form_id !== null ? { form_id, can_delete } : {};
    const api_key = { kind, name, scope, ...form, ...lifetimeOf(old) };
    const created = await createKey(c, { posted, api_key }, `?replaces=${id}`);
    if (created instanceof Response) return created;
    throw created;
  });

  routes.get("/:id/new", async (c) => {
    const key = await findKey(c);
    const text = newKeys.find(c.get("session").id, key.id);
    const replaced = c.req.query("replaces") ?? "";
    return showNewKey(c, {
      key,
      text,
      old: replaced === "" ? undefined : await findKey(c, replaced),
    });
  });

  routes.post("/:id/revoke", async (c) => {
    const path = { id: Number(c.req.param("id")) };
    const key = dataOf(await c.get("api").DELETE("/api/v1/api_keys/{id}", { params: { path } }));
    return redirectWithNotice(
      c,
      "/dashboard/keys",
      `The key ${key.name} was revoked. Requests with it are now rejected.`,
    );
  });
  return routes;
}

/** The new key lives as long as the old one was made for. */
function lifetimeOf({ created_at, expires_at }: ApiKey): Pick<ApiKeySettings, "expires_in"> {
  if (expires_at === null) return {};
  const lifetimeS = Math.ceil((Date.parse(expires_at) - Date.parse(created_at)) / 1_000);
  return { expires_in: Math.max(lifetimeS, MIN_LIFETIME_S) };
}

/** Finds a key in the API's list, since the API has no route for a single key. */
async function findKey(c: DashboardContext, name = c.req.param("id") ?? ""): Promise<ApiKey> {
  const id = Number(name);
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const query = cursor === undefined ? {} : { cursor };
    const page = dataOf(await c.get("api").GET("/api/v1/api_keys", { params: { query } }));
    const key = page.api_keys.find((one) => one.id === id);
    if (key !== undefined) return key;
    cursor = page.meta.next_cursor;
  }
  throw apiKeyNotFound(name);
}

interface Typed {
  readonly name: string;
  readonly form_id: string;
  readonly can_delete: boolean;
}

async function showKeys(
  c: DashboardContext,
  { typed, error }: { readonly typed?: Typed; readonly error?: AppError } = {},
) {
  const api = c.get("api");
  const [{ api_keys, meta }, { forms }] = await Promise.all([
    api.GET("/api/v1/api_keys", { params: { query: pageQuery(c) } }).then(dataOf),
    api.GET("/api/v1/forms", { params: { query: { per_page: MAX_FORMS } } }).then(dataOf),
  ]);
  return showPage(c, {
    title: "API keys",
    section: "keys",
    status: error === undefined ? 200 : 422,
    content: (
      <>
        <h1>API keys</h1>
        <p class="soft">
          Programs send a key with each API request: <code>Authorization: Bearer itk_…</code>. See
          the <a href="/docs">API reference</a>.
        </p>
        <section class="card">
          {api_keys.length === 0 ? (
            <p class="empty">No API keys.</p>
          ) : (
            <KeyTable keys={api_keys} forms={forms} />
          )}
        </section>
        {pageLinks(c, meta)}
        <section class="card" id="new">
          <h2>New API key</h2>
          <CheckedForm error={error}>
            <form class="fields" method="post" action="/dashboard/keys">
              <RequestKey />
              <TextField
                name="name"
                label="Name"
                value={typed?.name ?? ""}
                hint="The program that uses the key."
                error={error}
              />
              <Select
                name="form_id"
                label="Scope"
                value={typed?.form_id ?? ""}
                options={[
                  ["", "Whole account"],
                  ...forms.map(({ id, name }) => [String(id), `Only the form ${name}`] as const),
                ]}
                error={error}
              />
              <Checkbox
                name="can_delete"
                label="Allow deleting submissions"
                hint="For keys of one form; keys of the whole account can always delete."
                checked={typed?.can_delete ?? false}
              />
              <div>
                <button class="main">Create key</button>
              </div>
            </form>
          </CheckedForm>
        </section>
      </>
    ),
  });
}

function KeyTable({
  keys,
  forms,
}: {
  readonly keys: readonly ApiKey[];
  readonly forms: readonly Form[];
}) {
  const scope = ({ kind, form_id, can_delete }: ApiKey) =>
    kind === "account"
      ? "Whole account"
      : `Form ${forms.find(({ id }) => id === form_id)?.name ?? form_id}${can_delete ? ", may delete" : ""}`;
  return (
    <table class="stack">
      <thead>
        <tr>
          <th>Name</th>
          <th>Prefix</th>
          <th>Scope</th>
          <th>Last used</th>
          <th>Created</th>
          <th>
            <span class="visually-hidden">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {keys.map((key) => (
          <tr>
            <td>{key.name}</td>
            <td data-label="Prefix">
              <code>{`${key.prefix}…`}</code>
            </td>
            <td data-label="Scope">{scope(key)}</td>
            <td data-label="Last used">
              <Timestamp at={key.last_used_at} />
            </td>
            <td data-label="Created">
              <Timestamp at={key.created_at} />
            </td>
            <td>
              <div class="row">
                <form method="post" action={`/dashboard/keys/${key.id}/rotate`}>
                  <RequestKey />
                  <button aria-label={`Rotate ${key.name}`}>Rotate</button>
                </form>
                <form
                  method="post"
                  action={`/dashboard/keys/${key.id}/revoke`}
                  data-confirm={`Revoke ${key.name}? Requests with it will be rejected.`}
                >
                  <button class="danger" aria-label={`Revoke ${key.name}`}>
                    Revoke
                  </button>
                </form>
              </div>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
