/** Which deliveries a filter names: for their list, for sending them, and for the progress of that. */
import { type RawBuilder, sql } from "kysely";
import type { AnswerFilter } from "../../domain/delivery/delivery.ts";
import type { KindFilter } from "../../domain/delivery/destination.ts";
import { isAddressOf } from "../destinations/kinds-in-sql.ts";
import type { Db, Schema } from "../engine/schema.ts";
import type { UnreachedItem } from "../../domain/delivery/unreached.ts";
import { type AccountScope, isPartial } from "../engine/paging.ts";
import { ofForms } from "../forms/live-forms.ts";
import { ENDED_AT, isOfItem } from "./unreached.ts";

/** States that the log can be filtered by: the table stores `queued` and `retrying` as one state. */
export type LogState = Schema["delivery"]["state"] | "retrying";

export const logState = (
  row: Pick<Schema["delivery"], "state"> & { readonly attempts_made: number },
): LogState => (row.state === "queued" && row.attempts_made > 0 ? "retrying" : row.state);

/** Where deliveries belong: each member is found by an index, or narrows a scan. */
export interface DeliveryScope extends AccountScope {
  readonly submission_id?: number | undefined;
  readonly destination_id?: number | undefined;
  /** Of every kind if absent. */
  readonly kind?: KindFilter | undefined;
  /** Leaves out those about the account, such as alerts. */
  readonly ofForms?: boolean | undefined;
}

export interface DeliveryFilter extends DeliveryScope {
  readonly ids?: readonly number[] | undefined;
  /** In every state if absent. */
  readonly states?: readonly LogState[] | undefined;
  /** Later than this. */
  readonly created_after?: number | undefined;
  /** Earlier than this. */
  readonly created_before?: number | undefined;
  /** Ended at this time or later. */
  readonly finishedSince?: number | undefined;
  /** True: without those that a later one has replaced. */
  readonly latest?: boolean | undefined;
  /** Ended at this time or earlier. */
  readonly finishedUntil?: number | undefined;
  /** Only those of an item of {@link listUnreached}. */
  readonly unreached?: UnreachedItem | undefined;
  /** How the last attempt was answered. */
  readonly answer?: AnswerFilter | undefined;
}

/** The rows of `delivery` in a scope, without those of deleted forms. */
export function deliveriesIn(db: Db, scope: DeliveryScope) {
  let all = db
    .selectFrom("delivery")
    .where("account_id", "=", scope.account_id)
    .where((row) =>
      scope.ofForms === true || isPartial(scope)
        ? row.and([row("form_id", "is not", null), ofForms("form_id", scope)])
        : row.or([row("form_id", "is", null), ofForms("form_id", scope)]),
    );
  if (scope.submission_id !== undefined) all = all.where("submission_id", "=", scope.submission_id);
  if (scope.destination_id !== undefined) all = all.where("webhook_id", "=", scope.destination_id);
  if (scope.kind !== undefined) all = all.where(isAddressOf(scope.kind, "url"));
  return all;
}

export interface LogEntryScope extends Pick<DeliveryScope, "account_id" | "form_id" | "kind"> {
  readonly id: number;
}

/** The row of `delivery` with this id, if it is in the scope. */
export const logEntry = (db: Db, { id, account_id, form_id, kind }: LogEntryScope) =>
  deliveriesIn(db, { account_id, form_id, kind, ofForms: true }).where("id", "=", id);

/** The rows of `delivery` that match a filter. */
export function matchingDeliveries(db: Db, filter: DeliveryFilter) {
  let all = deliveriesIn(db, filter);
  const { ids, states, answer } = filter;
  if (ids !== undefined) all = all.where("id", "in", [...ids]);
  if (filter.created_after !== undefined) all = all.where("created_at", ">", filter.created_after);
  if (filter.created_before !== undefined)
    all = all.where("created_at", "<", filter.created_before);
  if (filter.finishedSince !== undefined)
    all = all.where("finished_at", ">=", filter.finishedSince);
  if (filter.latest === true) all = all.where(sql<boolean>`coalesce(delivery.is_current, 1) = 1`);
  if (filter.finishedUntil !== undefined) all = all.where(ENDED_AT, "<=", filter.finishedUntil);
  if (filter.unreached !== undefined) all = all.where(isOfItem(filter.unreached));
  if (states !== undefined) all = all.where((row) => row.or(states.map((state) => inState(state))));
  if (answer === "none")
    all = all.where("claims", ">", 0).where("pruned_at", "is", null).where(LAST_STATUS, "is", null);
  else if (answer !== undefined && "error_code" in answer)
    all = all.where(LAST_ERROR, "=", answer.error_code);
  else if (answer !== undefined)
    all = all.where(LAST_STATUS, ">=", answer.min).where(LAST_STATUS, "<=", answer.max);
  return all;
}

function inState(state: LogState): RawBuilder<boolean> {
  if (state === "retrying") return sql`(state = 'queued' and attempts_made > 0)`;
  if (state === "queued") return sql`(state = 'queued' and attempts_made = 0)`;
  return sql`state = ${sql.lit(state)}`;
}

/** Why the last attempt failed; `null` if it succeeded, or without attempts. */
const LAST_ERROR = sql<string | null>`(select attempt.error_code from attempt
  where attempt.delivery_id = delivery.id order by attempt.number desc limit 1)`;

/** The HTTP status that the last attempt was answered with; `null` if none arrived, or without attempts. */
const LAST_STATUS = sql<number | null>`(select attempt.http_status from attempt
  where attempt.delivery_id = delivery.id order by attempt.number desc limit 1)`;
