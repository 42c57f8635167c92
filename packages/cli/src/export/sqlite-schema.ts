/** Tables of an export to SQLite, and the rows of a submission in them. */
import type { Attachment, Note, Reply, Submission } from "@intray/sdk";
import { sqliteColumns } from "@intray/sdk/columns";
import { SqliteFile } from "../sqlite/sqlite-file.ts";
import { EXIT, Failure } from "../errors/failure.ts";
import { parseRecord, type Row } from "./pages.ts";

const SCHEMA = `
CREATE TABLE IF NOT EXISTS submission (
${sqliteColumns.map(({ name, definition }) => `  ${name} ${definition}`).join(",\n")}
) STRICT;
CREATE TABLE IF NOT EXISTS field (
  submission_id INTEGER NOT NULL REFERENCES submission (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  name TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (submission_id, position)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS tag (
  submission_id INTEGER NOT NULL REFERENCES submission (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  tag TEXT NOT NULL,
  PRIMARY KEY (submission_id, position)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS attachment (
  id INTEGER PRIMARY KEY,
  submission_id INTEGER NOT NULL REFERENCES submission (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  form_name TEXT NOT NULL,
  content_type TEXT NOT NULL,
  file_size INTEGER NOT NULL,
  attachment_proxy_url TEXT NOT NULL,
  public_url TEXT NOT NULL,
  created_at TEXT NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS note (
  id INTEGER PRIMARY KEY,
  submission_id INTEGER NOT NULL REFERENCES submission (id) ON DELETE CASCADE,
  text TEXT NOT NULL,
  author TEXT NOT NULL,
  author_kind TEXT NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS reply (
  id INTEGER PRIMARY KEY,
  submission_id INTEGER NOT NULL REFERENCES submission (id) ON DELETE CASCADE,
  to_address TEXT NOT NULL,
  reply_to TEXT NOT NULL,
  subject TEXT NOT NULL,
  text TEXT NOT NULL,
  author TEXT NOT NULL,
  author_kind TEXT NOT NULL,
  state TEXT NOT NULL,
  reason TEXT,
  message_id TEXT NOT NULL,
  created_at TEXT NOT NULL,
  finished_at TEXT
) STRICT;
`;

const INDEXES = `
CREATE INDEX IF NOT EXISTS submission_by_form ON submission (form_id, created_at);
CREATE INDEX IF NOT EXISTS submission_by_time ON submission (created_at);
CREATE INDEX IF NOT EXISTS submission_by_email ON submission (email) WHERE email IS NOT NULL;
CREATE INDEX IF NOT EXISTS field_by_name ON field (name, submission_id);
CREATE INDEX IF NOT EXISTS tag_by_text ON tag (tag, submission_id);
CREATE INDEX IF NOT EXISTS attachment_by_submission ON attachment (submission_id);
CREATE INDEX IF NOT EXISTS note_by_submission ON note (submission_id);
CREATE INDEX IF NOT EXISTS reply_by_submission ON reply (submission_id);
`;

/** Whether the database has the tables of an export. False for a file that SQLite cannot read. */
export function hasExport(path: string): boolean {
  let database: SqliteFile | undefined;
  try {
    database = new SqliteFile(path, { isReadOnly: true, busyMs: 5_000 });
    database.exec("SELECT form_uuid FROM submission LIMIT 0");
    return true;
  } catch {
    return false;
  } finally {
    database?.close();
  }
}

/** Rows per INSERT: running a statement costs about as much as the cells of four fields. */
const INSERT_BATCH_ROWS = 50;

type Cell = string | number | null;
type Columns<From> = Readonly<Record<string, (record: From) => Cell | undefined>>;

const SUBMISSION: Columns<Submission> = Object.fromEntries(
  sqliteColumns.map(({ name, value }) => [name, value]),
);

const ATTACHMENT = {
  id: ({ id }) => id,
  name: ({ name }) => name,
  form_name: ({ form_name }) => form_name,
  content_type: ({ content_type }) => content_type,
  file_size: ({ file_size }) => file_size,
  attachment_proxy_url: ({ attachment_proxy_url }) => attachment_proxy_url,
  public_url: ({ public_url }) => public_url,
  created_at: ({ created_at }) => created_at,
} as const satisfies Columns<Attachment>;

const NOTE = {
  id: ({ id }) => id,
  submission_id: ({ submission_id }) => submission_id,
  text: ({ text }) => text,
  author: ({ author }) => author,
  author_kind: ({ author_kind }) => author_kind,
  created_at: ({ created_at }) => created_at,
  updated_at: ({ updated_at }) => updated_at,
} as const satisfies Columns<Note>;

const REPLY = {
  id: ({ id }) => id,
  submission_id: ({ submission_id }) => submission_id,
  to_address: ({ to }) => to,
  reply_to: ({ reply_to }) => reply_to,
  subject: ({ subject }) => subject,
  text: ({ text }) => text,
  author: ({ author }) => author,
  author_kind: ({ author_kind }) => author_kind,
  state: ({ state }) => state,
  reason: ({ reason }) => reason,
  message_id: ({ message_id }) => message_id,
  created_at: ({ created_at }) => created_at,
  finished_at: ({ finished_at }) => finished_at,
} as const satisfies Columns<Reply>;

/** Creates the tables, and columns of earlier versions' files, that do not exist. */
export function createTables(database: SqliteFile): void {
  database.exec(SCHEMA);
  const columns = database
    .prepare<[], { name: string }>("SELECT name FROM pragma_table_info('submission')")
    .all()
    .map(({ name }) => name);
  for (const { name, definition } of sqliteColumns) {
    if (columns.includes(name)) continue;
    database.exec(`ALTER TABLE submission ADD COLUMN ${name} ${definition}`);
  }
}

/** Creates the indexes. Three times as fast after all rows were inserted as before. */
export function createIndexes(database: SqliteFile): void {
  database.exec(INDEXES);
}

/**
 * Rejects rows that would replace another submission: a restored server gives the ids of lost ones again.
 *
 * @throws Failure 65.
 */
export function requireSameSubmissions(database: SqliteFile, rows: readonly Row[]): void {
  const known = database
    .prepare<[string], { id: number; created_at: string }>(
      "SELECT id, created_at FROM submission WHERE id IN (SELECT value FROM json_each(?))",
    )
    .all(JSON.stringify(rows.map(({ id }) => id)));
  const times = new Map(known.map(({ id, created_at }) => [id, created_at]));
  const other = rows.find((row) => {
    const at = times.get(row.id);
    return at !== undefined && at !== parseRecord(row).created_at;
  });
  if (other === undefined) return;
  throw new Failure({
    exit: EXIT.corrupt,
    code: "export_outdated",
    message: `Submission ${other.id} in ${database.path} is not the server's submission ${other.id}: the server was restored from an older backup.`,
    hint: "Keep the file, which holds submissions that the server has lost, and name a new one.",
  });
}

/** Returns a function that inserts or replaces submissions. Call it in a transaction. */
export function upsertInto(database: SqliteFile): (rows: readonly Row[]) => void {
  // the foreign keys delete what belongs to a replaced submission
  const submissions = insertInto(database, "OR REPLACE INTO submission", Object.keys(SUBMISSION));
  const fields = insertInto(database, "INTO field", ["submission_id", "position", "name", "value"]);
  const insertTags = insertInto(database, "INTO tag", ["submission_id", "position", "tag"]);
  const attachments = insertInto(database, "INTO attachment", [
    "submission_id",
    ...Object.keys(ATTACHMENT),
  ]);
  const insertNotes = insertInto(database, "INTO note", Object.keys(NOTE));
  const insertReplies = insertInto(database, "INTO reply", Object.keys(REPLY));
  return (page) => {
    // a service may list a submission twice
    const rows = [...new Map(page.map((row) => [row.id, row])).values()].map(parseRecord);
    submissions(rows.map((row) => cells(SUBMISSION, row)));
    fields(
      rows.flatMap((row) =>
        fieldValues(row).map(({ name, value }, position) => [row.id, position, name, value]),
      ),
    );
    // servers before this member send none
    insertTags(
      rows.flatMap(({ id, tags = [] }) => tags.map((tag, position) => [id, position, tag])),
    );
    attachments(
      rows.flatMap((row) => row.attachments.map((file) => [row.id, ...cells(ATTACHMENT, file)])),
    );
    insertNotes(rows.flatMap(({ notes = [] }) => notes.map((note) => cells(NOTE, note))));
    insertReplies(rows.flatMap(({ replies = [] }) => replies.map((reply) => cells(REPLY, reply))));
  };
}

/** One pair per value; a field with several values has several pairs. */
function fieldValues({ form_params }: Submission): readonly { name: string; value: string }[] {
  return form_params.flatMap(({ name, value }) =>
    (Array.isArray(value) ? value : [value]).map((one) => ({ name, value: one })),
  );
}

function cells<From>(columns: Columns<From>, record: From): Cell[] {
  // a service may omit a member
  return Object.values(columns).map((cell) => cell(record) ?? null);
}

/** Returns a function that inserts rows in batches. */
function insertInto(
  database: SqliteFile,
  target: string,
  columns: readonly string[],
): (rows: readonly Cell[][]) => void {
  const row = `(${columns.map(() => "?").join(", ")})`;
  const prepare = (count: number) =>
    database.prepare<Cell[]>(
      `INSERT ${target} (${columns.join(", ")}) VALUES ${Array.from({ length: count }, () => row).join(", ")}`,
    );
  const [one, many] = [prepare(1), prepare(INSERT_BATCH_ROWS)];
  return (rows) => {
    let at = 0;
    for (; at + INSERT_BATCH_ROWS <= rows.length; at += INSERT_BATCH_ROWS) {
      many.run(...rows.slice(at, at + INSERT_BATCH_ROWS).flat());
    }
    for (const cellsOfRow of rows.slice(at)) one.run(...cellsOfRow);
  };
}
