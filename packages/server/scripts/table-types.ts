/**
 * Writes `src/store/engine/tables.gen.ts`: the types of all tables, for Kysely. They are read from an empty SQLite
 * database with all migrations, which keeps the comments of the statements that created it. Comments below
 * `create table` are about the table; others stand above their column or at the end of its line.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import SQLite from "better-sqlite3";
import { Kysely, SqliteDialect } from "kysely";
import { migrate } from "../src/store/migrate.ts";

const STORE = join(import.meta.dirname, "../src/store");
const OUTPUT = join(STORE, "engine/tables.gen.ts");

/** Types of columns that the statements do not say. */
const NAMED_TYPES: Readonly<Record<string, string>> = {
  "webhook.kind": "DestinationKind",
  "audit.action": "AuditAction",
  "audit.subject_kind": "AuditSubject",
  "attempt.error_code": "DeliveryErrorCode",
  "delivery.is_current": "Flag",
  "submission.withheld_as_spam": "Flag",
  "write_probe.padding": "Uint8Array",
};
const HEADER = `// Written by scripts/table-types.ts. Change the statements in store/schema/ instead.
import type { Generated } from "kysely";
import type { AuditAction, AuditSubject } from "../../domain/account/audit.ts";
import type { DeliveryErrorCode } from "../../domain/delivery/delivery.ts";
import type { DestinationKind } from "../../domain/delivery/destination.ts";

export type Flag = 0 | 1;
/** JSON text; parsed by the file that owns the table. */
export type Json = string;

/** Times are milliseconds since the epoch. */
export interface Tables {
`;
const TYPES: Readonly<Record<string, string>> = {
  INTEGER: "number",
  REAL: "number",
  TEXT: "string",
  BLOB: "Buffer",
};

interface Column {
  readonly name: string;
  readonly type: string;
  readonly notnull: 0 | 1;
  readonly dflt_value: string | null;
  readonly pk: number;
}

const sqlite = new SQLite(":memory:");
await migrate(new Kysely({ dialect: new SqliteDialect({ database: sqlite }) }));
const tables = sqlite
  .prepare<[], { name: string; sql: string }>(
    `select name, sql from sqlite_schema join pragma_table_list using (name)
    where pragma_table_list.type = 'table' and name not glob 'sqlite_*' and name not glob 'kysely_*'
    order by sqlite_schema.rowid`,
  )
  .all();
const files = readdirSync(STORE, { recursive: true, encoding: "utf8" })
  .filter((file) => /^(?:schema|migrations)\//.test(file))
  .map((file) => [file, readFileSync(join(STORE, file), "utf8")] as const);
const text = `${HEADER}${tables.map(({ name, sql }) => tableType(name, sql)).join("\n")}}\n`;
if (!existsSync(OUTPUT) || readFileSync(OUTPUT, "utf8") !== text) writeFileSync(OUTPUT, text);

function tableType(table: string, statement: string): string {
  const columns = sqlite.prepare<[string], Column>("select * from pragma_table_info(?)").all(table);
  const comments = commentsOf(statement);
  const checks = statement.replaceAll(/--.*/g, "").replaceAll(/\s+/g, " ");
  const members = columns.map((column) => {
    const type = columnType(table, column, checks);
    return `${jsDoc("    ", comments.get(column.name))}    ${column.name}: ${type};\n`;
  });
  const [file] = files.find(([, source]) => source.includes(`create table ${table} (`)) ?? [];
  const about = `${comments.get("") ?? ""} Declared in store/${file}.`;
  return `${jsDoc("  ", about)}  ${table}: {\n${members.join("")}  };\n`;
}

function jsDoc(indent: string, comment = ""): string {
  return comment === "" ? "" : `${indent}/** ${comment.trim()} */\n`;
}

function columnType(table: string, column: Column, checks: string): string {
  const { name, notnull, dflt_value, pk } = column;
  const type = NAMED_TYPES[`${table}.${name}`] ?? checkedType(column, checks);
  const stored = notnull === 1 || pk > 0 ? type : `${type} | null`;
  const isGenerated = dflt_value !== null || (pk > 0 && checks.includes("autoincrement"));
  return isGenerated ? `Generated<${stored}>` : stored;
}

/** What the CHECK of the column allows, or else what its type stores. */
function checkedType({ name, type }: Column, checks: string): string {
  const allowed = new RegExp(`check \\("?${name}"? (?:in \\(([^()]*)\\)|= (\\d+))\\)`).exec(checks);
  const values = (allowed?.[1] ?? allowed?.[2])?.replaceAll("'", '"').split(", ");
  if (values !== undefined) return values.join() === "0,1" ? "Flag" : values.join(" | ");
  return checks.includes(`json_valid(${name})`) ? "Json" : (TYPES[type] ?? "unknown");
}

/** The comments of a statement by column; that of the table has an empty name. */
function commentsOf(statement: string): ReadonlyMap<string, string> {
  const lines = statement.matchAll(/((?:^ +-- .*\n)*)^ +"?(\w+)"? .*?(-- .*)?$/gm);
  const comments = new Map<string, string>();
  for (const [, above = "", name = "", beside = ""] of lines) {
    const isFirst = comments.size === 0;
    if (isFirst) comments.set("", asProse(above));
    comments.set(name, asProse(isFirst ? beside : above + beside));
  }
  return comments;
}

function asProse(comment: string): string {
  return comment.replaceAll(/\s*-- /g, " ").trim();
}
