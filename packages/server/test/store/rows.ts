/** Rows in tests: read, changed and inserted by one call each, whatever the table. */
import { type Insertable, type Selectable, sql, type Updateable } from "kysely";
import type { Db, Schema } from "../../src/store/engine/schema.ts";

type Table = keyof Schema;
type Row<T extends Table> = Selectable<Schema[T]>;
type Column<T extends Table> = keyof Row<T> & string;
type Where<T extends Table> = { readonly [C in Column<T>]?: Row<T>[C] | readonly Row<T>[C][] };

export interface Rows {
  /** Columns of the rows with these values, of which a list means any, in the order of their keys. */
  readonly rows: <T extends Table, C extends Column<T>>(
    table: T,
    columns: readonly C[],
    where?: Where<T>,
  ) => Promise<Pick<Row<T>, C>[]>;
  /** The first of them. @throws Error if there is none. */
  readonly row: <T extends Table, C extends Column<T>>(
    table: T,
    columns: readonly C[],
    where?: Where<T>,
  ) => Promise<Pick<Row<T>, C>>;
  /** Changes all rows with these values. */
  readonly update: <T extends Table>(
    table: T,
    to: Updateable<Schema[T]>,
    where?: Where<T>,
  ) => Promise<void>;
  /** Inserts a row, whose other columns have the values of {@link DEFAULTS}. */
  readonly insert: <T extends Table>(
    table: T,
    row: Partial<Insertable<Schema[T]>>,
  ) => Promise<Row<T>>;
}

/** What inserted rows have unless a test says otherwise: all that no column's default says. */
const DEFAULTS: { readonly [T in Table]?: Partial<Insertable<Schema[T]>> } = {
  attachment: {
    account_id: 1,
    form_id: 1,
    name: "a.txt",
    form_name: "file",
    content_type: "text/plain",
    sha256: Buffer.alloc(32),
    created_at: 1,
  },
  api_key: { account_id: 1, name: "Key", can_delete: 0, prefix: "itk_acct_", created_at: 1 },
  alert: { subject_id: 0, since: 1_000, raised_at: 2_000, seen_at: 2_000 },
  attempt: { number: 1, started_at: 1, duration_ms: 1, outcome: "failed" },
  delivery: {
    account_id: 1,
    form_id: 1,
    webhook_id: 1,
    webhook_name: "Receiver",
    url: "http://127.0.0.1:9/",
    trigger: "refire",
    state: "queued",
    next_attempt_at: 1,
    created_at: 1,
  },
  login: { account_id: 1, password_hash: "-", created_at: 1, updated_at: 1 },
  submission_reply: {
    account_id: 1,
    delivery_id: 1,
    address: "a@example.org",
    reply_to: "b@example.org",
    subject: "Re: x",
    text: "Yes.",
    message_id: "m@x",
    author_kind: "key",
    author_name: "Key",
    created_at: 1,
  },
  mail_address: { account_id: 1, created_at: 1 },
  webhook: {
    account_id: 1,
    form_id: 1,
    name: "Receiver",
    trigger_when_spam: 0,
    enabled: 1,
    created_at: 1_000,
    updated_at: 1_000,
  },
};

/** The key of each table whose key is not `id`. */
const KEYS: { readonly [T in Table]?: Column<T> } = {
  idempotency_key: "created_at",
  lead_score: "submission_id",
  rejected_post: "hour",
  sign_in_count: "subject",
  spam_training_example: "submission_id",
  submission_count: "form_id",
  submission_tag: "tag",
};

export function createRows(db: Db): Rows {
  const rows: Rows["rows"] = async <T extends Table, C extends Column<T>>(
    table: T,
    columns: readonly C[],
    where: Where<T> = {},
  ) => {
    const read = sql<Pick<Row<T>, C>>`select ${sql.join(columns.map((name) => sql.ref(name)))}
      from ${sql.table(table)} where ${conditions(where)} order by ${sql.ref(KEYS[table] ?? "id")}`;
    return (await read.execute(db)).rows;
  };
  return {
    rows,
    async row(table, columns, where) {
      const [first] = await rows(table, columns, where);
      if (first === undefined) throw new Error(`There is no such ${table}.`);
      return first;
    },
    async update(table, to, where = {}) {
      const assignments = Object.entries(to).map(
        ([name, value]) => sql`${sql.ref(name)} = ${value}`,
      );
      await sql`update ${sql.table(table)} set ${sql.join(assignments)}
        where ${conditions(where)}`.execute(db);
    },
    async insert<T extends Table>(table: T, row: Partial<Insertable<Schema[T]>>) {
      const columns = { ...DEFAULTS[table], ...row };
      const names = sql.join(Object.keys(columns).map((name) => sql.ref(name)));
      const insert = sql<Row<T>>`insert into ${sql.table(table)} (${names})
        values (${sql.join(Object.values(columns))}) returning *`;
      const [inserted] = (await insert.execute(db)).rows;
      if (inserted === undefined) throw new Error("No row was inserted.");
      return inserted;
    },
  };
}

const conditions = (where: object) =>
  Object.entries(where).reduce(
    (all, [name, value]) => {
      const column = sql.ref(name);
      if (value === null) return sql`${all} and ${column} is null`;
      return Array.isArray(value)
        ? sql`${all} and ${column} in (${sql.join(value)})`
        : sql`${all} and ${column} = ${value}`;
    },
    sql`1 = 1`,
  );
