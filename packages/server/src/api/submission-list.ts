/** GET /submissions: the list that is looked through, polled and searched. */
import type { Hono } from "hono";
import type { SubmissionListMeta } from "@intray/sdk/schemas";
import { zListSubmissionsQuery } from "@intray/sdk/schemas";
import { invalid } from "../domain/errors.ts";
import { fold } from "../domain/folded-text.ts";
import { type FilterBy, submissionStates } from "../domain/submission-filter.ts";
import type { SubmissionFilter } from "../store/submissions/submission-list.ts";
import type { ShownPage } from "../store/submissions/submission-pages.ts";
import type { ApiEnv, ApiParts } from "./http/env.ts";
import { keepPages } from "./http/page-cache.ts";
import { cutIds, pageOf } from "./http/pagination.ts";
import { parseQuery, parseTime } from "./http/request.ts";
import { namedForm } from "./http/scope.ts";
import { searchSubmissions } from "./search-submissions.ts";
import { spliced } from "./http/wrap-json.ts";

const DAY_MS = 86_400_000;
const NONE = new TextEncoder().encode("[]");

export function submissionListRoute(app: Hono<ApiEnv>, parts: ApiParts): void {
  const { store, clock, publicUrl } = parts;
  const keptPage = keepPages();

  app.get("/submissions", async (c) => {
    const caller = c.get("caller");
    const query = parseQuery(c, zListSubmissionsQuery);
    const form = await namedForm(parts, caller, query.form_id);
    const order = query.order_by ?? "date_desc";
    const isByDate = order === "date_desc" || order === "date_asc";
    if (query.cursor !== undefined && !isByDate) {
      throw invalid("order_by", "A list by e-mail is walked with page; a cursor walks by date.");
    }
    const states = submissionStates({
      filterBy: query.filter_by?.toLowerCase() as FilterBy | undefined,
      unread: query.unread,
      spamStatus: query.spam_status,
    });
    const scope = { account_id: caller.account_id, form_id: form?.id };
    const filter = { ...scope, ...dates(query) };
    const text = query.query === undefined ? undefined : fold(query.query);
    const boundTo = { list: "submissions", ...filter, states, order, text };
    const page = pageOf(query, boundTo);
    const shown = { publicUrl: publicUrl(), now: clock.now() };

    const written = (found: Omit<ShownPage, "isLasting">) => {
      const { meta } = cutIds(query, boundTo, found);
      return spliced("submissions", found.bytes, {
        meta: {
          ...meta,
          next_cursor: isByDate ? meta.next_cursor : null,
          ...(found.isExact ? {} : { count_exact: false }),
          ...found.states,
          form_name: found.form_name,
        } satisfies SubmissionListMeta,
      });
    };
    const answer = (bytes: Uint8Array<ArrayBuffer>) =>
      c.body(bytes, 200, { "Content-Type": "application/json" });

    if (states === "nothing") {
      return answer(
        written({
          ids: [],
          bytes: NONE,
          count: 0,
          isExact: true,
          states: await store.read("countStates", scope),
          form_name: form?.name ?? null,
        }),
      );
    }
    if (text !== undefined) {
      const search = { ...filter, states, order, text };
      const [found, counts] = await Promise.all([
        searchSubmissions(store, search, page, c.req.raw.signal),
        store.read("countStates", scope),
      ]);
      const { ids } = cutIds(query, boundTo, found);
      const { bytes } = await store.read("showSubmissions", { ids, ...shown });
      return answer(written({ ...found, bytes, states: counts, form_name: form?.name ?? null }));
    }
    const key = JSON.stringify([caller.account_id, caller.form_id, query]);
    const bytes = await keptPage(key, async (known) => {
      const asked = { ...filter, states, order, ...page, ...shown, known };
      const { version, page: found } = await store.read("showSubmissionPage", asked);
      if (found === undefined) return "unchanged";
      return { version, bytes: written(found), isLasting: found.isLasting };
    });
    return answer(bytes);
  });
}

/** `created_after`, `created_before` and `date_range`, narrowed together; bounds are strict. */
function dates(query: {
  readonly created_after?: string;
  readonly created_before?: string;
  readonly date_range?: string;
}): Pick<SubmissionFilter, "created_after" | "created_before"> {
  const after = parseTime("created_after", query.created_after);
  const before = parseTime("created_before", query.created_before);
  const [first, last] = query.date_range?.split(" to ") ?? [];
  const from = parseTime("date_range", first);
  const to = parseTime("date_range", last);
  return {
    created_after: most(after, from === undefined ? undefined : from - 1),
    created_before: least(before, to === undefined ? undefined : to + DAY_MS),
  };
}

const most = (a: number | undefined, b: number | undefined) =>
  a === undefined ? b : Math.max(a, b ?? a);
const least = (a: number | undefined, b: number | undefined) =>
  a === undefined ? b : Math.min(a, b ?? a);
