/** A server of its own for a test, asked by key; every answer is held against openapi.yaml. */
import { hash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import SQLite from "better-sqlite3";
import { type CheckedAnswer, checkedFetch } from "../../../test/contract/document.ts";
import { type Clock, systemClock } from "../src/clock.ts";
import { readConfig } from "../src/config.ts";
import { systemRandom } from "../src/ids.ts";
import { silentLog } from "../src/log.ts";
import { startServer } from "../src/server.ts";

/** The account key of account 1. */
export const ACCOUNT_KEY = "the-account-key-of-the-first-account";
/** The account key of account 2, which is strange to everything of account 1. */
export const STRANGER_KEY = "the-account-key-of-the-second-account";

export interface Ask {
  /** `null` = none. Default: {@link ACCOUNT_KEY}. */
  readonly key?: string | null;
  readonly json?: unknown;
  readonly body?: RequestInit["body"];
  readonly headers?: Readonly<Record<string, string>>;
}

export interface ApiServer {
  readonly url: string;
  /** `path` under `/api/v1`. */
  ask(method: string, path: string, how?: Ask): Promise<CheckedAnswer>;
  /** The record that a POST made; throws on anything but 201. */
  make<T = { readonly id: number }>(path: string, json: unknown): Promise<T>;
  /** Posts to a form; the id of the submission. */
  post(form: string, body: RequestInit["body"]): Promise<number>;
  /** Runs statements beside the server, for what the API cannot make. */
  sql(statement: string, ...values: unknown[]): unknown[];
  /** Puts `rows` plain submissions of account 1 into a form, beside the server. */
  fill(form: number, rows: number, at?: number): void;
  close(): Promise<void>;
}

/** Account 1 with its first project and form, and account 2 with project 2, form 2 and webhook 1. */
export async function startApiServer(
  settings: Readonly<Record<string, string>> = {},
  clock: Clock = systemClock,
): Promise<ApiServer> {
  const folder = await mkdtemp(join(tmpdir(), "intray-api-"));
  let died: Error | undefined;
  const { config } = readConfig({
    INTRAY_DATA_DIR: folder,
    INTRAY_PORT: "0",
    INTRAY_BOOTSTRAP_ACCOUNT_KEY: ACCOUNT_KEY,
    ...settings,
  });
  const server = await startServer({
    config,
    clock,
    random: systemRandom,
    log: silentLog,
    onDeath: (error) => (died = error),
  });
  const database = new SQLite(config.databaseFile);
  database.pragma("foreign_keys = ON");
  addStranger(database);
  const fetched = checkedFetch(server.url);

  const ask: ApiServer["ask"] = (method, path, { key = ACCOUNT_KEY, json, body, headers } = {}) =>
    fetched(method, `/api/v1${path}`, {
      headers: {
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
        ...(json === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      ...(body === undefined ? {} : { body }),
    });
  await ask("POST", "/form_webhooks", {
    key: STRANGER_KEY,
    json: { form_id: 2, name: "Strange", url: "http://127.0.0.1:9/" },
  });
  return {
    url: server.url,
    ask,
    async make<T>(path: string, json: unknown) {
      const answer = await ask("POST", path, { json });
      if (answer.status !== 201) throw new Error(`${answer.status}: ${answer.text}`);
      return answer.json() as T;
    },
    async post(form, body) {
      const answer = await fetched("POST", `/f/${form}.json`, body == null ? {} : { body });
      if (answer.status !== 200) throw new Error(`${answer.status}: ${answer.text}`);
      return (answer.json() as { readonly id: number }).id;
    },
    sql(statement, ...values) {
      const prepared = database.prepare(statement);
      return prepared.reader ? prepared.all(...values) : [prepared.run(...values)];
    },
    fill(form, rows, at = 1) {
      database
        .prepare(
          `with recursive n(i) as (select 1 union all select i + 1 from n where i < ?)
          insert into submission
            (account_id, form_id, fields, spam, content_hash, created_at, updated_at)
          select 1, ?, '[["a","b"]]', 0, zeroblob(16), ?, ? from n`,
        )
        .run(rows, form, at, at);
      database
        .prepare(
          `insert into submission_count (form_id, account_id, read, spam, trash, n)
          values (?, 1, 0, 0, 0, ?)
          on conflict (form_id, read, spam, trash) do update set n = n + excluded.n`,
        )
        .run(form, rows);
    },
    async close() {
      database.close();
      await server.close({ atOnce: true });
      await rm(folder, { recursive: true, force: true });
      if (died !== undefined) throw died;
    },
  };
}

function addStranger(database: SQLite.Database): void {
  database.exec(`
    insert into account values (2, 'Stranger', null, 1);
    insert into project values (2, 2, 'Strange', 1, 1);
    insert into form select 2, 2, 2, '00000000000b', 'Strange', timezone, null, null, null,
      honeypot_field, 1, '[]', '[]', '[]', null, null, '{"enabled":false}', 1, 1 from form where id = 1;`);
  database
    .prepare(
      "insert into api_key values (null, 2, null, 'Strange', 1, ?, 'the-account-k', null, 1)",
    )
    .run(hash("sha256", STRANGER_KEY, "buffer"));
}
