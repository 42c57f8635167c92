/** Converts the query parameters of a list of submissions to the filter that the store takes. */
import type { z } from "zod";
import type {
  SubmissionChange as MarksInApi,
  zListFormSubmissionsQuery,
  zListSubmissionsQuery,
} from "@intray/sdk/schemas";
import type { NamedForms, SearchQuery, SearchTerms } from "../../domain/submission/search-query.ts";
import { isEmpty, parseSearch } from "../../domain/submission/search-query.ts";
import {
  bothValues,
  type FilterBy,
  type SubmissionFilter,
  type SubmissionStates,
  submissionStates,
  readValueFilters,
  UNFILTERED,
} from "../../domain/submission/submission-filter.ts";
import type { SubmissionOrder } from "../../store/submissions/submission-list.ts";
import type { ApiParts } from "../http/env.ts";
import { requireNoOtherMembers } from "../http/request.ts";
import { invalid } from "../../domain/errors.ts";
import { parseTime } from "../../domain/parse-time.ts";
import { MASK } from "../../domain/delivery/webhook.ts";
import type { AccountScope } from "../../store/engine/paging.ts";
import type { Caller } from "../http/caller.ts";
import type { PageQuery } from "../http/pagination.ts";

const DAY_MS = 86_400_000;

type Scope = AccountScope & { readonly form_id: number | undefined };

/** A parsed query: which submissions, in which order, and which page of them. */
export interface SubmissionQuery {
  readonly filter: Omit<SubmissionFilter, "states">;
  /** `"nothing"` if the parameters, or the conditions of the search, contradict each other. */
  readonly states: SubmissionStates | "nothing";
  readonly order: SubmissionOrder;
  /** `undefined` if the filter and the states are the whole search. */
  readonly terms: SearchTerms | undefined;
  readonly pageQuery: PageQuery;
}

/**
 * @param scope The form that `form_id` names, which the caller has already found.
 * @param search The parameter `query`, by {@link readSearch}.
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
    query: _search,
    order_by = "date_desc",
    page,
    per_page,
    cursor,
    include: _readByCaller,
    count_up_to: _readBySearch,
    ...rest
  }: z.output<typeof zListSubmissionsQuery>,
  scope: Scope,
  search: SearchInScope,
): SubmissionQuery {
  // Also without the parameter, for a key of a project.
  const values = readValueFilters({ ...rest, project_id: scope.project_id });
  const given = dateBounds({ created_after, created_before, date_range });
  const { form_id, terms } = search;
  const both = bothValues(values, search);
  const searched = both === "nothing" ? both : search.states;
  return {
    filter: {
      ...scope,
      form_id: form_id ?? scope.form_id,
      created_after: larger(given.created_after, search.created_after),
      created_before: smaller(given.created_before, search.created_before),
      ...(both === "nothing" ? values : both),
    },
    states:
      searched === "nothing"
        ? searched
        : submissionStates({
            filterBy: filter_by?.toLowerCase() as FilterBy | undefined,
            unread,
            spamStatus: spam_status,
            searched,
          }),
    order: order_by,
    // Counts and name of a list are those of the parameter form_id, so a form in the search is searched for.
    // What is snoozed is found by the index that searches read.
    terms:
      isEmpty(terms) && form_id === undefined && (both === "nothing" || both.snoozed !== true)
        ? undefined
        : terms,
    pageQuery: { page, per_page, cursor },
  };
}

/** The filter of a form's own list: neither spam nor trash. @throws AppError `invalid`. */
export function readFormSubmissionsQuery(
  {
    created_after,
    page,
    per_page,
    cursor,
    include: _readByCaller,
    ...rest
  }: z.output<typeof zListFormSubmissionsQuery>,
  scope: Scope,
): { readonly filter: SubmissionFilter; readonly pageQuery: PageQuery } {
  requireNoOtherMembers(rest);
  return {
    filter: {
      ...UNFILTERED,
      ...scope,
      states: { spam: 0, trash: 0 },
      created_after: parseTime("created_after", created_after),
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

export interface SearchInScope extends Omit<SearchQuery, "forms" | "notForms"> {
  /** The one form that it names, if it names one; then the terms name none. */
  readonly form_id: number | undefined;
}

type ReadSearchArgs = Scope & Pick<Caller, "email"> & { readonly masksPeople?: boolean };

/**
 * Parses the parameter `query` and looks up the forms that it names.
 *
 * @param caller.email The address for `assignee:me`.
 * @param caller.masksPeople Whether no address can be searched for.
 * @throws AppError `invalid`.
 */
export async function readSearch(
  { store }: Pick<ApiParts, "store">,
  query: string | undefined,
  { account_id, form_id, email, masksPeople = false }: ReadSearchArgs,
): Promise<SearchInScope> {
  const { forms, notForms, ...search } = parseSearch(query ?? "");
  const addressOf = (assignee: string) => {
    if (masksPeople && assignee !== "none") {
      const sentence =
        "Only account keys with the scope write can search for assignees. Remove it.";
      throw invalid("query", sentence);
    }
    if (assignee !== "me") return assignee;
    if (email !== null) return email;
    const sentence =
      "assignee:me is for people who are signed in, not for API keys. Write an address.";
    throw invalid("query", sentence);
  };
  const idsOf = (named: NamedForms) => store.reads.formsNamed({ account_id, ...named });
  const without = (await Promise.all(notForms.map(idsOf))).flat();
  const terms = {
    ...search.terms,
    notForms: without,
    assignees: search.terms.assignees.map(addressOf),
    notAssignees: search.terms.notAssignees.map(addressOf),
  };
  if (forms.length === 0) return { ...search, terms, form_id: undefined };
  const named = (await Promise.all(forms.map(idsOf))).map((ids) => new Set(ids));
  const [first = new Set<number>(), ...others] = named;
  const wanted = [...first].filter(
    (id) => others.every((ids) => ids.has(id)) && (form_id === undefined || id === form_id),
  );
  if (wanted.length === 0) return { ...search, terms, states: "nothing", form_id: undefined };
  // The lists of one form have indexes of their own.
  return wanted.length === 1
    ? { ...search, terms, form_id: wanted[0] }
    : { ...search, terms: { ...terms, forms: wanted }, form_id: undefined };
}

/**
 * Returns marks with the id of the assignee and the time in milliseconds.
 *
 * @param at The member that has the marks.
 * @throws AppError `invalid` for an address that nobody of the account signs in with, or what is no time.
 */
export async function readMarks<
  Marks extends Partial<Pick<MarksInApi, "assignee" | "snoozed_until">>,
>(
  { store }: Pick<ApiParts, "store">,
  { account_id, login_id, member_id }: Pick<Caller, "account_id" | "login_id" | "member_id">,
  { assignee, snoozed_until, ...marks }: Marks,
  at: string,
) {
  const until =
    typeof snoozed_until === "string"
      ? parseTime(`${at}.snoozed_until`, snoozed_until)
      : snoozed_until;
  // The mask is sent back by clients that do not see the address.
  const assignee_id =
    assignee === MASK
      ? undefined
      : typeof assignee === "string"
        ? await idOfPerson(assignee.toLowerCase())
        : assignee;
  return { ...marks, assignee_id, snoozed_until: until };

  async function idOfPerson(address: string): Promise<number> {
    if (address === "me" && login_id !== null) return login_id;
    const people = await store.reads.listPeople({ account_id, member_id });
    const person = people.find(({ email }) => email === address);
    if (person !== undefined) return person.id;
    throw invalid(
      `${at}.assignee`,
      `Nobody of this account signs in with the address "${address.slice(0, 60)}". Write the address of a person who does.`,
    );
  }
}
