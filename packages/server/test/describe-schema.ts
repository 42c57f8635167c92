/** The schema of a database as plain data, to compare two databases with. */
import { type RawBuilder, sql } from "kysely";
import { isPostgres } from "../src/store/engine/dialect.ts";
import type { Db } from "../src/store/engine/schema.ts";

/** Lines such as `table form` → what defines it, sorted by key. */
export type SchemaDescription = Readonly<Record<string, string>>;

/**
 * Tables with their columns and constraints, indexes, triggers, functions, and types; neither rows nor
 * the extension pg_trgm and its index, which depend on the rights of the database's user.
 */
export async function describeSchema(db: Db): Promise<SchemaDescription> {
  const queries = isPostgres(db) ? POSTGRES_QUERIES : [SQLITE_QUERY];
  const found = await Promise.all(queries.map((query) => query.execute(db)));
  const lines = found
    .flatMap(({ rows }) => rows)
    .map(({ name, definition }): [string, string] => [
      name,
      definition.replaceAll(/\s+/g, " ").trim(),
    ]);
  return Object.fromEntries(lines.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

type Part = RawBuilder<{ readonly name: string; readonly definition: string }>;

const SQLITE_QUERY: Part = sql`
  select type || ' ' || name as name, sql as definition from sqlite_schema where sql is not null`;

const POSTGRES_QUERIES: readonly Part[] = [
  sql`
    select 'table ' || relation.relname as name,
      coalesce(array_to_string(relation.reloptions, ', '), '') || ' (' || string_agg(
        attribute.attname || ' ' || format_type(attribute.atttypid, attribute.atttypmod) ||
        case when attribute.attcollation = type.typcollation then ''
          else ' collate ' || attribute.attcollation::regcollation end ||
        case when attribute.attnotnull then ' not null' else '' end ||
        case attribute.attidentity when '' then '' else ' identity ' || attribute.attidentity::text end ||
        coalesce(' default ' || pg_get_expr(fallback.adbin, fallback.adrelid), ''),
        ', ' order by attribute.attnum) || ')' as definition
    from pg_class relation
    join pg_attribute attribute on attribute.attrelid = relation.oid and attribute.attnum > 0
      and not attribute.attisdropped
    join pg_type type on type.oid = attribute.atttypid
    left join pg_attrdef fallback on fallback.adrelid = relation.oid
      and fallback.adnum = attribute.attnum
    where relation.relnamespace = 'public'::regnamespace and relation.relkind in ('r', 'c')
    group by relation.oid`,
  sql`
    select 'constraint ' || conname || ' of ' || conrelid::regclass as name,
      pg_get_constraintdef(oid) as definition
    from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n'`,
  sql`
    select 'index ' || indexname as name, indexdef as definition
    from pg_indexes where schemaname = 'public' and indexname <> 'search_text_trigrams'`,
  sql`
    select 'trigger ' || tgname || ' of ' || tgrelid::regclass as name,
      pg_get_triggerdef(oid) as definition
    from pg_trigger where not tgisinternal`,
  sql`
    select 'function ' || proname as name, pg_get_functiondef(pg_proc.oid) as definition
    from pg_proc
    where pronamespace = 'public'::regnamespace and not exists (
      select from pg_depend where objid = pg_proc.oid and deptype = 'e')`,
];
