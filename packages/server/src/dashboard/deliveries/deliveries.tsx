/** `/dashboard/deliveries`: all deliveries to webhooks and recipients, and the re-fire of one of them. */
import { Hono } from "hono";
import type { Delivery, DeliveryList as Deliveries, Form, FormWebhook } from "@intray/sdk/schemas";
import type { AppError } from "../../domain/errors.ts";
import { errorOf, dataOf } from "../http/api-client.ts";
import { assetUrl } from "../http/assets.ts";
import { returnAddress } from "../http/return-address.ts";
import { readPosted } from "../http/body.ts";
import { DeliveryList } from "./delivery-list.tsx";
import { DeliveryRequest, readSentBodies, BodyDownload } from "./delivery-request.tsx";
import { KINDS, STATES } from "./delivery-labels.ts";
import type { DashboardContext, DashboardEnv } from "../http/env.ts";
import { Select, TextField } from "../layout/fields.tsx";
import { showFragment } from "../http/fragment.tsx";
import { redirectWithNotice } from "../http/notice.ts";
import { showPage } from "../layout/page.tsx";
import { pageLinks } from "../layout/pagination.tsx";
import { proxyFile } from "../http/proxy-file.ts";
import { plural } from "../format/plural.ts";
import { dayRange, zonedLabel } from "../format/zone.ts";
import { visible } from "../../platform/text/safe-text.ts";
import { ErrorMessage } from "../layout/error-page.tsx";

const HERE = "/dashboard/deliveries";
const PER_PAGE = 25;
/** Options of the form and webhook filters; further ones can only be selected by URL. */
const MAX_OPTIONS = 100;

export function deliveryRoutes(): Hono<DashboardEnv> {
  const routes = new Hono<DashboardEnv>();
  routes.get("/", (c) => showDeliveries(c));

  routes.get("/log", async (c) => showFragment(c, <List c={c} log={dataOf(await readLog(c))} />));

  routes.get("/:id/body", async (c) => {
    const body = await c.get("api").GET("/api/v1/deliveries/{id}/body", {
      params: { path: { id: Number(c.req.param("id")) } },
      parseAs: "stream",
    });
    return proxyFile(c, body.response, dataOf(body));
  });

  routes.post("/:id/refire", async (c) => {
    const returnTo = (await readPosted(c)).text("return_to");
    const path = { id: Number(c.req.param("id")) };
    const { message } = dataOf(
      await c.get("api").POST("/api/v1/deliveries/{id}/refire", { params: { path } }),
    );
    return redirectWithNotice(c, returnAddress(returnTo, HERE), message);
  });
  return routes;
}

/** `webhook_id` is the destination that people select; links to a recipient's deliveries name it. */
const FILTERS = [
  "state",
  "kind",
  "webhook_id",
  "destination_id",
  "form_id",
  "created_after",
] as const;

/** Returns the filters of the request's URL, without empty ones. */
function filters(c: DashboardContext): Partial<Record<(typeof FILTERS)[number], string>> {
  return Object.fromEntries(
    FILTERS.flatMap((name) => {
      const value = c.req.query(name) ?? "";
      return value === "" ? [] : [[name, value]];
    }),
  );
}

async function readLog(c: DashboardContext) {
  const cursor = c.req.query("cursor") ?? "";
  const { webhook_id, destination_id = webhook_id, ...others } = filters(c);
  const { created_after } = others;
  const query = {
    per_page: PER_PAGE,
    ...others,
    ...(created_after === undefined ? {} : { created_after: sinceDay(c, created_after) }),
    ...(destination_id === undefined ? {} : { destination_id }),
    ...(cursor === "" ? {} : { cursor }),
  };
  // Not validated here: the API rejects invalid filters.
  return c.get("api").GET("/api/v1/deliveries", { params: { query: query as never } });
}

/** Returns the time just before a day of the person's zone; the API's bound is exclusive. Other texts are kept. */
function sinceDay(c: DashboardContext, text: string): string {
  const range = dayRange(c.get("zone").name, text);
  return range === undefined ? text : new Date(range.start - 1).toISOString();
}

async function showDeliveries(c: DashboardContext): Promise<Response> {
  const api = c.get("api");
  const query = { per_page: MAX_OPTIONS };
  const [response, { forms }, { form_webhooks }] = await Promise.all([
    readLog(c),
    api.GET("/api/v1/forms", { params: { query } }).then(dataOf),
    api.GET("/api/v1/form_webhooks", { params: { query } }).then(dataOf),
  ]);
  const error = errorOf(response);
  const log = error === undefined ? dataOf(response) : undefined;
  return showPage(c, {
    title: "Deliveries",
    section: "deliveries",
    status: error === undefined ? 200 : error.code === "not_found" ? 404 : 422,
    scripts: [assetUrl("deliveries.js")],
    content: (
      <>
        <div class="head">
          <h1>Deliveries</h1>
          {log === undefined ? null : (
            <p class="soft">{plural(log.meta.count, "delivery", "deliveries")}</p>
          )}
        </div>
        <Filters c={c} forms={forms} webhooks={form_webhooks} error={error} />
        <section class="card">
          <h2 class="visually-hidden">List of deliveries</h2>
          {log === undefined ? null : log.deliveries.length === 0 ? (
            <p class="empty">
              {Object.keys(filters(c)).length === 0
                ? "No deliveries yet. Add a webhook or an e-mail address to a form to deliver its submissions."
                : "No matching deliveries."}
            </p>
          ) : (
            <List c={c} log={log} />
          )}
        </section>
        {log === undefined ? null : pageLinks(c, log.meta)}
      </>
    ),
  });
}

/** The deliveries. What was sent is shown on the submission's page; deliveries without one show it here. */
async function List({ c, log }: { readonly c: DashboardContext; readonly log: Deliveries }) {
  const { search } = new URL(c.req.url);
  const hasNoSubmission = ({ submission_id }: Delivery) => submission_id === null;
  const bodies = await readSentBodies(c.get("api"), log.deliveries.filter(hasNoSubmission));
  return (
    <DeliveryList
      deliveries={log.deliveries}
      listUrl={`${HERE}/log${search}`}
      returnTo={`${HERE}${search}`}
      linksToSubmission
      request={(delivery) =>
        hasNoSubmission(delivery) ? (
          <DeliveryRequest delivery={delivery} webhook={undefined} bodies={bodies} />
        ) : (
          <BodyDownload delivery={delivery} />
        )
      }
    />
  );
}

function Filters({
  c,
  forms,
  webhooks,
  error,
}: {
  readonly c: DashboardContext;
  readonly forms: readonly Form[];
  readonly webhooks: readonly FormWebhook[];
  readonly error: AppError | undefined;
}) {
  const { state = "", kind = "", webhook_id = "", form_id = "", created_after = "" } = filters(c);
  return (
    <form class="card filters" method="get" action={HERE}>
      <ErrorMessage error={error} />
      <Select
        name="state"
        label="State"
        value={state}
        options={[
          ["", "All states"],
          ...Object.entries(STATES).map(([name, { label }]) => [name, label] as const),
        ]}
        error={error}
      />
      <Select
        name="kind"
        label="Kind"
        value={kind}
        options={[["", "All kinds"], ...Object.entries(KINDS)]}
        error={error}
      />
      <IdFilter name="form_id" label="Form" value={form_id} records={forms} error={error} />
      <IdFilter
        name="webhook_id"
        label="Webhook"
        value={webhook_id}
        records={webhooks}
        error={error}
      />
      <TextField
        name="created_after"
        label={zonedLabel("Since", c.get("zone"))}
        type="date"
        value={created_after}
        error={error}
      />
      <button>Filter</button>
    </form>
  );
}

/** A filter by form or webhook. A selected id that is not one of `records` gets an option of its own. */
function IdFilter({
  records,
  ...field
}: {
  readonly name: string;
  readonly label: "Form" | "Webhook";
  readonly value: string;
  readonly records: readonly Pick<Form | FormWebhook, "id" | "name">[];
  readonly error: AppError | undefined;
}) {
  const { label, value } = field;
  const options = records.map(({ id, name }) => [String(id), visible(name)] as const);
  const isListed = value === "" || options.some(([id]) => id === value);
  return (
    <Select
      {...field}
      options={[
        ["", `All ${label.toLowerCase()}s`],
        ...options,
        ...(isListed ? [] : [[value, `${label} ${visible(value)}`] as const]),
      ]}
    />
  );
}
