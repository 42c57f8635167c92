/** Starts a server for a test. Every response is checked against openapi.yaml. */
import { hash } from "node:crypto";
import type { FormWebhook, Submission } from "@intray/sdk/schemas";
import { CompiledQuery } from "kysely";
import { checkedFetch } from "../../../test/contract/document.ts";
import { useShared } from "../../../test/harness/use.ts";
import { type Clock, systemClock } from "../src/platform/clock.ts";
import type { KeyScope } from "../src/domain/account/api-key.ts";
import type { ServerOptions } from "../src/bootstrap/foundation.ts";
import { isPostgres } from "../src/store/engine/dialect.ts";
import type { Db } from "../src/store/engine/schema.ts";
import { withWallTime } from "./fake-clock.ts";
import { freshDatabase, settingsFor } from "./database.ts";
import { openBeside } from "./database-dump.ts";
import { startRelay } from "./mail/relay.ts";
import { createRows, type Rows } from "./store/rows.ts";
import { startTestServer } from "./test-server.ts";
import { type Fields, postBody } from "../../../test/harness/api.ts";

/** The account key of account 1. */
export const ACCOUNT_KEY = "the-account-key-of-the-first-account";
/** The account key of account 2, which cannot access records of account 1. */
export const OTHER_ACCOUNT_KEY = "the-account-key-of-the-second-account";

export interface RequestOptions {
  /** `null` = without a key. Default: {@link ACCOUNT_KEY}. */
  readonly key?: string | null;
  readonly json?: unknown;
  readonly body?: RequestInit["body"];
  readonly headers?: Readonly<Record<string, string>>;
}

interface KeySettings {
  readonly name?: string;
  readonly form_id?: number | string;
  readonly scope?: KeyScope;
  readonly allowed_ips?: readonly string[];
  readonly can_delete?: boolean;
}

export type ApiServer = Awaited<ReturnType<typeof startApiServer>>;

/**
 * Account 1 with its first project and form, and account 2 with project 2, form 2 and webhook 1. Webhooks may
 * be saved with internal URLs, whose deliveries are blocked, unless `parts` has `webhookUrlProblem: undefined`.
 */
export async function startApiServer(
  settings: Readonly<Record<string, string>> = {},
  clock: Clock = systemClock,
  parts: Pick<ServerOptions, "openStore" | "webhookUrlProblem"> = {},
) {
  const fresh = await freshDatabase();
  let died: Error | undefined;
  const server = await startTestServer(
    { ...settingsFor(fresh), INTRAY_BOOTSTRAP_ACCOUNT_KEY: ACCOUNT_KEY, ...settings },
    { clock, onDeath: (error) => (died = error), webhookUrlProblem: () => undefined, ...parts },
  );
  const db = await openBeside(fresh.database);
  const access = createRows(db);
  await addOtherAccount(access, db);
  const fetched = checkedFetch(server.url);

  const request = (
    method: string,
    path: string,
    { key = ACCOUNT_KEY, json, body, headers }: RequestOptions = {},
  ) =>
    fetched(method, `/api/v1${path}`, {
      headers: {
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
        ...(json === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      ...(body === undefined ? {} : { body }),
    });
  const expectStatus = async (status: number, ...of: Parameters<typeof request>) => {
    const answer = await request(...of);
    if (answer.status !== status) throw new Error(`${answer.status}: ${answer.text}`);
    return answer.json();
  };
  const create = async <T = { readonly id: number }>(path: string, json: unknown) =>
    (await expectStatus(201, "POST", path, { json })) as T;
  const patch = async <T = unknown>(path: string, json: unknown) =>
    (await expectStatus(200, "PATCH", path, { json })) as T;
  const read = async <T>(path: string, key?: string) =>
    (await request("GET", path, key === undefined ? {} : { key })).json() as T;
  await request("POST", "/form_webhooks", {
    key: OTHER_ACCOUNT_KEY,
    json: { form_id: 2, name: "Strange", url: "http://127.0.0.1:9/" },
  });
  return {
    url: server.url,
    folder: fresh.folder,
    /** Of another server on the same database and folder. */
    settings: { ...settingsFor(fresh), ...settings },
    database: fresh.database,
    db,
    /** Releases memory as the server does when it becomes idle. */
    tidyUp: () => server.tidyUp(),
    /** Sends a request to the API. @param path Under `/api/v1`. */
    request,
    /** Creates a record by POST and returns it. @throws Error for any status but 201. */
    create,
    /** Sends what must be refused with 422, and returns the members that the problem names. */
    async refused(method: string, path: string, json: unknown) {
      const answer = await expectStatus(422, method, path, { json });
      const { errors } = answer as { errors: readonly { field: string }[] };
      return errors.map(({ field }) => field);
    },
    /** Changes a record by PATCH and returns it. @throws Error for any status but 200. */
    patch,
    /** Marks a submission, such as `{ read: true }`, and returns it. @throws Error for any status but 200. */
    mark: (id: number, submission: object) =>
      patch<Submission>(`/submissions/${id}`, { submission }),
    /** Changes submissions in bulk, which `undo` names. */
    bulk: (submission_ids: readonly number[], set: object, undo?: string) =>
      request("POST", "/submissions/bulk", { json: { submission_ids, set, undo } }),
    /** Leases submissions for a minute. */
    claim: (json: object) =>
      request("POST", "/submissions/claim", {
        json: { limit: 1, lease_seconds: 60, consumer: "one", ...json },
      }),
    submission: (id: number) => read<Submission>(`/submissions/${id}`),
    /** Creates a webhook of a form. Its deliveries are blocked unless a URL is given that can be reached. */
    addWebhook: (form_id: number, given: object = {}) =>
      create<FormWebhook>("/form_webhooks", { form_id, url: "http://127.0.0.1:9/", ...given }),
    /** Returns what GET answers, whatever its status. @param path Under `/api/v1`. */
    read,
    /** Creates the key of a form, or of account 1 without `form_id`, and returns its text. */
    async createKey(key: KeySettings = {}) {
      const kind = key.form_id === undefined ? "account" : "form";
      return (await create<{ key: string }>("/api_keys", { kind, name: "Key", ...key })).key;
    },
    /** Posts a body, or fields, to a form and returns the id of the submission. */
    async post(form: string, given: RequestInit["body"] | Fields) {
      const isRecord = given != null && Object.getPrototypeOf(given) === Object.prototype;
      const body = isRecord ? postBody(given as Fields) : (given as BodyInit | null);
      const answer = await fetched("POST", `/f/${form}.json`, { body });
      if (answer.status !== 200) throw new Error(`${answer.status}: ${answer.text}`);
      return (answer.json() as { readonly id: number }).id;
    },
    ...access,
    sql: (statement: string, ...values: unknown[]) => run(db, statement, values),
    /** Inserts `rows` submissions into a form of account 1, directly into the database. */
    async fill(form: number, rows: number, at = 1) {
      const zeros =
        fresh.database.kind === "sqlite" ? "zeroblob(16)" : "decode(repeat('00', 16), 'hex')";
      await run(
        db,
        `with recursive n(i) as (select 1 union all select i + 1 from n where i < cast(? as bigint))
          insert into submission
            (account_id, form_id, fields, spam, content_hash, created_at, updated_at, deliveries_waiting)
          select 1, cast(? as bigint), '[["a","b"]]', 0, ${zeros}, cast(? as bigint), cast(? as bigint), 0
          from n`,
        [rows, form, at, at],
      );
      const isOneRow = fresh.database.kind === "sqlite";
      await run(
        db,
        `insert into submission_count (form_id, account_id, read, spam, trash, count)
          values (?, 1, 0, 0, 0, ?)
          ${isOneRow ? "on conflict (form_id, read, spam, trash) do update set count = count + excluded.count" : ""}`,
        [form, rows],
      );
    },
    async close() {
      await db.destroy();
      await server.close({ atOnce: true });
      await fresh.drop();
      if (died !== undefined) throw died;
    },
  };
}

/** As {@link startApiServer}, for all tests of the file or the `describe` that calls it. */
export const useApiServer = (...options: Parameters<typeof startApiServer>): ApiServer =>
  useShared(() => startApiServer(...options));

/** A server that sends e-mail to a relay. @param settings Further ones, known when the server starts. */
export function useMailServer(settings: () => Readonly<Record<string, string>> = () => ({})) {
  const relay = useShared(startRelay);
  const mail = { INTRAY_MAIL_RATE: "off", INTRAY_PUBLIC_URL: "https://intray.test" };
  const server = useShared(() => startApiServer({ ...relay.settings, ...mail, ...settings() }));
  return { relay, server };
}

/** As {@link useApiServer}, with the default settings and the wall time of the test. */
export const useApiServerAt = (now: () => number): ApiServer => useApiServer({}, withWallTime(now));

async function run(db: Db, statement: string, values: readonly unknown[]) {
  let parameter = 0;
  const text = isPostgres(db) ? statement.replaceAll("?", () => `$${(parameter += 1)}`) : statement;
  const { rows } = await db.executeQuery(CompiledQuery.raw(text, [...values]));
  return rows;
}

async function addOtherAccount({ insert }: Rows, db: Db): Promise<void> {
  const now = { created_at: 1, updated_at: 1 };
  const { id: _, ...sample } = await db.selectFrom("form").selectAll().executeTakeFirstOrThrow();
  const name = "Strange";
  const { id: account_id } = await insert("account", { name: "Other", created_at: 1 });
  const { id: project_id } = await insert("project", { account_id, name, ...now });
  await insert("form", { ...sample, account_id, project_id, uuid: "00000000000b", name });
  const key = hash("sha256", OTHER_ACCOUNT_KEY, "buffer");
  const named = { name, prefix: "the-account-k" };
  await insert("api_key", { account_id, ...named, can_delete: 1, hash: key, created_at: 1 });
}
