/** The submissions resource: list, read, mark, delete, re-fire. */
import type { Hono } from "hono";
import type { Submission, SubmissionList } from "@intray/sdk/schemas";
import {
  zListFormSubmissionsQuery,
  zListSubmissionsQuery,
  zSubmissionPatch,
} from "@intray/sdk/schemas";
import { AppError, invalid } from "../errors.ts";
import { type FilterBy, type SubmissionStates, submissionStates } from "../submission-filter.ts";
import { fold } from "../search.ts";
import type { SubmissionFilter, SubmissionOrder } from "../store/submission-list.ts";
import type { SubmissionRecord } from "../store/submissions.ts";
import { deliveryRecord } from "./delivery-record.ts";
import type { ApiContext, ApiEnv, ApiParts } from "./env.ts";
import { writeOnce } from "./idempotency.ts";
import { keepPages } from "./kept-pages.ts";
import { cutPage, type Page, pageOf } from "./paging.ts";
import { parseBody, parseQuery, parseTime, pathId } from "./request.ts";
import { namedForm, requireDeletion, requiredForm } from "./scope.ts";
import { streamArray } from "./stream-array.ts";
import { searchSubmissions } from "./search-submissions.ts";
import { submissionRecord } from "./submission-record.ts";

const DAY_MS = 86_400_000;
/** A submission may be 2 MiB, and a slice is held whole. */
const MOST_STREAMED_AT_ONCE = 25;

export function submissionRoutes(app: Hono<ApiEnv>, parts: ApiParts): void {
  const { store, discardFiles, clock, log, publicUrl, onDue, onTaught } = parts;
  const show = (record: SubmissionRecord) => submissionRecord(record, publicUrl(), clock.now());
  const keptPage = keepPages(store);
  const scope = (c: ApiContext) => {
    const { account_id, form_id } = c.get("caller");
    return { id: pathId(c), account_id, form_id };
  };

  const listed = async (filter: SubmissionFilter, order: SubmissionOrder, page: Page) => {
    const [records, counted] = await Promise.all([
      store.read("listSubmissions", { ...filter, order, ...page }),
      store.read("countSubmissions", filter),
    ]);
    return { records, ...counted };
  };

  app.get("/submissions", async (c) => {
    const query = parseQuery(c, zListSubmissionsQuery);
    const form = await namedForm(parts, c.get("caller"), query.form_id);
    const order = query.order_by ?? "date_desc";
    if (query.cursor !== undefined && order.startsWith("email")) {
      throw invalid("order_by", "A list by e-mail is walked with page; a cursor walks by date.");
    }
    const states = submissionStates({
      filterBy: query.filter_by?.toLowerCase() as FilterBy | undefined,
      unread: query.unread,
      spamStatus: query.spam_status,
    });
    const filter = {
      account_id: c.get("caller").account_id,
      form_id: form?.id,
      ...dates(query),
    };
    const text = query.query === undefined ? undefined : fold(query.query);
    const boundTo = { list: "submissions", ...filter, states, order, text };
    const page = pageOf(query, boundTo);
    const render = async (): Promise<SubmissionList> => {
      const [found, counts] = await Promise.all([
        states === "nothing"
          ? { records: [], count: 0, isExact: true }
          : text === undefined
            ? listed({ ...filter, states }, order, page)
            : searchSubmissions(store, { ...filter, states, order, text }, page, c.req.raw.signal),
        store.read("countStates", { account_id: filter.account_id, form_id: form?.id }),
      ]);
      const { records, meta } = cutPage(query, boundTo, found);
      const isByDate = order === "date_desc" || order === "date_asc";
      return {
        submissions: records.map(show),
        meta: {
          ...meta,
          next_cursor: isByDate ? meta.next_cursor : null,
          ...(found.isExact ? {} : { count_exact: false }),
          ...counts,
          form_name: form?.name ?? null,
        },
      };
    };
    if (text !== undefined) return c.json(await render());
    const { account_id, form_id } = c.get("caller");
    const key = JSON.stringify([account_id, form_id, query]);
    const bytes = await keptPage(key, async () => {
      const list = await render();
      return { page: list, isLasting: !list.submissions.some(endsByItself) };
    });
    return c.body(bytes, 200, { "Content-Type": "application/json" });
  });

  app.get("/submissions/:id", async (c) => {
    const record = await store.read("getSubmission", scope(c));
    if (record === undefined) throw noSubmission(pathId(c));
    return c.json(show(record));
  });

  app.patch("/submissions/:id", async (c) => {
    const { submission: change } = await parseBody(c, zSubmissionPatch);
    const record = await store.write("updateSubmission", { ...scope(c), change, now: clock.now() });
    // Before the answer, so that the next post is judged by what this one has taught.
    if (change.spam !== undefined) await onTaught(c.get("caller").account_id);
    if (change.spam === false || change.trash === false) onDue();
    return c.json(show(record));
  });

  app.delete("/submissions/:id", async (c) => {
    requireDeletion(c.get("caller"));
    const record = await store.write("deleteSubmission", { ...scope(c), now: clock.now() });
    await discardFiles(record.attachments.map((file) => file.storage_key));
    return c.json(show(record));
  });

  app.post("/submissions/:id/refire_webhooks", async (c) => {
    const { id, account_id, form_id } = scope(c);
    const outcome = await writeOnce(c, parts, "refireSubmissions", {
      account_id,
      form_id,
      submission_ids: [id],
      trigger: "refire",
      now: clock.now(),
    });
    const [result] = outcome.result;
    if (result === undefined || result.status === "not_found") throw noSubmission(id);
    onDue();
    const { length } = result.deliveries;
    return c.json({
      success: true,
      message:
        length === 0
          ? "The form has no enabled webhook; nothing was queued."
          : `Queued ${length} ${length === 1 ? "delivery" : "deliveries"}.`,
      deliveries: result.deliveries.map((delivery) => deliveryRecord(delivery, parts)),
    });
  });

  app.get("/forms/:form_id/submissions", async (c) => {
    const query = parseQuery(c, zListFormSubmissionsQuery);
    const form = await requiredForm(parts, c.get("caller"), c.req.param("form_id"));
    const states: SubmissionStates = { spam: 0, trash: 0 };
    const filter: SubmissionFilter = {
      account_id: c.get("caller").account_id,
      form_id: form.id,
      states,
      created_after: parseTime("created_after", query.created_after),
    };
    const isPaged =
      query.cursor !== undefined ||
      query.page !== undefined ||
      (c.req.query("per_page") ?? "") !== "";
    const order = "date_asc";
    if (!isPaged) {
      return streamArray(c, log, async (after_id) => {
        const page = { limit: MOST_STREAMED_AT_ONCE, offset: 0, after_id };
        const records = await store.read("listSubmissions", { ...filter, order, ...page });
        return { items: records.map(show), lastId: records.at(-1)?.id };
      });
    }
    const boundTo = { list: "form_submissions", ...filter };
    const page = pageOf(query, boundTo);
    const found = await store.read("listSubmissions", { ...filter, order, ...page });
    const { records, meta } = cutPage(query, boundTo, { count: 0, records: found });
    if (meta.next_cursor !== null)
      c.header("Link", `<${nextPage(c, publicUrl(), meta.next_cursor)}>; rel="next"`);
    return c.json(records.map(show));
  });
}

/** A lease ends without a commit. */
function endsByItself({ claim }: Submission): boolean {
  return claim !== undefined && claim.until !== null;
}

function noSubmission(id: number): AppError {
  return new AppError(
    "not_found",
    `There is no submission ${id} that this key may see. It may have been deleted.`,
  );
}

/** The page behind this one; the key is never part of a link. */
function nextPage(c: ApiContext, publicUrl: string, cursor: string): string {
  const url = new URL(`${publicUrl}${c.req.path}`);
  for (const [name, value] of Object.entries(c.req.query())) url.searchParams.set(name, value);
  url.searchParams.delete("api_token");
  url.searchParams.delete("page");
  url.searchParams.set("cursor", cursor);
  return url.href;
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
