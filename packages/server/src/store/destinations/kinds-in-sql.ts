/** The kinds of destinations as SQL, over rows of `webhook` and of `delivery`. All of it follows from their declarations. */
import { type RawBuilder, sql, type SqlBool } from "kysely";
import {
  declarationOf,
  DESTINATION_KINDS,
  DESTINATIONS,
  type DestinationKind,
  isMadeByUsers,
  type KindFilter,
} from "../../domain/delivery/destination.ts";

const namesText = (kinds: readonly DestinationKind[]) =>
  kinds.map((kind) => `'${kind}'`).join(", ");

const USER_MADE = namesText(DESTINATION_KINDS.filter(isMadeByUsers));

/** The row of `webhook` is a destination that users make, whatever it is for. */
export const IS_WEBHOOK = sql<SqlBool>`webhook.kind in (${sql.raw(USER_MADE)})`;

/** The row of `webhook` is such a destination of a form, the only ones that the webhooks API knows. */
export const IS_FORM_WEBHOOK = sql<SqlBool>`${IS_WEBHOOK} and webhook.purpose = 'submissions'`;

/** The column holds the address of such a destination, which may be deleted. */
export function isAddressOf(kind: KindFilter, column: string): RawBuilder<SqlBool> {
  const beginsWith = (kinds: readonly DestinationKind[]) => {
    const prefixes = kinds.flatMap((one) => declarationOf(one).addressPrefixes);
    const begins = prefixes.map((prefix) => sql`${sql.ref(column)} like ${sql.lit(`${prefix}%`)}`);
    return sql<SqlBool>`(${sql.join(begins, sql` or `)})`;
  };
  // As `kindOfAddress`: webhooks have every address that no other kind has.
  const others = DESTINATION_KINDS.filter((one) =>
    kind === "webhook" ? one !== kind : !isMadeByUsers(one),
  );
  return kind === "webhook" || kind === "made_by_users"
    ? sql<SqlBool>`not ${beginsWith(others)}`
    : beginsWith([kind]);
}

/** The reason of a delivery whose destination was deleted; what was deleted is known by its address. */
export const DELETED_REASON = sql<string>`case ${sql.join(
  DESTINATIONS.map(
    ({ name, deletedReason }) =>
      sql`when ${isAddressOf(name, "url")} then ${sql.lit(deletedReason)}`,
  ),
  sql` `,
)} end`;

/** Why a delivery to a disabled destination is skipped, as `disabledReason` in domain/delivery/destination.ts says. Text. */
export const SKIPPED_REASON = `case webhook.kind ${DESTINATIONS.map(
  ({ name, namesWhyDisabled, disabledReason }) =>
    `when '${name}' then ${
      namesWhyDisabled
        ? `coalesce(webhook.disabled_reason, '${disabledReason}')`
        : `'${disabledReason}'`
    }`,
).join(" ")} end`;

/**
 * The address of the delivery that a post plans: that of the destination, or for a form's answer that of the
 * submitter. Text, since the statements that store posts are text.
 *
 * @param email The column with the submitter's address.
 */
export const plannedAddress = (email: string): string =>
  `case when webhook.purpose = 'reply' then webhook.url || ${email} else webhook.url end`;

/**
 * Whether rules or a filter decided that the destination does not get the submission.
 *
 * @param decisions The column or parameter with them.
 */
export const isRoutedPast = (decisions: string, isOnPostgres: boolean): string =>
  `(${decisions} is not null and webhook.id in (${
    isOnPostgres
      ? `select skipped::bigint from json_array_elements_text(${decisions}::json -> 'skip') as skipped`
      : `select value from json_each(${decisions}, '$.skip')`
  }))`;

export const hasAddress = (email: string): string =>
  `(webhook.purpose <> 'reply' or ${email} is not null)`;
