/** `/dashboard/keys`: the keys that programs ask the API with; a key's text is shown once. */
import { Hono } from "hono";
import type { ApiKey, ApiKeyWithText, Form } from "@intray/sdk/schemas";
import { AppError } from "../../domain/errors.ts";
import { apiKeyNotFound } from "../../domain/not-found.ts";
import { errorOf, dataOf } from "../http/api-client.ts";
import { readPosted } from "../http/body.ts";
import type { DashboardContext, DashboardEnv } from "../http/env.ts";
import { Checkbox, Select, TextField } from "../layout/fields.tsx";
import { Timestamp } from "../format/timestamp.tsx";
import { redirectWithNotice } from "../http/notice.ts";
import { showPage } from "../layout/page.tsx";
import { pageLinks, pageQuery } from "../layout/pagination.tsx";
import { ErrorMessage } from "../layout/error-page.tsx";

/** Forms that a new key can be made for here; there may be more. */
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
      `The key ${key.name} is revoked; whatever uses it is refused from now on.`,
    );
  });
  return routes;
}

/** There is no address of one key: the list is walked. */
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
    title: "Keys",
    section: "keys",
    status: error === undefined ? 200 : 422,
    content: (
      <>
        <h1>Keys</h1>
        <p class="soft">
          Programs show one to the API: <code>Authorization: Bearer itk_…</code>. How the API is
          asked stands in <a href="/docs">its reference</a>.
        </p>
        <section class="card">
          {api_keys.length === 0 ? (
            <p class="empty">There is no key. No program can ask the API.</p>
          ) : (
            <KeyTable keys={api_keys} forms={forms} />
          )}
        </section>
        {pageLinks(c, meta)}
        <section class="card" id="new">
          <h2>New key</h2>
          <ErrorMessage error={error} />
          <form class="fields" method="post" action="/dashboard/keys">
            <TextField
              name="name"
              label="Name"
              value={typed?.name ?? ""}
              hint="What uses it, so that you know what stops when you revoke it."
              error={error}
            />
            <Select
              name="form_id"
              label="Reaches"
              value={typed?.form_id ?? ""}
              options={[
                ["", "The whole account"],
                ...forms.map(({ id, name }) => [String(id), `The form ${name} alone`] as const),
              ]}
              error={error}
            />
            <Checkbox
              name="can_delete"
              label="A form's key may delete submissions"
              checked={typed?.can_delete ?? false}
            />
            <div>
              <button class="main">Create the key</button>
            </div>
          </form>
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
  const reach = ({ kind, form_id, can_delete }: ApiKey) =>
    kind === "account"
      ? "The whole account"
      : `The form ${forms.find(({ id }) => id === form_id)?.name ?? form_id}${can_delete ? ", may delete" : ""}`;
  return (
    <table class="stack">
      <thead>
        <tr>
          <th>Name</th>
          <th>Begins with</th>
          <th>Reaches</th>
          <th>Last used</th>
          <th>Made</th>
          <th>
            <span class="visually-hidden">What to do</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {keys.map((key) => (
          <tr>
            <td>{key.name}</td>
            <td data-label="Begins with">
              <code>{`${key.prefix}…`}</code>
            </td>
            <td data-label="Reaches">{reach(key)}</td>
            <td data-label="Last used">
              <Timestamp at={key.last_used_at} />
            </td>
            <td data-label="Made">
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
                  data-confirm={`Revoke ${key.name}? Whatever uses it is refused at once.`}
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

/** @param old The key that it is to stand in for, which still works. */
async function showNewKey(c: DashboardContext, key: ApiKeyWithText, old?: ApiKey) {
  return showPage(c, {
    title: "New key",
    section: "keys",
    content: (
      <>
        <div>
          <p class="crumbs">
            <a href="/dashboard/keys">Keys</a>
          </p>
          <h1>{key.name}</h1>
        </div>
        <section class="card">
          <div class="head">
            <h2>The new key</h2>
            <button type="button" data-copy="key" hidden>
              Copy
            </button>
          </div>
          <pre id="key" class="wrap" tabindex={0}>
            {key.key}
          </pre>
          <p>
            <strong>It is shown only here.</strong> Copy it to where it is used: it is stored
            nowhere.
          </p>
        </section>
        {old === undefined ? null : (
          <section class="card">
            <h2>The old key</h2>
            <p>
              The key that begins with <code>{`${old.prefix}…`}</code> still works, so that nothing
              stops. Revoke it once the new one is in its place.
            </p>
            <form method="post" action={`/dashboard/keys/${old.id}/revoke`}>
              <button class="danger">Revoke the old key</button>
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
