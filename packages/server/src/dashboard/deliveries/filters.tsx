/** The filters of deliveries: in the URL of a page, as inputs, as the API takes them, and as links by answer. */
import type { NamedForm } from "../../store/forms/form-names.ts";
import { visible } from "../../platform/text/safe-text.ts";
import { dayRange, labelWithZone } from "../format/zone.ts";
import type { DashboardContext } from "../http/env.ts";
import { Checkbox, Select, TextField, optionsOf } from "../layout/fields.tsx";
import { choiceHint } from "../layout/form-label.ts";
import { KINDS, STATES } from "./delivery-labels.ts";
import type { ReceiverAnswer } from "../../store/webhooks/webhook-health.ts";
import { plural } from "../format/quantities.ts";

export const DELIVERIES_PATH = "/dashboard/deliveries";

/** `webhook_id` is the destination that people select; links to a recipient's deliveries name it. */
const FILTERS = [
  "state",
  "kind",
  "webhook_id",
  "destination_id",
  "form_id",
  "created_after",
  "created_before",
  "http_status",
  "attention",
  "history",
  "ended_until",
  "project",
] as const;

export type DeliveryFilters = Partial<Record<(typeof FILTERS)[number], string>>;

/** The URL of the list with these filters, or of a page below it. */
export function deliveriesUrl(filters: DeliveryFilters, path = ""): string {
  const query = new URLSearchParams(filters).toString();
  return `${DELIVERIES_PATH}${path}${query === "" ? "" : `?${query}`}`;
}

const ANSWERS = [
  ["", "All answers"],
  ["none", "No answer"],
  ["5xx", "HTTP 5xx"],
  ["4xx", "HTTP 4xx"],
  ["3xx", "HTTP 3xx"],
  ["2xx", "HTTP 2xx"],
] as const;

/** Returns the filters of the request's URL, without empty ones. */
export const filtersOf = (c: DashboardContext): DeliveryFilters =>
  readFilters((name) => c.req.query(name) ?? "");

/** Returns the filters that `read` knows, without empty ones. */
export const readFilters = (read: (name: string) => string): DeliveryFilters =>
  Object.fromEntries(
    FILTERS.flatMap((name) => {
      const value = read(name);
      return value === "" ? [] : [[name, value]];
    }),
  );

/** The filters as parameters of the API, which rejects invalid ones. Days are those of the person's zone. */
export function apiFilter(
  c: DashboardContext,
  {
    webhook_id,
    destination_id = webhook_id,
    created_after,
    created_before,
    history: _,
    project,
    ...others
  }: DeliveryFilters,
) {
  const zone = c.var.zone.name;
  return {
    ...others,
    // One thing is shown whatever its project.
    ...(project === undefined ||
    project === "all" ||
    others.form_id !== undefined ||
    others.attention !== undefined
      ? {}
      : { project_id: project }),
    ...(destination_id === undefined ? {} : { destination_id }),
    // The API's bounds are exclusive.
    ...(created_after === undefined
      ? {}
      : {
          created_after: timeOr(created_after, (dayRange(zone, created_after)?.start ?? NaN) - 1),
        }),
    ...(created_before === undefined
      ? {}
      : { created_before: timeOr(created_before, dayRange(zone, created_before)?.end ?? NaN) }),
  };
}

const timeOr = (text: string, at: number) => (Number.isNaN(at) ? text : new Date(at).toISOString());

interface FiltersProps {
  readonly c: DashboardContext;
  readonly forms: readonly NamedForm[];
  readonly webhooks: readonly NamedForm[];
}

export function Filters({ c, forms, webhooks }: FiltersProps) {
  const { state = "", kind = "", webhook_id = "", form_id = "" } = filtersOf(c);
  const { created_after = "", created_before = "", http_status = "" } = filtersOf(c);
  const hasMore = Object.keys(filtersOf(c)).some((name) => name !== "state" && name !== "project");
  return (
    <form class="card filters" method="get" action={DELIVERIES_PATH}>
      <Select
        name="state"
        label="State"
        value={state}
        options={[
          ["", "All states"],
          ...Object.entries(STATES).map(([name, { label }]) => [name, label] as const),
        ]}
      />
      <details open={hasMore}>
        <summary>More filters</summary>
        <Select name="kind" label="Kind" value={kind} options={[["", "All kinds"], ...KINDS]} />
        <Select
          name="form_id"
          label="Form"
          value={form_id}
          options={optionsOf(forms, "All forms")}
          {...choiceHint(forms)}
          other={`Form ${visible(form_id)}`}
        />
        <Select
          name="webhook_id"
          label="Webhook"
          value={webhook_id}
          options={optionsOf(webhooks, "All webhooks")}
          other={`Webhook ${visible(webhook_id)}`}
        />
        <TextField
          name="created_after"
          label={labelWithZone("Since", c.var.zone)}
          type="date"
          value={created_after}
        />
        <TextField
          name="created_before"
          label={labelWithZone("Until", c.var.zone)}
          type="date"
          value={created_before}
        />
        <Select
          name="http_status"
          label="Last answer"
          value={http_status}
          options={ANSWERS}
          other={answerText(http_status)}
        />
        <Checkbox
          name="history"
          id="with-history"
          label="Include those that were sent again"
          checked={filtersOf(c).history !== undefined}
        />
      </details>
      <button>Filter</button>
    </form>
  );
}

/** A status, or why there was none. */
const answerText = (answer: string): string =>
  visible(/^\d/.test(answer) ? `HTTP ${answer}` : answer.replaceAll("_", " "));

/** How many of the newest deliveries are grouped. */
export const MAX_ANSWERED = 1_000;

/** How many deliveries had which answer, each as a link to their list. */
export function AnswerLinks({
  webhook_id,
  answers,
}: {
  readonly webhook_id: number;
  readonly answers: readonly ReceiverAnswer[];
}) {
  if (answers.length === 0) return null;
  const counts = answers.flatMap((answer) => {
    const filter = answer.http_status?.toString() ?? answer.error_code;
    return filter === null ? [] : [{ ...answer, filter }];
  });
  return (
    <ul class="answers" aria-label="Deliveries that were not accepted, by answer">
      {counts.map(({ count, filter }) => (
        <li>
          <a href={deliveriesUrl({ webhook_id: String(webhook_id), http_status: filter })}>
            {`${plural(count, "delivery", "deliveries")}: ${answerText(filter)}`}
          </a>
        </li>
      ))}
    </ul>
  );
}
