/** Converts the query parameters of a list of submissions to the filter that the store takes. */
import type { z } from "zod";
import type { zListFormSubmissionsQuery, zListSubmissionsQuery } from "@intray/sdk/schemas";
import { fold } from "../../domain/folded-text.ts";
import {
  type FilterBy,
  type SubmissionFilter,
  type SubmissionStates,
  submissionStates,
} from "../../domain/submission/submission-filter.ts";
import type { SubmissionOrder } from "../../store/submissions/submission-list.ts";
import { requireNoOtherMembers } from "../http/request.ts";
import { parseTime } from "../http/parse-time.ts";
import type { PageQuery } from "../http/pagination.ts";

const DAY_MS = 86_400_000;

interface Scope {
  readonly account_id: number;
  readonly form_id: number | undefined;
}

/** A parsed query: which submissions, in which order, and which page of them. */
export interface SubmissionQuery {
  readonly filter: Omit<SubmissionFilter, "states">;
  /** `"nothing"` if the parameters contradict each other. */
  readonly states: SubmissionStates | "nothing";
  readonly order: SubmissionOrder;
  /** Folded; `undefined` without a search. */
  readonly text: string | undefined;
  readonly pageQuery: PageQuery;
}

/**
 * @param scope The form that `form_id` names, which the caller has already found.
 * @throws AppError `invalid` for a date that cannot be read.
 */
export function readSubmissionQuery(
  {
    form_id: _resolved,
    filter_by,
    unread,
    spam_status,
    created_after,
    created_before,
    date_range,
    query,
    delivery_state,
    order_by = "date_desc",
    page,
    per_page,
    cursor,
    ...rest
  }: z.output<typeof zListSubmissionsQuery>,
  scope: Scope,
): SubmissionQuery {
  requireNoOtherMembers(rest);
  return {
    filter: {
      ...scope,
      ...dateBounds({ created_after, created_before, date_range }),
      delivery_state,
    },
    states: submissionStates({
      filterBy: filter_by?.toLowerCase() as FilterBy | undefined,
      unread,
      spamStatus: spam_status,
    }),
    order: order_by,
    text: query === undefined ? undefined : fold(query),
    pageQuery: { page, per_page, cursor },
  };
}

/** The filter of a form's own list: neither spam nor trash. @throws AppError `invalid`. */
export function readFormSubmissionsQuery(
  { created_after, page, per_page, cursor, ...rest }: z.output<typeof zListFormSubmissionsQuery>,
  scope: Scope,
): { readonly filter: SubmissionFilter; readonly pageQuery: PageQuery } {
  requireNoOtherMembers(rest);
  return {
    filter: {
      ...scope,
      states: { spam: 0, trash: 0 },
      created_after: parseTime("created_after", created_after),
      created_before: undefined,
      delivery_state: undefined,
    },
    pageQuery: { page, per_page, cursor },
  };
}

/** Intersects `created_after`, `created_before` and `date_range`. Both bounds are excluded. */
function dateBounds(query: {
  readonly created_after: string | undefined;
  readonly created_before: string | undefined;
  readonly date_range: string | undefined;
}): Pick<SubmissionFilter, "created_after" | "created_before"> {
  const after = parseTime("created_after", query.created_after);
  const before = parseTime("created_before", query.created_before);
  const [first, last] = query.date_range?.split(" to ") ?? [];
  const from = parseTime("date_range", first);
  const to = parseTime("date_range", last);
  return {
    created_after: larger(after, from === undefined ? undefined : from - 1),
    created_before: smaller(before, to === undefined ? undefined : to + DAY_MS),
  };
}

const larger = (a: number | undefined, b: number | undefined) =>
  a === undefined ? b : Math.max(a, b ?? a);
const smaller = (a: number | undefined, b: number | undefined) =>
  a === undefined ? b : Math.min(a, b ?? a);
