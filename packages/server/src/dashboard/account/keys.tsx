/** `/dashboard/keys`: API keys. The text of a key is only shown on the page that follows its creation. */
import { Hono } from "hono";
import type { ApiKey, ApiKeySettings } from "@intray/sdk/schemas";
import { AppError } from "../../domain/errors.ts";
import { apiKeyNotFound } from "../../domain/not-found.ts";
import { errorOf, dataOf } from "../http/api-client.ts";
import { type Posted, readPosted } from "../http/body.ts";
import type { DashboardContext, DashboardEnv, DashboardParts } from "../http/env.ts";
import { redirectWithNotice } from "../http/notice.ts";
import { onceFor } from "../http/request-key.tsx";
import { showPage } from "../layout/page.tsx";
import { pageLinks, pageQuery } from "../layout/lists.tsx";
import { KeyTable } from "./key-table.tsx";
import { keySettings, NewKeyForm, readTypedKey, type TypedKey } from "./new-key-form.tsx";
import { createNewKeys } from "./new-keys.ts";
import { showNewKey } from "./new-key-page.tsx";

/** The limits of `expires_in` of the API. */
const MIN_LIFETIME_S = 60;
const MAX_LIFETIME_S = 315_360_000;

export function keyRoutes(parts: Pick<DashboardParts, "store" | "clock">): Hono<DashboardEnv> {
  const { clock } = parts;
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

  /** Returns the error if the key cannot be created. */
  const createTyped = async (c: DashboardContext, posted: Posted, typed: TypedKey) => {
    try {
      return await createKey(c, { posted, api_key: keySettings(typed, c.get("zone").name) });
    } catch (error) {
      if (error instanceof AppError && error.code === "invalid") return error;
      throw error;
    }
  };

  routes.get("/", (c) => showKeys(c, parts));

  routes.post("/", async (c) => {
    const posted = await readPosted(c);
    const typed = readTypedKey(posted);
    const created = await createTyped(c, posted, typed);
    if (created instanceof Response) return created;
    return showKeys(c, parts, { typed, error: created });
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
      now: clock.now(),
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
  return { expires_in: Math.min(Math.max(lifetimeS, MIN_LIFETIME_S), MAX_LIFETIME_S) };
}

/** Finds a key in the API's list, since the API has no route for a single key. */
async function findKey(c: DashboardContext, name = c.req.param("id") ?? ""): Promise<ApiKey> {
  const id = Number(name);
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const query = { per_page: 100, ...(cursor === undefined ? {} : { cursor }) };
    const page = dataOf(await c.get("api").GET("/api/v1/api_keys", { params: { query } }));
    const key = page.api_keys.find((one) => one.id === id);
    if (key !== undefined) return key;
    cursor = page.meta.next_cursor;
  }
  throw apiKeyNotFound(name);
}

async function showKeys(
  c: DashboardContext,
  { store, clock }: Pick<DashboardParts, "store" | "clock">,
  { typed, error }: { readonly typed?: TypedKey; readonly error?: AppError } = {},
) {
  const [{ api_keys, meta }, forms] = await Promise.all([
    c
      .get("api")
      .GET("/api/v1/api_keys", { params: { query: pageQuery(c) } })
      .then(dataOf),
    store.reads.listFormNames({ account_id: c.get("session").account_id }),
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
        <div class="list-and-new">
          <div class="stacked">
            <section class="card">
              {api_keys.length === 0 ? (
                <p class="empty">No API keys.</p>
              ) : (
                <KeyTable keys={api_keys} forms={forms} now={clock.now()} />
              )}
            </section>
            {pageLinks(c, meta)}
          </div>
          <section class="card" id="new">
            <h2>New API key</h2>
            <NewKeyForm forms={forms} typed={typed} error={error} />
          </section>
        </div>
      </>
    ),
  });
}
