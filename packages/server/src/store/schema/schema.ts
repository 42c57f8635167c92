/** The whole schema of each database. Databases of released versions have it: a change of it is a migration. */
import { ACCOUNTS } from "./accounts.ts";
import { POSTGRES_TYPES, SQLITE_TYPES, type Statements } from "./column-types.ts";
import { DELIVERIES } from "./deliveries.ts";
import { MAIL } from "./mail.ts";
import { POSTGRES_ROWS, POSTGRES_TABLES, POSTGRES_TRIGGERS } from "./postgres.ts";
import { SQLITE_ROWS, SQLITE_TABLES, SQLITE_TRIGGERS } from "./sqlite.ts";
import { SUBMISSIONS } from "./submissions.ts";

export type SchemaStatements = ReturnType<typeof schemaOf>;

const PARTS: readonly Statements[] = [ACCOUNTS, SUBMISSIONS, DELIVERIES, MAIL];

export function schemaOf(isPostgres: boolean) {
  const types = isPostgres ? POSTGRES_TYPES : SQLITE_TYPES;
  const statements = PARTS.flatMap((part) => part(types));
  const isIndex = (statement: string) => /^create (?:unique )?index/.test(statement);
  return {
    /** In an order in which each refers only to those before it. */
    tables: [
      ...statements.filter((statement) => !isIndex(statement)),
      ...(isPostgres ? POSTGRES_TABLES : SQLITE_TABLES),
    ],
    indexes: statements.filter(isIndex),
    /** The rows of a new database: what follows `insert into` and the table. */
    rows: isPostgres ? POSTGRES_ROWS : SQLITE_ROWS,
    /** Triggers, and what they need. */
    triggers: isPostgres ? POSTGRES_TRIGGERS : SQLITE_TRIGGERS,
  };
}
