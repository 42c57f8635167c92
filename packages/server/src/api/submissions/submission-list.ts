/** GET /submissions: lists, polls and searches submissions. */
import type { Hono } from "hono";
import { type SubmissionListMeta, zListSubmissionsQuery } from "@intray/sdk/schemas";
import { invalid } from "../../domain/errors.ts";
import type { SerializedPage } from "../../store/submissions/submission-pages.ts";
import type { ApiEnv, ApiParts } from "../http/env.ts";
import { isMasked } from "../http/masks.ts";
import type { PageCache } from "../http/page-cache.ts";
import { cutIds, pageOf } from "../http/pagination.ts";
import { parseQuery } from "../http/request.ts";
import { namedScope } from "../http/scope.ts";
import { readInclude } from "./include.ts";
import { isQueueList, type QueueConsumers } from "./queue-consumers.ts";
import { searchSubmissions } from "./search-submissions.ts";
import { readSearch, readSubmissionQuery } from "./submission-query.ts";
import { wrapJson } from "../http/wrap-json.ts";

const EMPTY_ARRAY = new TextEncoder().encode("[]");

export function submissionListRoute(
  app: Hono<ApiEnv>,
  parts: ApiParts,
  consumers: QueueConsumers,
  cachedPage: PageCache,
): void {
  const { store, clock, origins } = parts;

  app.get("/submissions", async (c) => {
    const caller = c.get("caller");
    const query = parseQuery(c, zListSubmissionsQuery);
    const { form, scope } = await namedScope(parts, caller, query);
    const search = await readSearch(parts, query.query, {
      ...scope,
      email: caller.email,
      masksPeople: isMasked(caller),
    });
    const parsed = readSubmissionQuery(query, scope, search);
    const { filter, states, order, terms, pageQuery } = parsed;
    if (isQueueList(states)) await consumers.note(caller, form?.id, "list");
    const isByDate = order === "date_desc" || order === "date_asc";
    if (pageQuery.cursor !== undefined && !isByDate) {
      throw invalid(
        "order_by",
        "A cursor works only with order_by date_desc or date_asc. Page through a list by e-mail with page.",
      );
    }
    const boundTo = { list: "submissions", ...filter, states, order, terms };
    const page = pageOf(pageQuery, boundTo);
    const include = readInclude(query.include, caller);
    const now = clock.now();
    const rendering = { ...origins, now, include };

    const withMeta = (found: Omit<SerializedPage, "changesOnlyByCommit">) => {
      const { meta } = cutIds(pageQuery, boundTo, found);
      return wrapJson("submissions", found.bytes, {
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
        withMeta({
          ids: [],
          last: undefined,
          bytes: EMPTY_ARRAY,
          count: 0,
          isExact: true,
          states: await store.reads.countStates({ ...scope, now }),
          form_name: form?.name ?? null,
        }),
      );
    }
    if (terms !== undefined) {
      const searched = { ...filter, states, order, terms, now };
      const [found, counts] = await Promise.all([
        searchSubmissions(store, searched, page, c.req.raw.signal, query.count_up_to),
        store.reads.countStates({ ...scope, now }),
      ]);
      const ids = found.ids.slice(0, pageQuery.per_page);
      const { bytes, last } = await store.reads.serializeSubmissions({ ids, ...rendering });
      return answer(
        withMeta({ ...found, bytes, last, states: counts, form_name: form?.name ?? null }),
      );
    }
    const { bytes } = await cachedPage(JSON.stringify([parsed, include]), async (known) => {
      const request = { ...filter, states, order, ...page, ...rendering, known };
      const { version, page: found } = await store.reads.serializeCountedPage(request);
      if (found === undefined) return "unchanged";
      return { version, bytes: withMeta(found), changesOnlyByCommit: found.changesOnlyByCommit };
    });
    return answer(bytes);
  });
}
