/** Tables of an export to SQLite, and the rows of a submission in them. */
import type { Attachment, Note, Reply, Submission } from "@intray/sdk";
import { sqliteColumns } from "@intray/sdk/columns";
import { SqliteFile } from "../sqlite/sqlite-file.ts";
import { failure } from "../errors/failure.ts";
import { parseRecord, type Row } from "./pages.ts";

type Cell = string | number | null;

interface Column<From> {
  readonly name: string;
  /** As in CREATE TABLE. */
  readonly definition: string;
  readonly value: (record: From) => Cell | undefined;
}

/** A column with the record's member of its name. */
const member = <Name extends string>(name: Name, definition = "TEXT NOT NULL") => ({
  name,
  definition,
  value: (record: Readonly<Record<Name, Cell>>) => record[name],
});

const ID = member("id", "INTEGER PRIMARY KEY");
const REFERENCE = "INTEGER NOT NULL REFERENCES submission (id) ON DELETE CASCADE";
const SUBMISSION_ID = member("submission_id", REFERENCE);

const ATTACHMENT: readonly Column<Attachment & { readonly submission_id: number }>[] = [
  ID,
  SUBMISSION_ID,
  member("name"),
  member("form_name"),
  member("content_type"),
  member("file_size", "INTEGER NOT NULL"),
  member("attachment_proxy_url"),
  member("public_url"),
  member("created_at"),
];

const NOTE: readonly Column<Note>[] = [
  ID,
  SUBMISSION_ID,
  member("text"),
  member("author"),
  member("author_kind"),
  member("created_at"),
  member("updated_at"),
];

const REPLY: readonly Column<Reply>[] = [
  ID,
  SUBMISSION_ID,
  { name: "to_address", definition: "TEXT NOT NULL", value: ({ to }) => to },
  member("reply_to"),
  member("subject"),
  member("text"),
  member("author"),
  member("author_kind"),
  member("state"),
  member("reason", "TEXT"),
  member("message_id"),
  member("created_at"),
  member("finished_at", "TEXT"),
];

function createTable(name: string, columns: readonly Column<never>[]): string {
  const lines = columns.map((column) => `  ${column.name} ${column.definition}`);
  return `CREATE TABLE IF NOT EXISTS ${name} (\n${lines.join(",\n")}\n) STRICT;`;
}

const SCHEMA = `
${createTable("submission", sqliteColumns)}
CREATE TABLE IF NOT EXISTS field (
  submission_id ${REFERENCE},
  position INTEGER NOT NULL,
  name TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (submission_id, position)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS tag (
  submission_id ${REFERENCE},
  position INTEGER NOT NULL,
  tag TEXT NOT NULL,
  PRIMARY KEY (submission_id, position)
) STRICT, WITHOUT ROWID;
${createTable("attachment", ATTACHMENT)}
${createTable("note", NOTE)}
${createTable("reply", REPLY)}
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
  throw failure(
    "export_outdated",
    `Submission ${other.id} in ${database.path} is not the server's submission ${other.id}: the server was restored from an older backup.`,
    {
      hint: "Keep the file, which holds submissions that the server has lost, and name a new one.",
    },
  );
}

/** Returns a function that inserts or replaces submissions. Call it in a transaction. */
export function upsertInto(database: SqliteFile): (rows: readonly Row[]) => void {
  // the foreign keys delete what belongs to a replaced submission
  const submissions = insertInto(database, "OR REPLACE INTO submission", namesOf(sqliteColumns));
  const fields = insertInto(database, "INTO field", ["submission_id", "position", "name", "value"]);
  const insertTags = insertInto(database, "INTO tag", ["submission_id", "position", "tag"]);
  const attachments = insertInto(database, "INTO attachment", namesOf(ATTACHMENT));
  const insertNotes = insertInto(database, "INTO note", namesOf(NOTE));
  const insertReplies = insertInto(database, "INTO reply", namesOf(REPLY));
  return (page) => {
    // a service may list a submission twice
    const rows = [...new Map(page.map((row) => [row.id, row])).values()].map(parseRecord);
    submissions(rows.map((row) => cells(sqliteColumns, row)));
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
      rows.flatMap((row) =>
        row.attachments.map((file) => cells(ATTACHMENT, { ...file, submission_id: row.id })),
      ),
    );
    insertNotes(rows.flatMap(({ notes = [] }) => notes.map((note) => cells(NOTE, note))));
    insertReplies(rows.flatMap(({ replies = [] }) => replies.map((reply) => cells(REPLY, reply))));
  };
}

/** One pair per value; a field with several values has several pairs. */
const fieldValues = ({ form_params }: Submission): readonly { name: string; value: string }[] =>
  form_params.flatMap(({ name, value }) =>
    (Array.isArray(value) ? value : [value]).map((one) => ({ name, value: one })),
  );

const namesOf = (columns: readonly Column<never>[]) => columns.map(({ name }) => name);

function cells<From>(columns: readonly Column<From>[], record: From): Cell[] {
  // a service may omit a member
  return columns.map(({ value }) => value(record) ?? null);
}

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
