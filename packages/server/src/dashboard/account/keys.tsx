/** `/dashboard/keys`: API keys. The text of a key is only shown on the page that follows its creation. */
import { Hono } from "hono";
import type { ApiKey, ApiKeyWithText } from "@intray/sdk/schemas";
import { KEY_SCOPES } from "../../domain/account/api-key.ts";
import { AppError } from "../../domain/errors.ts";
import { apiKeyNotFound } from "../../domain/not-found.ts";
import { byId, dataOf } from "../http/api-client.ts";
import { readPosted } from "../http/body.ts";
import { onceFor } from "../http/request-key.tsx";
import type { DashboardContext, DashboardEnv, DashboardParts, ShownProject } from "../http/env.ts";
import { redirectWithNotice } from "../http/notice.ts";
import { showPage } from "../layout/page.tsx";
import { ListAndNew, pageLinks, pageQuery, Table } from "../layout/lists.tsx";
import { createTypedKey, NewKeyForm, readTypedKey, type TypedKey } from "./new-key-form.tsx";
import { withFormsOf } from "../layout/form-label.ts";
import type { NamedForm } from "../../store/forms/form-names.ts";
import { plural } from "../format/quantities.ts";
import { Timestamp } from "../format/timestamp.tsx";
import { Card } from "../layout/card.tsx";
import { PostButton, LinkButton } from "../layout/fields.tsx";
import { CopyCard } from "../layout/copy-card.tsx";
import type { Clock } from "../../platform/clock.ts";

export function createKeyPages(parts: Pick<DashboardParts, "store" | "clock">): Hono<DashboardEnv> {
  const { clock } = parts;
  const routes = new Hono<DashboardEnv>();
  const newKeys = createNewKeys(clock);

  /** Opens the page that shows the key once. */
  const openNewKey = (c: DashboardContext, { id, key }: ApiKeyWithText) => {
    if (key !== null) newKeys.keep(c.var.session.id, { id, text: key });
    return c.redirect(`/dashboard/keys/${id}/new`, 303);
  };

  routes.get("/", (c) => showKeys(c, parts));

  routes.post("/", async (c) => {
    const posted = await readPosted(c);
    const created = await createTypedKey(c, posted);
    if (!(created instanceof AppError)) return openNewKey(c, created);
    return showKeys(c, parts, { typed: readTypedKey(posted), error: created });
  });

  routes.post("/:id/rotate", async (c) => {
    const named = { ...byId(c.req.param("id")), body: {}, ...onceFor(await readPosted(c)) };
    return openNewKey(c, dataOf(await c.var.api.POST("/api/v1/api_keys/{id}/rotation", named)));
  });

  routes.get("/:id/new", async (c) => {
    const key = await findKey(c);
    const text = newKeys.find(c.var.session.id, key.id);
    return showNewKey(c, {
      key,
      now: clock.now(),
      text,
      old:
        key.replaces == null
          ? undefined
          : await findKey(c, `${key.replaces}`).catch(() => undefined),
    });
  });

  routes.post("/:id/revoke", async (c) => {
    const key = dataOf(await c.var.api.DELETE("/api/v1/api_keys/{id}", byId(c.req.param("id"))));
    return redirectWithNotice(
      c,
      "/dashboard/keys",
      `The key ${key.name} was revoked. Requests with it are now rejected.`,
    );
  });
  return routes;
}

/** Finds a key in the API's list, since the API has no route for a single key. */
async function findKey(c: DashboardContext, name = c.req.param("id") ?? ""): Promise<ApiKey> {
  const id = Number(name);
  for await (const key of listKeys(c)) if (key.id === id) return key;
  throw apiKeyNotFound(name);
}

export async function* listKeys(c: DashboardContext): AsyncGenerator<ApiKey, undefined> {
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const query = { per_page: 100, ...(cursor === undefined ? {} : { cursor }) };
    const page = dataOf(await c.var.api.GET("/api/v1/api_keys", { params: { query } }));
    yield* page.api_keys;
    cursor = page.meta.next_cursor;
  }
}

async function showKeys(
  c: DashboardContext,
  { store, clock }: Pick<DashboardParts, "store" | "clock">,
  { typed, error }: { readonly typed?: TypedKey; readonly error?: AppError } = {},
) {
  const [{ api_keys, meta }, forms, projects] = await Promise.all([
    c.var.api.GET("/api/v1/api_keys", { params: { query: pageQuery(c) } }).then(dataOf),
    store.reads.listFormNames(c.var.scope),
    c.var.listProjects(),
  ]);
  const ids = [...api_keys.map(({ form_id }) => form_id), Number(c.req.query("form_id")) || null];
  const named = await withFormsOf(c, { store }, forms, ids);
  return showPage(c, {
    title: "API keys",
    section: "keys",
    status: error === undefined ? 200 : 422,
    content: (
      <>
        <p class="soft">
          Programs send a key with each API request: <code>Authorization: Bearer itk_…</code>. See
          the <a href="/docs">API reference</a>.
        </p>
        <ListAndNew
          list={keyTable(api_keys, { forms: named, projects }, clock.now())}
          pages={pageLinks(c, meta)}
          title="New API key"
        >
          <NewKeyForm
            forms={forms}
            projects={projects}
            other={named.find(({ id }) => String(id) === c.req.query("form_id"))}
            typed={typed}
            error={error}
          />
        </ListAndNew>
      </>
    ),
  });
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A key that expires within this time has a badge. */
const SOON_MS = 14 * DAY_MS;

const hasExpired = ({ expires_at }: ApiKey, now: number): boolean =>
  expires_at !== null && Date.parse(expires_at) <= now;

/** When a key expires, with a badge if that is soon or past. @param now Milliseconds since the epoch. */
function Expiry({ of, now }: { readonly of: ApiKey; readonly now: number }) {
  const { expires_at } = of;
  if (expires_at === null) return <Timestamp at={null} />;
  const leftMs = Date.parse(expires_at) - now;
  const [tone, label] =
    leftMs <= 0
      ? (["bad", "expired"] as const)
      : leftMs <= SOON_MS
        ? (["warn", `expires in ${left(leftMs)}`] as const)
        : [];
  return (
    <>
      <Timestamp at={expires_at} />
      {label === undefined ? null : (
        <div>
          <span class={`badge ${tone}`}>{label}</span>
        </div>
      )}
    </>
  );
}

/** Rounded down, so that no more time seems to be left than there is. */
function left(ms: number): string {
  if (ms >= DAY_MS) return plural(Math.floor(ms / DAY_MS), "day");
  return ms >= HOUR_MS ? plural(Math.floor(ms / HOUR_MS), "hour") : "less than an hour";
}

type Named = { readonly forms: readonly NamedForm[]; readonly projects: readonly ShownProject[] };

function keyTable(keys: readonly ApiKey[], { forms, projects }: Named, now: number) {
  const access = ({ kind, form_id, project_id, can_delete }: ApiKey) =>
    kind !== "form"
      ? kind === "account"
        ? "Whole account"
        : `Project ${projects.find(({ id }) => id === project_id)?.name ?? project_id}`
      : `Form ${forms.find(({ id }) => id === form_id)?.name ?? form_id}${can_delete ? ", may delete" : ""}`;
  return (
    <Table
      class="stack api-keys"
      empty="No API keys."
      rows={keys}
      columns={[
        {
          heading: "Key",
          cell: ({ name, prefix }) => (
            <>
              <div>{name}</div>
              <code class="soft">{`${prefix}…`}</code>
            </>
          ),
        },
        {
          heading: "Access",
          cell: (key) => (
            <>
              {access(key)}
              <div class="soft small">{KEY_SCOPES[key.scope][0].toLowerCase()}</div>
              {key.allowed_ips && <div class="soft small">from {key.allowed_ips.join(", ")}</div>}
            </>
          ),
        },
        { heading: "Expires", cell: (key) => <Expiry of={key} now={now} /> },
        {
          heading: "Last used",
          cell: ({ last_used_at, last_used_ip, created_at }) => (
            <>
              <Timestamp at={last_used_at} />
              {last_used_ip && <div class="soft small">from {last_used_ip}</div>}
              <div class="soft small nowrap">
                created <Timestamp at={created_at} />
              </div>
            </>
          ),
        },
        {
          heading: "Actions",
          look: "actions",
          cell: ({ id, name }) => (
            <div class="row">
              <PostButton
                action={`/dashboard/keys/${id}/rotate`}
                label="Rotate"
                about={name}
                isOnce
              />
              <PostButton
                action={`/dashboard/keys/${id}/revoke`}
                label="Revoke"
                about={name}
                look="danger"
                confirm={`Revoke ${name}? Requests with it will be rejected.`}
              />
            </div>
          ),
        },
      ]}
    />
  );
}

interface ShowNewKeyArgs {
  readonly key: ApiKey;
  readonly now: number;
  readonly text: string | undefined;
  readonly old: ApiKey | undefined;
}

/** @param props.text `undefined` if it is not known any more. @param props.old The key that the new one replaces. */
async function showNewKey(c: DashboardContext, { key, now, text, old }: ShowNewKeyArgs) {
  return showPage(c, {
    title: "New API key",
    section: "keys",
    heading: `Key ${key.name}`,
    crumbs: [["API keys", "/dashboard/keys"]],
    note: (
      <>
        Scope: {key.scope}. Expires: <Expiry of={key} now={now} />
      </>
    ),
    content: (
      <>
        {text === undefined ? (
          <Card>
            <p>
              The key <code>{`${key.prefix}…`}</code> was created. Its text is not shown any more,
              since the server stores only a hash. If nobody has copied it, rotate or revoke the key
              in the list of <a href="/dashboard/keys">API keys</a>.
            </p>
          </Card>
        ) : (
          <CopyCard id="key" title="New key" text={text} wraps>
            <p>
              <strong>Copy the key now.</strong> The server stores only a hash. This page shows the
              key for ten minutes, then never again.
            </p>
          </CopyCard>
        )}
        {old === undefined ? null : (
          <Card title="Old key">
            <p>
              The key <code>{`${old.prefix}…`}</code>{" "}
              {hasExpired(old, now) ? (
                "has expired. Revoke it once every program has the new one."
              ) : (
                <>
                  works until <Timestamp at={old.expires_at} />. Revoke it earlier once no program
                  uses it.
                </>
              )}
            </p>
            <PostButton
              action={`/dashboard/keys/${old.id}/revoke`}
              label="Revoke old key"
              look="danger"
            />
          </Card>
        )}
        <p>
          <LinkButton to="/dashboard/keys" label="Done" />
        </p>
      </>
    ),
  });
}

const KEPT_MS = 600_000;
/** The oldest is dropped. */
const MAX_KEPT = 100;

interface NewKeys {
  /** Keeps the text of a key for the session that created it. */
  keep(sessionId: number, key: { readonly id: number; readonly text: string }): void;
  /** `undefined` if another session created the key, another process, or this one more than ten minutes ago. */
  find(sessionId: number, keyId: number): string | undefined;
}

function createNewKeys(clock: Clock): NewKeys {
  const texts = new Map<string, string>();
  const nameOf = (sessionId: number, keyId: number) => `${sessionId} ${keyId}`;
  return {
    keep(sessionId, { id, text }) {
      const name = nameOf(sessionId, id);
      texts.set(name, text);
      clock.after(KEPT_MS, () => texts.delete(name));
      const [oldest] = texts.keys();
      if (texts.size > MAX_KEPT && oldest !== undefined) texts.delete(oldest);
    },
    find: (sessionId, keyId) => texts.get(nameOf(sessionId, keyId)),
  };
}
