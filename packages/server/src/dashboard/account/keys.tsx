/** `/dashboard/keys`: API keys. The text of a key is only shown when it is created. */
import { Hono } from "hono";
import type { ApiKey, ApiKeyWithText, Form } from "@intray/sdk/schemas";
import type { AppError } from "../../domain/errors.ts";
import { apiKeyNotFound } from "../../domain/not-found.ts";
import { errorOf, dataOf } from "../http/api-client.ts";
import { readPosted } from "../http/body.ts";
import type { DashboardContext, DashboardEnv } from "../http/env.ts";
import { Checkbox, Select, TextField } from "../layout/fields.tsx";
import { Timestamp } from "../format/timestamp.tsx";
import { redirectWithNotice } from "../http/notice.ts";
import { CopyCard } from "../layout/copy-card.tsx";
import { showPage } from "../layout/page.tsx";
import { pageLinks, pageQuery } from "../layout/pagination.tsx";
import { CheckedForm } from "../layout/form-errors.tsx";

/** Options of the scope field; the account may have more forms. */
const MAX_FORMS = 100;

export function keyRoutes(): Hono<DashboardEnv> {
  const routes = new Hono<DashboardEnv>();
  routes.get("/", (c) => showKeys(c));

  routes.post("/", async (c) => {
    const posted = await readPosted(c);
    const name = posted.text("name").trim();
    const form_id = posted.text("form_id");
    const can_delete = posted.has("can_delete");
    const made = await c.get("api").POST("/api/v1/api_keys", {
      body: {
        api_key: {
          kind: form_id === "" ? "account" : "form",
          ...(form_id === "" ? {} : { form_id: Number(form_id), can_delete }),
          ...(name === "" ? {} : { name }),
        },
      },
    });
    const error = errorOf(made);
    if (error !== undefined) return showKeys(c, { typed: { name, form_id, can_delete }, error });
    return showNewKey(c, dataOf(made));
  });

  routes.post("/:id/rotate", async (c) => {
    const old = await findKey(c);
    const { kind, form_id, name, can_delete } = old;
    const made = dataOf(
      await c.get("api").POST("/api/v1/api_keys", {
        body: {
          api_key: {
            kind,
            name,
            ...(kind === "form" && form_id !== null ? { form_id, can_delete } : {}),
          },
        },
      }),
    );
    return showNewKey(c, made, old);
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

/** Finds a key in the API's list, since the API has no route for a single key. */
async function findKey(c: DashboardContext): Promise<ApiKey> {
  const id = Number(c.req.param("id"));
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const query = cursor === undefined ? {} : { cursor };
    const page = dataOf(await c.get("api").GET("/api/v1/api_keys", { params: { query } }));
    const key = page.api_keys.find((one) => one.id === id);
    if (key !== undefined) return key;
    cursor = page.meta.next_cursor;
  }
  throw apiKeyNotFound(c.req.param("id") ?? "");
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

/** @param old The key that the new one replaces; it works until it is revoked. */
async function showNewKey(c: DashboardContext, key: ApiKeyWithText, old?: ApiKey) {
  return showPage(c, {
    title: "New API key",
    section: "keys",
    content: (
      <>
        <div>
          <p class="crumbs">
            <a href="/dashboard/keys">API keys</a>
          </p>
          <h1>{key.name}</h1>
        </div>
        <CopyCard id="key" title="New key" text={key.key ?? ""} wraps>
          <p>
            <strong>The key is only shown once.</strong> Copy it now; the server stores only a hash.
          </p>
        </CopyCard>
        {old === undefined ? null : (
          <section class="card">
            <h2>Old key</h2>
            <p>
              The key <code>{`${old.prefix}…`}</code> still works. Revoke it once no program uses
              it.
            </p>
            <form method="post" action={`/dashboard/keys/${old.id}/revoke`}>
              <button class="danger">Revoke old key</button>
            </form>
          </section>
        )}
        <p>
          <a class="button" href="/dashboard/keys">
            Done
          </a>
        </p>
      </>
    ),
  });
}
