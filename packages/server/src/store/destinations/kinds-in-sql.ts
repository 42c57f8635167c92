/** Conditions on the kind of a destination, for queries of destinations and of their deliveries. */
import { type RawBuilder, sql, type SqlBool } from "kysely";
import { ADDRESS_PREFIXES, type DestinationKind } from "../../domain/delivery/destination.ts";

/** The row of `webhook` is a webhook, whatever it is for. */
export const IS_WEBHOOK = sql<SqlBool>`webhook.kind = 'webhook'`;

/** The row of `webhook` is a webhook of a form, the only destinations that the webhooks API knows. */
export const IS_FORM_WEBHOOK = sql<SqlBool>`webhook.kind = 'webhook'
  and webhook.purpose = 'submissions'`;

/** The column holds the address of a destination of this kind, which may be deleted. */
export function isAddressOf(kind: DestinationKind, column: string): RawBuilder<SqlBool> {
  const begins = (prefix: string) => sql<SqlBool>`${sql.ref(column)} like ${sql.lit(`${prefix}%`)}`;
  if (kind !== "webhook") return begins(ADDRESS_PREFIXES[kind]);
  const others = Object.values(ADDRESS_PREFIXES).map(begins);
  return sql`not (${sql.join(others, sql` or `)})`;
}
